import {once} from 'node:events'
import {type IncomingMessage, request as requestHttp} from 'node:http'
import {request as requestHttps} from 'node:https'
import type {Milliseconds} from '../../../contract/wire/common'
import {publicLookup, requirePublic} from './publicAddress'

export interface PostOptions {
  /** Whether addresses of private networks may be called. */
  allowPrivate: boolean
  /** The time limit of the call as a whole. */
  within?: Milliseconds
  signal: AbortSignal
}

/** The webhook has answered, and not with a success. */
export class WebhookRefused extends Error {
  override name = 'WebhookRefused'
  constructor(readonly status: number) {
    super(`answered ${status}`)
  }
}

const SECOND: Milliseconds = 1000
/** What a webhook answers is not looked at. So much of it is read that it can end its answer in peace. */
const ANSWER_BYTES = 64 * 1024

/** Posts JSON. Rejects unless the answer is a success; a redirect is none, and is not followed. */
export async function post(url: string, headers: Record<string, string>, body: string, options: PostOptions) {
  const {allowPrivate, within = 10 * SECOND} = options
  const address = new URL(url)
  if (!allowPrivate) requirePublic(address)
  const send = address.protocol === 'https:' ? requestHttps : requestHttp
  const signal = AbortSignal.any([options.signal, AbortSignal.timeout(within)])
  const request = send(address, {
    method: 'POST',
    agent: false,
    signal,
    headers: {...headers, 'content-type': 'application/json', 'content-length': Buffer.byteLength(body)},
    ...(!allowPrivate && {lookup: publicLookup}),
  })
  // Whatever happens after the status has come is of no interest, but must not end the process.
  request.on('error', () => {})
  request.end(body)
  const [response]: IncomingMessage[] = await once(request, 'response')
  if (response === undefined) return
  const {statusCode = 0} = response
  await drain(response)
  if (statusCode < 200 || statusCode > 299) throw new WebhookRefused(statusCode)
}

/** The answer's status has come already, so what happens to the rest of it does not matter. */
async function drain(response: IncomingMessage) {
  let bytes = 0
  try {
    for await (const chunk of response) {
      bytes += chunk.length
      if (bytes > ANSWER_BYTES) break
    }
  } catch {
  } finally {
    response.destroy()
  }
}
