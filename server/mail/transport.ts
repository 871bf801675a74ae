import type {Email} from './repository'

export interface MailTransport {
  /**
   * Resolves when the next hop has accepted the email. Rejects within a minute: with a `EmailRefused` when the email
   * will never be accepted, with any other error when another try may succeed.
   */
  deliver(email: Email): Promise<void>
  /** Aborts the deliveries under way. */
  close(): Promise<void>
}

/** The next hop will never accept this email, so another try is pointless. */
export class EmailRefused extends Error {
  override name = 'EmailRefused'
}
