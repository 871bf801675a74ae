/**
 * Explains a failure by error codes only. The message of a mail server or a database must not get into a log, because
 * it may repeat an address, a link or a password.
 */
export function explainFailure(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  if (error.cause instanceof Error) return explainFailure(error.cause)
  const codes = ['code', 'responseCode', 'command'].map(field => Reflect.get(error, field))
  const told = codes.filter(code => typeof code === 'string' || typeof code === 'number')
  return told.length > 0 ? told.join(' ') : error.name
}
