import {HttpError} from './errors'

/** What an error of PostgreSQL or of the connection to it means to the caller; undefined for any other error. */
export function databaseFailure(error: unknown): HttpError | undefined {
  const code = codeOf(error)
  if (code === undefined) return undefined
  if (code === '57014') return new HttpError(503, 'The query took too long.', RETRY_SOON)
  if (code === '25006')
    return new HttpError(503, 'The disk of the server is almost full: nothing can be stored.', RETRY_SOON)
  if (code === '23505') return new HttpError(409, 'It exists already.')
  if (BAD_INPUT.test(code)) return new HttpError(400, 'The database can not hold a value of this request.')
  if (OUT_OF_SERVICE.test(code)) return new HttpError(503, 'The database can not be used right now.', RETRY_SOON)
  return undefined
}

const RETRY_SOON = {'retry-after': '2'}

/** Classes 22 (data exception) and 23 (integrity constraint). */
const BAD_INPUT = /^2[23][0-9A-Z]{3}$/

/**
 * Classes 08 (connection), 40 (gave way to another transaction), 53 (out of memory, disk or connections) and 58 (input or
 * output failed), 57P (shutting down), 25006 (writing is off, as it is on an almost full disk); and the socket's own errors,
 * ENOENT where it is a file.
 */
const OUT_OF_SERVICE =
  /^(08|40|53|58)[0-9A-Z]{3}$|^57P0\d$|^25006$|^E(CONN(REFUSED|RESET)|PIPE|TIMEDOUT|NOTFOUND|NOENT)$|^NO_CONNECTION$/

function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  if ('code' in error && typeof error.code === 'string') return error.code
  return WITHOUT_CODE.test(error.message) ? 'NO_CONNECTION' : undefined
}

/** The driver's words for a connection that is gone or did not come in time; it gives them no code. */
const WITHOUT_CODE =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/
