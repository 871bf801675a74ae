import type {EpochMs} from '../../../contract/wire/common'
import {hasArrivedIn, type Span} from '../telemetry/readings/arrival'
import type {Reading, Readings} from '../telemetry/readings/reading'
import type {PointsReceived} from '../telemetry/readings/update'
import {SEND_WAYS, SENT_KEY, SENT_VALUES, type SendWay} from './sendLines'

/** The ways whose values have arrived. The set stays the same object as long as no other value arrives. */
export type SendArrivals = ReadonlySet<SendWay>

export const NO_ARRIVALS: SendArrivals = new Set()

/** Adds pushed points of the key, which have every value. */
export function withPushed(
  known: SendArrivals,
  {points, at}: Pick<PointsReceived, 'points' | 'at'>,
  since: EpochMs,
): SendArrivals {
  return at < since ? known : withValues(known, points)
}

/** Adds readings, which have only the latest value of each key. */
export function withRead(known: SendArrivals, readings: Readings, span: Span): SendArrivals {
  const reading = readings.get(SENT_KEY) ?? null
  return reading === null || !hasArrivedIn(reading, span) ? known : withValues(known, [reading])
}

function withValues(known: SendArrivals, sent: readonly Pick<Reading, 'value'>[]): SendArrivals {
  const arrived = SEND_WAYS.filter(way => !known.has(way) && sent.some(({value}) => value === SENT_VALUES[way]))
  return arrived.length === 0 ? known : new Set([...known, ...arrived])
}
