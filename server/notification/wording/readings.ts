import {SECOND} from '../../../contract/rules/time/durations'
import type {EpochMs, Milliseconds} from '../../../contract/wire/common'
import type {Answer, AnswerFields, Answers, Reading} from '../channel'
import type {Hide} from './withoutSecrets'

const WORDS_LENGTH = 200

/** A call that was answered. `hide` hides its secrets in the peer's words. */
export interface Asked {
  at: EpochMs
  url: string
  hide: Hide
}

/**
 * Reads the meaning of an answer: a success counts only with the proof that the peer promises, and anything but a clear
 * refusal is tried again. Redirects are not followed.
 */
export function readingOf(answers: Answers, answer: Answer, {at, url, hide}: Asked): Reading {
  const fields = objectIn(answer.body)
  const exception = answers.exception?.(answer, fields, url)
  if (exception !== undefined) return exception
  const {status, headers, body} = answer
  if (status >= 200 && status <= 299) return acceptanceIn(answers, answer, fields)
  const words = answers.words === undefined ? wordsIn(fields, body) : answers.words(fields)
  const said = `answered ${status}${inBrackets(words, hide)}`
  if (status >= 300 && status <= 399) return {later: `it redirects, which is not followed: ${said}`}
  const isLater = status >= 500 || LATER.has(status)
  if (!isLater && !answers.isRefusalTriedAgain)
    return {never: `${REASONS[status] ?? 'it does not accept the message'}: ${said}`}
  return laterAfter(said, answers.pause?.(fields) ?? retryAfter(headers['retry-after'], at))
}

const LATER: ReadonlySet<number> = new Set([408, 425, 429])

function acceptanceIn({proof}: Answers, answer: Answer, fields: AnswerFields): Reading {
  const {status, body} = answer
  if (proof === undefined ? !isPage(answer) : proof.isIn(fields, body)) return 'sent'
  const found = isPage(answer) ? 'with a web page' : `without ${proof?.name}`
  return {later: `nothing shows that the message was accepted: answered ${status} ${found}`}
}

/** A proxy, a firewall or a hotspot answers so in place of the peer. */
const isPage = ({headers, body}: Answer): boolean =>
  /^\s*<(!doctype html|html)\b/i.test(body) || (/html/i.test(headers['content-type'] ?? '') && /^\s*</.test(body))

const GONE = 'the address is not in use any more, or was never'

const REASONS: Readonly<Record<number, string>> = {
  401: 'the key or token was revoked, or is wrong',
  403: 'the key, token or address was revoked, or may not send there',
  404: GONE,
  410: GONE,
  413: 'the message is too long',
}

const laterAfter = (later: string, after: Milliseconds | undefined): Reading =>
  after === undefined ? {later} : {later, after}

/** Retry-After is in seconds, or a date. */
export function retryAfter(value: string | undefined, at: EpochMs): Milliseconds | undefined {
  if (value === undefined) return undefined
  const seconds = Number(value)
  const after = Number.isFinite(seconds) ? seconds * SECOND : Date.parse(value) - at
  return Number.isFinite(after) ? Math.max(after, 0) : undefined
}

/** The object in an answer; empty when there is none. */
function objectIn(body: string): AnswerFields {
  try {
    const parsed: unknown = JSON.parse(body)
    return hasFields(parsed) ? parsed : {}
  } catch {
    return {}
  }
}

/** A text that a peer gives to an accepted call, such as an id. */
export const isGiven = (value: unknown): boolean => typeof value === 'string' && value !== ''

/** The readable part of a refusal in JSON, by the names that most peers use. */
function wordsIn({message, error}: AnswerFields, body: string): unknown {
  const inner = hasFields(error) ? (error.message ?? error.code) : error
  return [message, inner].find(isGiven) ?? body
}

const hasFields = (value: unknown): value is AnswerFields => typeof value === 'object' && value !== null

/** The words of a peer in an error, if they are words. */
function inBrackets(words: unknown, hide: Hide): string {
  const text = Array.isArray(words) ? words.join(', ') : words
  if (typeof text !== 'string' || text.trim() === '' || text.trimStart().startsWith('<')) return ''
  return ` (${hide(text).trim().replace(/\s+/g, ' ').slice(0, WORDS_LENGTH)})`
}
