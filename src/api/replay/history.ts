import {plainValue} from '../../../contract/rules/series/point'
import type {EpochMs, Milliseconds} from '../../../contract/wire/common'
import {readExtent, readHistory} from '../../../contract/wire/telemetry/telemetry'
import type {TelemetryUpdate} from '../../domain/telemetry/readings/update'
import type {Http, Options} from '../http'

interface OfOrganisation {
  /** Null means all devices within reach. */
  organisationId: string | null
}

/** Loads what came after `from`, until `to`, oldest first; of each key the newest value of each `step`. */
export async function loadHistory(
  http: Http,
  {organisationId, from, to, step}: OfOrganisation & {from: EpochMs; to: EpochMs; step: Milliseconds},
  options: Options = {},
): Promise<{updates: TelemetryUpdate[]; until: EpochMs}> {
  const query = {...filterOf(organisationId), fromTs: from, toTs: to, step}
  const {series, until} = await http.call(readHistory, {query, ...options})
  const updates = series.flatMap(({deviceId, key, points}) =>
    points.map(({ts, ...typed}): TelemetryUpdate => {
      return {deviceId, receivedAt: ts, points: [{key, ts, value: plainValue(typed)}]}
    }),
  )
  return {updates: updates.sort((one, other) => one.receivedAt - other.receivedAt), until}
}

/** Loads the time of the oldest value that is stored; null when there is none. */
export async function loadOldest(
  http: Http,
  {organisationId}: OfOrganisation,
  options: Options = {},
): Promise<EpochMs | null> {
  return (await http.call(readExtent, {query: filterOf(organisationId), ...options})).oldestTs
}

const filterOf = (organisationId: string | null) => (organisationId === null ? {} : {organisationId})
