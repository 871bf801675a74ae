import type {FastifyPluginAsyncZod} from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import {KEY_LENGTH, KEYS_PER_QUERY} from '../../contract/limits'
import {nearestThresholds, THRESHOLDS_ATTRIBUTE, thresholdsFrom, thresholdsValue} from '../../contract/rules/thresholds'
import {UNITS_ATTRIBUTE, unitsFrom} from '../../contract/rules/units'
import {entityType} from '../../contract/wire/attribute'
import {type EpochMs, errorBody, id} from '../../contract/wire/common'
import {
  csvQuery,
  extentAnswer,
  type HistoryWire,
  historyAnswer,
  historyQuery,
  keysAnswer,
  latestAnswer,
  latestOfMany,
  latestOfManyQuery,
  type OverviewWire,
  ofManyQuery,
  overview,
  type SeriesItemWire,
  type SeriesQuery,
  seriesAnswer,
  seriesQuery,
  statisticsQuery,
  telemetryKey,
  thresholdsOfMany,
  tileStatistics,
  unitsOfMany,
} from '../../contract/wire/telemetry'
import type {Viewer} from '../access/viewer'
import type {AttributeRepository} from '../attribute/repository'
import {type Device, type DeviceRepository, toWire} from '../device/repository'
import {badRequest, noSuch, notFound} from '../http/errors'
import {streamed} from '../http/streamed'
import {groupsByNearest, type Owned} from './nearest'
import type {PastPoint} from './past'
import type {TelemetryRepository} from './repository'
import {toPointValue} from './value'

export interface TelemetryOptions {
  devices: DeviceRepository
  telemetry: TelemetryRepository
  attributes: Pick<AttributeRepository, 'sharedJson'>
  now: () => EpochMs
  /** False offers only the calls and parameters of the specification. */
  additions: boolean
}

const params = z.object({entityType, entityId: id})
const refusals = {400: errorBody, 404: errorBody}

export const telemetryRoutes: FastifyPluginAsyncZod<TelemetryOptions> = async (app, options) => {
  const {devices, telemetry, attributes, now, additions} = options
  const schema = {tags: ['telemetry'], params}

  async function visibleDevice(viewer: Viewer, {entityType, entityId}: z.infer<typeof params>): Promise<Device> {
    if (entityType !== 'device') throw noSuch(entityType)
    const device = await devices.findVisible(viewer, entityId)
    if (device === undefined) throw notFound('Device not found.')
    return device
  }

  async function readItem(device: Device, key: string, keyId: number | undefined, asked: SeriesQuery) {
    const query = knownThen(asked)
    const {agg, texts, envelope: isEnvelopeAsked, ...rest} = query
    if (keyId === undefined) return {key, ...emptyItem(query)}
    const series = {deviceNumber: device.number, keyId}
    if (agg === undefined) return {key, values: await telemetry.newestPoints(series, query, query.limit)}
    const {envelope, ...plain} = await telemetry.series(series, {...rest, agg})
    const item = {key, ...plain, ...(isEnvelopeAsked === 'true' && envelope !== undefined && {envelope})}
    if (texts === 'false' || item.values.length > 0) return item
    return {...item, texts: await telemetry.states(series, query, query.limit)}
  }

  /** The ids, by number, of the devices within reach, of an organisation or of all. */
  const visibleIds = async (viewer: Viewer, filter: {organisation_id?: string | undefined}) =>
    idsByNumber(await devices.allVisible(viewer, filter))

  async function latestOf(found: readonly Device[], at: EpochMs | undefined): Promise<OverviewWire['latest']> {
    const ids = idsByNumber(found)
    const numbers = [...ids.keys()]
    const rows = await (at === undefined ? telemetry.latestOfMany(numbers) : telemetry.latestOfManyAt(numbers, at))
    return rows.map(({deviceNumber, ...latest}) => ({device_id: ids.get(deviceNumber) ?? '', ...latest}))
  }

  async function unitsThatHold(found: readonly Device[]): Promise<OverviewWire['units']> {
    const owned = found.map(({id, organisationId}) => ({id, owners: [organisationId, id]}))
    const groups = groupsByNearest(owned, await keptBy(owned, UNITS_ATTRIBUTE), unitsFrom)
    return groups.map(({ids, nearest}) => ({device_ids: ids, units: Object.fromEntries(nearest)}))
  }

  async function thresholdsThatHold(found: readonly Device[]): Promise<OverviewWire['thresholds']> {
    const owned = found.map(({id, customerId, organisationId}) => ({
      ...{id, owners: [organisationId, ...(customerId === null ? [] : [customerId]), id]},
    }))
    const kept = await keptBy(owned, THRESHOLDS_ATTRIBUTE)
    const groups = groupsByNearest(owned, kept, value => thresholdsFrom(value).thresholds)
    return groups.map(({ids, nearest}) => ({device_ids: ids, thresholds: thresholdsValue(nearestThresholds(nearest))}))
  }

  const keptBy = (owned: readonly Owned[], attribute: string) =>
    attributes.sharedJson(attribute, [...new Set(owned.flatMap(({owners}) => owners))])

  app.get(
    '/api/v0/telemetry/:entityType/:entityId/values/timeseries',
    {
      schema: {...schema, querystring: seriesQuery, response: {200: seriesAnswer, ...refusals}},
      preValidation: async ({query}) => {
        if (!additions) forgetAdditions(query)
      },
    },
    async ({viewer, params, query}, reply) => {
      const device = await visibleDevice(viewer, params)
      const names = splitKeys(query.keys)
      const ids = await telemetry.findKeys(device.number, [query.keys, ...names])
      const items: SeriesItemWire[] = []
      for (const key of ids.has(query.keys) ? [query.keys] : names) {
        items.push(await readItem(device, key, ids.get(key), query))
      }
      return reply.serializer(JSON.stringify).send(items)
    },
  )

  app.get(
    '/api/v0/telemetry/:entityType/:entityId/keys/timeseries',
    {schema: {...schema, response: {200: keysAnswer, ...refusals}}},
    async ({viewer, params}) => telemetry.keys((await visibleDevice(viewer, params)).number),
  )

  app.get(
    '/api/v0/telemetry/:entityType/:entityId/latest/:key',
    {schema: {...schema, params: z.extend(params, {key: telemetryKey}), response: {200: latestAnswer, ...refusals}}},
    async ({viewer, params}) => {
      const device = await visibleDevice(viewer, params)
      const found = await telemetry.latest(device.number, params.key)
      if (found === undefined) throw notFound('The device has no value for this key.')
      const {received_at, ...specified} = found
      return additions ? {received_at, ...specified} : specified
    },
  )

  if (!additions) return

  app.get(
    '/api/v0/telemetry/device/latest',
    {schema: {tags: ['telemetry'], querystring: latestOfManyQuery, response: {200: latestOfMany}}},
    async ({viewer, query}, reply) => {
      const answer = await latestOf(await devices.allVisible(viewer, query), query.at)
      // The schema is skipped for these thousands of rows, because parsing them takes longer than reading them. The
      // compiler checks their type.
      return reply.serializer(JSON.stringify).send(answer)
    },
  )

  app.get(
    '/api/v0/telemetry/device/overview',
    {schema: {tags: ['telemetry'], querystring: latestOfManyQuery, response: {200: overview}}},
    async ({viewer, query}, reply) => {
      const found = await devices.allVisible(viewer, query)
      const [latest, units, thresholds] = await Promise.all([
        latestOf(found, query.at),
        unitsThatHold(found),
        thresholdsThatHold(found),
      ])
      const answer: OverviewWire = {devices: found.map(toWire), latest, units, thresholds}
      return reply.serializer(JSON.stringify).send(answer)
    },
  )

  app.get(
    '/api/v0/telemetry/device/history',
    {schema: {tags: ['telemetry'], querystring: historyQuery, response: {200: historyAnswer, ...refusals}}},
    async ({viewer, query}, reply) => {
      const ids = await visibleIds(viewer, query)
      const {from_ts: from, to_ts: to, step} = query
      const {points, until} = await telemetry.history([...ids.keys()], {from, to, step})
      const answer: HistoryWire = {series: seriesOf(points, ids), until}
      return reply.serializer(JSON.stringify).send(answer)
    },
  )

  app.get(
    '/api/v0/telemetry/device/extent',
    {schema: {tags: ['telemetry'], querystring: ofManyQuery, response: {200: extentAnswer, ...refusals}}},
    async ({viewer, query}) => ({oldest_ts: await telemetry.oldest([...(await visibleIds(viewer, query)).keys()])}),
  )

  app.get(
    '/api/v0/telemetry/device/units',
    {schema: {tags: ['telemetry'], querystring: ofManyQuery, response: {200: unitsOfMany}}},
    async ({viewer, query}) => unitsThatHold(await devices.allVisible(viewer, query)),
  )

  app.get(
    '/api/v0/telemetry/device/thresholds',
    {schema: {tags: ['telemetry'], querystring: ofManyQuery, response: {200: thresholdsOfMany}}},
    async ({viewer, query}) => thresholdsThatHold(await devices.allVisible(viewer, query)),
  )

  app.get(
    '/api/v0/telemetry/:entityType/:entityId/values/timeseries.csv',
    {
      schema: {
        ...schema,
        produces: ['text/csv'],
        querystring: csvQuery,
        response: {200: z.unknown(), ...refusals},
      },
    },
    async ({viewer, params, query}, reply) => {
      const device = await visibleDevice(viewer, params)
      const keyId = (await telemetry.findKeys(device.number, [query.key])).get(query.key)
      const pages = telemetry.csv(
        keyId === undefined ? undefined : {deviceNumber: device.number, keyId},
        knownThen(query),
      )
      const file = await streamed(pages)
      const name = encodeURIComponent(`${device.id}-${query.key}-data.csv`).replaceAll("'", '%27')
      reply.type('text/csv; charset=utf-8').header('content-disposition', `attachment; filename*=UTF-8''${name}`)
      return reply.send(file)
    },
  )

  app.get(
    '/api/v0/telemetry/:entityType/:entityId/statistics',
    {schema: {...schema, querystring: statisticsQuery, response: {200: tileStatistics, ...refusals}}},
    async ({viewer, params, query: {key, timeZone, at}}) => {
      const device = await visibleDevice(viewer, params)
      const keyId = (await telemetry.findKeys(device.number, [key])).get(key)
      return keyId === undefined
        ? NO_STATISTICS
        : telemetry.statistics({deviceNumber: device.number, keyId}, at ?? now(), timeZone)
    },
  )
}

const idsByNumber = (found: readonly Device[]): ReadonlyMap<number, string> =>
  new Map(found.map(({number, id}) => [number, id]))

/** A range ends with the moment as of which it is asked for. */
const knownThen = <Query extends {endTs: EpochMs; at?: EpochMs | undefined}>(query: Query): Query => ({
  ...query,
  endTs: Math.min(query.endTs, query.at ?? query.endTs),
})

function seriesOf(points: readonly PastPoint[], ids: ReadonlyMap<number, string>): HistoryWire['series'] {
  const series = new Map<string, HistoryWire['series'][number]>()
  for (const {deviceNumber, key, ts, ...stored} of points) {
    const name = `${deviceNumber} ${key}`
    const known = series.get(name) ?? {device_id: ids.get(deviceNumber) ?? '', key, points: []}
    if (known.points.length === 0) series.set(name, known)
    known.points.push({ts, ...toPointValue(stored)})
  }
  return [...series.values()]
}

const NO_STATISTICS = {lastHour: null, today: null, yesterday: null, thisWeek: null, lastWeek: null}

function forgetAdditions(query: unknown): void {
  if (typeof query !== 'object' || query === null) return
  for (const name of ['agg', 'window', 'timeZone', 'texts', 'envelope', 'at']) Reflect.deleteProperty(query, name)
}

/**
 * Splits keys at commas. The caller first looks for a key with the whole text as its name, as it may contain a comma.
 */
function splitKeys(keys: string): string[] {
  const names = [...new Set(keys.split(','))].filter(name => name !== '')
  if (names.length === 0) throw badRequest('keys: must name a key')
  if (names.length > KEYS_PER_QUERY) throw badRequest(`keys: must be at most ${KEYS_PER_QUERY}`)
  if (names.some(name => name.length > KEY_LENGTH)) throw badRequest(`keys: a key has at most ${KEY_LENGTH} characters`)
  return names
}

function emptyItem({agg, window}: SeriesQuery): SeriesItemWire {
  if (agg === undefined) return {values: []}
  return {agg, ...(agg === 'none' ? {} : {window}), values: [], total: 0, gaps: []}
}
