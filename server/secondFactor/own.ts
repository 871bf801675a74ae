import {and, eq, gt, isNotNull, isNull} from 'drizzle-orm'
import type {EpochMs, Milliseconds} from '../../contract/wire/common'
import type {RecoveryCodes, SecondFactorChange, TotpOffer} from '../../contract/wire/secondFactor'
import type {Caller} from '../access/viewer'
import type {AuditRecord, AuditTrail} from '../audit/repository'
import type {Database, Transaction} from '../database/connect'
import {totp} from '../database/schema'
import {conflict, forbidden, unauthorised} from '../http/errors'
import type {MailRepository} from '../mail/repository'
import {type EndSessions, lockUser} from '../user/repository'
import {addressOf, asTyped, createSecret, stepOf} from './codes'
import {removeSecondFactor, replaceRecoveryCodes, spendStep} from './repository'

/** What people change of their own second factor. Throws 403 for a wrong present password. A mail tells of each change. */
export interface OwnSecondFactor {
  /** Throws 409 when there is a second factor already. */
  offer(caller: Caller, change: SecondFactorChange): Promise<TotpOffer>
  /** Ends the other sessions. Throws 403 for a wrong code, and 409 when nothing was offered within a quarter of an hour. */
  confirm(caller: Caller, code: string): Promise<RecoveryCodes & {endedSessionIds: string[]}>
  /** Throws 409 when there is no second factor. */
  renewRecoveryCodes(caller: Caller, change: SecondFactorChange): Promise<RecoveryCodes>
  /** Throws 409 when there is no second factor. */
  remove(caller: Caller, change: SecondFactorChange): Promise<void>
}

export interface OwnSecondFactorOptions {
  database: Pick<Database, 'db'>
  now: () => EpochMs
  mails: MailRepository
  endSessions: EndSessions
  audit: AuditTrail
  /** Throws 403 for a wrong password. Returns the hash that it was checked against. */
  requirePassword: (userId: string, password: string) => Promise<string>
}

const OFFER_LIFETIME: Milliseconds = 15 * 60 * 1000

export function createOwnSecondFactor(options: OwnSecondFactorOptions): OwnSecondFactor {
  const {database, now, mails, endSessions, audit, requirePassword} = options

  /** The password may have been changed while it was checked. */
  async function withPassword<Result>(
    caller: Caller,
    {currentPassword}: SecondFactorChange,
    change: (transaction: Transaction, email: string) => Promise<Result>,
  ): Promise<Result> {
    const checkedHash = await requirePassword(caller.userId, currentPassword)
    return database.db.transaction(async transaction => {
      const found = await lockUser(transaction, caller.userId)
      if (found === undefined) throw unauthorised()
      if (found.passwordHash !== checkedHash) throw forbidden('This is not your present password.')
      return change(transaction, found.email)
    })
  }

  async function tell(transaction: Transaction, caller: Caller, told: Told) {
    const {userId, email, organisationId} = caller
    await mails.enqueue(transaction, {kind: told.mail, email, userId})
    const entity = {entityType: 'user', entityId: userId, entityName: email, organisationId} as const
    await audit.record(transaction, caller, {action: told.action, ...entity})
  }

  return {
    offer: (caller, change) =>
      withPassword(caller, change, async (transaction, email) => {
        const secret = createSecret()
        const offered = {secret, createdAt: now()}
        const written = await transaction
          .insert(totp)
          .values({userId: caller.userId, ...offered})
          .onConflictDoUpdate({target: totp.userId, set: offered, setWhere: isNull(totp.confirmedAt)})
          .returning({userId: totp.userId})
        if (written.length === 0) throw conflict('Your account has a second factor already.')
        return {secret, uri: addressOf(secret, email)}
      }),

    confirm: (caller, code) =>
      database.db.transaction(async transaction => {
        const isOffered = and(
          eq(totp.userId, caller.userId),
          isNull(totp.confirmedAt),
          gt(totp.createdAt, now() - OFFER_LIFETIME),
        )
        const [offered] = await transaction.select({secret: totp.secret}).from(totp).where(isOffered).for('update')
        if (offered === undefined) throw conflict('The time to confirm is over. Begin again.')
        const step = stepOf(offered.secret, asTyped(code), now())
        if (step === undefined) throw forbidden('This code is not right. Check the time of your device, and try again.')
        await spendStep(transaction, caller.userId, step)
        await transaction.update(totp).set({confirmedAt: now()}).where(eq(totp.userId, caller.userId))
        const recoveryCodes = await replaceRecoveryCodes(transaction, caller.userId)
        const endedSessionIds = await endSessions(transaction, [caller.userId], caller.sessionId)
        await tell(transaction, caller, {mail: 'secondFactorAdded', action: 'secondFactor.added'})
        return {recoveryCodes, endedSessionIds}
      }),

    renewRecoveryCodes: (caller, change) =>
      withPassword(caller, change, async transaction => {
        const isOn = and(eq(totp.userId, caller.userId), isNotNull(totp.confirmedAt))
        const found = await transaction.select({userId: totp.userId}).from(totp).where(isOn).for('update')
        if (found.length === 0) throw conflict(NONE)
        const recoveryCodes = await replaceRecoveryCodes(transaction, caller.userId)
        await tell(transaction, caller, {mail: 'recoveryCodesRenewed', action: 'recoveryCodes.renewed'})
        return {recoveryCodes}
      }),

    remove: (caller, change) =>
      withPassword(caller, change, async transaction => {
        if (!(await removeSecondFactor(transaction, caller.userId))) throw conflict(NONE)
        await tell(transaction, caller, {mail: 'secondFactorRemoved', action: 'secondFactor.removed'})
      }),
  }
}

interface Told {
  mail: 'secondFactorAdded' | 'secondFactorRemoved' | 'recoveryCodesRenewed'
  action: Extract<AuditRecord['action'], `secondFactor.${string}` | 'recoveryCodes.renewed'>
}

export const NONE = 'There is no second factor.'
