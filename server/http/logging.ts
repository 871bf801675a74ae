import {DrizzleQueryError} from 'drizzle-orm'
import type {FastifyServerOptions} from 'fastify'

export interface LogOptions {
  level: 'debug' | 'info' | 'warn' | 'error' | 'silent'
  /** Absent: standard output. */
  stream?: {write(line: string): void}
}

/** No log line holds a password, token or cookie: requests are named by their route, since a device's URL holds its token. */
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

/** A failed query's own message repeats its parameters, so the database's message stands in for it. */
function describeError(error: Error) {
  const cause = error instanceof DrizzleQueryError && error.cause !== undefined ? error.cause : error
  const code = 'code' in cause ? String(cause.code) : undefined
  return {type: cause.name, message: cause.message, stack: cause.stack ?? '', code}
}
