import {asc, eq, inArray, lte, min, sql} from 'drizzle-orm'
import type {EpochMs, Milliseconds} from '../../contract/wire/common'
import type {Database, Transaction} from '../database/connect'
import {mail} from '../database/schema'

export type QueuedMail = typeof mail.$inferSelect

/** A mail as it is sent. `link` is in the text already; it is named apart for whoever has no mail server to read it from. */
export interface Letter {
  to: string
  subject: string
  text: string
  html: string
  link: string
}

/** A letter that is not sent yet. */
export interface Draft {
  letter: Letter
  /** Makes its link worthless, as nobody got it. */
  discard(): Promise<void>
}

export interface MailRequest {
  kind: QueuedMail['kind']
  email: string
  /** The password that a verification puts in force. */
  passwordHash?: string
}

export interface MailRepository {
  /** In the transaction of what the mail is about. */
  enqueue(transaction: Pick<Transaction, 'insert'>, request: MailRequest): Promise<void>
  /** The mail that has waited longest; nobody else gets it within `lease`, and then it is due again. */
  claimDue(lease: Milliseconds): Promise<QueuedMail | undefined>
  delete(id: string): Promise<void>
  /** `lastError` must hold no secret and no address. */
  postpone(id: string, nextTryAt: EpochMs, lastError: string): Promise<void>
  /** When the next mail is due; undefined when none waits. */
  nextDueAt(): Promise<EpochMs | undefined>
}

export function createMailRepository({db}: Database, now: () => EpochMs): MailRepository {
  return {
    async enqueue(transaction, request) {
      await transaction.insert(mail).values({...request, createdAt: now(), nextTryAt: now()})
    },

    async claimDue(lease) {
      const due = db
        .$with('due')
        .as(
          db
            .select({id: mail.id})
            .from(mail)
            .where(lte(mail.nextTryAt, now()))
            .orderBy(asc(mail.nextTryAt))
            .limit(1)
            .for('update', {skipLocked: true}),
        )
      const [claimed] = await db
        .with(due)
        .update(mail)
        .set({nextTryAt: now() + lease, attempts: sql`${mail.attempts} + 1`})
        .where(inArray(mail.id, db.select({id: due.id}).from(due)))
        .returning()
      return claimed
    },

    async delete(id) {
      await db.delete(mail).where(eq(mail.id, id))
    },

    async postpone(id, nextTryAt, lastError) {
      await db.update(mail).set({nextTryAt, lastError}).where(eq(mail.id, id))
    },

    async nextDueAt() {
      const [next] = await db.select({dueAt: min(mail.nextTryAt)}).from(mail)
      return next?.dueAt ?? undefined
    },
  }
}
