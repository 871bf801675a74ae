import {createHash} from 'node:crypto'
import type {Milliseconds} from '../../contract/wire/common'
import {badRequest} from '../http/failures/errors'

/** Throws 400 for a password that is known from a data breach. */
export type RefuseBreached = (password: string) => Promise<void>

const PATIENCE: Milliseconds = 2000
const PREFIX_LENGTH = 5
/** A padded answer of the known service has 40 kB. */
const LONGEST_ANSWER = 1_000_000

/**
 * Asks a service for the hashes that share the beginning of the password's, so that the service learns no more of it
 * (k-anonymity, as of haveibeenpwned.com). A service that fails or is slow blocks no password.
 */
export function createRefuseBreached(url: string, log: {warn(message: string): void}): RefuseBreached {
  async function rangeOf(prefix: string): Promise<string> {
    const answer = await fetch(`${url.replace(/\/$/, '')}/${prefix}`, {
      // The answer's length would reveal how many hashes there are.
      headers: {'add-padding': 'true'},
      redirect: 'error',
      signal: AbortSignal.timeout(PATIENCE),
    })
    if (!answer.ok) throw new Error(`answered ${answer.status}`)
    return readBounded(answer)
  }

  return async password => {
    const hash = createHash('sha1').update(password).digest('hex').toUpperCase()
    let range: string
    try {
      range = await rangeOf(hash.slice(0, PREFIX_LENGTH))
    } catch (error) {
      log.warn(`Breached passwords can't be asked for: ${error instanceof Error ? error.message : String(error)}`)
      return
    }
    if (isIn(range, hash.slice(PREFIX_LENGTH)))
      throw badRequest('This password is known from a data breach. Choose another.')
  }
}

async function readBounded(answer: Response): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const part of answer.body ?? []) {
    text += decoder.decode(part, {stream: true})
    if (text.length > LONGEST_ANSWER) throw new Error('answered too much')
  }
  return text
}

/** Lines such as `0018A45C4D1DEF81644B54AB7F969B88D65:3`; those with a count of 0 are padding. */
const isIn = (range: string, rest: string): boolean =>
  range.split('\n').some(line => {
    const [suffix, count] = line.trim().split(':')
    return suffix?.toUpperCase() === rest && Number(count) > 0
  })
