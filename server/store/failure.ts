import {StartRefused} from '../database/startRefused'
import {databaseFailure} from '../http/failures/databaseFailure'
import {HttpError} from '../http/failures/errors'

/**
 * Explains a failure by error codes only. The message of a mail server or a database must not get into a log, because
 * it may repeat an address, a link or a password.
 */
export function explainFailure(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  if (error instanceof StartRefused) return error.message.replace(/\.$/, '')
  if (error instanceof HttpError) return asPart(error.message)
  if (error.cause instanceof Error) return explainFailure(error.cause)
  const codes = ['code', 'responseCode', 'command'].map(field => Reflect.get(error, field))
  const known = codes.filter(code => typeof code === 'string' || typeof code === 'number')
  if (known.length === 0) return OWN_WORDS.test(error.message) ? error.message : error.name
  const inWords = SQLSTATE.test(String(known[0])) ? databaseFailure(error)?.message : undefined
  return inWords === undefined ? known.join(' ') : `${asPart(inWords)} (${known.join(' ')})`
}

/** Codes of Node begin with an E. */
const SQLSTATE = /^(?!E)[0-9A-Z]{5}$/

/** A sentence as a part of another one. */
const asPart = (sentence: string): string => sentence.charAt(0).toLowerCase() + sentence.slice(1).replace(/\.$/, '')

/** The database driver's own messages, which repeat nothing. */
const OWN_WORDS = /^(Connection terminated[a-z ]*|timeout exceeded when trying to connect|Query read timeout)$/
