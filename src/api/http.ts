import type {AxiosAdapter, AxiosResponse} from 'axios'
import axios from 'axios'
import * as z from 'zod/mini'
import type {EpochMs, Milliseconds} from '../../contract/wire/common'
import {type ClientName, type InClientNames, inClientNames, inWireNames} from '../../contract/wire/names'
import {readOpening} from '../../contract/wire/opening'
import type {ParamOf, Route} from '../../contract/wire/route'
import {ApiError, apiError, unexpectedAnswer} from './errors'
import type {ServerClock} from './serverClock'

/**
 * Calls one API. Each answer is parsed by the route, and each failure is an `ApiError`. For a server that answers in
 * other forms than the contract says, `{...route, answer}` has a schema that accepts them.
 */
export interface Http {
  /** The clock of the server, by which the times in answers are read. */
  clock: Pick<ServerClock, 'now' | 'toClient'>
  call<R extends Route>(route: R, asked: AskedOf<R>): Promise<AnswerOf<R>>
  /** What came with the page as the answer to a route, once. Nothing is asked for. */
  answerOfPage<R extends Route>(route: R): Promise<AnswerOf<R> | null>
}

type QueryValue = string | number | boolean | undefined

/** What a route answers, in the names of the client. */
export type AnswerOf<R extends Route> = InClientNames<z.output<R['answer']>>

/** What a route asks for, in the names of the client. A route without a described body may send a form. */
export type AskedOf<R extends Route> = AskOptions &
  (ParamOf<R['path']> extends never ? unknown : {params: Readonly<Record<ParamOf<R['path']>, string | number>>}) &
  (R extends {query: z.ZodMiniType}
    ? {query?: {[Name in keyof z.input<R['query']> as ClientName<Name>]?: QueryValue}}
    : unknown) &
  (R extends {body: z.ZodMiniType} ? {body: InClientNames<z.input<R['body']>>} : {body?: FormData})

interface Asked extends AskOptions {
  params?: Readonly<Record<string, string | number>>
  query?: Readonly<Record<string, QueryValue>>
  body?: unknown
}

export interface AskOptions {
  signal?: AbortSignal
  /** Without it a call waits for its answer without a limit. */
  giveUpAfter?: Milliseconds
  /** Is called again and again with how many bytes of the body are sent. */
  onSent?: (bytes: number) => void
  /** Asks for what was so at this moment. */
  at?: EpochMs
  /** The answer is bytes, and no JSON. */
  isBlob?: boolean
  /** What came with the page will do. */
  asOfPage?: boolean
}

/** What each call of a function of this layer may be given. */
export type Options = Pick<AskOptions, 'signal'>

export interface HttpOptions {
  /** The origin of the API; an empty text means the page's own. */
  apiBase: string
  renewal: AccessTokenRenewal
  clock: ServerClock
  /** Is called after each call with whether the server answered at all. */
  onOutcome(outcome: 'reached' | 'missed'): void
  /** How requests are sent; without it axios chooses what fits the runtime. */
  transport?: AxiosAdapter
  /** Where the server tells what the first calls answer. */
  opening?: string | undefined
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

export function createHttp({apiBase, renewal, clock, onOutcome, transport, opening: url}: HttpOptions): Http {
  const adapter = transport === undefined ? {} : {adapter: transport}
  const client = axios.create({baseURL: apiBase, withCredentials: true, timeout: 0, ...adapter})
  const opening = url === undefined ? null : createOpening({read: () => openingAt(url), now: clock.now})

  return {clock, call: answeredBy, answerOfPage}

  async function answerOfPage<R extends Route>(route: R): Promise<AnswerOf<R> | null> {
    const {success, data} = z.safeParse<R['answer']>(route.answer, await opening?.take(route))
    return success ? inClientNames<R['answer']>(route.answer, data) : null
  }

  /** Without cookies for other origins the browser takes the answer that it has asked for already. */
  async function openingAt(url: string): Promise<Readonly<Record<string, unknown>>> {
    const learn = clock.asking(PAGE_BEGAN)
    const response = await client.get(url, {withCredentials: false, timeout: OPENING_PATIENCE})
    reached(learn, response)
    return readOpening.answer.parse(response.data)
  }

  async function answeredBy<R extends Route>(route: R, asked: Asked): Promise<AnswerOf<R>> {
    const {params = {}, query, body, at, asOfPage, ...rest} = asked
    if (route.method !== 'GET') opening?.forget()
    const ofPage = asOfPage === true ? await answerOfPage(route) : null
    if (ofPage !== null) return ofPage
    const path = route.path.replace(/:(\w+)/g, (_, name) => encodeURIComponent(params[name] ?? ''))
    const call = {
      ...rest,
      method: route.method,
      path,
      query: {...inWireNames(route.query, query), at},
      body: inWireNames(route.body, body),
    }
    const {status, data} = await answeredWithAccess(call)
    const {success, data: value, error} = z.safeParse<R['answer']>(route.answer, data)
    if (!success) throw unexpectedAnswer(nameOf(call), status, error)
    return inClientNames<R['answer']>(route.answer, value)
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

type Call = Pick<Route, 'method' | 'path'> & Omit<Asked, 'params' | 'at' | 'asOfPage'>

/** The browser has asked since then, by `performance.now()`. */
const PAGE_BEGAN = 0
const OPENING_PATIENCE: Milliseconds = 10_000

const nameOf = ({method, path}: Call): string => `${method} ${path}`

function requestOf({method, path, query, body, onSent, signal, giveUpAfter, isBlob}: Call) {
  return {
    method,
    url: path,
    params: query,
    ...(isBlob === true ? {responseType: 'blob' as const} : {}),
    // axios labels a POST without a body as a form, which JSON servers refuse.
    ...(method === 'GET' ? {} : {data: body ?? {}}),
    ...(onSent === undefined ? {} : {onUploadProgress: ({loaded}: {loaded: number}) => onSent(loaded)}),
    ...(signal === undefined ? {} : {signal}),
    ...(giveUpAfter === undefined ? {} : {timeout: giveUpAfter}),
  }
}

/**
 * What the first calls of the page answer, which the browser has asked for in one call while the files arrived. An
 * answer is given once, and none when it is old or something may have changed since.
 */
interface Opening {
  /** Undefined where there is none. */
  take(route: Pick<Route, 'path'>): Promise<unknown>
  /** From now on there is none. */
  forget(): void
}

interface OpeningSource {
  /** Fails where the server tells nothing, as to somebody whose access has expired. */
  read: () => Promise<Readonly<Record<string, unknown>>>
  now: () => EpochMs
}

function createOpening({read, now}: OpeningSource): Opening {
  const reading = read().then(
    answers => ({answers: new Map(Object.entries(answers)), until: now() + CACHED_FOR}),
    () => null,
  )
  let isForgotten = false
  return {
    async take({path}) {
      const known = await reading
      if (known === null || isForgotten || now() > known.until) return undefined
      const answer = known.answers.get(path)
      known.answers.delete(path)
      return answer
    },
    forget() {
      isForgotten = true
    },
  }
}

/** The screen of the page is opened within this time. */
const CACHED_FOR: Milliseconds = 10_000
