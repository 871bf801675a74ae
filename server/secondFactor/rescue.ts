import type {SecondFactorState} from '../../contract/wire/people/secondFactor'
import {MAY_GRANT} from '../access/access'
import type {Caller, Viewer} from '../access/viewer'
import type {AuditTrail} from '../audit/repository'
import type {Database} from '../database/connect'
import {conflict, forbidden, noSuch} from '../http/failures/errors'
import type {MailRepository} from '../mail/repository'
import {type EndSessions, lockUser, type UserRepository} from '../user/repository'
import {NONE} from './own'
import {removeSecondFactor, type SecondFactorRepository} from './repository'

/** Help by admins for users who have lost their second factor. Throws 404 for one out of reach. */
export interface Rescue {
  stateOf(admin: Viewer, userId: string): Promise<SecondFactorState>
  /**
   * Throws 403 for oneself or a higher authority, 409 when there is nothing to remove. Mails the user. Returns ended
   * sessions.
   */
  remove(admin: Caller, userId: string): Promise<string[]>
}

export interface RescueOptions {
  database: Pick<Database, 'db'>
  users: Pick<UserRepository, 'findVisible'>
  secondFactors: Pick<SecondFactorRepository, 'stateOf'>
  mails: MailRepository
  endSessions: EndSessions
  audit: AuditTrail
}

export function createRescue(options: RescueOptions): Rescue {
  const {database, users, secondFactors, mails, endSessions, audit} = options

  async function findVisible(admin: Viewer, userId: string) {
    const found = await users.findVisible(admin, userId)
    if (found === undefined) throw noSuch('user')
    return found
  }

  return {
    async stateOf(admin, userId) {
      await findVisible(admin, userId)
      return secondFactors.stateOf(userId)
    },

    async remove(admin, userId) {
      const {authority} = await findVisible(admin, userId)
      if (!MAY_GRANT[admin.authority].includes(authority)) throw forbidden('Your account may not change this user.')
      // The own one takes the present password.
      if (admin.userId === userId) throw forbidden('Admins remove the second factors of others only.')
      return database.db.transaction(async transaction => {
        const found = await lockUser(transaction, userId)
        if (found === undefined) throw noSuch('user')
        if (!(await removeSecondFactor(transaction, userId))) throw conflict(NONE)
        const endedSessionIds = await endSessions(transaction, [userId])
        await mails.enqueue(transaction, {kind: 'secondFactorRemoved', email: found.email, userId})
        const {email: entityName, organisationId} = found
        const entity = {entityType: 'user', entityId: userId, entityName, organisationId} as const
        await audit.record(transaction, admin, {action: 'secondFactor.removed', ...entity})
        return endedSessionIds
      })
    },
  }
}
