import type {EpochMs} from '../../../contract/wire/common'
import type {Clock} from './absoluteTime'
import type {RawRange, TimeRange} from './timeRange'

/** The range that a control shows when it is opened. Times are on the server's clock. */
export interface ShownRange extends Clock {
  range: RawRange
  resolved: TimeRange
  now: EpochMs
}

/** Returns the range that the control was opened with. It throws if the control was never opened. */
export function openedRange({shown}: {shown: ShownRange | null}): ShownRange {
  if (shown === null) throw new Error('The control of a time range is not open')
  return shown
}
