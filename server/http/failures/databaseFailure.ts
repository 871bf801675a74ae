import {HttpError} from './errors'

/**
 * Translates an error of PostgreSQL, or of the connection to it, into an answer. Returns undefined for other errors.
 */
export function databaseFailure(error: unknown): HttpError | undefined {
  if (!(error instanceof Error)) return undefined
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  if (code === '57014') return new HttpError(503, 'The query took too long.', RETRY_SOON)
  if (code === '25006')
    return new HttpError(503, 'The disk of the server is almost full: nothing can be stored.', RETRY_SOON)
  if (code === '53100') return new HttpError(503, 'The disk of the server is full: nothing can be stored.', RETRY_SOON)
  if (DAMAGED.includes(code))
    return new HttpError(503, 'The database can not read some of what it has stored.', RETRY_LATER)
  if (code === '23505') return new HttpError(409, 'It exists already.')
  if (BAD_INPUT.test(code)) return new HttpError(400, 'The database can not hold a value of this request.')
  if (OUT_OF_SERVICE.test(code) || isBrokenConnection(error, code))
    return new HttpError(503, 'The database can not be used right now.', RETRY_SOON)
  return undefined
}

const RETRY_SOON = {'retry-after': '2'}
const RETRY_LATER = {'retry-after': '60'}

/** Pages of tables or of indexes, or files, that PostgreSQL can not read. */
export const DAMAGED: readonly string[] = ['XX001', 'XX002', '58030']

/** SQLSTATE classes 22 (data exception) and 23 (integrity constraint violation). */
const BAD_INPUT = /^2[23][0-9A-Z]{3}$/

/**
 * SQLSTATE classes 08 (connection), 40 (rollback in favour of another transaction), 53 (out of memory, disk or
 * connections) and 58 (input or output failed), and the codes 57P (shutdown). The rest are errors of Node, such as
 * ECONNRESET.
 */
const OUT_OF_SERVICE = /^(08|40|53|58)[0-9A-Z]{3}$|^57P0\d$|^E[A-Z]+\d*$|^ERR_STREAM_(DESTROYED|WRITE_AFTER_END)$/

/** PostgreSQL closes the connection after every error of severity FATAL or PANIC, whatever its code is. */
function isBrokenConnection(error: Error, code: string): boolean {
  if ('severity' in error && (error.severity === 'FATAL' || error.severity === 'PANIC')) return true
  // Node throws an AggregateError when it could reach none of the addresses of the database's host.
  if (error instanceof AggregateError) return true
  return code === '' && WITHOUT_CODE.test(error.message)
}

/** Messages of the driver `pg` for a connection that broke, timed out or sent nonsense. These errors have no code. */
const WITHOUT_CODE = new RegExp(
  [
    '^Connection terminated',
    '^Client (was closed|has encountered a connection error)',
    '^Cannot use a pool after calling end',
    '^Received unexpected \\w+ message from backend',
    '^timeout e(xceeded when trying to connect|xpired)',
    '^Query read timeout',
    'SSL connection',
  ].join('|'),
)
