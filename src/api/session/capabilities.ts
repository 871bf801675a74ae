import {type Capabilities, capabilities} from '../../../contract/wire/capabilities'
import type {Milliseconds} from '../../../contract/wire/common'
import {ApiError} from '../errors'
import type {CallOptions, Http} from '../http'

/** What the server offers beyond the specified calls; nothing when it doesn't know the call. */
export async function probeCapabilities(http: Http, options: Pick<CallOptions, 'signal'> = {}): Promise<Capabilities> {
  try {
    return await http.get('/api/v0/capabilities', capabilities, {giveUpAfter: PROBE_PATIENCE, ...options})
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return {}
    throw error
  }
}

/** A probe asks whether the server is there; after this long it isn't. */
const PROBE_PATIENCE: Milliseconds = 5000
