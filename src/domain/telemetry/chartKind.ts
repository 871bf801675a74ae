import type {Aggregation} from '../../../contract/wire/telemetry'
import type {TelemetryValue} from './reading'

/** What the values of a key are, by its latest one. */
export type ValueKind = 'number' | 'boolean' | 'text'

/**
 * A line connects measured numbers, a state holds until the next one, a bucket stands for its whole time, and texts
 * are a band of states.
 */
export type ChartShape = 'line' | 'steps' | 'columns' | 'states'

export function kindOf(latest: TelemetryValue | undefined): ValueKind {
  if (typeof latest === 'boolean') return 'boolean'
  return typeof latest === 'string' ? 'text' : 'number'
}

export function shapeOf(kind: ValueKind, aggregation: Aggregation): ChartShape {
  if (aggregation !== 'none') return 'columns'
  return kind === 'boolean' ? 'steps' : 'line'
}
