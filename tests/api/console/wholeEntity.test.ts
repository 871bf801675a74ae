import {afterEach, describe, expect, it} from 'vitest'
import {assignRecord, saveRecord} from '../../../src/api/console/records'
import {customers} from '../../../src/domain/console/records/customers'
import type {ConsoleRecord, Description} from '../../../src/domain/console/records/description'
import {assets} from '../../../src/domain/console/records/descriptions'
import {devices} from '../../../src/domain/console/records/devices'
import {organisations} from '../../../src/domain/console/records/organisations'
import {users} from '../../../src/domain/console/records/users'
import {type OtherServer, startOtherServer} from '../otherServer'

const AT = Date.UTC(2026, 0, 2, 3, 4, 5)
const recordOf = (values: ConsoleRecord['values'], version: number | null = null): ConsoleRecord => ({
  id: 'r1',
  version,
  counts: {},
  values: {...values, ...(version === null ? {} : {version})},
})

let server: OtherServer
afterEach(() => server.close())

describe('a save sends the whole entity', () => {
  it.each<[Description, ConsoleRecord, object, object]>([
    [
      devices,
      recordOf({name: 'Pump', label: 'north', organisationId: 'o1', customerId: null, createdAt: AT}, 4),
      {label: 'south'},
      {name: 'Pump', label: 'south', organisation_id: 'o1', customer_id: null, createdAt: AT, version: 4},
    ],
    [
      organisations,
      recordOf({title: 'Works', phone: '1', additionalInfo: {shift: 'night'}, createdAt: AT}),
      {city: 'Kiel'},
      {title: 'Works', phone: '1', additional_info: {shift: 'night'}, createdAt: AT, city: 'Kiel'},
    ],
    [
      assets,
      recordOf({name: 'Hall', label: 'blob', organisationId: 'o1', parentId: 'a0'}),
      {name: 'Hall 2'},
      {name: 'Hall 2', label: 'blob', organisation_id: 'o1', parent_id: 'a0'},
    ],
    [
      customers,
      recordOf({email: 'a@b.test', isPublic: true, organisationId: 'o1', externalId: 'x'}),
      {},
      {email: 'a@b.test', isPublic: true, organisation_id: 'o1', externalId: 'x'},
    ],
    [
      users,
      recordOf({
        email: 'a@b.test',
        authority: 'CUSTOMER_USER',
        organisationId: 'o1',
        customerId: 'c1',
        userDeleted: true,
        name: 'Ada',
        isVerified: true,
        lastLogin: AT,
        createdAt: AT,
      }),
      {userDeleted: false, password: 'a fine new one'},
      {
        email: 'a@b.test',
        authority: 'CUSTOMER_USER',
        customer_id: 'c1',
        userDeleted: false,
        password: 'a fine new one',
      },
    ],
  ])('as the server told it, with what was changed (%#)', async (description, record, changes, body) => {
    const call = `PUT /api/v0/${description.kind}/r1`
    server = await startOtherServer({[call]: {status: 200, body: {}}})
    await saveRecord(server.http, {description, record, changes: {...changes}})
    expect(server.changes).toEqual([[call, body]])
  })
})

describe('an assignment to a customer', () => {
  const PUT = 'PUT /api/v0/device/r1'
  const LISTED = recordOf({name: 'Pump', label: 'north'})
  const NOW = {_id: 'r1', name: 'Pump', label: 'south', organisation_id: 'o1'}

  it('is made on what the device is now, where the server counts no versions', async () => {
    server = await startOtherServer({'GET /api/v0/device/r1': {status: 200, body: NOW}, [PUT]: {status: 204}})
    await assignRecord(server.http, {description: devices, record: LISTED, customerId: 'c1'})
    const body = {name: 'Pump', label: 'south', organisation_id: 'o1', customer_id: 'c1'}
    expect(server.changes).toEqual([[PUT, body]])
  })

  it('is refused for good where nothing newer is there', async () => {
    const refusal = {status: 409, body: {message: 'The customer is of another organisation.'}}
    server = await startOtherServer({
      'GET /api/v0/device/r1': {status: 200, body: {...NOW, version: 4}},
      [PUT]: refusal,
    })
    const assigned = assignRecord(server.http, {
      description: devices,
      record: {...LISTED, version: 3},
      customerId: 'c1',
    })
    await expect(assigned).rejects.toMatchObject({status: 409, serverMessage: refusal.body.message})
    expect(server.changes.map(([, body]) => body)).toMatchObject([{version: 3}, {version: 4}])
  })
})
