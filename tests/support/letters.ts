import type {Letter} from '../../server/mail/repository'
import type {MailTransport} from '../../server/mail/transport'
import {createInbox} from './inbox'

export interface LetterBox {
  /** For `createTestApp({mailTransport})`. */
  transport: MailTransport
  /** All that have come. */
  letters: Letter[]
  /** The oldest one that was not asked for yet; waits for it. */
  next(): Promise<Letter>
}

/** A mail server that keeps what it takes. */
export function collectLetters(): LetterBox {
  const inbox = createInbox<Letter>()
  return {
    transport: {deliver: async letter => inbox.put(letter), async close() {}},
    letters: inbox.items,
    next: inbox.next,
  }
}
