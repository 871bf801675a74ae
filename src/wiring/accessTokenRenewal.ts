import {waitFor} from 'xstate'
import type {AccessTokenRenewal} from '../api/http'
import type {SessionRef} from '../machines/session'
import type {AccessTokenMark} from './accessTokenMark'

/** The session's state is the lock, and whoever waits for it to settle is the queue. */
export function createAccessTokenRenewal(session: () => SessionRef, mark: AccessTokenMark): AccessTokenRenewal {
  return {
    generation: mark.read,
    async renew(rejected, rejection) {
      const isStillInUse = () => mark.read() === rejected
      if (isStillInUse()) session().send({type: 'accessToken.rejected', generation: rejected})
      const {context} = await waitFor(session(), snapshot => snapshot.hasTag('settled'))
      if (isStillInUse()) throw context.renewalFailure ?? rejection
    },
  }
}
