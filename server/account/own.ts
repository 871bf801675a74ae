import type {OwnEmailBody, OwnPasswordBody} from '../../contract/wire/people/account'
import type {Caller} from '../access/viewer'
import type {AuditRecord, AuditTrail} from '../audit/repository'
import type {SessionRepository} from '../auth/repository'
import type {Database, Transaction} from '../database/connect'
import {forbidden, unauthorised} from '../http/failures/errors'
import type {MailRepository} from '../mail/repository'
import {lockUser, setOwn, type UserRepository, wordsOf} from '../user/repository'
import {deleteLinks} from './repository'

/** Changes that people make to their own account. Throws 403 for a wrong present password. */
export interface OwnAccount {
  /** Ends the other sessions of the user, and returns their ids. The user is mailed. */
  changePassword(caller: Caller, change: OwnPasswordBody): Promise<string[]>
  /**
   * Mails the new email, whose link puts it in force, and the present one. Does the same work whether or not the new
   * email is taken.
   */
  askForEmail(caller: Caller, change: OwnEmailBody): Promise<void>
}

export interface OwnAccountOptions {
  database: Database
  mails: MailRepository
  sessions: Pick<SessionRepository, 'endAllOf'>
  audit: AuditTrail
  users: Pick<UserRepository, 'find'>
  /** Throws 403 for a wrong password. Returns the hash that it was checked against. */
  requirePassword: (userId: string, password: string) => Promise<string>
  /** Throws 400 for a password that is easy to guess. */
  hashNewPassword: (email: string, password: string, words?: readonly string[]) => Promise<string>
}

export function createOwnAccount(options: OwnAccountOptions): OwnAccount {
  const {database, users, mails, sessions, audit, requirePassword, hashNewPassword} = options

  /** The password may have been changed while it was checked. */
  async function lockWith(transaction: Transaction, caller: Caller, checkedHash: string) {
    const found = await lockUser(transaction, caller.userId)
    if (found === undefined) throw unauthorised()
    if (found.passwordHash !== checkedHash) throw forbidden('This is not your present password.')
    return found
  }

  return {
    async changePassword(caller, {currentPassword, password}) {
      const checkedHash = await requirePassword(caller.userId, currentPassword)
      const words = wordsOf(await users.find(caller.userId))
      const passwordHash = await hashNewPassword(caller.email, password, words)
      return database.db.transaction(async transaction => {
        const found = await lockWith(transaction, caller, checkedHash)
        await setOwn(transaction, found.id, {passwordHash})
        await deleteLinks(transaction, found.id)
        const endedSessionIds = await sessions.endAllOf(transaction, [found.id], caller.sessionId)
        await mails.enqueue(transaction, {kind: 'passwordChanged', email: found.email, userId: found.id})
        await audit.record(transaction, caller, {action: 'password.changed', ...entityOf(found)})
        return endedSessionIds
      })
    },

    async askForEmail(caller, {currentPassword, email}) {
      const checkedHash = await requirePassword(caller.userId, currentPassword)
      await database.db.transaction(async transaction => {
        const found = await lockWith(transaction, caller, checkedHash)
        const {id: userId} = found
        await mails.enqueue(transaction, {kind: 'emailChange', email, userId})
        await mails.enqueue(transaction, {kind: 'emailChangeAsked', email: found.email, userId})
        await audit.record(transaction, caller, {
          action: 'email.changeRequested',
          ...entityOf(found),
          detail: {changes: {email: {before: found.email, after: email}}},
        })
      })
    },
  }
}

const entityOf = ({id, email, organisationId}: {id: string; email: string; organisationId: string | null}) =>
  ({entityType: 'user', entityId: id, entityName: email, organisationId}) satisfies Partial<AuditRecord>
