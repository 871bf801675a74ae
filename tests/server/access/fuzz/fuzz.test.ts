import fc from 'fast-check'
import {afterAll, beforeAll, describe, expect, it} from 'vitest'
import * as z from 'zod/mini'
import {ENTITY_TYPES, type EntityType} from '../../../../contract/attribute'
import {AUTHORITIES} from '../../../../contract/user'
import {PASSWORD} from '../../../support/app'
import {REMEMBERED} from '../../../support/rewind'
import {CALLS} from '../calls'
import {PLACES, SIGNED_IN_ACTORS} from '../people'
import {deviceToken, emailOf, LINKS} from '../seed'
import {createWorld, type World} from '../world'
import {type Attempt, looseAttempt, shapedAttempt, strayAttempt} from './attempts'
import {type Shape, shapesOf} from './shapes'
import type {Known} from './wire'

const SHAPED = 14_000
const LOOSE = 5_000
const STRAY = 3_000
/** Fails a request that nobody answers. */
const ANSWER_WITHIN = 10_000
const TIME = 180_000

let world: World
let shapes: Shape[]
let known: Known
let secrets: string[]

beforeAll(async () => {
  world = await createWorld()
  const document = await world.app.inject('/docs/json')
  shapes = shapesOf(document.json(), Object.keys(CALLS))
  known = knownTo(world)
  secrets = await secretsOf(world)
})
afterAll(() => world.close())

describe('nothing that is sent makes the server fail, tell a secret, or change anything while it refuses', () => {
  it('as the contract has it, or nearly so', {timeout: TIME}, () => hold(shapedAttempt(shapes, known), SHAPED))

  it('to the right address in the wrong way', {timeout: TIME}, () => hold(looseAttempt(shapes, known), LOOSE))

  it('to anywhere', {timeout: TIME}, () => hold(strayAttempt(shapes, known), STRAY))
})

function hold(attempts: fc.Arbitrary<Attempt>, numRuns: number) {
  return fc.assert(fc.asyncProperty(attempts, holds), {numRuns, timeout: ANSWER_WITHIN})
}

async function holds({actor, method, url, headers, body}: Attempt) {
  const cookies = world.cookiesOf(actor)
  const response = await world.app.inject({method, url, headers, cookies, ...(body !== undefined && {body})})
  const changed = await world.changes.take()
  if (changed.some(isRewound)) await world.rewind()

  expect(response.statusCode).toBeLessThan(500)
  expect(secrets.filter(secret => response.body.includes(secret))).toEqual([])
  if (response.statusCode >= 400) {
    expect(changed.filter(table => !TRACES.includes(table))).toEqual([])
    if (method !== 'HEAD') expect(isRefusal(response)).toBe(true)
  }
}

/** That somebody tried is kept. */
const TRACES = ['audit']

const isRewound = (table: string): boolean => !REMEMBERED.includes(table)

const refusal = z.strictObject({message: z.string().check(z.minLength(1))})

/** Devices are refused without a word. */
function isRefusal({statusCode, body}: {statusCode: number; body: string}): boolean {
  if (statusCode === 401 && body === '') return true
  return refusal.safeParse(JSON.parse(body)).success
}

function knownTo({idOf}: World): Known {
  const idsOf = (kind: EntityType) =>
    PLACES[kind].flatMap(place => AUTHORITIES.map(authority => idOf({kind, place, authority}, 'SYS_ADMIN')))
  const actors = SIGNED_IN_ACTORS.map(actor => idOf({kind: 'user', place: 'self'}, actor))
  const good: Record<string, readonly string[]> = {
    uuid: [...ENTITY_TYPES.flatMap(idsOf), ...actors],
    'user/:id': [...idsOf('user'), ...actors],
    'by-org/:id': idsOf('organisation'),
    'customer/:id': idsOf('customer'),
    'device/:id': idsOf('device'),
    organisation_id: idsOf('organisation'),
    customer_id: idsOf('customer'),
    entityType: [...ENTITY_TYPES, 'device', 'device', 'device'],
    entityId: [...idsOf('device'), ...idsOf('device'), ...actors, ...idsOf('customer')],
    accessToken: PLACES.device.map(deviceToken),
    email: [...SIGNED_IN_ACTORS.map(emailOf), 'new@works.test', 'Jürgen+pumpe@hafen.test', 'x'.repeat(300)],
    password: [PASSWORD, 'a quite new password', 'password123', 'x', '👾'.repeat(128), 'x'.repeat(10_000)],
    password2: ['a quite new password'],
    token: [...Object.values(LINKS), 'x'.repeat(43)],
    keys: ['load', 'serial', 'load,serial', ','],
    key: ['load', 'serial'],
    attributeKey: ['serial', 'load'],
    timeZone: ['UTC', 'Europe/Berlin', 'Nowhere/Land'],
  }
  return about => {
    const values = good[about]
    return values === undefined ? undefined : fc.constantFrom(...values)
  }
}

async function secretsOf({database, cookiesOf}: World): Promise<string[]> {
  const {rows} = await database.pool.query<{secret: string}>(
    'select hash as secret from token union select hash from link_token union select password_hash from "user"',
  )
  const tokens = SIGNED_IN_ACTORS.flatMap(actor => Object.values(cookiesOf(actor)))
  return [...rows.map(({secret}) => secret), ...tokens, ...Object.values(LINKS), PASSWORD, '$argon2', 'node:internal']
}
