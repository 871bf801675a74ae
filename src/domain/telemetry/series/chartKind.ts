import type {Aggregation} from '../../../../contract/wire/telemetry/telemetry'
import type {TelemetryValue} from '../readings/reading'

/** What the values of a key are, by its latest one. */
export type ValueKind = 'number' | 'boolean' | 'text'

/**
 * A line connects measured numbers, a state holds until the next one, a bucket stands for its whole time, and texts
 * are a band of states.
 */
export type ChartShape = 'line' | 'steps' | 'columns' | 'states'

/** What is drawn: an average of booleans is the share of true ones; their other aggregates are numbers. */
export type DrawnKind = ValueKind | 'share'

export function drawnKindOf(kind: ValueKind, aggregation: Aggregation): DrawnKind {
  if (aggregation === 'none' || kind === 'text') return kind
  return kind === 'boolean' && aggregation === 'average' ? 'share' : 'number'
}

export function kindOf(latest: TelemetryValue | undefined): ValueKind {
  if (typeof latest === 'boolean') return 'boolean'
  return typeof latest === 'string' ? 'text' : 'number'
}

/** Whether a band tells between which values those lie that are left out. Of two states it would tell nothing. */
export const hasEnvelope = (kind: ValueKind): boolean => kind !== 'boolean'

/**
 * Buckets are columns, which stand on 0: their length is read as their value, so an axis without 0 would make 2 % look
 * like twice as much. Small changes of a large value are seen in the line of single values, whose axis need not hold 0.
 */
export function shapeOf(kind: ValueKind, aggregation: Aggregation): ChartShape {
  if (aggregation !== 'none') return 'columns'
  return kind === 'boolean' ? 'steps' : 'line'
}
