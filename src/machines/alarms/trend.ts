import {textsOf} from '../../domain/language'
import {
  type Averages,
  SCALES,
  type Span,
  type SparklineId,
  type UsualRange,
} from '../../domain/telemetry/series/sparkline'
import {createResource, type ResourceRef} from '../resource'

const texts = textsOf('machines.trend', {unloaded: 'The trend could not be loaded.'})

export interface TrendQuestion extends SparklineId {
  span: Span
}

/** The averages of a series over a span, and what is usual of it, where that is known. */
export interface Trend {
  span: Span
  averages: Averages
  usual: readonly UsualRange[]
}

/** The small chart beside an alarm, which is extended by the values that arrive. */
export const trendMachine = createResource<Trend, TrendQuestion>({
  id: 'trend',
  texts,
  pause: ({span}) => SCALES[span].pause,
})

export type TrendLogic = typeof trendMachine
export type TrendRef = ResourceRef<Trend, TrendQuestion>
