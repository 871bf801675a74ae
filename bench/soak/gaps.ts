import {seriesAnswer} from '../../contract/wire/telemetry/telemetry'
import {dashboardOn} from '../../tests/journeys/support/dashboard'
import {type Gaps, gapsIn} from '../support/gaps'
import {type Fleet, SOAK_KEY} from './fleet'
import {FIRST_VALUE, LINK_TOLERANCE} from './judge'
import type {Screen} from './screens'

/** Compares what the dashboard holds of the device whose chart it shows with what the device has sent. */
export async function chartGaps({page}: Screen, deviceId: string, fleet: Fleet): Promise<Gaps> {
  const until = Date.now() - LINK_TOLERANCE
  const {lines} = await dashboardOn(page).downloadCsv()
  return gapsIn(sentOf(lines.slice(1).map(line => Number(line.split(',')[1]))), acknowledged(fleet, deviceId, until))
}

/** Compares what the server has stored of a device with what the device has sent. */
export async function storedGaps({page}: Screen, deviceId: string, fleet: Fleet): Promise<Gaps> {
  const sent = fleet.messagesOf(deviceId)
  const query = new URLSearchParams({
    keys: SOAK_KEY,
    agg: 'none',
    limit: '10000',
    startTs: String(sent[0]?.sentAt ?? 0),
    endTs: String(Date.now() + 60_000),
  })
  const {origin} = new URL(page.url())
  const path = `${origin}/api/v0/telemetry/device/${deviceId}/values/timeseries?${query}`
  const answer = await page.request.get(path)
  const [series] = seriesAnswer.parse(await answer.json())
  const values = (series?.values ?? []).map(({dbl_v, long_v}) => dbl_v ?? long_v ?? 0)
  return gapsIn(sentOf(values), acknowledged(fleet, deviceId, Date.now()))
}

const acknowledged = (fleet: Fleet, deviceId: string, until: number): number[] =>
  fleet
    .messagesOf(deviceId)
    .flatMap(({isAcknowledged, endedAt}, at) =>
      isAcknowledged && (endedAt ?? until) < until ? [FIRST_VALUE + at] : [],
    )

/** The chart holds older values as well. */
const sentOf = (values: readonly number[]) => values.filter(value => value >= FIRST_VALUE)
