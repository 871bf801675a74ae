import {afterAll, beforeAll, beforeEach, describe, expect, it, vi} from 'vitest'
import {COMMANDS_STORED, COMMANDS_UNDERWAY} from '../../../contract/limits'
import {command as wire} from '../../../contract/wire/entities/command'
import {command} from '../../../server/database/schema/device'
import {createTestApp, seedDevice, type TestApp} from '../../support/app'
import {handMoved} from '../../support/virtualTime'
import {auditOf, createWorld, type Who, type World} from '../../support/world'

let test: World
let pump: string

beforeAll(async () => {
  test = await createWorld({rateLimits: {device: '', organisation: ''}})
  pump = (await seedDevice(test.database, {name: 'pump', organisationId: test.works})).id
})
beforeEach(() => test.database.db.delete(command))
afterAll(() => test.close())

const DAY = 24 * 60 * 60_000
const send = (body: object, who: Who = 'plant', device = pump) =>
  test.call(who, 'POST', `/api/v0/device/${device}/command`, {method: 'reboot', ...body})
const sent = async (body: object) => wire.parse((await send(body)).json())
const list = async () => (await test.call('plant', 'GET', `/api/v0/device/${pump}/commands`)).json().commands
const poll = (query = '', {app}: Pick<TestApp, 'app'> = test, token = 'pump-token') =>
  app.inject({url: `/api/v1/${token}/rpc${query}`})
const answer = (id: number | string, payload: string, {app}: Pick<TestApp, 'app'> = test) =>
  app.inject({method: 'POST', url: `/api/v1/pump-token/rpc/${id}`, payload})
const isQueued = (count = 1) => vi.waitFor(async () => expect(await list()).toHaveLength(count))

describe('a command to a device', () => {
  it('reaches a device that waits, and its answer comes back', async () => {
    const asked = poll()
    const sending = sent({method: 'setValve', params: {open: true}})

    const request = (await asked).json()
    expect(request).toEqual({id: 1, method: 'setValve', params: {open: true}})
    const told = await answer(request.id, '{"position":0.5}')

    expect([told.statusCode, told.body]).toEqual([200, ''])
    const {now} = test.clock
    expect(await sending).toEqual({
      number: 1,
      method: 'setValve',
      params: {open: true},
      one_way: false,
      state: 'answered',
      sent_by: 'plant@t.test',
      createdAt: now,
      expires_at: now + 10_000,
      sent_at: now,
      answered_at: now,
      answer: {position: 0.5},
      reason: null,
    })
  })

  it('waits for its device', async () => {
    const sending = sent({})
    await isQueued()
    expect(await list()).toMatchObject([{state: 'queued', sent_at: null}])

    const {id} = (await poll()).json()
    await vi.waitFor(async () => expect(await list()).toMatchObject([{state: 'sent', sent_at: test.clock.now}]))
    await answer(id, 'null')

    expect(await sending).toMatchObject({state: 'answered', answer: null})
  })

  it('is finished once it is sent when it goes one way, and takes no answer', async () => {
    const asked = poll()
    const finished = await sent({one_way: true})

    expect(finished).toMatchObject({state: 'sent', sent_at: test.clock.now})
    await answer((await asked).json().id, '1')
    expect(await list()).toEqual([finished])
  })

  it('expires when no device takes it in time, and reaches none any more', async () => {
    expect(await sent({timeout: 1})).toMatchObject({state: 'expired', sent_at: null})
    expect((await poll('?timeout=20')).statusCode).toBe(408)
  })

  it('expires when its device does not answer in time, and takes no answer then', async () => {
    const sending = sent({timeout: 300})
    const {id} = (await poll()).json()

    expect(await sending).toMatchObject({state: 'expired', sent_at: test.clock.now})
    await answer(id, '1')
    expect(await list()).toMatchObject([{state: 'expired'}])
  })

  it('counts as expired when its time is over, whether or not a server has lived to note it', async () => {
    const sending = sent({})
    await isQueued()
    test.clock.now += 10_000

    expect(await list()).toMatchObject([{state: 'expired'}])
    expect((await poll('?timeout=20')).statusCode).toBe(408)
    expect(await sending).toMatchObject({state: 'expired'})
  })

  it('is given to one call alone of a device that asks twice, each once', async () => {
    const asked = [poll('?timeout=1000'), poll('?timeout=1000'), poll('?timeout=1000')]
    const sending = [sent({one_way: true}), sent({one_way: true})]

    await Promise.all(sending)
    const codes = (await Promise.all(asked)).map(({statusCode}) => statusCode)
    expect(codes.sort()).toEqual([200, 200, 408])
  })

  it('goes in order', async () => {
    const sending = []
    for (const method of ['a', 'b', 'c']) {
      sending.push(send({method, one_way: true}))
      await isQueued(sending.length)
    }
    const got = []
    for (const _ of sending) got.push((await poll()).json().method)

    expect(got).toEqual(['a', 'b', 'c'])
    await Promise.all(sending)
  })

  it('reaches a device that waits at another server, which is found without any news', async () => {
    const other = await createTestApp({database: test.database, scheduler: handMoved(test.clock)})
    const asked = poll('', other)
    const sending = sent({})

    await answer((await asked).json().id, '7', other)

    expect(await sending).toMatchObject({state: 'answered', answer: 7})
    await other.close()
  })

  it('is written down, without what may be secret in it', async () => {
    await send({params: {wifi: 'secret'}, timeout: 1})

    const entry = (await auditOf(test.database, pump)).at(-1)
    expect(entry).toMatchObject({action: 'device.commanded', email: 'plant@t.test', entityName: 'pump'})
    expect(entry?.detail).toEqual({method: 'reboot', number: 1})
  })

  it('goes with its device', async () => {
    const gone = await seedDevice(test.database, {name: 'gone', organisationId: test.works})
    const sending = send({}, 'plant', gone.id)
    const asked = poll('', test, 'gone-token')
    expect((await asked).statusCode).toBe(200)
    const again = poll('', test, 'gone-token')
    await vi.waitFor(async () => expect((await poll('?timeout=1', test, 'gone-token')).statusCode).toBe(408))

    await test.call('plant', 'DELETE', `/api/v0/device/${gone.id}`)

    expect([(await again).statusCode, (await again).json()]).toEqual([403, {message: 'Device was deleted!'}])
    expect((await sending).statusCode).toBe(404)
    expect(await test.database.db.$count(command)).toBe(0)
  })

  it.each([
    {method: ''},
    {method: 'x'.repeat(256)},
    {method: 'a\0b'},
    {timeout: 0},
    {timeout: 60_001},
    {timeout: 1.5},
    {one_way: 'yes'},
    {unknown: 1},
  ])('is refused as %j', async body => {
    expect((await send(body)).statusCode).toBe(400)
    expect(await list()).toEqual([])
  })

  it('is refused when it is longer than a device takes', async () => {
    expect((await send({params: 'x'.repeat(64 * 1024)})).statusCode).toBe(413)
  })

  it('is for those who may change the device', async () => {
    expect((await send({}, 'user')).statusCode).toBe(403)
    expect((await send({}, 'noc')).statusCode).toBe(404)
    expect((await send({}, 'nobody')).statusCode).toBe(401)
  })

  it('is refused while too many wait, and keeps only the newest of those that are finished', async () => {
    const {db} = test.database
    const row = {deviceId: pump, method: 'a', params: 'null', isOneWay: false, sentBy: 'a@t.test', expiresAt: 0}
    await db.insert(command).values(Array.from({length: COMMANDS_STORED}, (_, index) => ({...row, number: index + 1})))
    const waiting = {...row, expiresAt: test.clock.now + DAY}
    const numbers = Array.from({length: COMMANDS_UNDERWAY - 1}, (_, index) => COMMANDS_STORED + index + 1)
    await db.insert(command).values(numbers.map(number => ({...waiting, number})))

    expect((await send({timeout: 1})).statusCode).toBe(200)
    const kept = await list()
    expect([kept.length, kept[0].number]).toEqual([COMMANDS_STORED, COMMANDS_STORED + COMMANDS_UNDERWAY])
    expect(await db.$count(command)).toBe(COMMANDS_STORED)

    await db.insert(command).values({...waiting, number: 1000})
    expect((await send({})).statusCode).toBe(409)
  })
})

describe('what a device answers or asks', () => {
  it.each(['', '{', 'nan', '['.repeat(30) + ']'.repeat(30)])('is refused as %j', async body => {
    expect((await answer(1, body)).statusCode).toBe(400)
  })

  it.each(['first', '1.5', '99999999999'])('is refused for a command called %s', async number => {
    expect((await answer(number, '1')).statusCode).toBe(400)
  })

  it('is taken when nobody waits for it, or it is sent a second time', async () => {
    const sending = sent({})
    const {id} = (await poll()).json()

    expect((await answer(id + 1, '1')).statusCode).toBe(200)
    expect((await answer(id, '2')).statusCode).toBe(200)
    expect((await answer(id, '3')).statusCode).toBe(200)
    expect(await sending).toMatchObject({answer: 2})
  })

  it('is refused when it is longer than 64 KiB', async () => {
    const long = JSON.stringify('x'.repeat(64 * 1024))
    expect((await answer(1, long)).statusCode).toBe(413)
    const asked = await test.app.inject({method: 'POST', url: '/api/v1/pump-token/rpc', payload: long})
    expect(asked.statusCode).toBe(413)
  })

  const ask = (payload: string) => test.app.inject({method: 'POST', url: '/api/v1/pump-token/rpc', payload})

  it('is what the server can tell', async () => {
    expect((await ask('{"method":"getTime","params":{}}')).json()).toBe(test.clock.now)
    expect((await ask('{"method":"getSessionLimits","params":{"timeout":5000}}')).json()).toEqual({
      maxPayloadSize: 1024 * 1024,
      maxInflightMessages: 100,
      rateLimits: {messages: '', telemetryMessages: '', telemetryDataPoints: '10000:1,200000:60'},
    })
    expect((await ask('{"method":"launch"}')).json()).toEqual({error: 'The server knows no method "launch".'})
  })

  it.each(['', '[]', '{"params":1}', '{"method":7}'])('is refused as the question %j', async body => {
    expect((await ask(body)).statusCode).toBe(400)
  })

  it('needs a token', async () => {
    const url = '/api/v1/unknown/rpc'
    expect((await test.app.inject({url})).statusCode).toBe(401)
    expect((await test.app.inject({method: 'POST', url, payload: '{}'})).statusCode).toBe(401)
  })

  it('finds no file that it could fetch', async () => {
    for (const kind of ['firmware', 'software'])
      expect((await test.app.inject({url: `/api/v1/pump-token/${kind}?title=a&version=1`})).statusCode).toBe(404)
  })
})

it('does not hold up a server that closes', async () => {
  const other = await createTestApp({database: test.database, scheduler: handMoved(test.clock)})
  const asked = poll('', other)
  await vi.waitFor(async () => expect((await poll('?timeout=1', other)).statusCode).toBe(408))
  await other.close()

  expect((await asked).statusCode).toBe(408)
})
