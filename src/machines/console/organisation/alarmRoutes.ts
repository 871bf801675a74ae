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
import {createEntries, type EntriesLogic, type EntriesRef} from '../../entries'
import {type AttributeEntries, type AttributeEntriesTypes, conflictOf} from '../attributeEntries'

export interface AlarmRoutesOwner {
  organisationId: string
  /** The zone of the hours of a new route. */
  zone: string
}

interface AlarmRoutes extends AttributeEntriesTypes {
  input: AlarmRoutesOwner
  /** Null when the organisation has none. */
  loaded: Attribute | null
  row: RouteRow
  draft: RouteDraft
  problems: RouteProblems
}

export const alarmRoutesTexts = textsOf('machines.alarmRoutes', {
  loadFailed: 'Failed to load the routes',
  saveFailed: 'Failed to save the route',
  removeFailed: 'Failed to remove the route',
  changed: 'Somebody else has changed this route meanwhile, so it has not been removed.',
  saved: 'Route saved.',
  deleted: 'Route removed.',
})

export const routeEntries: AttributeEntries<AlarmRoutes> = {
  place: ({organisationId}) => ({
    owner: {kind: 'organisation', id: organisationId, organisationId},
    name: ROUTES_ATTRIBUTE,
  }),
  attributeOf: attribute => attribute,
  withAttribute: (_, attribute) => attribute,
  valueWith: ({loaded, row, draft}) => routesWith(loaded, row, writtenRoute(draft, row?.route ?? null)),
  valueWithout: ({loaded, row}) => routesWithout(loaded, row),
}

/** Whom an organisation notifies of which alarms, edited route by route. */
export const alarmRoutesMachine = createEntries<AlarmRoutes>({
  id: 'alarmRoutes',
  texts: alarmRoutesTexts,
  saveFailed: () => alarmRoutesTexts.saveFailed,
  nothing: null,
  draftOf: (row, {input: {zone}}) => (row === null ? emptyRoute(zone) : routeDraft(row, zone)),
  noProblems: {},
  problemsOf: (draft, {chosen, loaded}) => routeProblems(draft, otherNames(loaded, chosen)),
  conflict: conflictOf(routeEntries, {
    changed: () => alarmRoutesTexts.changed,
    isChanged: editing => !isUnchanged(editing.loaded, editedName(editing), editing.chosen),
    theirs: editing => routeNamed(editing.loaded, editedName(editing)),
  }),
})

export type AlarmRoutesLogic = EntriesLogic<AlarmRoutes>
export type AlarmRoutesRef = EntriesRef<AlarmRoutes>
