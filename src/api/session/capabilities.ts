import * as z from 'zod/mini'
import {type Capabilities, capabilities} from '../../../contract/wire/capabilities'
import type {Milliseconds} from '../../../contract/wire/common'
import {ApiError} from '../errors'
import type {CallOptions, Http} from '../http'

/**
 * What the server offers beyond the specified calls: nothing, unless it answers with what it does. Fails without an answer.
 * Where it is known to offer something, only a 404 unsays that: a page of maintenance answers, too, while it is replaced.
 */
export async function probeCapabilities(
  http: Pick<Http, 'get'>,
  {known, ...options}: {known: Capabilities | null} & Signal,
): Promise<Capabilities> {
  try {
    return await http.get('/api/v0/capabilities', capabilities, {giveUpAfter: PROBE_PATIENCE, ...options})
  } catch (error) {
    if (!isAnswer(error)) throw error
    if (Object.values(known ?? {}).some(Boolean) && error.status !== 404) throw error
    return {}
  }
}

/** Fails only without an answer, whatever that is. Asks by a call that every server knows. */
export async function findServer(http: Pick<Http, 'get'>, options: Signal = {}): Promise<void> {
  try {
    await http.get('/api/v0/user', z.unknown(), {giveUpAfter: PROBE_PATIENCE, ...options})
  } catch (error) {
    if (!isAnswer(error)) throw error
  }
}

const isAnswer = (error: unknown): error is ApiError => error instanceof ApiError && error.kind !== 'unreachable'

type Signal = Pick<CallOptions, 'signal'>

/** A probe asks whether the server is there; after this long it isn't. */
const PROBE_PATIENCE: Milliseconds = 5000
