import type {ActorRefFrom} from 'xstate'
import {
  editedName,
  emptyRoute,
  type RouteDraft,
  type RouteProblems,
  routeDraft,
  routeProblems,
  writtenRoute,
} from '../../../domain/console/alarmRoutes/draft'
import {
  isUnchanged,
  otherNames,
  ROUTES_ATTRIBUTE,
  type RouteRow,
  routeNamed,
  routesWith,
  routesWithout,
} from '../../../domain/console/alarmRoutes/rows'
import type {Attribute} from '../../../domain/console/attribute'
import {textsOf} from '../../../domain/language'
import {createEditor} from '../editor'

export interface AlarmRoutesOwner {
  organisationId: string
  /** The zone of the hours of a new route. */
  zone: string
}

interface AlarmRoutes {
  owner: AlarmRoutesOwner
  /** Null when the organisation has none. */
  value: Attribute | null
  row: RouteRow
  draft: RouteDraft
  problems: RouteProblems
}

export const alarmRoutesTexts = textsOf('machines.alarmRoutes', {
  loadFailed: 'Failed to load the routes',
  saveFailed: 'Failed to save the route',
  deleteFailed: 'Failed to remove the route',
  changed: 'Somebody else has changed this route meanwhile, so it has not been removed.',
  saved: 'Route saved.',
  deleted: 'Route removed.',
})

/** Whom an organisation notifies of which alarms, edited route by route. */
export const alarmRoutesMachine = createEditor<AlarmRoutes>({
  id: 'alarmRoutes',
  texts: alarmRoutesTexts,
  noProblems: {},
  place: ({organisationId}) => ({
    owner: {kind: 'organisation', id: organisationId, organisationId},
    name: ROUTES_ATTRIBUTE,
  }),
  attributeOf: attribute => attribute,
  withAttribute: (_, attribute) => attribute,
  rowNamed: routeNamed,
  draftOf: (row, {zone}) => (row === null ? emptyRoute(zone) : routeDraft(row, zone)),
  problemsOf: ({draft, chosen, value}) => routeProblems(draft, otherNames(value, chosen)),
  saved: ({value, chosen, draft}) => routesWith(value, chosen, writtenRoute(draft, chosen?.route ?? null)),
  removed: ({value, chosen}) => routesWithout(value, chosen),
  isChanged: (editing, now) => !isUnchanged(now, editedName(editing), editing.chosen),
  theirs: (editing, now) => routeNamed(now, editedName(editing)),
})

export type AlarmRoutesLogic = typeof alarmRoutesMachine
export type AlarmRoutesRef = ActorRefFrom<AlarmRoutesLogic>
