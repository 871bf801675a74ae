import {vi} from 'vitest'

/** On a machine with much else to do what is waited for may take longer than the second that is the default. */
const PATIENCE = {timeout: 30_000}

const {waitFor} = vi
vi.waitFor = (callback, options) => waitFor(callback, typeof options === 'number' ? options : {...PATIENCE, ...options})
