import {and, eq} from 'drizzle-orm'
import type {FastifyPluginAsync} from 'fastify'
import {CHANGED_SERIES, USUAL_DAYS, USUAL_HOURS_OF_MANY} from '../../contract/limits'
import {DAY, HOUR, MINUTE} from '../../contract/rules/time/durations'
import {bandAt} from '../../contract/rules/usual/band'
import {changesIn, mostFirst, type StretchChange} from '../../contract/rules/usual/changes'
import type {UsualHour} from '../../contract/rules/usual/hour'
import {NOTHING_EVALUATED, type UsualJudging} from '../../contract/rules/usual/judge'
import {accept} from '../../contract/rules/usual/learn'
import {decodeState, encodeState} from '../../contract/rules/usual/state'
import type {EpochMs, Milliseconds} from '../../contract/wire/common'
import type {TelemetryParams} from '../../contract/wire/telemetry/telemetry'
import type {ChangesAnswerWire} from '../../contract/wire/telemetry/usual'
import * as contract from '../../contract/wire/telemetry/usual'
import {holdChangeable} from '../access/changeable'
import {type Caller, callerOf, type Viewer} from '../access/viewer'
import type {AuditTrail} from '../audit/repository'
import type {Database} from '../database/connect'
import {usualSeries} from '../database/schema/telemetry'
import type {DeviceRepository} from '../device/repository'
import {badRequest, conflict, noSuch} from '../http/failures/errors'
import {serving} from '../http/serve'
import {
  keyIdsOf,
  keyNames,
  numericSeries,
  piecesOf,
  type SeriesRef,
  type TelemetryRepository,
} from '../telemetry/repository'
import {createAsking, type Level} from './asking'
import {toUsual} from './learning'
import {countersOf, nameOf} from './repository'

export interface UsualRoutesOptions extends AcceptingOptions {
  database: Parameters<typeof createAsking>[0]['database'] & AcceptingOptions['database']
  devices: Pick<DeviceRepository, 'allVisible' | 'visibleAmong'>
  telemetry: TelemetryRepository
  /** Called once a level is accepted. */
  onAccepted: (series: SeriesRef) => Promise<void>
}

export const usualRoutes: FastifyPluginAsync<UsualRoutesOptions> = async (app, options) => {
  const {devices, telemetry} = options
  const asking = createAsking(options)
  const serve = serving(app, 'telemetry')

  /** Undefined for a key that the device has never sent. */
  async function seriesOf({entityType, entityId}: TelemetryParams, key: string): Promise<SeriesRef | undefined> {
    if (entityType !== 'device') throw noSuch(entityType)
    const found = await telemetry.findSeries(entityId, [key])
    if (found === undefined) throw noSuch('device')
    const keyId = found.keyIds.get(key)
    return keyId === undefined ? undefined : {deviceNumber: found.deviceNumber, keyId}
  }

  const idsByNumber = async (viewer: Viewer, filter: {organisation_id?: string | undefined}) =>
    new Map((await devices.allVisible(viewer, filter)).map(({number, id}) => [number, id]))

  serve(contract.readUsualBands, async ({params, query: {key, ...range}}) => {
    if (range.endTs <= range.startTs) throw badRequest('endTs: must be after startTs')
    if (range.endTs - range.startTs > USUAL_DAYS * DAY)
      throw badRequest(`endTs: must be at most ${USUAL_DAYS} days after startTs`)
    return asking.bands(key, await seriesOf(params, key), range)
  })

  serve(contract.readUsualBandsOfMany, async ({viewer, body: {series, start_ts: startTs, end_ts: endTs}}) => {
    if (endTs <= startTs) throw badRequest('end_ts: must be after start_ts')
    if (endTs - startTs > USUAL_HOURS_OF_MANY * HOUR)
      throw badRequest(`end_ts: must be at most ${USUAL_HOURS_OF_MANY} hours after start_ts`)
    const [visible, keyIds] = await Promise.all([
      devices.visibleAmong(viewer, [...new Set(series.map(({device_id: id}) => id))]),
      keyIdsOf(options.database.pool, [...new Set(series.map(({key}) => key))]),
    ])
    const numbers = new Map(visible.map(({id, number}) => [id, number]))
    const known = series.flatMap(({device_id, key}) => {
      const [deviceNumber, keyId] = [numbers.get(device_id), keyIds.get(key)]
      return deviceNumber === undefined || keyId === undefined ? [] : [{device_id, key, deviceNumber, keyId}]
    })
    return (await asking.bandsOfMany(known, {startTs, endTs})).map(({series: {device_id, key}, isCounter, bands}) => ({
      device_id,
      key,
      is_counter: isCounter,
      bands,
    }))
  })

  serve(contract.readUsual, async ({params, query: {key}}) => asking.why(key, await seriesOf(params, key)))

  serve(contract.readChanges, async ({viewer, query: {start_ts: startTs, end_ts: endTs, limit, ...filter}}) => {
    if (endTs <= startTs) throw badRequest('end_ts: must be after start_ts')
    if (endTs - startTs > USUAL_DAYS * DAY)
      throw badRequest(`end_ts: must be at most ${USUAL_DAYS} days after start_ts`)
    return changesOf(options.database, await idsByNumber(viewer, filter), {startTs, endTs, limit})
  })

  serve(contract.acceptUsual, async request => {
    const {params, body} = request
    // A caller who may not change it is refused, whatever is known of it.
    await options.database.db.transaction(transaction => holdChangeable(transaction, request.viewer, params))
    const series = await seriesOf(params, body.key)
    const level = series && (await asking.level(series))
    if (series === undefined || level === undefined) throw conflict('This key has no values that could be normal.')
    await acceptNow(options, callerOf(request), {...body, ...level, deviceId: params.entityId, series})
    await options.onAccepted(series)
    return asking.why(body.key, series)
  })

  serve(contract.listUnusual, async ({viewer, query: {limit, learned, ...filter}}) => {
    const ids = await idsByNumber(viewer, filter)
    const found = await asking.unusual(ids)
    return {
      series: found.slice(0, limit),
      left_off: Math.max(0, found.length - limit),
      ...(learned && {learned: await asking.learned(ids)}),
    }
  })
}

interface AcceptingOptions {
  database: Pick<Database, 'db'>
  audit: Pick<AuditTrail, 'record'>
  now: () => EpochMs
}

interface Acceptance extends Level {
  deviceId: string
  key: string
  series: SeriesRef
  reason: string
}

/** Learning again from history uses this many of them at most. */
const ACCEPTANCES = 20

/**
 * "This is normal now": the usual values move to the present level, and the series is not unusual any more. Throws 403,
 * 404, and 409 while too little is known.
 */
async function acceptNow({database, audit, now}: AcceptingOptions, caller: Caller, acceptance: Acceptance) {
  const {deviceId: entityId, key, series, level, last, reason} = acceptance
  const {ts} = last
  await database.db.transaction(async transaction => {
    const device = await holdChangeable(transaction, caller, {entityType: 'device', entityId})
    const isSeries = and(eq(usualSeries.deviceNumber, series.deviceNumber), eq(usualSeries.keyId, series.keyId))
    const [row] = await transaction.select().from(usualSeries).where(isSeries).for('update')
    const state = row ? decodeState(row.state) : null
    if (row === undefined || state === null || bandAt(state, ts).kind === 'learning') throw conflict(TOO_LITTLE)
    const one = {learnedTo: row.learnedTo, level, ts, at: now(), by: caller.email, reason}
    await transaction
      .update(usualSeries)
      .set({
        state: encodeState(accept(state, level, ts)),
        accepted: [...row.accepted, one].slice(-ACCEPTANCES),
        judging: evaluatedAnew(row.judging ?? NOTHING_EVALUATED, last),
        unusualSince: null,
        value: null,
      })
      .where(isSeries)
    const {name: entityName, organisationId} = device
    const entity = {entityType: 'device', entityId, entityName, organisationId} as const
    await audit.record(transaction, caller, {action: 'usual.accepted', ...entity, detail: {key, level, reason}})
  })
}

const TOO_LITTLE = 'Too little is known of this key to say what is normal.'

/** The last scores were by the former usual values; their long run is still known. */
const evaluatedAnew = (judging: UsualJudging, {ts: at, value}: Level['last']): UsualJudging => ({
  ...judging,
  at,
  value,
  short: judging.long,
  since: null,
})

interface Stretch {
  startTs: EpochMs
  endTs: EpochMs
  limit: number
}

/** The pieces to compare have the first of these lengths that divides a stretch into few enough. */
const PIECES: readonly Milliseconds[] = [MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR, 3 * HOUR, 12 * HOUR, DAY]
const MAX_PIECES = 8
/** The pieces before the stretch that are its past. */
const PAST_PIECES = 24
/** Few enough that joining their rows and comparing them are short turns of the event loop. */
const SERIES_PER_STEP = 100

/** Finds the series of the devices, given with their ids by their numbers, that changed most in a stretch of time. */
async function changesOf(
  {pool}: Pick<Database, 'pool'>,
  devices: ReadonlyMap<number, string>,
  {startTs, endTs, limit}: Stretch,
): Promise<ChangesAnswerWire> {
  const width = PIECES.find(each => endTs - startTs <= each * MAX_PIECES) ?? DAY
  // Whole pieces are read from rollups.
  const [start, end] = [Math.floor(startTs / width) * width, Math.ceil(endTs / width) * width]
  const since = start - PAST_PIECES * width
  const series = await numericSeries(pool, [...devices.keys()], CHANGED_SERIES)
  if (series.length > CHANGED_SERIES) throw badRequest(TOO_MANY)
  const ranges = Array.from({length: (end - since) / width}, (_, place) => ({
    startTs: since + place * width,
    endTs: since + (place + 1) * width - 1,
  }))
  const counters = await countersOf(pool, [...devices.keys()])
  const changes: StretchChange<SeriesRef>[] = []
  for (let from = 0; from < series.length; from += SERIES_PER_STEP) {
    const some = series.slice(from, from + SERIES_PER_STEP)
    const compared = some.map(id => ({
      id,
      isCounter: counters.has(nameOf(id)),
      before: [] as UsualHour[],
      during: [] as UsualHour[],
    }))
    for (const {series: index, place, ...numbers} of await piecesOf(pool, some, ranges))
      compared[index]?.[place < PAST_PIECES ? 'before' : 'during'].push(
        toUsual({ts: since + place * width, ...numbers}),
      )
    changes.push(...changesIn(compared).changes)
  }
  const shown = changes.sort(mostFirst).slice(0, limit)
  const names = await keyNames(pool, [...new Set(shown.map(({id}) => id.keyId))])
  return {
    start_ts: start,
    end_ts: end,
    past_ts: since,
    minutes: width / MINUTE,
    series: shown.map(({id, before, during, spread, by}) => ({
      device_id: devices.get(id.deviceNumber) ?? '',
      key: names.get(id.keyId) ?? '',
      before,
      during,
      spread,
      by,
      is_counter: counters.has(nameOf(id)),
    })),
    compared: changes.length,
    too_little: series.length - changes.length,
  }
}

const TOO_MANY = `These devices have more than ${CHANGED_SERIES} series of numbers. Ask for those of one organisation.`
