import type {Availability} from '../../../contract/rules/availability'
import * as routes from '../../../contract/wire/availability'
import type {AvailabilityGoals, AvailabilityGroup, AvailabilityReport} from '../../domain/alarms/availability'
import type {TimeRange} from '../../domain/timeRange/timeRange'
import type {Http, Options} from '../http'

interface Question {
  organisationId: string
  /** At most 31 days. */
  range: TimeRange
  zone: string
  by: AvailabilityGroup
}

/** Loads the availability of the devices of an organisation that the caller sees. */
export async function loadAvailability(
  http: Http,
  {organisationId, range, zone, by}: Question,
  options: Options = {},
): Promise<AvailabilityReport> {
  const query = {organisationId, startTs: range.start, endTs: range.end + 1, timeZone: zone, by}
  const answer = await http.call(routes.readAvailability, {query, ...options})
  return {
    ...answer,
    total: {...answer.total, ...amountsFrom(answer.total)},
    rows: answer.rows.map(row => ({...row, ...amountsFrom(row)})),
  }
}

type Amounts = readonly [available: number, evaluated: number, maintenance: number, unknown: number]

const amountsFrom = ({amounts, days}: {amounts: Amounts; days: readonly number[]}) => ({
  amounts: toAvailability(amounts),
  days: Array.from({length: days.length / 4}, (_, day) => {
    const [available = 0, evaluated = 0, maintenance = 0, unknown = 0] = days.slice(4 * day, 4 * day + 4)
    return toAvailability([available, evaluated, maintenance, unknown])
  }),
})

const toAvailability = ([available, evaluated, maintenance, unknown]: Amounts): Availability => ({
  available,
  evaluated,
  maintenance,
  unknown,
})

/** Refused with 409 when the goals are no longer of the version. */
export const saveGoals = (
  http: Http,
  {organisationId, goals}: {organisationId: string; goals: AvailabilityGoals},
  options: Options = {},
): Promise<AvailabilityGoals> =>
  http.call(routes.changeAvailabilityGoals, {
    params: {id: organisationId},
    body: {...goals, labels: {...goals.labels}},
    ...options,
  })
