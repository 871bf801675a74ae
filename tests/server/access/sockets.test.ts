import {afterAll, afterEach, beforeAll, describe, expect, it, vi} from 'vitest'
import {hashToken} from '../../../server/http/secrets'
import {cookieHeader} from '../../support/app'
import {originOf} from '../../support/bareSocket'
import {type Client, connectSocket} from '../../support/socket'
import {expectedOf} from './expected'
import {type Actor, PLACES, type Place, SIGNED_IN_ACTORS} from './people'
import {deviceToken, LINKS} from './seed'
import {createWorld, type World} from './world'

interface Watcher {
  socket: Client
  /** The devices whose telemetry has come, in order. */
  heard: string[]
}

const DEVICES = PLACES.device
const STATISTICS = 'GET /api/v0/telemetry/:entityType/:entityId/statistics'

let world: World
let origin: string
let watchers: Watcher[] = []

beforeAll(async () => {
  world = await createWorld()
  await world.app.listen({port: 0, host: '127.0.0.1'})
  ;({origin} = originOf(world.app))
})
afterEach(async () => {
  watchers = []
  await world.rewind()
})
afterAll(() => world.close())

describe('a socket', () => {
  it('is for those who are signed in', async () => {
    expect(await refusalOf('nobody')).toEqual({message: 'unauthorized'})
  })

  it.each(SIGNED_IN_ACTORS)('of %s is refused exactly the devices that are out of reach', async actor => {
    const {socket} = await watch(actor)

    expect(await subscribe(socket, DEVICES)).toEqual({
      refused: DEVICES.filter(place => !isReached(actor, place)).map(idOf),
    })
  })

  it.each(SIGNED_IN_ACTORS)(
    'of %s is refused the statistics of exactly the devices that it may not ask for',
    async actor => {
      const {socket} = await watch(actor)
      const mayAsk = (place: Place) => expectedOf(STATISTICS, actor, {kind: 'device', place}) === 'answered'
      const series = DEVICES.map(place => ({device_id: idOf(place), key: 'load', time_zone: 'UTC'}))

      expect(await socket.emitWithAck('watchStatistics', {series})).toEqual({
        refused: DEVICES.filter(place => !mayAsk(place)).map(idOf),
      })
    },
  )

  it('is refused nothing for writing an id in capitals', async () => {
    const {socket} = await watch('CUSTOMER_USER')
    const ids = [idOf('own customer').toUpperCase()]

    expect(await socket.emitWithAck('subscribe', {device_ids: ids})).toEqual({refused: []})
  })

  it('hears of the devices within reach, and of no other', async () => {
    const sockets = new Map<Actor, Watcher>()
    for (const actor of SIGNED_IN_ACTORS) {
      const watcher = await watch(actor)
      await subscribe(watcher.socket, DEVICES)
      sockets.set(actor, watcher)
    }

    const posting = DEVICES.filter(place => place !== 'unknown')
    for (const place of posting) await post(place)

    await vi.waitFor(() => expect(sockets.get('SYS_ADMIN')?.heard).toEqual(posting.map(idOf)))
    for (const [actor, {socket, heard}] of sockets) {
      await answered(socket)
      expect([actor, heard]).toEqual([actor, posting.filter(place => isReached(actor, place)).map(idOf)])
    }
  })
})

describe('a socket that follows all within reach', () => {
  it('gets events of them, and of no other', async () => {
    const sockets = new Map<Actor, Watcher>()
    for (const actor of SIGNED_IN_ACTORS) {
      const watcher = await watch(actor)
      expect(await follow(watcher.socket)).toEqual({refused: []})
      sockets.set(actor, watcher)
    }

    const posting = DEVICES.filter(place => place !== 'unknown')
    for (const place of posting) await post(place)

    await vi.waitFor(() => expect(sockets.get('SYS_ADMIN')?.heard).toEqual(posting.map(idOf)))
    for (const [actor, {socket, heard}] of sockets) {
      await answered(socket)
      expect([actor, heard]).toEqual([actor, posting.filter(place => isReached(actor, place)).map(idOf)])
    }
  })

  it('gets events of those alone that are of the organisation it names', async () => {
    const [named, all] = [await watch('SYS_ADMIN'), await watch('SYS_ADMIN')]
    await follow(named.socket, world.idOf({kind: 'organisation', place: 'other organisation'}, 'nobody'))
    await follow(all.socket)

    for (const place of ['own customer', 'other organisation'] as const) await post(place)

    await vi.waitFor(() => expect(all.heard).toHaveLength(2))
    await answered(named.socket)
    expect(named.heard).toEqual([idOf('other organisation')])
  })

  it('gets events of a device that is created, or moved into reach', async () => {
    const watcher = await watch('CUSTOMER_USER')
    await follow(watcher.socket)
    const cookies = world.cookiesOf('SYS_ADMIN')
    const customer_id = customerAt('own customer')

    const moved = await world.app.inject({
      method: 'PUT',
      url: `/api/v0/device/${idOf('other customer')}`,
      cookies,
      body: {customer_id},
    })
    expect(moved.statusCode).toBe(200)
    const organisation_id = world.idOf({kind: 'organisation', place: 'own organisation'}, 'nobody')
    const rows = [{name: 'New', customer_id, access_token: 'token-of-twenty-letters'}]
    const imported = await world.app.inject({
      method: 'POST',
      url: '/api/v0/device/import',
      cookies,
      body: {organisation_id, rows},
    })
    expect(imported.json()).toEqual({outcomes: [{_id: expect.any(String)}]})
    await post('other customer')
    await world.app.inject({
      method: 'POST',
      url: '/api/v1/token-of-twenty-letters/telemetry',
      body: {load: 1},
    })

    await vi.waitFor(() => expect(watcher.heard).toEqual([idOf('other customer'), imported.json().outcomes[0]._id]))
  })
})

it('a socket that watches alarms gets events of those within reach, and of no other', async () => {
  /** Earlier changes may be sent once more. */
  const told = new Map<Actor, Set<string>>()
  for (const actor of SIGNED_IN_ACTORS) {
    const {socket} = await watch(actor)
    const heard = new Set<string>()
    socket.on('alarms', batch => {
      for (const {_id} of batch) heard.add(_id)
    })
    await socket.emitWithAck('watchAlarms')
    told.set(actor, heard)
  }

  const places = PLACES.alarm.filter(place => place !== 'unknown')
  const idAt = (place: Place) => world.idOf({kind: 'alarm', place}, 'nobody')
  for (const place of places) {
    const cookies = world.cookiesOf('SYS_ADMIN')
    const url = `/api/v0/alarm/${idAt(place)}/comment`
    expect((await world.app.inject({method: 'POST', url, body: {note: 'Seen.'}, cookies})).statusCode).toBe(200)
  }

  await vi.waitFor(() => expect(told.get('SYS_ADMIN')).toEqual(new Set(places.map(idAt))))
  for (const {socket} of watchers) await answered(socket)
  for (const [actor, heard] of told) {
    const reached = places.filter(
      place => expectedOf('GET /api/v0/alarm/:id', actor, {kind: 'alarm', place}) === 'answered',
    )
    expect([actor, heard]).toEqual([actor, new Set(reached.map(idAt))])
  }
})

describe('a socket stays and gets no more events', () => {
  it.each([
    ['is removed', 'DELETE', undefined],
    ['goes to another customer', 'PUT', () => ({customer_id: customerAt('other customer')})],
  ] as const)('of a device that %s', async (_what, method, body) => {
    const [watcher, other] = [await watch('CUSTOMER_USER'), await watch('SYS_ADMIN')]
    await subscribe(other.socket, DEVICES)
    await subscribe(watcher.socket, DEVICES)
    await post('own customer')
    await vi.waitFor(() => expect(watcher.heard).toEqual([idOf('own customer')]))

    const url = `/api/v0/device/${idOf('own customer')}`
    const cookies = world.cookiesOf('SYS_ADMIN')
    const response = await world.app.inject({method, url, cookies, ...(body && {body: body()})})
    expect(response.statusCode).toBeLessThan(300)

    const token = deviceToken('own customer')
    const posted = await world.app.inject({method: 'POST', url: `/api/v1/${token}/telemetry`, body: {load: 4}})
    expect(posted.statusCode).toBe(method === 'DELETE' ? 401 : 200)
    await post('other customer')
    await vi.waitFor(() => expect(other.heard).toContain(idOf('other customer')))
    await answered(watcher.socket)
    expect(watcher.heard).toEqual([idOf('own customer')])
  })
})

describe('a socket closes within a second and gets no more events', () => {
  it.each([
    ['its user logs out', logOut],
    ['its user is deleted', () => administer('DELETE')],
    ['its user gets another role', () => administer('PUT', {authority: 'CUSTOMER_ADMIN'})],
    ['its user goes to another customer', () => administer('PUT', {customer_id: customerAt('other customer')})],
    ['its user has no customer any more', () => administer('PUT', {customer_id: null})],
    ['its user loses its customer, which is removed', removeCustomer],
    ['its user gets a password from an admin', () => administer('PUT', {password: 'chosen by the admin'})],
    ['its user sets a new password by mail', resetPassword],
  ])('when %s', async (_what, end) => {
    const [watcher, other] = [await watch('CUSTOMER_USER'), await watch('SYS_ADMIN')]
    for (const {socket} of [watcher, other]) await subscribe(socket, ['own customer'])

    expect((await end()).statusCode).toBeLessThan(300)

    await vi.waitFor(() => expect(watcher.socket.connected).toBe(false))
    await post('own customer')
    await vi.waitFor(() => expect(other.heard).toEqual([idOf('own customer')]))
    expect(watcher.heard).toEqual([])
    expect(await refusalOf('CUSTOMER_USER')).toEqual({message: 'unauthorized'})
  })

  it('when an admin gives up its own role', async () => {
    const {socket} = await watch('SYS_ADMIN')
    await subscribe(socket, DEVICES)

    const body = {authority: 'CUSTOMER_USER'}
    const url = `/api/v0/user/${world.idOf({kind: 'user', place: 'self'}, 'SYS_ADMIN')}`
    const response = await world.app.inject({method: 'PUT', url, body, cookies: world.cookiesOf('SYS_ADMIN')})

    expect(response.statusCode).toBe(200)
    await vi.waitFor(() => expect(socket.connected).toBe(false))
  })
})

const idOf = (place: Place): string => world.idOf({kind: 'device', place}, 'nobody')
const customerAt = (place: Place): string => world.idOf({kind: 'customer', place}, 'nobody')

const isReached = (actor: Actor, place: Place): boolean =>
  expectedOf('SUBSCRIBE /socket.io', actor, {kind: 'device', place}) === 'answered'

async function watch(actor: Actor): Promise<Watcher> {
  const socket = await connectSocket(origin, world.cookiesOf(actor), {reconnection: false})
  const heard: string[] = []
  socket.on('telemetry', batch => heard.push(...batch.map(({device_id}) => device_id)))
  watchers.push({socket, heard})
  return {socket, heard}
}

/** Returns the answer to a client that may not open a socket. */
async function refusalOf(actor: Actor): Promise<unknown> {
  const headers = {cookie: cookieHeader(world.cookiesOf(actor))}
  return (await fetch(`${origin}/socket.io/?EIO=4&transport=polling`, {headers})).json()
}

const subscribe = (socket: Client, places: readonly Place[]) =>
  socket.emitWithAck('subscribe', {device_ids: places.map(idOf)})

const follow = (socket: Client, organisation_id?: string) =>
  socket.emitWithAck('subscribeReach', organisation_id === undefined ? {} : {organisation_id})

/** Whatever the server has sent before has come by then. */
const answered = (socket: Client) => subscribe(socket, [])

async function post(place: Place) {
  const url = `/api/v1/${deviceToken(place)}/telemetry`
  const response = await world.app.inject({method: 'POST', url, body: {load: 3}})
  expect(response.statusCode).toBe(200)
}

const logOut = () =>
  world.app.inject({method: 'POST', url: '/api/v0/auth/logout', cookies: world.cookiesOf('CUSTOMER_USER')})

function administer(method: 'PUT' | 'DELETE', body?: object) {
  const url = `/api/v0/user/${world.idOf({kind: 'user', place: 'self'}, 'CUSTOMER_USER')}`
  return world.app.inject({method, url, ...(body && {body}), cookies: world.cookiesOf('SYS_ADMIN')})
}

const removeCustomer = () =>
  world.app.inject({
    method: 'DELETE',
    url: `/api/v0/customer/${customerAt('own customer')}`,
    cookies: world.cookiesOf('SYS_ADMIN'),
  })

async function resetPassword() {
  const userId = world.idOf({kind: 'user', place: 'self'}, 'CUSTOMER_USER')
  await world.database.pool.query('update link_token set user_id = $1 where hash = $2', [
    userId,
    hashToken(LINKS.passwordReset),
  ])
  const url = `/api/users/password_reset/confirm/?token=${LINKS.passwordReset}`
  return world.app.inject({method: 'POST', url, body: {password: 'chosen by the user'}})
}
