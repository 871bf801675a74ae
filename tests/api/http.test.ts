import {describe, expect, it, vi} from 'vitest'
import * as z from 'zod/mini'
import {route} from '../../contract/wire/route'
import {ApiError} from '../../src/api/errors'
import {answering, createHttpTo} from './anyServer'

const names = route('GET', '/names', {answer: z.array(z.string())})

async function failureOf(call: Promise<unknown>) {
  const error = await call.then(() => undefined).catch((thrown: unknown) => thrown)
  if (!(error instanceof ApiError)) throw new Error('the call did not fail as calls do')
  const {kind, status, serverMessage, message} = error
  return {kind, status, serverMessage, message}
}

describe('an answer', () => {
  it('is parsed by its schema', async () => {
    const {http, outcomes} = await createHttpTo(answering(200, '["a","b"]'))
    expect([await http.call(names, {}), outcomes]).toEqual([['a', 'b'], ['reached']])
  })

  it.each([
    ['of another shape', '{"a":1}', 'application/json'],
    ['that is no JSON', '["a"', 'application/json'],
    ['that is a page', '<!doctype html>', 'text/html'],
    ['that is empty', '', 'application/json'],
  ])('%s is unexpected', async (_, body, type) => {
    const {http, outcomes} = await createHttpTo(answering(200, body, type))
    expect([await failureOf(http.call(names, {})), outcomes]).toEqual([
      {kind: 'unexpected', status: 200, serverMessage: null, message: 'GET /names was answered in an unexpected shape'},
      ['reached'],
    ])
  })

  it.each([
    ['uses the server’s message', 404, '{"message":"Device not found."}', 'refused', 'Device not found.'],
    ['has no words without one', 404, '{"error":"gone"}', 'refused', null],
    ['has no words with an empty one', 400, '{"message":""}', 'refused', null],
    ['has no words when it is a page', 500, '<h1>Oops</h1>', 'refused', null],
    ['of a gateway means that the server is away', 502, '<h1>Bad Gateway</h1>', 'unreachable', null],
  ])('of refusal %s', async (_, status, body, kind, serverMessage) => {
    const {http} = await createHttpTo(answering(status, body))
    const message = serverMessage ?? `GET /names was answered with ${status}`
    expect(await failureOf(http.call(names, {}))).toEqual({kind, status, serverMessage, message})
  })

  it('that never comes because nobody listens is unreachable, and counts as missed', async () => {
    const {http, outcomes, stop} = await createHttpTo(answering(200, '[]'))
    await stop()
    expect([await failureOf(http.call(names, {})), outcomes]).toEqual([
      {kind: 'unreachable', status: null, serverMessage: null, message: 'GET /names was not answered'},
      ['missed'],
    ])
  })

  it('that is cut off in the middle is unreachable', async () => {
    const {http} = await createHttpTo((_, response) => {
      response.writeHead(200, {'content-type': 'application/json', 'content-length': '100'})
      response.write('["a"')
      setImmediate(() => response.destroy())
    })
    expect((await failureOf(http.call(names, {}))).kind).toBe('unreachable')
  })

  it('that takes longer than a call waits is unreachable', async () => {
    const {http} = await createHttpTo(() => {})
    expect((await failureOf(http.call(names, {giveUpAfter: 30}))).kind).toBe('unreachable')
  })

  it('nobody waits for any more counts neither as reached nor as missed', async () => {
    const {http, outcomes} = await createHttpTo(() => {})
    const controller = new AbortController()
    const call = failureOf(http.call(names, {signal: controller.signal}))
    controller.abort()
    await call
    expect(outcomes).toEqual([])
  })
})

describe('a 401', () => {
  const unauthorised = answering(401, '{"message":"Sign in first."}')

  it('is retried once after the renewal, never twice', async () => {
    let calls = 0
    const renew = vi.fn(async () => {})
    const {http} = await createHttpTo(
      (request, response) => {
        calls++
        unauthorised(request, response)
      },
      {renew},
    )
    expect((await failureOf(http.call(names, {}))).status).toBe(401)
    expect([calls, renew.mock.calls.length]).toEqual([2, 1])
  })

  it.each(['/api/v0/auth/login', '/api/v0/auth/refresh-token'])('of %s is renewed by nothing', async path => {
    const renew = vi.fn(async () => {})
    const {http} = await createHttpTo(unauthorised, {renew})
    expect((await failureOf(http.call(route('POST', path, {answer: z.unknown()}), {}))).serverMessage).toBe(
      'Sign in first.',
    )
    expect(renew).not.toHaveBeenCalled()
  })

  it('is passed on when the renewal is refused', async () => {
    const {http} = await createHttpTo(unauthorised)
    expect((await failureOf(http.call(names, {}))).serverMessage).toBe('Sign in first.')
  })
})
