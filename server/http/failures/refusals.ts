import type {FastifyInstance, FastifyRequest} from 'fastify'
import type {Milliseconds} from '../../../contract/wire/common'
import type {Metrics} from '../metrics/metrics'
import {toHttpError} from './errorHandler'
import type {HttpError} from './errors'

const KINDS: Readonly<Record<number, string>> = {
  401: 'session',
  403: 'access',
  421: 'host',
  429: 'limit',
  503: 'outage',
  507: 'disk',
}
/** A missing session is not logged: it only asks for a sign-in. */
const LOGGED: ReadonlySet<number> = new Set([403, 421, 429, 503, 507])
const OF_SERVER = 500
const AGAIN_AFTER: Milliseconds = 10_000
const LOGIN = '/api/v0/auth/login'

interface Refused {
  log: {warn(facts: object, text: string): void}
  address: string
  /** The method and the route. */
  call: string
  userId?: string | null
  error: HttpError
  /** The cause of the server's refusal, if that was no fault of the caller. */
  err?: Error
}

/**
 * Counts the calls that are refused, and logs them: of the same refusal of the same call one line in ten seconds,
 * which says how many there were besides. Returns what does so for refusals outside of the routes.
 */
export function logRefusals(app: FastifyInstance, metrics: Metrics, elapsed: () => Milliseconds) {
  const count = metrics.addCounts('refused_total', 'Refused calls and handshakes, by what refused them', 'by')
  const countLogin = metrics.addCounts('login_failures_total', 'Refused sign-ins, by their status', 'status')
  const logged = new Map<string, {at: Milliseconds; unsaid: number}>()

  function logRefusal({log, address, call, userId, err, error: {statusCode, message}}: Refused) {
    count(KINDS[statusCode] ?? 'other')
    if (!LOGGED.has(statusCode)) return
    const key = `${statusCode} ${call}`
    const before = logged.get(key)
    if (before && elapsed() - before.at < AGAIN_AFTER) {
      before.unsaid++
      return
    }
    logged.set(key, {at: elapsed(), unsaid: 0})
    const more = before && before.unsaid > 0 ? {more: before.unsaid} : {}
    log.warn(
      {status: statusCode, call, address, ...(userId && {userId}), reason: message, ...more, ...(err && {err})},
      'A call was refused',
    )
  }

  app.addHook('onError', async (request, _reply, error) => {
    const refusal = toHttpError(error)
    if (!(refusal.statusCode in KINDS)) return
    const call = callOf(request)
    const isOurs = refusal.statusCode >= OF_SERVER
    if (call === `POST ${LOGIN}` && !isOurs) countLogin(refusal.statusCode)
    const who = {address: request.ip, userId: request.viewer?.userId}
    logRefusal({log: request.log, call, ...who, error: refusal, ...(isOurs && {err: error})})
  })

  return logRefusal
}

/** The route, since the address of a device's call contains its token. */
const callOf = ({method, routeOptions: {url}}: FastifyRequest) => `${method} ${url ?? 'of no route'}`
