import type {Letter} from '../../server/mail/repository'
import type {MailTransport} from '../../server/mail/transport'

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
  const letters: Letter[] = []
  const waiting: ((letter: Letter) => void)[] = []
  let asked = 0

  return {
    transport: {
      async deliver(letter) {
        waiting[letters.length]?.(letter)
        letters.push(letter)
      },
      async close() {},
    },
    letters,
    next() {
      const place = asked++
      const letter = letters[place]
      if (letter !== undefined) return Promise.resolve(letter)
      return new Promise(resolve => {
        waiting[place] = resolve
      })
    },
  }
}
