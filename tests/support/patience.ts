import {vi} from 'vitest'

/** On a machine with much else to do what is waited for may take longer than the second that is the default. */
const PATIENCE = {timeout: 30_000}

const {waitFor} = vi
// The files of a worker share `vi`, and this runs before each of them.
if (waitFor.name !== 'waitPatiently') {
  vi.waitFor = function waitPatiently(callback, options) {
    return waitFor(callback, typeof options === 'number' ? options : {...PATIENCE, ...options})
  }
}
