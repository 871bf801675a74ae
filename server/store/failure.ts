import {StartRefused} from '../database/startRefused'

/**
 * Explains a failure by error codes only. The message of a mail server or a database must not get into a log, because
 * it may repeat an address, a link or a password.
 */
export function explainFailure(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  if (error instanceof StartRefused) return error.message.replace(/\.$/, '')
  if (error.cause instanceof Error) return explainFailure(error.cause)
  const codes = ['code', 'responseCode', 'command'].map(field => Reflect.get(error, field))
  const told = codes.filter(code => typeof code === 'string' || typeof code === 'number')
  if (told.length === 0) return OWN_WORDS.test(error.message) ? error.message : error.name
  const meaning = MEANINGS[String(told[0])]
  return meaning === undefined ? told.join(' ') : `${meaning} (${told.join(' ')})`
}

/** What the database driver says itself, which repeats nothing. */
const OWN_WORDS = /^(Connection terminated[a-z ]*|timeout exceeded when trying to connect|Query read timeout)$/

const MEANINGS: Readonly<Record<string, string>> = {
  '25006': 'the database stores nothing now',
  '53100': 'the disk of the database is full',
  '57014': 'a statement took too long',
  '57P01': 'the database was stopped',
  '57P03': 'the database is starting or stopping',
  '58030': 'the database can not read or write a file',
  XX001: 'a page of the database is damaged',
  XX002: 'an index of the database is damaged',
}
