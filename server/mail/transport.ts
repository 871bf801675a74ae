import type {Letter} from './repository'

/** Where mail leaves the server. */
export interface MailTransport {
  /** Resolves when the next hop has taken the responsibility for it. */
  deliver(letter: Letter): Promise<void>
  close(): Promise<void>
}
