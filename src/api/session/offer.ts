import {isPulsewall} from '../../../contract/rules/offer'
import {type Offer, readOffer} from '../../../contract/wire/capabilities'
import type {Milliseconds} from '../../../contract/wire/common'
import {readCurrentUser} from '../../../contract/wire/people/user'
import {anyAnswer as answer} from '../anyServer'
import {ApiError} from '../errors'
import type {Http, Options} from '../http'

/**
 * Asks which additions to the specified calls the server has. A server that answers in any other way has none, except
 * that `known` additions are only given up on a 404, because a maintenance page answers, too, while a server is
 * replaced. Fails when there is no answer.
 */
export async function probeOffer(
  http: Pick<Http, 'call'>,
  {known}: {known: Offer | null},
  options: Options = {},
): Promise<Offer> {
  try {
    return await http.call(readOffer, {giveUpAfter: PROBE_PATIENCE, asOfPage: true, ...options})
  } catch (error) {
    if (!isAnswer(error)) throw error
    if (isPulsewall(known) && error.status !== 404) throw error
    return 'specified'
  }
}

/** Asks by a call that every server knows, and fails only when there is no answer at all. */
export async function findServer(http: Pick<Http, 'call'>, options: Options = {}): Promise<void> {
  try {
    await http.call({...readCurrentUser, answer}, {giveUpAfter: PROBE_PATIENCE, ...options})
  } catch (error) {
    if (!isAnswer(error)) throw error
  }
}

const isAnswer = (error: unknown): error is ApiError => error instanceof ApiError && error.kind !== 'unreachable'

/** A server that has not answered a probe after this time counts as away. */
const PROBE_PATIENCE: Milliseconds = 5000
