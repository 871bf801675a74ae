import type {Milliseconds} from '../../../contract/wire/common'
import type {Frames} from './frames'

/** A wall of a thousand values is painted four times a second: nobody reads faster. */
const PERIOD: Milliseconds = 250

export const quarterSeconds: Frames = callback => {
  const timeout = setTimeout(callback, PERIOD)
  return () => clearTimeout(timeout)
}
