import {Writable} from 'node:stream'
import {isatty} from 'node:tty'
import {DrizzleQueryError} from 'drizzle-orm'
import pino, {type Logger} from 'pino'
import pretty from 'pino-pretty'

export type Log = Logger
export type LogFormat = 'json' | 'text'

export interface LogOptions {
  level: 'debug' | 'info' | 'warn' | 'error' | 'silent'
  /** `json` is for machines: an object a line. `text` is for a person at a terminal. The default is `json`. */
  format?: LogFormat
  stream: {write(line: string): void}
}

/**
 * The log of the whole process. Keeps passwords, tokens and cookies out of it. Requests are logged by their route and
 * not by their URL, because the URL of a device's call contains its token.
 */
export function createLog({level, format = 'json', stream}: LogOptions): Log {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: {level: (label: string) => ({level: label})},
    redact: {paths: SECRETS, remove: true},
    serializers: {req: describeRequest, err: describeError},
  }
  return pino(options, format === 'text' ? pretty({...FOR_PEOPLE, destination: intoStream(stream)}) : stream)
}

/** A log for parts that run without a server, such as tests. */
export const SILENT: Log = pino({level: 'silent'})

const FOR_PEOPLE = {translateTime: 'SYS:yyyy-mm-dd HH:MM:ss', colorize: isatty(1)}
const intoStream = ({write}: LogOptions['stream']) =>
  new Writable({
    decodeStrings: false,
    write(line: string, _encoding, done) {
      write(line)
      done()
    },
  })
const SECRETS = ['*.password', '*.accessToken', '*.refreshToken', '*.cookie', '*.authorization', 'headers', 'body']

interface LoggedRequest {
  method: string
  routeOptions?: {url?: string | undefined}
}

const describeRequest = ({method, routeOptions}: LoggedRequest) => ({method, route: routeOptions?.url})

/** The message of a DrizzleQueryError repeats the parameters, which may be secret, so its cause is logged instead. */
function describeError(error: Error) {
  const cause = error instanceof DrizzleQueryError && error.cause !== undefined ? error.cause : error
  const code = 'code' in cause ? String(cause.code) : undefined
  return {type: cause.name, message: cause.message, stack: cause.stack ?? '', code}
}
