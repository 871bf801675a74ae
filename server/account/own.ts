import type {OwnPasswordBody} from '../../contract/wire/account'
import type {Caller} from '../access/viewer'
import type {AuditTrail} from '../audit/repository'
import type {SessionRepository} from '../auth/repository'
import type {Database} from '../database/connect'
import {forbidden, unauthorised} from '../http/errors'
import type {MailRepository} from '../mail/repository'
import {lockUser, setPassword, type UserRepository} from '../user/repository'
import {deleteLinks} from './repository'

/** What people change of their own account. Throws 403 for a wrong present password. */
export interface OwnAccount {
  /** Ends the other sessions of the user, and returns their ids. A mail tells the user. */
  changePassword(caller: Caller, change: OwnPasswordBody): Promise<string[]>
}

export interface OwnAccountOptions {
  database: Database
  users: Pick<UserRepository, 'find'>
  mails: MailRepository
  sessions: Pick<SessionRepository, 'endAllOf'>
  audit: AuditTrail
  isPassword: (passwordHash: string | undefined, password: string) => Promise<boolean>
  /** Throws 400 for a password that is too common. */
  hashNewPassword: (password: string) => Promise<string>
}

export function createOwnAccount(options: OwnAccountOptions): OwnAccount {
  const {database, users, mails, sessions, audit, isPassword, hashNewPassword} = options

  /** Returns the hash that the password was checked against. */
  async function requirePassword(caller: Caller, password: string): Promise<string> {
    const found = await users.find(caller.userId)
    if (!(await isPassword(found?.passwordHash, password)) || found === undefined) throw wrongPassword()
    return found.passwordHash
  }

  return {
    async changePassword(caller, {currentPassword, password}) {
      const checkedHash = await requirePassword(caller, currentPassword)
      const passwordHash = await hashNewPassword(password)
      return database.db.transaction(async transaction => {
        const found = await lockUser(transaction, caller.userId)
        if (found === undefined) throw unauthorised()
        // The password may have been changed while this one was checked.
        if (found.passwordHash !== checkedHash) throw wrongPassword()
        await setPassword(transaction, found.id, passwordHash)
        await deleteLinks(transaction, found.id)
        const endedSessionIds = await sessions.endAllOf(transaction, [found.id], caller.sessionId)
        await mails.enqueue(transaction, {kind: 'passwordChanged', email: found.email})
        await audit.record(transaction, caller, {
          action: 'password.changed',
          entityType: 'user',
          entityId: found.id,
          entityName: found.email,
          organisationId: found.organisationId,
        })
        return endedSessionIds
      })
    },
  }
}

const wrongPassword = () => forbidden('This is not your present password.')
