import type {EpochMs} from '../../contract/common'
import type {Transaction} from '../database/connect'
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

export interface MailRequest {
  kind: QueuedMail['kind']
  email: string
  /** The password that a verification puts in force. */
  passwordHash?: string
}

export interface MailRepository {
  /** In the transaction of what the mail is about. */
  enqueue(transaction: Pick<Transaction, 'insert'>, request: MailRequest): Promise<void>
}

export function createMailRepository(now: () => EpochMs): MailRepository {
  return {
    async enqueue(transaction, request) {
      await transaction.insert(mail).values({...request, createdAt: now(), nextTryAt: now()})
    },
  }
}
