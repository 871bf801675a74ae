import {afterAll, beforeAll, describe, expect, it} from 'vitest'
import {assignRecord, createRecord, loadRecord, saveRecord} from '../../../src/api/console/records'
import type {Http} from '../../../src/api/http'
import {customers} from '../../../src/domain/console/records/customers'
import type {ConsoleRecord, Description} from '../../../src/domain/console/records/description'
import {assets} from '../../../src/domain/console/records/descriptions'
import {devices} from '../../../src/domain/console/records/devices'
import {organisations} from '../../../src/domain/console/records/organisations'
import {users} from '../../../src/domain/console/records/users'
import {createTestApp, seedOrganisation, seedUser, type TestApp} from '../../support/app'
import {signedInHttp} from '../signedIn'

let server: TestApp
let http: Http
let organisationId: string

beforeAll(async () => {
  server = await createTestApp()
  await seedUser(server.database, {email: 'ada@works.test'})
  organisationId = await seedOrganisation(server.database)
  http = await signedInHttp(server, 'ada@works.test')
})
afterAll(() => server.close())

type Values = ConsoleRecord['values']

async function made(description: Description, values: Values): Promise<ConsoleRecord> {
  const created = await createRecord(http, {description, organisationId, values})
  return await loadRecord(http, {description, id: created?.id ?? ''})
}

describe('a record', () => {
  it.each<[Description, Values, Values]>([
    [organisations, {title: 'Works', email: 'works@a.test', phone: '1', city: 'Kiel'}, {additionalInfo: {a: [1]}}],
    [customers, {email: 'owner@a.test', title: 'Owner', externalId: 'x'}, {isPublic: true}],
    [devices, {name: 'Pump', type: 'pump', additionalInfo: 'a text'}, {label: 'north', type: null}],
    [assets, {name: 'Hall', label: 'blob'}, {type: 'building'}],
    [users, {email: 'petra@a.test', password: 'a fine new one', authority: 'CUSTOMER_USER'}, {userDeleted: true}],
  ])('is saved as a whole, and only what was changed is another (%#)', async (description, values, changes) => {
    const record = await made(description, values)
    await saveRecord(http, {description, record, changes})
    const saved = await loadRecord(http, {description, id: record.id})
    const version = (record.version ?? 0) + 1
    expect(saved).toEqual({...record, version, values: {...record.values, ...changes, version}})
    await expect(saveRecord(http, {description, record, changes})).rejects.toMatchObject({status: 409})
  })

  it('is given to a customer without losing what somebody else has changed meanwhile', async () => {
    const owner = await made(customers, {email: 'owner@b.test'})
    const record = await made(devices, {name: 'Pump', label: 'north'})
    await saveRecord(http, {description: devices, record, changes: {label: 'south'}})
    await assignRecord(http, {description: devices, record, customerId: owner.id})
    const {values} = await loadRecord(http, {description: devices, id: record.id})
    expect([values.label, values.customerId]).toEqual(['south', owner.id])
  })
})
