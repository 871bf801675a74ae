import type {FastifyPluginAsyncZod} from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import {ALARM_REPORT_RANGE_MAX} from '../../contract/limits'
import {
  alarm,
  alarmCounts,
  alarmCountsQuery,
  alarmPage,
  alarmQuery,
  dryRunAnswer,
  dryRunBody,
  journalPage,
  journalQuery,
  occurrencePage,
  oneAlarmQuery,
  reportAnswer,
  reportQuery,
} from '../../contract/wire/alarm'
import {type EpochMs, id, type Milliseconds} from '../../contract/wire/common'
import type {DeviceRepository} from '../device/repository'
import {badRequest, noSuch, refusals} from '../http/errors'
import type {DryRun} from './dryRun'
import type {PastMoments} from './moment'
import type {AlarmReport} from './report'
import type {AlarmRepository} from './repository'

export interface AlarmOptions {
  alarms: AlarmRepository
  moments: PastMoments
  report: AlarmReport
  dryRun: DryRun
  devices: Pick<DeviceRepository, 'findVisible'>
}

/** What is read of alarms. These calls are additions to the specified ones. */
export const alarmRoutes: FastifyPluginAsyncZod<AlarmOptions> = async (app, options) => {
  const {alarms, moments, report, dryRun, devices} = options
  const schema = {tags: ['alarm']}
  const url = '/api/v0/alarm'
  const one = {...schema, params: z.object({id})}

  app.get(
    url,
    {schema: {...schema, querystring: alarmQuery, response: {200: alarmPage, ...refusals}}},
    ({viewer, query: {at, ...query}}) =>
      at === undefined ? alarms.list(viewer, query) : moments.list(viewer, {...query, at}),
  )

  app.get(
    `${url}/counts`,
    {schema: {...schema, querystring: alarmCountsQuery, response: {200: alarmCounts, ...refusals}}},
    ({viewer, query}) => alarms.counts(viewer, query.organisation_id),
  )

  app.get(
    `${url}/report`,
    {schema: {...schema, querystring: reportQuery, response: {200: reportAnswer, ...refusals}}},
    ({viewer, query: {organisation_id: organisationId, start_ts: startTs, end_ts: endTs, at}}) => {
      refuseRange({startTs, endTs}, ALARM_REPORT_RANGE_MAX)
      return report(viewer, organisationId, {startTs, endTs, at})
    },
  )

  app.get(
    `${url}/:id`,
    {schema: {...one, querystring: oneAlarmQuery, response: {200: alarm, ...refusals}}},
    async ({params: {id}, query: {at}}) => {
      const found = await (at === undefined ? alarms.find(id) : moments.find(id, at))
      if (found === undefined) throw noSuch('alarm')
      return found
    },
  )

  app.get(
    `${url}/:id/journal`,
    {schema: {...one, querystring: journalQuery, response: {200: journalPage, ...refusals}}},
    async ({params, query}) => {
      const {items: entries, next} = pageOf(await alarms.journal(params.id, query), query)
      return {entries, next}
    },
  )

  app.get(
    `${url}/:id/occurrences`,
    {schema: {...one, querystring: journalQuery, response: {200: occurrencePage, ...refusals}}},
    async ({params, query}) => {
      const {items: occurrences, next} = pageOf(await alarms.occurrences(params.id, query), query)
      return {occurrences, next}
    },
  )

  app.post(
    `${url}/dry-run`,
    {schema: {...schema, body: dryRunBody, response: {200: dryRunAnswer, ...refusals}}},
    async ({viewer, body}) => {
      const {device_id: deviceId, key, threshold, start_ts: startTs, end_ts: endTs} = body
      refuseRange({startTs, endTs}, Number.POSITIVE_INFINITY)
      const device = await devices.findVisible(viewer, deviceId)
      if (device === undefined) throw noSuch('device')
      return dryRun({deviceNumber: device.number, key, threshold, range: {startTs, endTs}})
    },
  )
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
