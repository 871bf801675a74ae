import type {EpochMs, Milliseconds} from '../../../contract/wire/common'
import type {Answer, Reading} from '../channel'

const SECOND: Milliseconds = 1000
const WORDS_LENGTH = 200

/** What an answer means by its status. `words` are those of the peer; redirects are not followed. */
export function byStatus({status, headers, body}: Answer, at: EpochMs, words: unknown = body): Reading {
  if (status >= 200 && status <= 299) return 'sent'
  const said = `answered ${status}${inBrackets(words)}`
  if (status >= 300 && status <= 399) return {later: `${said}: it redirects, which is not followed`}
  if (status === 429) return laterAfter(said, retryAfter(headers['retry-after'], at))
  if (status >= 500 || status === 408 || status === 425) return laterAfter(said, retryAfter(headers['retry-after'], at))
  return {never: `${said}: ${REASONS[status] ?? 'it does not accept the message'}`}
}

const GONE = 'the address is not in use any more, or was never'

const REASONS: Readonly<Record<number, string>> = {
  401: 'the key or token was revoked, or is wrong',
  403: 'the key, token or address was revoked, or may not send there',
  404: GONE,
  410: GONE,
  413: 'the message is too long',
}

export const laterAfter = (later: string, after: Milliseconds | undefined): Reading =>
  after === undefined ? {later} : {later, after}

/** Retry-After is in seconds, or a date. */
export function retryAfter(value: string | undefined, at: EpochMs): Milliseconds | undefined {
  if (value === undefined) return undefined
  const seconds = Number(value)
  const after = Number.isFinite(seconds) ? seconds * SECOND : Date.parse(value) - at
  return Number.isFinite(after) ? Math.max(after, 0) : undefined
}

/** The object in an answer; empty when there is none. */
export function objectIn(body: string): Readonly<Record<string, unknown>> {
  try {
    const parsed: unknown = JSON.parse(body)
    return typeof parsed === 'object' && parsed !== null ? Object.fromEntries(Object.entries(parsed)) : {}
  } catch {
    return {}
  }
}

/** The words of a peer in an error, if they are words. */
function inBrackets(words: unknown): string {
  const text = Array.isArray(words) ? words.join(', ') : words
  if (typeof text !== 'string' || text.trim() === '' || text.trimStart().startsWith('<')) return ''
  return ` (${text.trim().replace(/\s+/g, ' ').slice(0, WORDS_LENGTH)})`
}
