import {HOUR} from '../../../contract/rules/time/durations'
import type {EpochMs} from '../../../contract/wire/common'
import {SPANS, type Span} from '../telemetry/series/sparkline'

const LENGTHS: Readonly<Record<Span, number>> = {'1h': HOUR, '24h': 24 * HOUR, '7d': 7 * 24 * HOUR}

/** The shortest span that shows how it came to an alarm: what was before it takes a sixth at least. */
export function trendSpan(raisedAt: EpochMs | null, now: EpochMs): Span {
  const since = raisedAt === null ? 0 : now - raisedAt
  return SPANS.find(span => since <= (LENGTHS[span] * 5) / 6) ?? '7d'
}
