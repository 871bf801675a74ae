import {brotliDecompressSync} from 'node:zlib'
import fc from 'fast-check'
import {afterAll, beforeAll, describe, expect, it} from 'vitest'
import * as z from 'zod/mini'
import {PASSWORD} from '../../../support/app'
import {REMEMBERED} from '../../../support/rewind'
import {CALLS} from '../calls'
import {KEY_ACTORS, SIGNED_IN_ACTORS} from '../people'
import {emailOf, keyOf, LINKS} from '../seed'
import {createWorld, type World} from '../world'
import {type Attempt, looseAttempt, shapedAttempt, strayAttempt} from './attempts'
import {knownTo} from './known'
import {type Shape, shapesOf} from './shapes'
import type {Known} from './wire'

const SHAPED = 14_000
const LOOSE = 5_000
const STRAY = 3_000
const BURSTS = 150
const AT_ONCE = 12
/** Fails a request that nobody answers. */
const ANSWER_WITHIN = 60_000

let world: World
let shapes: Shape[]
let known: Known
let secrets: string[]

beforeAll(async () => {
  world = await createWorld()
  const document = await world.app.inject({url: '/docs/json', cookies: world.cookiesOf('SYS_ADMIN')})
  shapes = shapesOf(document.json(), Object.keys(CALLS))
  known = knownTo(world)
  secrets = await secretsOf(world)
})
afterAll(() => world.close())

describe('nothing that is sent makes the server fail, tell a secret, or change anything while it refuses', () => {
  it('as the contract has it, or nearly so', () => hold(shapedAttempt(shapes, known), SHAPED, [[GUESS]]))

  it('to the right address in the wrong way', () => hold(looseAttempt(shapes, known), LOOSE))

  it('to anywhere', () => hold(strayAttempt(shapes, known), STRAY))
})

it('many changes at once neither fail nor keep each other waiting for ever', async () => {
  const changing = shapes.filter(({method}) => !READING.includes(method))
  const burst = fc.array(shapedAttempt(changing, known), {minLength: AT_ONCE, maxLength: AT_ONCE})
  await fc.assert(fc.asyncProperty(burst, standsTogether), {numRuns: BURSTS, timeout: ANSWER_WITHIN})
})

const READING = ['GET', 'HEAD', 'OPTIONS']

function hold(attempts: fc.Arbitrary<Attempt>, numRuns: number, examples: [Attempt][] = []) {
  return fc.assert(fc.asyncProperty(attempts, stands), {numRuns, timeout: ANSWER_WITHIN, examples})
}

async function stands(attempt: Attempt) {
  const response = await send(attempt)
  const changed = await world.changes.take()
  if (changed.some(table => !REMEMBERED.includes(table))) await world.rewind()

  expect(response.statusCode).toBeLessThan(500)
  expect(secrets.filter(secret => response.body.includes(secret))).toEqual([])
  if (response.statusCode >= 400) {
    expect(changed.filter(table => !tracesOf(attempt).includes(table))).toEqual([])
    expect(isRefusal(attempt, response)).toBe(true)
  }
}

async function standsTogether(attempts: Attempt[]) {
  const responses = await Promise.all(attempts.map(send))
  await world.rewind()

  expect(responses.filter(({statusCode}) => statusCode >= 500)).toEqual([])
}

async function send({actor, method, url, headers, body}: Attempt): Promise<{statusCode: number; body: string}> {
  const {cookies, headers: authorisation} = world.credentialsOf(actor)
  const sent = {...authorisation, ...headers}
  const answer = await world.app.inject({method, url, headers: sent, cookies, ...(body !== undefined && {body})})
  const isCompressed = answer.headers['content-encoding'] === 'br' && answer.rawPayload.length > 0
  return {
    statusCode: answer.statusCode,
    body: isCompressed ? brotliDecompressSync(answer.rawPayload).toString() : answer.body,
  }
}

const GUESS: Attempt = {
  actor: 'nobody',
  method: 'POST',
  url: '/api/v0/auth/login',
  headers: {'content-type': 'application/json'},
  body: JSON.stringify({email: emailOf('SYS_ADMIN'), password: 'a wrong guess'}),
}

/** An attempt is recorded, and a wrong password is counted at its account. */
const tracesOf = ({url}: Attempt) => (url.startsWith('/api/v0/auth/') ? ['audit', 'user'] : ['audit'])

const refusal = z.strictObject({message: z.string().check(z.minLength(1))})

function isRefusal({method, url}: Attempt, {statusCode, body}: {statusCode: number; body: string}): boolean {
  const hasNoWords = WORDLESS.includes(statusCode) && url.startsWith('/api/v1/')
  if (method === 'HEAD' || hasNoWords) return body === ''
  return refusal.safeParse(JSON.parse(body)).success
}

/** These answers have no body: the device's token is unknown, or it has no events. */
const WORDLESS = [401, 408]

async function secretsOf({database, cookiesOf}: World): Promise<string[]> {
  const {rows} = await database.pool.query<{secret: string}>(
    'select hash as secret from token union select hash from api_key union select hash from link_token union select password_hash from "user"',
  )
  const tokens = SIGNED_IN_ACTORS.flatMap(actor => Object.values(cookiesOf(actor)))
  const keys = KEY_ACTORS.map(keyOf)
  return [
    ...rows.map(({secret}) => secret),
    ...tokens,
    ...keys,
    ...Object.values(LINKS),
    PASSWORD,
    '$argon2',
    'node:internal',
  ]
}
