import {DrizzleQueryError} from 'drizzle-orm'
import type {FastifyServerOptions} from 'fastify'

export interface LogOptions {
  level: 'debug' | 'info' | 'warn' | 'error' | 'silent'
  /** The default is standard output. */
  stream?: {write(line: string): void}
}

/**
 * Keeps passwords, tokens and cookies out of the log. Requests are logged by their route and not by their URL, because
 * the URL of a device's call contains its token. `undefined` turns logging off.
 */
export function loggerOptions(options: LogOptions | undefined): NonNullable<FastifyServerOptions['logger']> {
  if (options === undefined) return false
  return {
    ...options,
    redact: {paths: SECRETS, remove: true},
    serializers: {
      req: ({method, routeOptions}) => ({method, route: routeOptions?.url}),
      err: describeError,
    },
  }
}

const SECRETS = ['*.password', '*.accessToken', '*.refreshToken', '*.cookie', '*.authorization', 'headers', 'body']

/** The message of a DrizzleQueryError repeats the parameters, which may be secret, so its cause is logged instead. */
function describeError(error: Error) {
  const cause = error instanceof DrizzleQueryError && error.cause !== undefined ? error.cause : error
  const code = 'code' in cause ? String(cause.code) : undefined
  return {type: cause.name, message: cause.message, stack: cause.stack ?? '', code}
}
