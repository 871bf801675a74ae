import type {FastifyPluginAsync} from 'fastify'
import {ALARM_REPORT_RANGE_MAX} from '../../contract/limits'
import * as contract from '../../contract/wire/alarm'
import type {EpochMs, Milliseconds} from '../../contract/wire/common'
import type {DeviceRepository} from '../device/repository'
import {badRequest, noSuch} from '../http/failures/errors'
import {serving} from '../http/serve'
import type {DryRun} from './evaluation/dryRun'
import type {PastMoments} from './evaluation/moment'
import type {AlarmReport} from './report'
import type {AlarmRepository} from './repository'

export interface AlarmOptions {
  alarms: AlarmRepository
  moments: PastMoments
  report: AlarmReport
  dryRun: DryRun
  devices: Pick<DeviceRepository, 'findVisible'>
}

/** The reading calls for alarms. */
export const alarmRoutes: FastifyPluginAsync<AlarmOptions> = async (app, options) => {
  const {alarms, moments, report, dryRun, devices} = options
  const serve = serving(app, 'alarm')

  serve(contract.listAlarms, ({viewer, query: {at, ...query}}) =>
    at === undefined ? alarms.list(viewer, query) : moments.list(viewer, {...query, at}),
  )

  serve(contract.countAlarms, ({viewer, query}) => alarms.counts(viewer, query.organisation_id))

  serve(contract.readReport, ({viewer, query}) => {
    const {organisation_id: organisationId, start_ts: startTs, end_ts: endTs, at} = query
    refuseRange({startTs, endTs}, ALARM_REPORT_RANGE_MAX)
    return report(viewer, organisationId, {startTs, endTs, at})
  })

  serve(contract.readAlarm, async ({params: {id}, query: {at}}) => {
    const found = await (at === undefined ? alarms.find(id) : moments.find(id, at))
    if (found === undefined) throw noSuch('alarm')
    return found
  })

  serve(contract.readJournal, async ({params, query}) => {
    const {items: entries, next} = pageOf(await alarms.journal(params.id, query), query)
    return {entries, next}
  })

  serve(contract.readOccurrences, async ({params, query}) => {
    const {items: occurrences, next} = pageOf(await alarms.occurrences(params.id, query), query)
    return {occurrences, next}
  })

  serve(contract.dryRunAlarm, async ({viewer, body}) => {
    const {device_id: deviceId, key, threshold, start_ts: startTs, end_ts: endTs} = body
    refuseRange({startTs, endTs}, Number.POSITIVE_INFINITY)
    const device = await devices.findVisible(viewer, deviceId)
    if (device === undefined) throw noSuch('device')
    return dryRun({deviceNumber: device.number, key, threshold, range: {startTs, endTs}})
  })
}

function refuseRange({startTs, endTs}: {startTs: EpochMs; endTs: EpochMs}, longest: Milliseconds) {
  if (endTs < startTs) throw badRequest('end_ts: must not be before start_ts')
  if (endTs - startTs > longest) throw badRequest('end_ts: must not be more than 31 days after start_ts')
}

/** `found` holds one more than the page when there is a next page. */
function pageOf<Item extends {_id: string}>(found: readonly Item[], {limit}: {limit: number}) {
  const items = found.slice(0, limit)
  return {items, next: found.length > limit ? (items.at(-1)?._id ?? null) : null}
}
