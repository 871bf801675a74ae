import type {Letter} from './repository'

export interface MailTransport {
  /**
   * Resolves when the next hop has accepted the letter. Rejects within a minute: with a `LetterRefused` when the letter
   * will never be accepted, with any other error when another try may succeed.
   */
  deliver(letter: Letter): Promise<void>
  /** Aborts the deliveries under way. */
  close(): Promise<void>
}

/** The next hop will never accept this letter, so another try is pointless. */
export class LetterRefused extends Error {
  override name = 'LetterRefused'
}
