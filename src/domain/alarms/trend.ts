import type {EpochMs} from '../../../contract/wire/common'
import {SCALES, SPANS, type Span} from '../telemetry/series/sparkline'

/** The shortest span that shows how it came to an alarm: what was before it takes a sixth at least. */
export function trendSpan(raisedAt: EpochMs | null, now: EpochMs): Span {
  const since = raisedAt === null ? 0 : now - raisedAt
  return SPANS.find(span => since <= (SCALES[span].length * 5) / 6) ?? '7d'
}
