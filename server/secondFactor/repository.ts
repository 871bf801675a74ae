import {and, count, eq, gt, isNotNull, isNull, lt, or} from 'drizzle-orm'
import type {EpochMs, Milliseconds} from '../../contract/wire/common'
import type {SecondFactorState} from '../../contract/wire/secondFactor'
import type {Database, Transaction} from '../database/connect'
import {recoveryCode, secondFactorChallenge, totp} from '../database/schema'
import {createToken, hashToken} from '../http/secrets'
import {asTyped, createRecoveryCodes, stepOf} from './codes'

/** Somebody whose password was right, and the hash that it was checked against. */
interface Challenged {
  userId: string
  passwordHash: string
}

export interface SecondFactorRepository {
  stateOf(userId: string): Promise<SecondFactorState>
  /** The token of a challenge, or undefined when the user has no second factor. */
  challenge(challenged: Challenged): Promise<string | undefined>
  /** Undefined when there is no such challenge, or it has expired. */
  findChallenged(challenge: string): Promise<Challenged | undefined>
  /** Whether it is a code that the user may use now. A right one uses up both the challenge and itself. */
  answer(challenge: string, code: string): Promise<boolean>
}

export interface SecondFactorOptions {
  database: Pick<Database, 'db'>
  now: () => EpochMs
}

const CHALLENGE_LIFETIME: Milliseconds = 5 * 60 * 1000

export function createSecondFactorRepository({database: {db}, now}: SecondFactorOptions): SecondFactorRepository {
  const isValid = (challenge: string) =>
    and(eq(secondFactorChallenge.hash, hashToken(challenge)), gt(secondFactorChallenge.expiresAt, now()))

  const inForce = (executor: Pick<Transaction, 'select'>, userId: string) =>
    executor
      .select({secret: totp.secret})
      .from(totp)
      .where(and(eq(totp.userId, userId), isNotNull(totp.confirmedAt)))

  async function spend(transaction: Transaction, userId: string, code: string): Promise<boolean> {
    const [found] = await inForce(transaction, userId)
    if (found === undefined) return false
    const step = stepOf(found.secret, asTyped(code), now())
    return step === undefined ? spendRecoveryCode(transaction, userId, code) : spendStep(transaction, userId, step)
  }

  return {
    async stateOf(userId) {
      const [found] = await inForce(db, userId)
      const [codes] = await db.select({left: count()}).from(recoveryCode).where(eq(recoveryCode.userId, userId))
      return {isOn: found !== undefined, recoveryCodesLeft: codes?.left ?? 0}
    },

    async challenge({userId, passwordHash}) {
      const [found] = await inForce(db, userId)
      if (found === undefined) return undefined
      const token = createToken()
      await db.delete(secondFactorChallenge).where(lt(secondFactorChallenge.expiresAt, now()))
      await db
        .insert(secondFactorChallenge)
        .values({hash: hashToken(token), userId, passwordHash, expiresAt: now() + CHALLENGE_LIFETIME})
      return token
    },

    async findChallenged(challenge) {
      const {userId, passwordHash} = secondFactorChallenge
      const [found] = await db.select({userId, passwordHash}).from(secondFactorChallenge).where(isValid(challenge))
      return found
    },

    answer: (challenge, code) =>
      db.transaction(async transaction => {
        const {userId} = secondFactorChallenge
        const [found] = await transaction
          .select({userId})
          .from(secondFactorChallenge)
          .where(isValid(challenge))
          .for('update')
        if (found === undefined || !(await spend(transaction, found.userId, code))) return false
        await transaction.delete(secondFactorChallenge).where(isValid(challenge))
        return true
      }),
  }
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

/** Returns the new codes, of which only hashes are kept. */
export async function replaceRecoveryCodes(transaction: Transaction, userId: string): Promise<string[]> {
  const codes = createRecoveryCodes()
  await transaction.delete(recoveryCode).where(eq(recoveryCode.userId, userId))
  await transaction.insert(recoveryCode).values(codes.map(code => ({userId, hash: hashToken(asTyped(code))})))
  return codes
}

/** Whether there was a second factor in force. */
export async function removeSecondFactor(transaction: Transaction, userId: string): Promise<boolean> {
  await transaction.delete(recoveryCode).where(eq(recoveryCode.userId, userId))
  await transaction.delete(secondFactorChallenge).where(eq(secondFactorChallenge.userId, userId))
  const removed = await transaction.delete(totp).where(eq(totp.userId, userId)).returning({at: totp.confirmedAt})
  return removed.some(({at}) => at !== null)
}
