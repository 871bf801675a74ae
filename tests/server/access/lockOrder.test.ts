import {Secret, TOTP} from 'otpauth'
import {afterEach, beforeEach, expect, it} from 'vitest'
import {GROUP_ATTRIBUTE, VIDEOS_ATTRIBUTE} from '../../../contract/rules/lists/idList'
import {asset} from '../../../server/database/schema/asset'
import {type Cookies, cookiesOf, PASSWORD, seedDevice, signIn} from '../../support/app'
import {deadlocks, waiting} from '../../support/locks'
import {createWorld, seedAsset, type World} from '../../support/world'

const NEW_PASSWORD = 'sturdy paper lantern'

let world: World
let own: Cookies

beforeEach(async () => {
  world = await createWorld()
  own = await signIn(world.app, 'plant@t.test')
})
afterEach(() => world.close())

const post = (url: string, body: object | undefined, cookies: Record<string, string>) =>
  world.app.inject({method: 'POST', url, cookies, ...(body && {body})})
const change = (what: string, body: object = {currentPassword: PASSWORD}) =>
  post(`/api/v0/users/second-factor/${what}`, body, own)

/**
 * Returns the answers to two calls that meet: both wait for the rows of a query, `first` before `second`. When they lock
 * in different orders, `first` gets the rows, and then needs the ones that `second` holds.
 */
async function answersOf(held: string, first: () => Promise<{statusCode: number}>, second: typeof first) {
  const client = await world.database.pool.connect()
  try {
    await client.query('begin')
    const {rowCount} = await client.query(`${held} for share`)
    expect(rowCount).toBeGreaterThan(0)
    const one = first()
    await waiting(world.database, 1)
    const other = second()
    await waiting(world.database, 2)
    await client.query('commit')
    const statuses = (await Promise.all([one, other])).map(({statusCode}) => statusCode)
    expect(await deadlocks(world.database)).toBe(0)
    return statuses
  } finally {
    client.release()
  }
}

async function createScreen() {
  const walls = {json_v: [{name: 'Hall', devices: {label: ['Hall']}}]}
  await world.call('plant', 'PUT', `/api/v0/attribute/organisation/${world.works}/2/walls`, walls)
  const issued = await world.call('plant', 'POST', `/api/v0/wall-link/by-org/${world.works}`, {
    wall: 'Hall',
    name: 'Control room',
  })
  const {_id: id, token} = issued.json()
  const open = (cookies: Record<string, string> = {}) => post('/api/v0/auth/wall-link', {token}, cookies)
  const revoke = () => world.call('plant', 'DELETE', `/api/v0/wall-link/by-org/${world.works}/link/${id}`)
  return {cookies: cookiesOf(await open()), open, revoke}
}

const OF_SCREEN = 'select from session where wall_link_id is not null'

it('a screen opens again while its link is revoked', async () => {
  const {cookies, open, revoke} = await createScreen()

  expect(await answersOf(OF_SCREEN, () => open(cookies), revoke)).toEqual([200, 204])
})

it('a screen renews its tokens while its link is revoked', async () => {
  const {cookies, revoke} = await createScreen()
  const renew = () => post('/api/v0/auth/refresh-token', undefined, cookies)

  expect(await answersOf(OF_SCREEN, renew, revoke)).toEqual([204, 204])
})

it('someone signs in again while the password is changed', async () => {
  const elsewhere = await signIn(world.app, 'plant@t.test')
  const again = () => post('/api/v0/auth/login', {email: 'plant@t.test', password: PASSWORD}, elsewhere)
  const body = {currentPassword: PASSWORD, password: NEW_PASSWORD}
  const changePassword = () => world.app.inject({method: 'PUT', url: '/api/v0/users/password', body, cookies: own})

  expect(await answersOf('select from session', again, changePassword)).toEqual([200, 204])
})

it('a second factor is confirmed while it is renewed', async () => {
  const {secret} = (await change('totp')).json()
  const confirm = () => change('totp/confirmation', {code: codeOf(secret)})

  expect(await answersOf('select from totp', confirm, () => change('totp'))).toEqual([200, 409])
})

it('someone signs in with a recovery code while the second factor is removed', async () => {
  const {secret} = (await change('totp')).json()
  const [code] = (await change('totp/confirmation', {code: codeOf(secret)})).json().recoveryCodes
  const {challenge} = (await post('/api/v0/auth/login', {email: 'plant@t.test', password: PASSWORD}, {})).json()
    .secondFactor
  const answer = () => post('/api/v0/auth/second-factor', {challenge, code}, {})

  expect(await answersOf('select from second_factor_challenge', answer, () => change('removal'))).toEqual([200, 204])
})

/** Seeds the belongings of a customer: a device, an asset and the people of the world. */
async function seedBelongings() {
  const {database, works: organisationId, customerId} = world
  const pump = await seedDevice(database, {name: 'Pump', organisationId, customerId})
  const video = await seedAsset(database, {name: 'Video', organisationId})
  return {pump, video}
}

const remove = (kind: string, id: string) => () => world.call('admin', 'DELETE', `/api/v0/${kind}/${id}`)
const give = (kind: string, id: string, body: object) => () => world.call('admin', 'PUT', `/api/v0/${kind}/${id}`, body)

it('a customer is removed while its organisation is removed', async () => {
  await seedBelongings()
  const held = 'select from "user" where customer_id is not null'
  const removed = await answersOf(held, remove('customer', world.customerId), remove('organisation', world.works))

  expect(removed).toEqual([204, 204])
})

it('a user is given to a customer while the organisation is removed', async () => {
  const {plant} = world.userIds
  const held = `select from "user" where id = '${plant}'`
  const customer_id = world.customerId
  const [given] = await answersOf(held, give('user', plant, {customer_id}), remove('organisation', world.works))

  expect(given).toBe(200)
})

it('an asset is given to a customer while the customer is removed', async () => {
  const {video} = await seedBelongings()
  await world.database.db.update(asset).set({customerId: world.customerId})
  const giving = give('asset', video.id, {customer_id: world.customerId, label: 'Kept'})

  expect(await answersOf('select from asset', giving, remove('customer', world.customerId))).toEqual([200, 204])
})

it('an asset is removed while a device is removed, when each stands in a list of the other', async () => {
  const {pump, video} = await seedBelongings()
  const keep = (kind: string, id: string, key: string, ids: string[]) =>
    world.call('plant', 'PUT', `/api/v0/attribute/${kind}/${id}/2/${key}`, {json_v: ids})
  await keep('device', pump.id, VIDEOS_ATTRIBUTE, [video.id])
  await keep('asset', video.id, GROUP_ATTRIBUTE, [pump.id])
  const held = `select from attribute where entity_id = '${pump.id}'`

  expect(await answersOf(held, remove('asset', video.id), remove('device', pump.id))).toEqual([204, 204])
})

const codeOf = (secret: string) => new TOTP({secret: Secret.fromBase32(secret)}).generate({timestamp: world.clock.now})
