import {and, eq, gt, isNull} from 'drizzle-orm'
import {PASSKEYS} from '../../contract/limits'
import type {EpochMs, Milliseconds} from '../../contract/wire/common'
import type {
  PasskeyConfirmation,
  PasskeyOffer,
  PasskeyRemoval,
  RecoveryCodes,
  SecondFactorChange,
  TotpOffer,
} from '../../contract/wire/people/secondFactor'
import type {Caller} from '../access/viewer'
import type {AuditRecord, AuditTrail} from '../audit/repository'
import type {Database, Transaction} from '../database/connect'
import {passkey, passkeyOffer, totp} from '../database/schema/account'
import type {RelyingParty} from '../http/browser/relyingParty'
import {conflict, forbidden, notFound, unauthorised} from '../http/failures/errors'
import {createToken} from '../http/secrets'
import type {MailRepository} from '../mail/repository'
import {type EndSessions, lockUser} from '../user/repository'
import {addressOf, asTyped, createSecret, stepOf} from './codes'
import {creationOptions, verifyMade} from './passkeys'
import {
  completeRecoveryCodes,
  findApp,
  findPasskeys,
  removeSecondFactor,
  replaceRecoveryCodes,
  spendStep,
} from './repository'

interface Confirmed extends RecoveryCodes {
  endedSessionIds: string[]
}

export interface OwnSecondFactorOptions {
  database: Pick<Database, 'db'>
  now: () => EpochMs
  mails: MailRepository
  endSessions: EndSessions
  /** Called with the session in which a second factor was set up. */
  strengthen: (transaction: Transaction, sessionId: string) => Promise<void>
  /** Called with the user who has none any more. */
  weaken: (transaction: Transaction, userId: string) => Promise<void>
  audit: AuditTrail
  /** Throws 403 for a wrong password. Returns the hash that it was checked against. */
  requirePassword: (userId: string, password: string) => Promise<string>
}

const OFFER_LIFETIME: Milliseconds = 15 * 60 * 1000

/** Changes by users of their own second factor. Throws 403 for a wrong present password. Each change is mailed. */
export class OwnSecondFactor {
  readonly #options: OwnSecondFactorOptions

  constructor(options: OwnSecondFactorOptions) {
    this.#options = options
  }

  /** Throws 409 when there is an app already. */
  offerApp(caller: Caller, change: SecondFactorChange): Promise<TotpOffer> {
    return this.#withPassword(caller, change, async (transaction, email) => {
      const secret = createSecret()
      const offered = {secret, createdAt: this.#options.now()}
      const written = await transaction
        .insert(totp)
        .values({userId: caller.userId, ...offered})
        .onConflictDoUpdate({target: totp.userId, set: offered, setWhere: isNull(totp.confirmedAt)})
        .returning({userId: totp.userId})
      if (written.length === 0) throw conflict('Your account has an app with codes already.')
      return {secret, uri: addressOf(secret, email)}
    })
  }

  /** Ends the other sessions. Throws 403 for a wrong code, and 409 when nothing was offered within 15 minutes. */
  confirmApp(caller: Caller, code: string): Promise<Confirmed> {
    return this.#options.database.db.transaction(async transaction => {
      await lockUser(transaction, caller.userId)
      const isOffered = and(
        eq(totp.userId, caller.userId),
        isNull(totp.confirmedAt),
        gt(totp.createdAt, this.#options.now() - OFFER_LIFETIME),
      )
      const [offered] = await transaction.select({secret: totp.secret}).from(totp).where(isOffered)
      if (offered === undefined) throw conflict(OFFER_OVER)
      const step = stepOf(offered.secret, asTyped(code), this.#options.now())
      if (step === undefined) throw forbidden('This code is not right. Check the time of your device, and try again.')
      await spendStep(transaction, caller.userId, step)
      await transaction.update(totp).set({confirmedAt: this.#options.now()}).where(eq(totp.userId, caller.userId))
      return this.#putInForce(transaction, caller)
    })
  }

  /** Throws 409 when there are too many passkeys, and where the server is reached by an IP address. */
  offerPasskey(caller: Caller, change: SecondFactorChange, party: RelyingParty | undefined): Promise<PasskeyOffer> {
    return this.#withPassword(caller, change, async (transaction, email) => {
      if (party === undefined) throw conflict('Passkeys need a server with a name, and not an IP address.')
      const existing = await findPasskeys(transaction, caller.userId)
      if (existing.length >= PASSKEYS) throw conflict(`An account has up to ${PASSKEYS} passkeys.`)
      const offered = {challenge: createToken(), createdAt: this.#options.now()}
      await transaction
        .insert(passkeyOffer)
        .values({userId: caller.userId, ...offered})
        .onConflictDoUpdate({target: passkeyOffer.userId, set: offered})
      const user = {id: caller.userId, email}
      return {options: await creationOptions(party, {user, challenge: offered.challenge, existing})}
    })
  }

  /** Confirms as `confirmApp` does. Throws 403 for anything but an answer to the offer. */
  async confirmPasskey(
    caller: Caller,
    {name, passkey: made}: PasskeyConfirmation,
    party: RelyingParty | undefined,
  ): Promise<Confirmed> {
    const isOffered = and(
      eq(passkeyOffer.userId, caller.userId),
      gt(passkeyOffer.createdAt, this.#options.now() - OFFER_LIFETIME),
    )
    // An offer is answered once, whatever becomes of it.
    const [offered] = await this.#options.database.db.delete(passkeyOffer).where(isOffered).returning()
    if (offered === undefined || party === undefined) throw conflict(OFFER_OVER)
    const verified = await verifyMade(made, offered.challenge, party)
    if (verified === undefined) throw forbidden('This is not the passkey that was asked for. Try again.')
    return this.#options.database.db.transaction(async transaction => {
      await lockUser(transaction, caller.userId)
      const written = await transaction
        .insert(passkey)
        .values({...verified, userId: caller.userId, relyingParty: party.id, name, createdAt: this.#options.now()})
        .onConflictDoNothing()
        .returning({id: passkey.id})
      if (written.length === 0) throw conflict('This passkey is known already.')
      return this.#putInForce(transaction, caller)
    })
  }

  /** Removes the app, and with the last kind the recovery codes. Throws 409 when there is no app. */
  removeApp(caller: Caller, change: SecondFactorChange): Promise<void> {
    return this.#withPassword(caller, change, async transaction => {
      if ((await findApp(transaction, caller.userId)) === undefined) throw conflict('There is no app with codes.')
      await transaction.delete(totp).where(eq(totp.userId, caller.userId))
      await this.#removeKind(transaction, caller)
    })
  }

  /** Removes one passkey as `removeApp` does. Throws 404 when there is no such. */
  removePasskey(caller: Caller, removal: PasskeyRemoval): Promise<void> {
    return this.#withPassword(caller, removal, async transaction => {
      const removed = await transaction
        .delete(passkey)
        .where(and(eq(passkey.userId, caller.userId), eq(passkey.id, removal.id)))
        .returning({id: passkey.id})
      if (removed.length === 0) throw notFound('There is no such passkey.')
      await this.#removeKind(transaction, caller)
    })
  }

  /** Throws 409 when there is no second factor. */
  renewRecoveryCodes(caller: Caller, change: SecondFactorChange): Promise<RecoveryCodes> {
    return this.#withPassword(caller, change, async transaction => {
      if (!(await this.#hasKind(transaction, caller.userId))) throw conflict(NONE)
      const recoveryCodes = await replaceRecoveryCodes(transaction, caller.userId)
      await this.#notify(transaction, caller, {mail: 'recoveryCodesRenewed', action: 'recoveryCodes.renewed'})
      return {recoveryCodes}
    })
  }

  /** Removes all kinds. Throws 409 when there is no second factor. */
  remove(caller: Caller, change: SecondFactorChange): Promise<void> {
    return this.#withPassword(caller, change, async transaction => {
      if (!(await this.#removeAll(transaction, caller.userId))) throw conflict(NONE)
      await this.#notify(transaction, caller, {mail: 'secondFactorRemoved', action: 'secondFactor.removed'})
    })
  }

  /** The password may have been changed while it was checked. */
  async #withPassword<Result>(
    caller: Caller,
    {currentPassword}: SecondFactorChange,
    change: (transaction: Transaction, email: string) => Promise<Result>,
  ): Promise<Result> {
    const checkedHash = await this.#options.requirePassword(caller.userId, currentPassword)
    return this.#options.database.db.transaction(async transaction => {
      const found = await lockUser(transaction, caller.userId)
      if (found === undefined) throw unauthorised()
      if (found.passwordHash !== checkedHash) throw forbidden('This is not your present password.')
      return change(transaction, found.email)
    })
  }

  async #notify(transaction: Transaction, caller: Caller, notification: Notification) {
    const {userId, email, organisationId} = caller
    await this.#options.mails.enqueue(transaction, {kind: notification.mail, email, userId})
    const entity = {entityType: 'user', entityId: userId, entityName: email, organisationId} as const
    await this.#options.audit.record(transaction, caller, {action: notification.action, ...entity})
  }

  /** Puts a kind in force that has just been proved: sessions elsewhere have not proved it. */
  async #putInForce(transaction: Transaction, caller: Caller): Promise<Confirmed> {
    const recoveryCodes = await completeRecoveryCodes(transaction, caller.userId)
    await this.#options.strengthen(transaction, caller.sessionId)
    const endedSessionIds = await this.#options.endSessions(transaction, [caller.userId], caller.sessionId)
    await this.#notify(transaction, caller, {mail: 'secondFactorAdded', action: 'secondFactor.added'})
    return {recoveryCodes, endedSessionIds}
  }

  async #hasKind(transaction: Transaction, userId: string): Promise<boolean> {
    return (await findApp(transaction, userId)) !== undefined || (await findPasskeys(transaction, userId)).length > 0
  }

  async #removeAll(transaction: Transaction, userId: string): Promise<boolean> {
    await this.#options.weaken(transaction, userId)
    return removeSecondFactor(transaction, userId)
  }

  async #removeKind(transaction: Transaction, caller: Caller) {
    if (!(await this.#hasKind(transaction, caller.userId))) await this.#removeAll(transaction, caller.userId)
    await this.#notify(transaction, caller, {mail: 'secondFactorRemoved', action: 'secondFactor.removed'})
  }
}

interface Notification {
  mail: 'secondFactorAdded' | 'secondFactorRemoved' | 'recoveryCodesRenewed'
  action: Extract<AuditRecord['action'], `secondFactor.${string}` | 'recoveryCodes.renewed'>
}

export const NONE = 'There is no second factor.'
const OFFER_OVER = 'The time to confirm is over. Begin again.'
