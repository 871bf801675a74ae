import {
  ALARM_ROUTES_ATTRIBUTE,
  type AlarmRoute,
  alarmRoutesFrom,
  type RouteFault,
} from '../../../../contract/rules/alarmRoutes'
import {isRecord} from '../../../../contract/rules/json'
import type {Json} from '../../../../contract/wire/common'
import {ATTRIBUTE_SCOPES} from '../../../../contract/wire/entities/attribute'
import {trimmed} from '../../../../contract/wire/text'
import type {Attribute, AttributeName, AttributeValue} from '../attribute'

export const ROUTES_ATTRIBUTE: AttributeName = {scope: ATTRIBUTE_SCOPES.server, key: ALARM_ROUTES_ATTRIBUTE}

/** A route as stored. `route` is null when it notifies nobody; `faults` are the parts that can't be applied. */
export interface RouteRow {
  name: string
  json: Json
  route: AlarmRoute | null
  faults: readonly RouteFault[]
}

/** The routes in order. A missing or repeated name is replaced by the place, as on the server. */
export function routeRows(attribute: Attribute | null): readonly RouteRow[] {
  const names = new Set<string>()
  return written(attribute).map((json, at) => {
    const {routes, faults} = alarmRoutesFrom([json])
    const [route = null] = routes
    const named = nameOf(json)
    const isTaken = named !== null && names.has(named)
    const name = named === null || isTaken ? `#${at + 1}` : named
    names.add(name)
    const kinds = [...faults.map(({fault}) => fault), ...(isTaken ? (['name'] as const) : [])]
    return {name, json, route, faults: [...new Set(kinds)]}
  })
}

/** Whether the attribute holds something else than routes, which writing one would replace. */
export const holdsNoRoutes = (attribute: Attribute | null): boolean =>
  attribute !== null && (attribute.value.type !== 'json' || !Array.isArray(attribute.value.value))

/** Null when there is none of this name. */
export const routeNamed = (attribute: Attribute | null, sought: string): RouteRow | null =>
  routeRows(attribute).find(({name}) => name === sought) ?? null

export const otherNames = (attribute: Attribute | null, chosen: RouteRow | null): readonly string[] =>
  routeRows(attribute)
    .map(({name}) => name)
    .filter(name => name !== chosen?.name)

/** Whether a route is still there as it was when it was chosen, or nobody else has added a new one by its name. */
export const isUnchanged = (attribute: Attribute | null, name: string, chosen: RouteRow | null): boolean =>
  chosen === null ? routeNamed(attribute, name) === null : placeOf(attribute, chosen.json) >= 0

/** The value of the attribute with a route replaced or appended. All others stay as they are. */
export function routesWith(attribute: Attribute | null, chosen: RouteRow | null, json: Json): AttributeValue {
  const place = chosen === null ? -1 : placeOf(attribute, chosen.json)
  const routes = written(attribute)
  return {type: 'json', value: place < 0 ? [...routes, json] : routes.with(place, json)}
}

export function routesWithout(attribute: Attribute | null, chosen: RouteRow | null): AttributeValue {
  const place = chosen === null ? -1 : placeOf(attribute, chosen.json)
  return {type: 'json', value: written(attribute).filter((_, at) => at !== place)}
}

function written(attribute: Attribute | null): readonly Json[] {
  const json = attribute?.value.type === 'json' ? attribute.value.value : null
  return Array.isArray(json) ? json : []
}

const placeOf = (attribute: Attribute | null, json: Json): number =>
  written(attribute).findIndex(route => JSON.stringify(route) === JSON.stringify(json))

function nameOf(json: Json): string | null {
  const name = isRecord(json) ? json.name : null
  return typeof name === 'string' && trimmed(name) !== '' ? trimmed(name) : null
}
