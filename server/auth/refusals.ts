import type {AuditTrail} from '../audit/repository'
import type {Database} from '../database/connect'
import type {MailRepository} from '../mail/repository'
import {countFailedSignIn} from '../user/repository'
import {entryOf, type SessionOwner} from './entries'

export type SignInRefusal = 'unknown' | 'deleted' | 'password' | 'unverified' | 'closed' | 'wallLink' | 'secondFactor'

export interface Refusal {
  /** The account of the email; undefined when there is none. */
  owner: SessionOwner | undefined
  reason: SignInRefusal
  address: string
  /** The accounts that were guessed at, by their ids. */
  guessedAt: readonly string[]
}

export interface Refusals {
  /** Takes equally long for known and unknown emails. */
  record(refusal: Refusal): Promise<void>
}

/**
 * The owner of an account is mailed after the first number of failures in a row, and again after the last, which closes
 * the account to sign-in until the owner has set a new password, as NIST SP 800-63B (5.2.2) asks.
 */
const NOTIFY_AFTER = 20
export const MAX_FAILED_SIGN_INS = 100

export interface RefusalsOptions {
  database: Pick<Database, 'db'>
  audit: AuditTrail
  mails: MailRepository
  onMailQueued(): void
}

/** Counts in the database, so that it holds for all servers and beyond a restart. */
export function createRefusals({database: {db}, audit, mails, onMailQueued}: RefusalsOptions): Refusals {
  return {
    async record({owner, reason, address, guessedAt}) {
      const hasNotified = await db.transaction(async transaction => {
        await audit.record(transaction, ...entryOf('session.refused', owner, address, {reason}))
        const notices = (await countFailedSignIn(transaction, guessedAt)).flatMap(({id, email, failed}) => {
          const kind = emailAfter(failed)
          return kind === undefined ? [] : [{kind, email, userId: id}]
        })
        for (const request of notices) await mails.enqueue(transaction, request)
        return notices.length > 0
      })
      if (hasNotified) onMailQueued()
    },
  }
}

function emailAfter(failed: number): 'signInsFailed' | 'signInClosed' | undefined {
  if (failed === NOTIFY_AFTER) return 'signInsFailed'
  return failed === MAX_FAILED_SIGN_INS ? 'signInClosed' : undefined
}
