import {waitFor} from 'xstate'
import type {AccessTokenRenewal} from '../../api/http'
import type {SessionRef} from '../../machines/session'
import type {AccessTokenMark} from '../accessTokenMark'

/** The state of the session is the lock, and the calls that wait until it is settled are the queue. */
export function createAccessTokenRenewal(session: () => SessionRef, mark: AccessTokenMark): AccessTokenRenewal {
  const failedRenewals = () => session().getSnapshot().context.failedRenewals
  return {
    generation: () => ({token: mark.read(), failedRenewals: failedRenewals()}),
    async renew(rejected, rejection) {
      const isInUse = () => mark.read() === rejected.token
      if (isInUse() && failedRenewals() === rejected.failedRenewals) {
        session().send({type: 'accessToken.rejected', token: rejected.token})
      }
      const {context} = await waitFor(session(), snapshot => snapshot.hasTag('settled'))
      if (isInUse()) throw context.renewalFailure ?? rejection
    },
  }
}
