import {afterEach, describe, expect, it} from 'vitest'
import {createAttribute, saveAttribute} from '../../../src/api/console/attributes'
import {createCredentials} from '../../../src/api/console/credentials'
import {importDevice} from '../../../src/api/console/deviceImport'
import {createRecord, saveRecord} from '../../../src/api/console/records'
import {customers} from '../../../src/domain/console/records/customers'
import type {ConsoleRecord} from '../../../src/domain/console/records/description'
import {type OtherServer, startOtherServer} from '../otherServer'

const clock = {now: () => 0, toClient: (at: number) => at}
const OWNER: ConsoleRecord = {id: 'c1', version: null, counts: {}, values: {email: 'a@b.test'}}
const HALL = {owner: {kind: 'device', id: 'd1', organisationId: null}, name: {scope: 2, key: 'hall'}} as const

let server: OtherServer
afterEach(() => server.close())

describe.each([
  ['204', {status: 204}],
  ['an empty body', {status: 200}],
  ['{}', {status: 200, body: {}}],
  ['a message', {status: 201, body: {message: 'Done.'}}],
])('a save that is answered with %s is a success', (_, answer) => {
  it('of a new record, of which nothing more is known', async () => {
    server = await startOtherServer({'POST /api/v0/customer': answer})
    const creation = {organisationId: 'o1', values: {email: 'a@b.test'}}
    expect(await createRecord(server.http, {description: customers, ...creation})).toBeNull()
    expect(server.changes).toEqual([['POST /api/v0/customer', {email: 'a@b.test', organisation_id: 'o1'}]])
  })

  it('of a changed record', async () => {
    server = await startOtherServer({'PUT /api/v0/customer/c1': answer})
    await saveRecord(server.http, {description: customers, record: OWNER, changes: {city: 'Kiel'}})
    expect(server.changes.map(([call]) => call)).toEqual(['PUT /api/v0/customer/c1'])
  })

  it('of an attribute and of credentials, which are to be read again', async () => {
    server = await startOtherServer({
      'POST /api/v0/attribute/device/d1': answer,
      'PUT /api/v0/attribute/device/d1/2/hall': answer,
      'POST /api/v0/device/d1/credentials': answer,
    })
    const at = {...server.http, clock}
    const value = {type: 'text', value: '3'} as const
    expect(await createAttribute(at, {...HALL, value})).toBeNull()
    expect(await saveAttribute(at, {...HALL, value, version: null})).toBeNull()
    expect(await createCredentials(at, {deviceId: 'd1', accessToken: 'A'.repeat(32)})).toBeNull()
    expect(server.changes).toHaveLength(3)
  })
})

it.each([
  [{_id: 'd1', name: 'Pump', createdAt: '2026-01-02T03:04:05.000Z', type: 7}],
  [{id: 'd1', name: 'Pump'}],
  [{_id: 'd1'}],
])('an imported device is made when the server tells its id (%j)', async body => {
  server = await startOtherServer({'POST /api/v0/device': {status: 201, body}})
  const device = {id: 'mine', name: 'Pump', type: null, label: null, customerId: null, accessToken: null}
  expect(await importDevice(server.http, {organisationId: 'o1', device})).toBe('d1')
})
