import {DAY_WINDOW_MINUTES} from '../../../../contract/limits'
import {MINUTE} from '../../../../contract/rules/time/durations'
import type {TimeRange} from '../../timeRange/timeRange'
import {type Chart, questionOf} from './chartPoints'
import type {Series} from './series'
import type {SeriesQuestion} from './seriesAnswer'
import {withStatesOfPart} from './states'

/**
 * Asks for the points of a part of the range. Null when they are there already: the series of the whole range is
 * neither thinned nor cut off, and its buckets are as short as they were asked for.
 */
export function detailQuestion(chart: Chart, series: Series, part: TimeRange | null): SeriesQuestion | null {
  const isWidened = series.window !== null && series.window.applied !== series.window.asked
  if (part === null || !(series.isThinned || series.isTruncated || isWidened)) return null
  const question = questionOf(chart)
  return {...question, start: bucketStart(question, part.start), end: Math.min(part.end, question.end)}
}

/** Buckets start at the start of the range, and must not be others for a part of it. */
function bucketStart({aggregation, windowMinutes, start}: SeriesQuestion, partStart: number): number {
  const from = Math.max(start, partStart)
  if (aggregation === 'none' || windowMinutes === DAY_WINDOW_MINUTES) return from
  const width = windowMinutes * MINUTE
  return start + Math.floor((from - start) / width) * width
}

/** Whether a question asks once more for the points that are there, which then stay as they are until the answer. */
export const isAskedAgain = (detail: {range: TimeRange}, {start, end}: TimeRange): boolean =>
  detail.range.start === start && detail.range.end === end

/** Replaces the points of a part in the series of the whole range. */
export function withDetail(whole: Series, {range, series}: {range: TimeRange; series: Series}): Series {
  const isOutside = (ts: number) => ts < range.start || ts > range.end
  const before = whole.points.filter(({ts}) => ts < range.start)
  const after = whole.points.filter(({ts}) => ts > range.end)
  const beyond = whole.envelope?.filter(({from, to}) => to <= range.start || from >= range.end)
  const envelope = [...(beyond ?? []), ...(series.envelope ?? [])].sort((one, other) => one.from - other.from)
  const gaps = whole.gaps.filter(([from, to]) => isOutside(from) || isOutside(to))
  return {
    ...whole,
    ...(whole.states !== undefined &&
      series.states !== undefined && {states: withStatesOfPart(whole.states, range, series.states)}),
    points: [...before, ...series.points, ...after],
    ...(beyond !== undefined && {envelope}),
    gaps: [...gaps, ...series.gaps].sort(([one], [other]) => one - other),
  }
}
