import type {Letter} from './repository'

/** Where mail leaves the server. */
export interface MailTransport {
  /**
   * Resolves when the next hop has taken the responsibility for it. Rejects within a minute: with a `LetterRefused` when it
   * will never be taken, with anything else when it is worth another try.
   */
  deliver(letter: Letter): Promise<void>
  /** What is being delivered is given up. */
  close(): Promise<void>
}

/** The next hop will never take this letter. */
export class LetterRefused extends Error {
  override name = 'LetterRefused'
}
