import type {Aggregation} from '../../../../contract/wire/telemetry/telemetry'
import type {TelemetryValue} from '../readings/reading'
import type {Series} from './series'
import type {DerivedStatistics} from './seriesStatistics'

/** The type of the values of a key. */
export type ValueKind = 'number' | 'boolean' | 'text'

/**
 * A line connects measured numbers, a state holds until the next one, a bucket covers its whole time, and texts are a
 * band of states.
 */
export type ChartShape = 'line' | 'steps' | 'columns' | 'states'

/** The drawn type: an average of booleans is the share of true ones; their other aggregates are numbers. */
export type DrawnKind = ValueKind | 'share'

export function drawnKindOf(kind: ValueKind, aggregation: Aggregation): DrawnKind {
  if (aggregation === 'none' || kind === 'text') return kind
  return kind === 'boolean' && aggregation === 'average' ? 'share' : 'number'
}

export function kindOf(latest: TelemetryValue | undefined): ValueKind {
  if (typeof latest === 'boolean') return 'boolean'
  return typeof latest === 'string' ? 'text' : 'number'
}

export interface KnownFigures {
  /** The drawn points: single values, or aggregates with the values between which they lie. */
  series?: Pick<Series, 'points' | 'aggregation' | 'envelope'> | null | undefined
  statistics?: Partial<DerivedStatistics> | null | undefined
}

/**
 * The kind of a series whose latest value is of `latest`. A series of booleans holds nothing but 0 and 1: with any other
 * value it is one of numbers, so that no share is larger than all and no point lies beyond the axis of two words.
 */
export function kindOfSeries(latest: ValueKind, {series, statistics}: KnownFigures): ValueKind {
  if (latest !== 'boolean') return latest
  return pointsAreBooleans(series) && statisticsAreBooleans(statistics) ? 'boolean' : 'number'
}

function pointsAreBooleans(series: KnownFigures['series']): boolean {
  if (!series) return true
  return series.points.every(isPossible[series.aggregation]) && (series.envelope ?? []).every(areBothBooleans)
}

/** Whether an aggregate of booleans alone can have this value. */
const isPossible: Readonly<Record<Aggregation, (point: {value: number}) => boolean>> = {
  none: ({value}) => isTruth(value),
  min: ({value}) => isTruth(value),
  max: ({value}) => isTruth(value),
  average: ({value}) => value >= 0 && value <= 1,
  sum: ({value}) => value >= 0,
  count: () => true,
}

const statisticsAreBooleans = (statistics: KnownFigures['statistics']): boolean =>
  Object.values(statistics ?? {}).every(
    window => window === null || typeof window !== 'object' || areBothBooleans(window),
  )

const areBothBooleans = ({min, max}: {min: number; max: number}): boolean => isTruth(min) && isTruth(max)

const isTruth = (value: number): boolean => value === 0 || value === 1

/** Whether a band tells between which values those lie that are left out. Of two states it would tell nothing. */
export const hasEnvelope = (kind: ValueKind): boolean => kind !== 'boolean'

/**
 * Buckets are columns, which start at 0: their length is read as their value, so an axis without 0 would make 2 % look
 * like twice as much. Small changes of a large value are seen in the line of single values, whose axis need not hold 0.
 */
export function shapeOf(kind: ValueKind, aggregation: Aggregation): ChartShape {
  if (aggregation !== 'none') return 'columns'
  return kind === 'boolean' ? 'steps' : 'line'
}
