import {afterEach, beforeEach, describe, expect, it, vi} from 'vitest'
import * as z from 'zod/mini'
import {issuedWallLink} from '../../../contract/wire/entities/wallLink'
import type {LiveTelemetry} from '../../../contract/wire/telemetry/live'
import {seedAlarm} from '../../support/alarm'
import {type Cookies, cookiesOf, seedDevice} from '../../support/app'
import {originOf} from '../../support/bareSocket'
import {connectSocket} from '../../support/socket'
import {auditOf, createWorld, type Who, type World} from '../../support/world'

const MINUTE = 60_000

let test: World
let pump: Awaited<ReturnType<typeof seedDevice>>
let crane: typeof pump
let foreign: typeof pump

beforeEach(async () => {
  test = await createWorld({
    tokenLifetimes: {access: 15 * MINUTE, refresh: 60 * MINUTE},
    rateLimits: {loginAddress: '3:600'},
  })
  const {database, works, noc} = test
  pump = await seedDevice(database, {name: 'Pump', organisationId: works, label: 'Hall'})
  crane = await seedDevice(database, {name: 'Crane', organisationId: works, label: 'Quay'})
  foreign = await seedDevice(database, {name: 'Foreign', organisationId: noc, label: 'Hall'})
  await keepWalls([{name: 'Hall', devices: {label: ['Hall']}}])
})
afterEach(async () => {
  await test.close()
})

const keepWalls = (walls: object[]) =>
  test.call('plant', 'PUT', `/api/v0/attribute/organisation/${test.works}/2/walls`, {json_v: walls})

async function issue(body = {wall: 'Hall', name: 'Control room'}, who: Who = 'plant') {
  const response = await test.call(who, 'POST', `/api/v0/wall-link/by-org/${test.works}`, body)
  return issuedWallLink.parse(response.json())
}

const openWith = (token: string, cookies: Cookies | undefined = undefined) =>
  test.app.inject({method: 'POST', url: '/api/v0/auth/wall-link', body: {token}, ...(cookies && {cookies})})

async function open(token: string): Promise<Cookies> {
  return cookiesOf(await openWith(token))
}

const get = (url: string, cookies: Cookies) => test.app.inject({url, cookies})
const revoke = (id: string) => test.call('plant', 'DELETE', `/api/v0/wall-link/by-org/${test.works}/link/${id}`)
const namesIn = (response: {json(): unknown}) =>
  z
    .array(named)
    .parse(response.json())
    .map(({name}) => name)
    .sort()
const named = z.object({name: z.string()})

async function watch(cookies: Cookies) {
  if (!test.app.server.listening) await test.app.listen({port: 0, host: '127.0.0.1'})
  return connectSocket(originOf(test.app).origin, cookies, {reconnection: false})
}

describe('a wall link', () => {
  it('is told in full once, and kept as a hash', async () => {
    const {token, ...link} = await issue()

    const listed = await test.call('plant', 'GET', `/api/v0/wall-link/by-org/${test.works}`)
    expect(listed.json()).toEqual([link])
    expect(link).toEqual({
      _id: expect.any(String),
      wall: 'Hall',
      name: 'Control room',
      issued_by: 'plant@t.test',
      issued_at: test.clock.now,
      last_seen_at: null,
    })
    const {rows} = await test.database.pool.query<{row: string}>('select wall_link::text as row from wall_link')
    expect(rows.map(({row}) => row.includes(token))).toEqual([false])
  })

  it('signs a screen in that sees the devices of its wall, and nothing else', async () => {
    const cookies = await open((await issue()).token)

    expect((await get('/api/v0/user', cookies)).json()).toMatchObject({
      name: 'Control room',
      authority: 'WALL',
      organisation_id: test.works,
      email: '',
    })
    expect(namesIn(await get('/api/v0/device', cookies))).toEqual(['Pump'])
    expect((await get('/api/v0/wall-link/wall', cookies)).json()).toEqual({
      wall: {name: 'Hall', devices: {label: ['Hall']}},
    })
    expect((await get(`/api/v0/attribute/organisation/${test.works}`, cookies)).statusCode).toBe(403)
  })

  it('is not issued for a wall that is not there', async () => {
    const link = {wall: 'Quay', name: 'Control room'}
    const refused = await test.call('plant', 'POST', `/api/v0/wall-link/by-org/${test.works}`, link)
    expect([refused.statusCode, refused.json()]).toEqual([404, {message: 'Wall not found.'}])
    expect((await test.call('plant', 'GET', `/api/v0/wall-link/by-org/${test.works}`)).json()).toEqual([])
  })

  it('tells its screen that the wall is gone', async () => {
    const cookies = await open((await issue()).token)
    await keepWalls([])
    expect((await get('/api/v0/wall-link/wall', cookies)).json()).toEqual({wall: null})
  })

  it.each([
    ['all of the organisation', 'all', ['Crane', 'Pump']],
    ['those that were picked', () => ({picked: [crane.id, foreign.id, 'nonsense']}), ['Crane']],
    ['those of a type, where none is the empty text', {type: ['']}, ['Crane', 'Pump']],
    ['none, when its wall is gone', undefined, []],
  ])('shows %s', async (_what, choice, shown) => {
    const cookies = await open((await issue()).token)
    const devices = typeof choice === 'function' ? choice() : choice

    await keepWalls(devices === undefined ? [] : [{name: 'Hall', devices}])

    expect(namesIn(await get('/api/v0/device', cookies)).sort()).toEqual(shown)
  })

  it('is not ended by idleness: its screen signs in anew after any time', async () => {
    const {token} = await issue()
    const cookies = await open(token)
    test.clock.now += 400 * 24 * 60 * MINUTE

    expect((await get('/api/v0/user', cookies)).statusCode).toBe(401)
    expect((await openWith(token)).statusCode).toBe(200)
  })

  it('has sessions that are renewed as those of users are, and tells when it was seen', async () => {
    const {token, _id: id} = await issue()
    const {refreshToken = ''} = await open(token)
    test.clock.now += 10 * MINUTE

    const renewed = await test.app.inject({method: 'POST', url: '/api/v0/auth/refresh-token', cookies: {refreshToken}})

    expect((await get('/api/v0/user', cookiesOf(renewed))).statusCode).toBe(200)
    const listed = await test.call('plant', 'GET', `/api/v0/wall-link/by-org/${test.works}`)
    expect(listed.json()).toMatchObject([{_id: id, last_seen_at: test.clock.now}])
  })

  it('leaves a trail of who issued and revoked it, and of where it was opened', async () => {
    const {token, _id: id} = await issue()
    await open(token)
    await revoke(id)

    const trail = (await auditOf(test.database, test.works)).filter(({action}) => action.startsWith('wallLink.'))
    const detail = {name: 'Control room', wall: 'Hall'}
    expect(trail.map(({action, email, detail}) => ({action, email, detail}))).toEqual([
      {action: 'wallLink.issued', email: 'plant@t.test', detail},
      {action: 'wallLink.opened', email: null, detail},
      {action: 'wallLink.revoked', email: 'plant@t.test', detail},
    ])
  })

  it('goes with its organisation', async () => {
    const {token} = await issue()
    const cookies = await open(token)

    await test.call('admin', 'DELETE', `/api/v0/organisation/${test.works}`)

    expect((await get('/api/v0/user', cookies)).statusCode).toBe(401)
    expect((await openWith(token)).statusCode).toBe(401)
  })
})

describe('a revoked wall link', () => {
  it('is told so, and no longer listed', async () => {
    const {token, _id: id} = await issue()
    const cookies = await open(token)

    expect((await revoke(id)).statusCode).toBe(204)

    expect((await get('/api/v0/user', cookies)).statusCode).toBe(401)
    const again = await openWith(token)
    expect([again.statusCode, again.json()]).toEqual([410, {message: 'This wall link was revoked.'}])
    expect((await test.call('plant', 'GET', `/api/v0/wall-link/by-org/${test.works}`)).json()).toEqual([])
    expect((await revoke(id)).statusCode).toBe(404)
  })

  it('loses its socket at once', async () => {
    const {token, _id: id} = await issue()
    const socket = await watch(await open(token))
    const told = vi.fn()
    socket.on('sessionEnded', told)

    await revoke(id)

    await vi.waitFor(() => expect(socket.connected).toBe(false))
    expect(told).toHaveBeenCalledOnce()
  })
})

describe('wrong tokens', () => {
  it('have to wait longer and longer', async () => {
    const tried = []
    for (let tries = 0; tries < 5; tries++) tried.push((await openWith('wrong')).statusCode)

    expect(tried).toEqual([401, 401, 401, 401, 429])
  })
})

describe('the socket of a wall', () => {
  it('takes the devices of the wall, and is closed when the wall is changed', async () => {
    const cookies = await open((await issue()).token)
    const socket = await watch(cookies)
    const ids = {device_ids: [pump.id, crane.id, foreign.id]}
    expect(await socket.emitWithAck('subscribe', ids)).toEqual({refused: [crane.id, foreign.id]})

    await keepWalls([{name: 'Hall', devices: {label: ['Quay']}}])

    await vi.waitFor(() => expect(socket.connected).toBe(false))
    expect(await (await watch(cookies)).emitWithAck('subscribe', ids)).toEqual({refused: [pump.id, foreign.id]})
  })

  it('hears no more of a device that gets a label of another wall', async () => {
    const cookies = await open((await issue()).token)
    const socket = await watch(cookies)
    const heard: LiveTelemetry[] = []
    socket.on('telemetry', batch => heard.push(...batch))
    await socket.emitWithAck('subscribe', {device_ids: [pump.id]})

    await test.call('plant', 'PUT', `/api/v0/device/${pump.id}`, {label: 'Quay'})
    await test.app.inject({method: 'POST', url: '/api/v1/Pump-token/telemetry', body: {load: 1}})

    await socket.emitWithAck('subscribe', {device_ids: [], continues: true})
    expect(heard).toEqual([])
  })

  it('is told of the alarms of its devices alone', async () => {
    await seedAlarm(test.database, {device: pump})
    await seedAlarm(test.database, {device: crane})
    const socket = await watch(await open((await issue()).token))
    const heard: string[] = []
    socket.on('alarms', batch => heard.push(...batch.map(({device_id: id}) => id)))
    await socket.emitWithAck('watchAlarms')

    const {rows} = await test.database.pool.query<{id: string}>('select id from alarm order by id desc')
    for (const {id} of rows) await test.call('plant', 'POST', `/api/v0/alarm/${id}/comment`, {note: 'seen'})

    await vi.waitFor(() => expect(heard).toEqual([pump.id]))
  })
})
