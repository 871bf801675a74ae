import {afterAll, beforeAll, describe, expect, it} from 'vitest'
import {
  createAttribute,
  deleteAttribute,
  listAttributes,
  loadAttribute,
  saveAttribute,
} from '../../../src/api/console/attributes'
import {
  createCredentials,
  deleteCredentials,
  endFormerToken,
  loadCredentials,
  replaceCredentials,
  setExpiry,
} from '../../../src/api/console/credentials'
import type {Http} from '../../../src/api/http'
import type {AttributeOwner, AttributeValue} from '../../../src/domain/console/attribute'
import {createTestApp, seedDevice, seedOrganisation, seedUser, type TestApp} from '../../support/app'
import {signedInHttp} from '../signedIn'

/** The server's clock is a minute ahead of the client's. */
const clock = {now: () => Date.now() + 60_000, toClient: (at: number) => at - 60_000, asking: () => () => {}}

let server: TestApp
let http: Http
let deviceId: string
let owner: AttributeOwner

beforeAll(async () => {
  server = await createTestApp()
  await seedUser(server.database, {email: 'ada@works.test'})
  const organisationId = await seedOrganisation(server.database)
  deviceId = (await seedDevice(server.database, {organisationId, name: 'boiler'})).id
  owner = {kind: 'organisation', id: organisationId, organisationId}
  http = await signedInHttp(server, 'ada@works.test', {clock})
})
afterAll(() => server.close())

const VALUES: readonly AttributeValue[] = [
  {type: 'text', value: ' two words\n'},
  {type: 'bool', value: false},
  {type: 'long', value: -7},
  {type: 'double', value: 0.5},
  {type: 'json', value: {a: [1, {b: null}]}},
  {type: 'json', value: 'a text'},
]

describe('attributes', () => {
  it.each(VALUES)('keep %j as it is, whatever its key', async value => {
    const name = {scope: 2, key: `50 % of a/b?#ü ${JSON.stringify(value)}`} as const
    const at = http
    const created = await createAttribute(at, {owner, name, value})
    expect(created).toEqual({...name, value, updatedAt: server.clock.now - 60_000, version: 1})
    expect(await loadAttribute(at, {owner, name})).toEqual(created)
    expect(await listAttributes(at, {owner})).toEqual([created])
    await deleteAttribute(http, {owner, name})
    expect(await listAttributes(at, {owner})).toEqual([])
  })

  it('are not overwritten unseen', async () => {
    const name = {scope: 1, key: 'hall'} as const
    const write = (text: string, version: number | null) =>
      saveAttribute(http, {owner, name, value: {type: 'text', value: text}, version})
    await write('one', null)
    expect(await write('two', 1)).toMatchObject({value: {value: 'two'}, version: 2})
    await expect(write('three', 1)).rejects.toMatchObject({status: 409})
    await expect(createAttribute(http, {owner, name, value: {type: 'bool', value: true}})).rejects.toMatchObject({
      status: 409,
    })
    await deleteAttribute(http, {owner, name})
    await expect(write('four', 2)).rejects.toMatchObject({status: 409})
    await expect(loadAttribute(http, {owner, name})).rejects.toMatchObject({status: 404})
  })
})

describe('credentials', () => {
  it('are null where there are none, made once, and deleted by whoever has seen them', async () => {
    const accessToken = 'Zq3vT8mK1xW5rN7bY2cD4fG6hJ9pL0sA'
    await deleteCredentials(http, {deviceId, accessToken: 'boiler-token'})
    expect(await loadCredentials(http, {deviceId})).toBeNull()
    const created = await createCredentials(http, {deviceId, accessToken})
    expect(created).toEqual({
      accessToken,
      createdAt: server.clock.now - 60_000,
      expiresAt: null,
      formerUntil: null,
    })
    expect(await loadCredentials(http, {deviceId})).toEqual(created)
    await expect(
      createCredentials(http, {deviceId, accessToken: 'aP0sL9jH6gF4dC2yB7nR5wX1kM8tV3qZ'}),
    ).rejects.toMatchObject({
      status: 409,
    })
    await expect(
      deleteCredentials(http, {deviceId, accessToken: 'aP0sL9jH6gF4dC2yB7nR5wX1kM8tV3qZ'}),
    ).rejects.toMatchObject({status: 409})
    await deleteCredentials(http, {deviceId, accessToken})
    expect(await loadCredentials(http, {deviceId})).toBeNull()
  })

  it('are replaced while the former ones count for a while, and have an end', async () => {
    const [HOUR, DAY] = [3_600_000, 86_400_000]
    const [accessToken, next] = ['Zq3vT8mK1xW5rN7bY2cD4fG6hJ9pL0sA', 'aP0sL9jH6gF4dC2yB7nR5wX1kM8tV3qZ']
    await createCredentials(http, {deviceId, accessToken})
    const {now} = server.clock
    const ends = {formerUntil: now + HOUR, expiresAt: now + 30 * DAY}
    const replaced = await replaceCredentials(http, {deviceId, accessToken: next, ...ends})
    expect(replaced).toMatchObject({
      accessToken: next,
      expiresAt: clock.toClient(ends.expiresAt),
      formerUntil: clock.toClient(ends.formerUntil),
    })
    await endFormerToken(http, {deviceId})
    expect(await setExpiry(http, {deviceId, expiresAt: null})).toMatchObject({
      expiresAt: null,
      formerUntil: null,
    })
    await expect(endFormerToken(http, {deviceId})).rejects.toMatchObject({status: 404})
    await deleteCredentials(http, {deviceId, accessToken: next})
    await expect(setExpiry(http, {deviceId, expiresAt: null})).rejects.toMatchObject({status: 404})
  })
})
