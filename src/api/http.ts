import axios, {type AxiosAdapter, type AxiosResponse} from 'axios'
import type {ZodMiniType} from 'zod/mini'
import type {Milliseconds} from '../../contract/wire/common'
import {ApiError, apiError, unexpectedAnswer} from './errors'
import type {ServerClock} from './serverClock'

/** Calls one API. Each answer is parsed by the schema that the caller passes, and each failure is an `ApiError`. */
export interface Http {
  get<T>(path: string, answer: ZodMiniType<T>, options?: CallOptions): Promise<T>
  post<T>(path: string, answer: ZodMiniType<T>, options?: BodyOptions): Promise<T>
  put<T>(path: string, answer: ZodMiniType<T>, options?: BodyOptions): Promise<T>
  delete<T>(path: string, answer: ZodMiniType<T>, options?: BodyOptions): Promise<T>
}

export interface CallOptions {
  params?: Record<string, string | number | boolean | undefined>
  signal?: AbortSignal
  /** Without it a call waits for its answer without a limit. */
  giveUpAfter?: Milliseconds
}

/** What each call of a function of this layer may be given. */
export type Options = Pick<CallOptions, 'signal'>

interface BodyOptions extends CallOptions {
  body?: unknown
  /** Is called again and again with how many bytes of the body are sent. */
  onSent?: (bytes: number) => void
}

export interface HttpOptions {
  /** The origin of the API; an empty text means the page's own. */
  apiBase: string
  renewal: AccessTokenRenewal
  clock: ServerClock
  /** Is called after each call with whether the server answered at all. */
  onOutcome(outcome: 'reached' | 'missed'): void
  /** How requests are sent; without it axios chooses what fits the runtime. */
  transport?: AxiosAdapter
}

/** All that the calls know of the session. */
export interface AccessTokenRenewal {
  generation(): AccessTokenGeneration
  /** Resolves when the rejected token is replaced, and rejects with the reason when it won't be. */
  renew(rejected: AccessTokenGeneration, rejection: ApiError): Promise<void>
}

/** What a request was sent with. A 401 that is answered late must not ask for a renewal that has been tried since. */
export interface AccessTokenGeneration {
  /** Names the access token. A different name means that the token was renewed, by this tab or another one. */
  token: string
  failedRenewals: number
}

export function createHttp({apiBase, renewal, clock, onOutcome, transport}: HttpOptions): Http {
  const adapter = transport === undefined ? {} : {adapter: transport}
  const client = axios.create({baseURL: apiBase, withCredentials: true, timeout: 0, ...adapter})

  return {
    get: (path, answer, options) => parsed(answer, {method: 'GET', path, ...options}),
    post: (path, answer, options) => parsed(answer, {method: 'POST', path, ...options}),
    put: (path, answer, options) => parsed(answer, {method: 'PUT', path, ...options}),
    delete: (path, answer, options) => parsed(answer, {method: 'DELETE', path, ...options}),
  }

  async function parsed<T>(answer: ZodMiniType<T>, call: Call): Promise<T> {
    const {status, data} = await answeredWithAccess(call)
    const {success, data: value, error} = answer.safeParse(data)
    if (!success) throw unexpectedAnswer(nameOf(call), status, error)
    return value
  }

  /** A request answered with 401 is sent once more, after one renewal that all concurrent requests share. */
  async function answeredWithAccess(call: Call): Promise<AxiosResponse<unknown>> {
    const generation = renewal.generation()
    try {
      return await answered(call)
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 401 || SESSIONLESS_PATHS.includes(call.path)) throw error
      await renewal.renew(generation, error)
      return await answered(call)
    }
  }

  async function answered(call: Call): Promise<AxiosResponse<unknown>> {
    const learn = clock.asking()
    try {
      const response = await client.request<unknown>(requestOf(call))
      reached(learn, response)
      return response
    } catch (cause) {
      const error = apiError(nameOf(call), cause)
      if (error.kind !== 'unreachable' && axios.isAxiosError(cause)) reached(learn, cause.response)
      if (error.kind === 'unreachable' && !call.signal?.aborted) onOutcome('missed')
      throw error
    }
  }

  function reached(learn: ReturnType<ServerClock['asking']>, response: AxiosResponse<unknown> | undefined): void {
    learn(response?.headers.date)
    onOutcome('reached')
  }
}

/** A 401 to these means that the credentials, the link or the session are invalid, which no renewal can change. */
const SESSIONLESS_PATHS: readonly string[] = [
  '/api/v0/auth/login',
  '/api/v0/auth/second-factor',
  '/api/v0/auth/wall-link',
  '/api/v0/auth/refresh-token',
  '/api/v0/user/register/',
  '/api/users/password_reset/',
  '/api/users/password_reset/confirm/',
  '/api/users/verify-email/',
  '/api/v0/setup',
]

interface Call extends BodyOptions {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: string
}

const nameOf = ({method, path}: Call): string => `${method} ${path}`

function requestOf({method, path, params, body, onSent, signal, giveUpAfter}: Call) {
  return {
    method,
    url: path,
    ...(params === undefined ? {} : {params}),
    // axios labels a POST without a body as a form, which JSON servers refuse.
    ...(method === 'GET' ? {} : {data: body ?? {}}),
    ...(onSent === undefined ? {} : {onUploadProgress: ({loaded}: {loaded: number}) => onSent(loaded)}),
    ...(signal === undefined ? {} : {signal}),
    ...(giveUpAfter === undefined ? {} : {timeout: giveUpAfter}),
  }
}
