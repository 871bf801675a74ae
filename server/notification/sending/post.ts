import {once} from 'node:events'
import {type IncomingMessage, request as requestHttp} from 'node:http'
import {request as requestHttps} from 'node:https'
import {SECOND} from '../../../contract/rules/time/durations'
import type {Milliseconds} from '../../../contract/wire/common'
import type {Answer} from '../channel'
import {publicLookup, requirePublic} from './publicAddress'

export interface PostOptions {
  method?: 'POST' | 'PUT'
  /** Whether addresses of private networks may be called. */
  allowPrivate: boolean
  /** The time limit of the call as a whole. */
  within?: Milliseconds
  signal: AbortSignal
  /** A certificate that is trusted besides those of the machine. */
  ca?: string | undefined
}

/** The maximum of an answer that is read. */
const ANSWER_BYTES = 64 * 1024

/**
 * Posts JSON, unless the headers say otherwise, and resolves to the answer; rejects when it was cut off. A redirect is not
 * followed.
 */
export async function post(
  url: string,
  headers: Record<string, string>,
  body: string | Buffer,
  options: PostOptions,
): Promise<Answer> {
  const {allowPrivate, method = 'POST', within = 10 * SECOND, ca} = options
  const address = new URL(url)
  if (!allowPrivate) requirePublic(address)
  const send = address.protocol === 'https:' ? requestHttps : requestHttp
  const signal = AbortSignal.any([options.signal, AbortSignal.timeout(within)])
  const request = send(address, {
    method,
    agent: false,
    signal,
    headers: {'content-type': 'application/json', ...headers, 'content-length': Buffer.byteLength(body)},
    ...(!allowPrivate && {lookup: publicLookup}),
    ...(ca !== undefined && {ca}),
  })
  // An error after the status fails the reading of the body, and must not end the process.
  request.on('error', () => {})
  request.end(body)
  const [response]: IncomingMessage[] = await once(request, 'response')
  if (response === undefined) return {status: 0, headers: {}, body: ''}
  return {status: response.statusCode ?? 0, headers: response.headers, body: await beginningOf(response)}
}

/** Further bytes are of no interest. */
async function beginningOf(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  try {
    for await (const chunk of response) {
      chunks.push(chunk)
      bytes += chunk.length
      if (bytes > ANSWER_BYTES) break
    }
  } finally {
    response.destroy()
  }
  return Buffer.concat(chunks).toString()
}
