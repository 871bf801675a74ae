import type {EpochMs} from '../../contract/common'
import type {Database} from '../database/connect'
import type {Letter, QueuedMail} from '../mail/repository'

export interface LetterOptions {
  database: Database
  now: () => EpochMs
  /** What links begin with; never taken from a request. */
  publicOrigin: () => string
}

/** Writes what is to be sent; undefined when there is nobody to write to. */
export type ComposeLetter = (request: QueuedMail) => Promise<Letter | undefined>

export function createLetters(_options: LetterOptions): ComposeLetter {
  return async () => undefined
}
