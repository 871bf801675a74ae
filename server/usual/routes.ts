import type {FastifyPluginAsync} from 'fastify'
import {USUAL_DAYS, USUAL_HOURS_OF_MANY} from '../../contract/limits'
import {DAY, HOUR} from '../../contract/rules/time/durations'
import type {TelemetryParams} from '../../contract/wire/telemetry/telemetry'
import * as contract from '../../contract/wire/telemetry/usual'
import {holdChangeable} from '../access/changeable'
import {callerOf, type Viewer} from '../access/viewer'
import type {DeviceRepository} from '../device/repository'
import {badRequest, conflict, noSuch} from '../http/failures/errors'
import {serving} from '../http/serve'
import {keyIdsOf, type SeriesRef, type TelemetryRepository} from '../telemetry/repository'
import {type AcceptingOptions, acceptNow} from './accepting'
import {createAsking} from './asking'
import {changesOf} from './changes'

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
      ...{device_id, key, is_counter: isCounter, bands},
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
      ...{series: found.slice(0, limit), left_off: Math.max(0, found.length - limit)},
      ...(learned && {learned: await asking.learned(ids)}),
    }
  })
}
