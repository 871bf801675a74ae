import type {EpochMs} from '../../contract/common'
import type {Database} from '../database/connect'
import type {Letter, QueuedMail} from './repository'
import type {MailTransport} from './transport'

export interface MailQueueOptions {
  database: Database
  now: () => EpochMs
  /** Without one, mail waits. */
  transport: MailTransport | undefined
  /** Writes what is to be sent, at the moment of sending; undefined when there is nobody to write to. */
  compose: (request: QueuedMail) => Promise<Letter | undefined>
  log: {warn(message: string): void}
}

/** Sends what is queued, and tries again what could not be sent. */
export interface MailQueue {
  /** There is something new to send. */
  wake(): void
  /** Ends after what is being sent. */
  close(): Promise<void>
}

export function createMailQueue(_options: MailQueueOptions): MailQueue {
  return {wake() {}, async close() {}}
}
