import {afterEach, describe, expect, it} from 'vitest'
import {loadProfile} from '../../src/api/account/profile'
import {listAttributes} from '../../src/api/console/attributes'
import {loadCredentials} from '../../src/api/console/credentials'
import {listRecords} from '../../src/api/console/records'
import {loadCurrentUser} from '../../src/api/session/user'
import {loadDevices} from '../../src/api/telemetry/devices'
import {customers} from '../../src/domain/console/records/customers'
import type {Description} from '../../src/domain/console/records/description'
import {devices} from '../../src/domain/console/records/devices'
import {organisations} from '../../src/domain/console/records/organisations'
import {users} from '../../src/domain/console/records/users'
import {type OtherServer, startOtherServer} from './otherServer'

const AT = Date.UTC(2026, 0, 2, 3, 4, 5)
const ISO = '2026-01-02T03:04:05.000Z'
const clock = {now: () => 0, toClient: (at: number) => at}

let server: OtherServer
afterEach(() => server.close())

async function answering(path: string, body: unknown) {
  server = await startOtherServer({[`GET ${path}`]: {status: 200, body}})
  return server.http
}

it.each([
  ['a list', [{what: ['is', {this: null}]}]],
  ['a text', 'hello'],
])('does not take %s for a user who has no authority', async (_, body) => {
  const http = await answering('/api/v0/user', body)
  await expect(loadCurrentUser(http)).rejects.toMatchObject({kind: 'unexpected'})
})

describe('the entities of another server', () => {
  it.each<[Description, string, object, object]>([
    [devices, '/api/v0/device', {_id: '1', name: 'Pump', createdAt: ISO}, {name: 'Pump', createdAt: AT}],
    [devices, '/api/v0/device', {_id: 1, createdAt: String(AT)}, {createdAt: AT}],
    [
      organisations,
      '/api/v0/organisation',
      {_id: '1', title: 'Works', createdAt: ISO},
      {title: 'Works', createdAt: AT},
    ],
    [customers, '/api/v0/customer/by-org/o1', {id: '1', email: 'a@b.test'}, {email: 'a@b.test'}],
    [
      users,
      '/api/v0/user/by-org/o1',
      {_id: '1', email: 'a@b.test', authority: null, lastLogin: ISO, createdAt: 'long ago', shoeSize: 43},
      {email: 'a@b.test', lastLogin: AT},
    ],
  ])(
    'are read with times as texts, another name of the id, and fields of another shape (%#)',
    async (description, path, sent, values) => {
      const http = await answering(path, [sent])
      expect(await listRecords(http, {description, organisationId: 'o1'})).toEqual([
        {id: '1', version: null, counts: {}, values},
      ])
    },
  )

  it('fill the list of devices of a dashboard', async () => {
    const http = await answering('/api/v0/device', [
      {id: '1', name: 'Pump', createdAt: ISO},
      {_id: '2', name: null},
    ])
    expect((await loadDevices(http, {organisationId: null})).map(({id, name}) => [id, name])).toEqual([
      ['1', 'Pump'],
      ['2', '2'],
    ])
  })

  it('without any id are refused', async () => {
    const http = await answering('/api/v0/device', [{name: 'Pump'}])
    await expect(listRecords(http, {description: devices, organisationId: 'o1'})).rejects.toMatchObject({
      kind: 'unexpected',
    })
  })
})

describe('the current user of another server', () => {
  it('needs an authority and an organisation alone', async () => {
    const http = await answering('/api/v0/user', {authority: 'CUSTOMER_USER', organisation_id: 'o1'})
    expect(await loadCurrentUser(http)).toEqual({
      id: '',
      email: '',
      name: null,
      authority: 'CUSTOMER_USER',
      organisationId: 'o1',
      organisationTitle: null,
      customerId: null,
      temperatureUnit: null,
      needsSecondFactor: false,
    })
  })

  it('may have logged in at a time that is a text', async () => {
    const sent = {_id: 'u1', email: 'a@b.test', authority: 'SYS_ADMIN', lastLogin: ISO, createdAt: ISO}
    const http = await answering('/api/v0/user', sent)
    expect(await loadCurrentUser(http)).toMatchObject({id: 'u1', email: 'a@b.test', authority: 'SYS_ADMIN'})
  })

  it.each([[{authority: null}], [{}]])('has no known authority with %j', async sent => {
    const http = await answering('/api/v0/user', sent)
    expect((await loadCurrentUser(http)).authority).toBe('')
  })
})

it('reads the attributes of another server', async () => {
  const http = await answering('/api/v0/attribute/device/d1', [
    {attributeType: 2, attributeKey: 'hall', str_v: '3', lastUpdateTs: ISO},
    {attributeType: 0, attributeKey: 'flag', bool_v: true, lastUpdateTs: null},
  ])
  expect(await listAttributes({...http, clock}, {owner: {kind: 'device', id: 'd1', organisationId: null}})).toEqual([
    {scope: 2, key: 'hall', value: {type: 'text', value: '3'}, updatedAt: AT, version: null},
    {scope: 0, key: 'flag', value: {type: 'bool', value: true}, updatedAt: null, version: null},
  ])
})

it('reads the credentials of another server', async () => {
  const http = await answering('/api/v0/device/d1/credentials', {credentials_value: 'token', createdAt: ISO})
  expect(await loadCredentials({...http, clock}, {deviceId: 'd1'})).toEqual({
    accessToken: 'token',
    createdAt: AT,
    expiresAt: null,
    formerUntil: null,
  })
})

it('reads a profile of which another server knows other words', async () => {
  const http = await answering('/api/v0/users/profile', {name: 'Ada', customer_type: 'club', postcode: 12345})
  expect(await loadProfile(http)).toMatchObject({name: 'Ada', customerType: 'private', postcode: '12345'})
})
