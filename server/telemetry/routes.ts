import type {FastifyPluginAsync} from 'fastify'
import * as z from 'zod/mini'
import {ANSWER_TEXT_BYTES, KEY_LENGTH, KEYS_PER_QUERY, SERIES_POINTS} from '../../contract/limits'
import {type EpochMs, errorBody} from '../../contract/wire/common'
import {
  listKeys,
  readCsv,
  readLatest,
  readSeries,
  readStatistics,
  type SeriesItemWire,
  type SeriesQuery,
  type TelemetryParams,
} from '../../contract/wire/telemetry/telemetry'
import type {AttributeRepository} from '../attribute/repository'
import type {DeviceRepository} from '../device/repository'
import {badRequest, noSuch, notFound} from '../http/failures/errors'
import {unparsed} from '../http/json'
import {serving, streamed} from '../http/serve'
import {manyRoutes, type UsualHours} from './manyRoutes'
import type {SeriesRef} from './read/series'
import type {SharedStatistics} from './read/sharedStatistics'
import type {TelemetryRepository} from './repository'

export interface TelemetryOptions {
  devices: DeviceRepository
  telemetry: TelemetryRepository
  statistics: SharedStatistics
  attributes: Pick<AttributeRepository, 'sharedJson' | 'places'>
  /** Undefined where the server doesn't learn usual values. */
  usualHours?: UsualHours | undefined
  now: () => EpochMs
}

type Asked = SeriesQuery & {textBytes: number}

const refusals = {400: errorBody, 404: errorBody}

export const telemetryRoutes: FastifyPluginAsync<TelemetryOptions> = async (app, options) => {
  const {devices, telemetry, statistics, attributes, now} = options
  const serve = serving(app, 'telemetry')

  /** The guard has found the device within reach, so that only its number and its keys are read. */
  const numberOf = async (params: TelemetryParams) => existing(await devices.numberOf(deviceIn(params)))

  async function findSeries(deviceId: string, names: readonly string[]) {
    const {deviceNumber, keyIds} = existing(await telemetry.findSeries(deviceId, names))
    return new Map([...keyIds].map(([name, keyId]): [string, SeriesRef] => [name, {deviceNumber, keyId}]))
  }

  async function readItem(key: string, series: SeriesRef | undefined, asked: Asked) {
    const query = knownThen(asked)
    const {agg, texts, envelope: isEnvelopeAsked, textBytes, ...rest} = query
    const limits = {limit: query.limit, textBytes}
    if (series === undefined) return {key, ...emptyItem(query)}
    if (agg === undefined) return {key, values: await telemetry.newestPoints(series, query, limits)}
    const {envelope, ...plain} = await telemetry.series(series, {...rest, agg})
    const item = {key, ...plain, ...(isEnvelopeAsked === 'true' && envelope !== undefined && {envelope})}
    if (texts === 'false') return item
    const {length} = item.values
    if (length > 0) return {...item, others: await telemetry.others(series, query, item.total ?? length)}
    return {...item, texts: await telemetry.states(series, query, limits)}
  }

  serve(
    {
      ...readSeries,
      description: SERIES_BOUNDS,
      refusals,
      options: {
        preValidation: async ({query}) => {
          if (!app.hasAdditions) forgetAdditions(query)
        },
      },
    },
    async ({params, query}, reply) => {
      const deviceId = deviceIn(params)
      const names = splitKeys(query.keys)
      const series = await findSeries(deviceId, [query.keys, ...names])
      const keys = series.has(query.keys) ? [query.keys] : names
      if (keys.length * query.limit > SERIES_POINTS) {
        throw badRequest(`limit: must be at most ${Math.floor(SERIES_POINTS / keys.length)} for so many keys`)
      }
      const asked = {...query, textBytes: ANSWER_TEXT_BYTES / keys.length}
      const items: SeriesItemWire[] = []
      for (const key of keys) {
        items.push(await readItem(key, series.get(key), asked))
      }
      return unparsed(reply).send(items)
    },
  )

  serve({...listKeys, refusals}, async ({params}) => telemetry.keys(await numberOf(params)))

  serve({...readLatest, refusals}, async ({params}) => {
    const found = await telemetry.latest(await numberOf(params), params.key)
    if (found === undefined) throw notFound('The device has no value for this key.')
    const {received_at, ...specified} = found
    return app.hasAdditions ? {received_at, ...specified} : specified
  })

  await app.register(manyRoutes, {devices, telemetry, attributes, usualHours: options.usualHours})

  serve({...readCsv, produces: ['text/csv'], answer: z.unknown(), refusals}, async ({params, query}, reply) => {
    const series = await findSeries(deviceIn(params), [query.key])
    const file = await streamed(telemetry.csv(series.get(query.key), knownThen(query)))
    const name = encodeURIComponent(`${params.entityId}-${query.key}-data.csv`).replaceAll("'", '%27')
    reply.type('text/csv; charset=utf-8').header('content-disposition', `attachment; filename*=UTF-8''${name}`)
    return reply.send(file)
  })

  serve({...readStatistics, refusals}, async ({params, query: {key, timeZone, at}}) => {
    const device = {id: params.entityId, number: await numberOf(params)}
    return at === undefined
      ? statistics.asOf(now(), {device, key, timeZone})
      : statistics.past(at, {device, key, timeZone})
  })
}

function deviceIn({entityType, entityId}: TelemetryParams): string {
  if (entityType !== 'device') throw noSuch(entityType)
  return entityId
}

function existing<Found>(found: Found | undefined): Found {
  if (found === undefined) throw notFound('Device not found.')
  return found
}

/** A range ends with the requested moment. */
const knownThen = <Query extends {endTs: EpochMs; at?: EpochMs | undefined}>(query: Query): Query => ({
  ...query,
  endTs: Math.min(query.endTs, query.at ?? query.endTs),
})

const SERIES_BOUNDS =
  `An answer holds at most ${SERIES_POINTS} points of all keys together, and at most ${ANSWER_TEXT_BYTES} bytes of texts: ` +
  'the newest ones.'

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
