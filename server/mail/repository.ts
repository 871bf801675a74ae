import {asc, count, eq, inArray, lte, min, sql} from 'drizzle-orm'
import type {Language} from '../../contract/languages/languages'
import type {EpochMs, Milliseconds} from '../../contract/wire/common'
import type {Database, Transaction} from '../database/connect'
import {exactlyOne} from '../database/rows'
import {mail} from '../database/schema/mail'
import type {Waiting} from '../http/metrics/queueMetrics'
import {type ClockSetting, leaseAfter} from '../store/clock'

export type QueuedMail = typeof mail.$inferSelect

/** A complete mail. `text` and `html` already contain `link`; it is repeated here for the log of the outbox. */
export interface Email {
  to: string
  subject: string
  text: string
  html: string
  link: string
  /** The same for an email that is sent twice, so that a receiver can recognise it. */
  id?: string
  /** A PNG that `html` shows as `cid:picture`. */
  picture?: Buffer
}

export interface EmailLink {
  label: string
  url: string
  /** The link does something more than once, so it is in the mail alone and not in the log. */
  isSecret?: boolean
}

/** The content of an email: paragraphs, a list, and one link. */
export interface EmailText {
  language?: Language
  subject: string
  before: readonly string[]
  list?: readonly string[]
  picture?: {png: Buffer; alt: string}
  link: EmailLink
  /** Further links, where the email is about several accounts. */
  furtherLinks?: readonly EmailLink[]
  after: readonly string[]
}

/** An email before it is sent. */
export interface Draft {
  to: string
  text: EmailText
  id?: string
  /** Invalidates the link of the email. Call it when the delivery failed, so that no unused link stays valid. */
  discard(): Promise<void>
}

/** A mail that must not be sent any more says why. */
export type Composed = Draft | {refused: string} | undefined

export interface MailRequest {
  kind: QueuedMail['kind']
  email: string
  /** The account that the mail is about, where that is known already. */
  userId?: string
  /** The hash of the password that becomes the user's when the email is verified. */
  passwordHash?: string
  /** The delivery of a mail of the kind `alarm`. */
  deliveryId?: string
  /** The rota of a mail of the kind `onCallGap`. */
  rotaId?: string
}

export interface MailRepository {
  /** Takes the transaction of the change that the mail is about, so that both are stored or neither is. */
  enqueue(transaction: Pick<Transaction, 'insert'>, request: MailRequest): Promise<void>
  /** Claims the mail that has waited longest. No other caller gets it within `lease`; after that it is due again. */
  claimDue(lease: Milliseconds): Promise<QueuedMail | undefined>
  delete(id: string): Promise<void>
  /** `lastError` must contain no secret and no address. */
  postpone(id: string, nextTryAt: EpochMs, lastError: string): Promise<void>
  /** Retries mails soon after the clock was set, except those being sent just now. */
  followClock(setting: ClockSetting, lease: Milliseconds): Promise<void>
  /** The time at which the next mail is due; undefined when the queue is empty. */
  nextDueAt(): Promise<EpochMs | undefined>
  waiting(): Promise<Waiting>
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

    async followClock(setting, lease) {
      await db.update(mail).set({nextTryAt: leaseAfter(mail.nextTryAt, setting, lease)})
    },

    async nextDueAt() {
      const [next] = await db.select({dueAt: min(mail.nextTryAt)}).from(mail)
      return next?.dueAt ?? undefined
    },

    async waiting() {
      return exactlyOne(await db.select({count: count(), oldestAt: min(mail.createdAt)}).from(mail))
    },
  }
}
