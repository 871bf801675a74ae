import {randomUUID} from 'node:crypto'
import {afterAll, beforeAll, beforeEach, describe, expect, it} from 'vitest'
import type {AuditEntryWire} from '../../../contract/wire/entities/audit'
import type {Actor} from '../../../server/access/viewer'
import {type AuditRecord, createAuditTrail} from '../../../server/audit/repository'
import {audit} from '../../../server/database/schema/audit'
import {seedUser, signIn} from '../../support/app'
import {createWorld, type Who, type World} from '../../support/world'

let world: World

beforeAll(async () => {
  world = await createWorld()
})
// A sign-in is an entry of its own, so all are signed in before.
beforeEach(async () => {
  for (const who of ['admin', 'plant', 'noc', 'customer', 'user'] as const) await world.call(who, 'GET', '/api/v0/user')
  await world.database.db.delete(audit)
})
afterAll(() => world.close())

const ADDRESS = '192.0.2.7'
const actorOf = (who: Exclude<Who, 'nobody'>): Actor => ({
  userId: world.userIds[who],
  email: `${who}@t.test`,
  address: ADDRESS,
})

async function record(actor: Actor, entry: AuditRecord) {
  await createAuditTrail(world.database, () => world.clock.now).record(world.database.db, actor, entry)
}

async function entriesFor(who: Who, query = ''): Promise<AuditEntryWire[]> {
  const response = await world.call(who, 'GET', `/api/v0/audit?${query}`)
  expect(response.statusCode).toBe(200)
  return response.json().entries
}

const HIDDEN = {userId: null, email: null, address: ''}

describe('the audit trail of an organisation’s admin', () => {
  it('holds what was done in the organisation alone', async () => {
    await record(actorOf('plant'), {action: 'device.created', organisationId: world.works})
    await record(actorOf('noc'), {action: 'device.created', organisationId: world.noc})
    await record(actorOf('admin'), {action: 'session.opened'})

    const own = [expect.objectContaining({organisation_id: world.works})]
    expect(await entriesFor('plant')).toEqual(own)
    expect(await entriesFor('plant', `organisationId=${world.works}`)).toEqual(own)
    expect(await entriesFor('noc')).toEqual([expect.objectContaining({organisation_id: world.noc})])
    expect(await entriesFor('admin')).toHaveLength(3)
  })

  it('hides whether another organisation exists', async () => {
    await record(actorOf('noc'), {action: 'device.created', organisationId: world.noc})

    for (const id of [world.noc, randomUUID()]) {
      const response = await world.call('plant', 'GET', `/api/v0/audit?organisationId=${id}`)
      expect([response.statusCode, response.json()]).toEqual([404, {message: 'Organisation not found.'}])
    }
  })

  it.each(['entityId', 'userId'])('is not widened by %s', async name => {
    const entityId = world.userIds.noc
    await record(actorOf('noc'), {action: 'user.updated', entityType: 'user', entityId, organisationId: world.noc})

    expect(await entriesFor('plant', `${name}=${entityId}`)).toEqual([])
  })

  it('is read page by page within the organisation', async () => {
    const entry = {action: 'device.created', organisationId: world.works} as const
    await record(actorOf('plant'), entry)
    await record(actorOf('noc'), {...entry, organisationId: world.noc})
    await record(actorOf('plant'), entry)

    const first = (await world.call('plant', 'GET', '/api/v0/audit?limit=1')).json()
    const second = (await world.call('plant', 'GET', `/api/v0/audit?limit=1&cursor=${first.next}`)).json()

    expect([first.entries.length, second.entries.length, second.next]).toEqual([1, 1, null])
  })

  it('names who is within reach, and those who were not signed in', async () => {
    const entry = {action: 'device.updated', organisationId: world.works} as const
    await record(actorOf('customer'), entry)
    await record({userId: null, email: null, address: ADDRESS}, entry)

    expect(await entriesFor('plant')).toMatchObject([
      {userId: null, email: null, address: ADDRESS},
      {userId: world.userIds.customer, email: 'customer@t.test', address: ADDRESS},
    ])
  })

  it('names nobody out of reach, neither directly nor by a filter', async () => {
    await record(actorOf('admin'), {action: 'device.updated', organisationId: world.works})

    expect(await entriesFor('plant')).toMatchObject([HIDDEN])
    expect(await entriesFor('plant', `userId=${world.userIds.admin}`)).toEqual([])
    expect(await entriesFor('admin')).toMatchObject([actorOf('admin')])
  })

  it('names the API keys of the organisation, and not those of the system', async () => {
    const key = {name: 'Importer', scope: 'write', expires_at: world.clock.now + 60_000}
    const own = {...key, authority: 'ORGANISATION_ADMIN'}
    const ownId = (await world.call('plant', 'POST', `/api/v0/api-key/by-org/${world.works}`, own)).json()._id
    const systemId = (await world.call('admin', 'POST', '/api/v0/api-key/system', key)).json()._id
    await world.database.db.delete(audit)
    const entry = {action: 'device.updated', organisationId: world.works} as const
    await record({userId: systemId, email: 'System', address: ADDRESS}, entry)
    await record({userId: ownId, email: 'Importer', address: ADDRESS}, entry)

    expect(await entriesFor('plant')).toMatchObject([{userId: ownId, email: 'Importer', address: ADDRESS}, HIDDEN])
    expect(await entriesFor('plant', `userId=${ownId}`)).toHaveLength(1)
  })

  it('does not say where somebody came from', async () => {
    const {call, noc, works, userIds} = world
    const guest = await seedUser(world.database, {
      email: 'guest@t.test',
      authority: 'CUSTOMER_USER',
      organisationId: works,
      customerId: world.customerId,
    })
    await call('admin', 'PUT', `/api/v0/user/${guest.id}`, {organisation_id: noc, customer_id: null})

    const [moved] = await entriesFor('noc', `entityId=${guest.id}`)

    expect(moved).toMatchObject({action: 'user.updated', detail: {fields: ['organisation_id', 'customer_id']}})
    expect(JSON.stringify(moved)).not.toMatch(new RegExp([works, world.customerId, userIds.admin].join('|')))
    expect(await entriesFor('plant', `entityId=${guest.id}`)).toEqual([])
    const [whole] = await entriesFor('admin', `entityId=${guest.id}`)
    expect(whole?.detail).toMatchObject({changes: {organisation_id: {before: works, after: noc}}})
  })

  it('is empty for an admin who belongs to no organisation', async () => {
    await seedUser(world.database, {email: 'free@t.test', authority: 'ORGANISATION_ADMIN'})
    await record(actorOf('admin'), {action: 'organisation.created', organisationId: world.works})

    const cookies = await signIn(world.app, 'free@t.test')
    const response = await world.app.inject({url: '/api/v0/audit', cookies})

    expect([response.statusCode, response.json()]).toEqual([200, {entries: [], next: null}])
  })

  it.each(['customer', 'user'] as const)('is not for a %s', async who => {
    expect((await world.call(who, 'GET', '/api/v0/audit')).statusCode).toBe(403)
  })
})
