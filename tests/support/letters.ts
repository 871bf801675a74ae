import type {Email} from '../../server/mail/repository'
import type {MailTransport} from '../../server/mail/transport'
import {createInbox} from './inbox'

export interface LetterBox {
  /** For `createTestApp({mailTransport})`. */
  transport: MailTransport
  /** All received mails. */
  letters: Email[]
  /** The oldest one that was not asked for yet; waits for it. */
  next(): Promise<Email>
}

/** A mail server that stores all mails. */
export function collectLetters(): LetterBox {
  const inbox = createInbox<Email>()
  return {
    transport: {deliver: async letter => inbox.put(letter), async close() {}},
    letters: inbox.items,
    next: inbox.next,
  }
}
