import {afterAll, beforeAll, describe, expect, it, vi} from 'vitest'
import {type Cookies, PASSWORD, seedDevice, signIn} from '../../support/app'
import {originOf} from '../../support/bareSocket'
import {type Client, connectSocket} from '../../support/socket'
import {createMembers, type Members, NEW_PASSWORD} from './members'

let members: Members
let origin: string
let pump: string

beforeAll(async () => {
  members = await createMembers()
  const {app, database, works, own} = members
  pump = (await seedDevice(database, {name: 'pump', organisationId: works, customerId: own})).id
  await app.listen({port: 0, host: '127.0.0.1'})
  ;({origin} = originOf(app))
})
afterAll(() => members.close())

const ENDING = [
  ['password', {password: NEW_PASSWORD}],
  ['authority', {authority: 'CUSTOMER_ADMIN'}],
  ['organisation', {organisation_id: 'noc', customer_id: null}],
  ['customer', {customer_id: 'other'}],
  ['deletion', {userDeleted: true}],
] as const

describe('by a change of another user', () => {
  it.each(ENDING)('its %s, all its sessions end, and their sockets within a second', async (_what, change) => {
    const {id, email} = await members.someone()
    const browsers = [await signIn(members.app, email), await signIn(members.app, email)]
    const opened = await Promise.all(browsers.map(connected))
    const ended = vi.fn()
    for (const socket of opened) socket.on('sessionEnded', ended)

    const response = await members.ask('system', 'PUT', id, members.withIds(change))

    expect(response.statusCode).toBe(200)
    await vi.waitFor(() => expect(opened.map(({connected}) => connected)).toEqual([false, false]))
    expect(ended).toHaveBeenCalledTimes(2)
    expect(await Promise.all(browsers.map(statusOf))).toEqual([401, 401])
  })

  it.each([
    ['its email', {email: 'renamed@t.test'}],
    ['nothing at all', {authority: 'CUSTOMER_USER', customer_id: 'own', userDeleted: false}],
  ])('namely %s, its sessions go on', async (_what, change) => {
    const {id, email} = await members.someone()
    const browser = await signIn(members.app, email)
    const socket = await connected(browser)

    await members.ask('system', 'PUT', id, members.withIds(change))

    expect(await statusOf(browser)).toBe(200)
    expect(await subscribe(socket)).toEqual({refused: []})
  })

  it('that is refused, its sessions go on', async () => {
    const {id, email} = await members.someone()
    const browser = await signIn(members.app, email)

    await members.ask('plant', 'PUT', id, {password: NEW_PASSWORD, version: 7})

    expect(await statusOf(browser)).toBe(200)
  })
})

describe('by an admin who ends its sessions', () => {
  const endAll = (who: Parameters<Members['ask']>[0], id: string) => members.ask(who, 'POST', `${id}/sessions/end`)

  it('somebody is signed out everywhere, sockets included, and finds it in the trail', async () => {
    const {id, email} = await members.someone()
    const browsers = [await signIn(members.app, email), await signIn(members.app, email)]
    const opened = await Promise.all(browsers.map(connected))

    const response = await endAll('customer', id)

    expect([response.statusCode, response.body]).toEqual([204, ''])
    await vi.waitFor(() => expect(opened.map(({connected}) => connected)).toEqual([false, false]))
    expect(await Promise.all(browsers.map(statusOf))).toEqual([401, 401])
    expect(await members.audited(id)).toMatchObject([
      {action: 'user.signedOut', userId: members.admins.customer.id, entityName: email},
    ])
    await signIn(members.app, email)
  })

  it('that admin itself keeps the session that it asks with', async () => {
    const elsewhere = await signIn(members.app, 'plant@t.test')

    expect((await endAll('plant', members.admins.plant.id)).statusCode).toBe(204)

    expect([await statusOf(elsewhere), await statusOf(members.signedIn.plant)]).toEqual([401, 200])
  })

  it('nobody is signed out whom that admin may not change', async () => {
    const {id, email} = await members.someone({authority: 'ORGANISATION_ADMIN', customerId: null})
    const browser = await signIn(members.app, email)

    expect((await endAll('customer', id)).statusCode).toBe(404)
    expect(await statusOf(browser)).toBe(200)
  })
})

describe('by a change of oneself', () => {
  async function anAdmin() {
    const {id, email} = await members.someone({authority: 'ORGANISATION_ADMIN', customerId: null})
    const [here, elsewhere] = [await signIn(members.app, email), await signIn(members.app, email)]
    const change = (body: object) => members.app.inject({method: 'PUT', url: `/api/v0/user/${id}`, cookies: here, body})
    return {id, here, elsewhere, change}
  }

  it.each([
    ['password', {password: NEW_PASSWORD, currentPassword: PASSWORD}],
    ['authority', {authority: 'CUSTOMER_USER'}],
  ])('its %s, one stays signed in where one did it, and nowhere else', async (_what, body) => {
    const {here, elsewhere, change} = await anAdmin()
    const socket = await connected(elsewhere)

    expect((await change(body)).statusCode).toBe(200)

    expect(await statusOf(here)).toBe(200)
    expect(await statusOf(elsewhere)).toBe(401)
    await vi.waitFor(() => expect(socket.connected).toBe(false))
  })

  it('its authority, one’s socket comes again, and watches what one still reaches', async () => {
    const {here, change} = await anAdmin()
    const socket = await connected(here)
    expect(await subscribe(socket)).toEqual({refused: []})
    const again = new Promise<void>(resolve => socket.once('disconnect', () => socket.once('connect', resolve)))

    await change({authority: 'CUSTOMER_USER'})

    await again
    expect(await subscribe(socket)).toEqual({refused: [pump]})
  })

  it('its password, one’s socket stays', async () => {
    const {here, change} = await anAdmin()
    const socket = await connected(here)
    const dropped = vi.fn()
    socket.on('disconnect', dropped)

    await change({password: NEW_PASSWORD})

    expect(await subscribe(socket)).toEqual({refused: []})
    expect(dropped).not.toHaveBeenCalled()
  })

  it('one’s deletion, one is signed out here too', async () => {
    const {here, change} = await anAdmin()
    const socket = await connected(here)

    await change({userDeleted: true})

    expect(await statusOf(here)).toBe(401)
    await vi.waitFor(() => expect(socket.connected).toBe(false))
  })
})

const connected = (cookies: Cookies) => connectSocket(origin, cookies, {reconnectionDelay: 10})

const subscribe = (socket: Client): Promise<unknown> => socket.emitWithAck('subscribe', {device_ids: [pump]})

const statusOf = async (cookies: Cookies): Promise<number> =>
  (await members.app.inject({url: '/api/v0/user', cookies: {accessToken: cookies.accessToken}})).statusCode
