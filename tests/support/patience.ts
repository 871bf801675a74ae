import {vi} from 'vitest'
import {LONGEST_WAIT} from './limits'

const {waitFor} = vi
// The files of a worker share `vi`, and this runs before each of them.
if (waitFor.name !== 'waitPatiently') {
  vi.waitFor = function waitPatiently(callback, options) {
    return waitFor(callback, typeof options === 'number' ? options : {timeout: LONGEST_WAIT, ...options})
  }
}
