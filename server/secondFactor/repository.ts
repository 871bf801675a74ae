import {and, count, eq, gt, isNotNull, isNull, lt, or} from 'drizzle-orm'
import type {EpochMs, Milliseconds} from '../../contract/wire/common'
import type {
  PasskeyAnswer,
  SecondFactorAsked,
  SecondFactorBody,
  SecondFactorState,
} from '../../contract/wire/people/secondFactor'
import type {Database, Transaction} from '../database/connect'
import {deleteFree} from '../database/rows'
import {passkey, passkeyOffer, recoveryCode, secondFactorChallenge, totp} from '../database/schema/account'
import type {RelyingParty} from '../http/browser/relyingParty'
import {createToken, hashToken} from '../http/secrets'
import {lockUser} from '../user/repository'
import {asTyped, createRecoveryCodes, stepOf} from './codes'
import {requestOptions, verifyAnswer} from './passkeys'

/** A user whose password was right, and the hash that it was checked against. */
interface Challenged {
  userId: string
  passwordHash: string
}

export interface SecondFactorOptions {
  database: Pick<Database, 'db'>
  now: () => EpochMs
}

const CHALLENGE_LIFETIME: Milliseconds = 5 * 60 * 1000

export class SecondFactorRepository {
  readonly #db
  readonly #now

  constructor({database: {db}, now}: SecondFactorOptions) {
    this.#db = db
    this.#now = now
  }

  async stateOf(userId: string): Promise<SecondFactorState> {
    const app = await findApp(this.#db, userId)
    const passkeys = await findPasskeys(this.#db, userId)
    const recoveryCodesLeft = await countRecoveryCodes(this.#db, userId)
    return {
      isOn: app !== undefined || passkeys.length > 0,
      totp: app !== undefined,
      recoveryCodesLeft,
      passkeys: passkeys.map(({id, name, createdAt, lastUsedAt}) => ({
        id,
        name,
        created_at: createdAt,
        last_used_at: lastUsedAt,
      })),
    }
  }

  /** The second factor to ask for besides the password, or undefined when the user has none. */
  async challenge(
    {userId, passwordHash}: Challenged,
    party: RelyingParty | undefined,
  ): Promise<SecondFactorAsked | undefined> {
    // Every sign-in asks this, so the two questions go out together.
    const [app, passkeys] = await Promise.all([findApp(this.#db, userId), findPasskeys(this.#db, userId)])
    if (app === undefined && passkeys.length === 0) return undefined
    const challenge = createToken()
    await deleteFree(this.#db, secondFactorChallenge.hash, lt(secondFactorChallenge.expiresAt, this.#now()))
    await this.#db
      .insert(secondFactorChallenge)
      .values({hash: hashToken(challenge), userId, passwordHash, expiresAt: this.#now() + CHALLENGE_LIFETIME})
    const usable = passkeys.filter(({relyingParty}) => relyingParty === party?.id)
    const asked = usable.length > 0 && party ? await requestOptions(party, challenge, usable) : undefined
    return {
      challenge,
      kinds: [...(asked ? ['passkey' as const] : []), ...(app ? ['totp' as const] : []), 'recoveryCode'],
      ...(asked && {passkey: asked}),
    }
  }

  /** Undefined when there is no such challenge, or it has expired. */
  findChallenged(challenge: string): Promise<Challenged | undefined> {
    return this.#findChallenged(this.#db, challenge)
  }

  /**
   * Whether it is a code that the user may use now, or comes from one of the user's passkeys. A right one uses up both
   * the challenge and itself.
   */
  answer(answer: SecondFactorBody, party: RelyingParty | undefined): Promise<boolean> {
    return this.#db.transaction(async transaction => {
      const challenged = await this.#findChallenged(transaction, answer.challenge)
      if (challenged === undefined || !(await lockUser(transaction, challenged.userId))) return false
      // Another call may have used the challenge while this one waited for the lock on the user.
      const found = await this.#findChallenged(transaction, answer.challenge)
      if (found === undefined) return false
      const isRight =
        'code' in answer
          ? await this.#spendCode(transaction, found.userId, answer.code)
          : await this.#acceptPasskey(transaction, found.userId, answer, party)
      if (!isRight) return false
      await transaction.delete(secondFactorChallenge).where(this.#isValid(answer.challenge))
      return true
    })
  }

  #isValid(challenge: string) {
    return and(eq(secondFactorChallenge.hash, hashToken(challenge)), gt(secondFactorChallenge.expiresAt, this.#now()))
  }

  async #findChallenged(executor: Pick<Transaction, 'select'>, challenge: string) {
    const {userId, passwordHash} = secondFactorChallenge
    const [found] = await executor
      .select({userId, passwordHash})
      .from(secondFactorChallenge)
      .where(this.#isValid(challenge))
    return found
  }

  async #spendCode(transaction: Transaction, userId: string, code: string): Promise<boolean> {
    const found = await findApp(transaction, userId)
    const step = found && stepOf(found.secret, asTyped(code), this.#now())
    return step === undefined ? spendRecoveryCode(transaction, userId, code) : spendStep(transaction, userId, step)
  }

  async #acceptPasskey(
    transaction: Transaction,
    userId: string,
    {challenge, passkey: answer}: {challenge: string; passkey: PasskeyAnswer},
    party: RelyingParty | undefined,
  ): Promise<boolean> {
    const isOwn = and(eq(passkey.id, answer.id), eq(passkey.userId, userId))
    const [found] = await transaction.select().from(passkey).where(isOwn)
    if (found === undefined || party === undefined) return false
    const counter = await verifyAnswer(answer, found, challenge, party)
    if (counter === undefined) return false
    await transaction.update(passkey).set({counter, lastUsedAt: this.#now()}).where(eq(passkey.id, found.id))
    return true
  }
}

/** The app that was confirmed. */
export async function findApp(executor: Pick<Transaction, 'select'>, userId: string) {
  const [found] = await executor
    .select({secret: totp.secret})
    .from(totp)
    .where(and(eq(totp.userId, userId), isNotNull(totp.confirmedAt)))
  return found
}

export const findPasskeys = (executor: Pick<Transaction, 'select'>, userId: string) =>
  executor.select().from(passkey).where(eq(passkey.userId, userId)).orderBy(passkey.createdAt, passkey.id)

async function countRecoveryCodes(executor: Pick<Transaction, 'select'>, userId: string): Promise<number> {
  const [codes] = await executor.select({left: count()}).from(recoveryCode).where(eq(recoveryCode.userId, userId))
  return codes?.left ?? 0
}

/** A code counts once, and none that is older than one that was used. */
export async function spendStep(transaction: Transaction, userId: string, step: number): Promise<boolean> {
  const isNewer = or(isNull(totp.lastStep), lt(totp.lastStep, step))
  const used = await transaction
    .update(totp)
    .set({lastStep: step})
    .where(and(eq(totp.userId, userId), isNewer))
    .returning({userId: totp.userId})
  return used.length > 0
}

async function spendRecoveryCode(transaction: Transaction, userId: string, code: string): Promise<boolean> {
  const used = await transaction
    .delete(recoveryCode)
    .where(and(eq(recoveryCode.userId, userId), eq(recoveryCode.hash, hashToken(asTyped(code)))))
    .returning({hash: recoveryCode.hash})
  return used.length > 0
}

/** Returns the new codes, which are stored as hashes only. */
export async function replaceRecoveryCodes(transaction: Transaction, userId: string): Promise<string[]> {
  const codes = createRecoveryCodes()
  await transaction.delete(recoveryCode).where(eq(recoveryCode.userId, userId))
  await transaction.insert(recoveryCode).values(codes.map(code => ({userId, hash: hashToken(asTyped(code))})))
  return codes
}

/** The codes that come with a further app or passkey: none while some of the former ones are left. */
export const completeRecoveryCodes = async (transaction: Transaction, userId: string): Promise<string[]> =>
  (await countRecoveryCodes(transaction, userId)) > 0 ? [] : replaceRecoveryCodes(transaction, userId)

/** Whether there was a second factor in force. */
export async function removeSecondFactor(transaction: Transaction, userId: string): Promise<boolean> {
  await transaction.delete(recoveryCode).where(eq(recoveryCode.userId, userId))
  await transaction.delete(secondFactorChallenge).where(eq(secondFactorChallenge.userId, userId))
  await transaction.delete(passkeyOffer).where(eq(passkeyOffer.userId, userId))
  const passkeys = await transaction.delete(passkey).where(eq(passkey.userId, userId)).returning({id: passkey.id})
  const apps = await transaction.delete(totp).where(eq(totp.userId, userId)).returning({at: totp.confirmedAt})
  return passkeys.length > 0 || apps.some(({at}) => at !== null)
}
