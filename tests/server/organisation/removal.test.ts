import {randomUUID} from 'node:crypto'
import {setImmediate} from 'node:timers/promises'
import {eq} from 'drizzle-orm'
import fc from 'fast-check'
import Fastify from 'fastify'
import {serializerCompiler, validatorCompiler} from 'fastify-type-provider-zod'
import {afterEach, beforeEach, describe, expect, it} from 'vitest'
import type {EntityRef} from '../../../server/access/reach'
import type {Viewer} from '../../../server/access/viewer'
import {createAttributeRepository} from '../../../server/attribute/repository'
import {createAuditTrail} from '../../../server/audit/repository'
import {linkToken} from '../../../server/database/schema/account'
import {attribute} from '../../../server/database/schema/attribute'
import {user} from '../../../server/database/schema/user'
import {createDeviceRepository} from '../../../server/device/repository'
import {createOrganisationRepository} from '../../../server/organisation/repository'
import {organisationRoutes} from '../../../server/organisation/routes'
import {lastSeenOf, removeTelemetry} from '../../../server/telemetry/repository'
import {seedCustomer, seedDevice, seedOrganisation, seedProfile, seedUser, signIn} from '../../support/app'
import {connectSocket} from '../../support/socket'
import {auditOf, createWorld, referencesTo, seedAsset, type World} from '../../support/world'

let world: World

beforeEach(async () => {
  world = await createWorld()
})
afterEach(() => world.close())

const remove = (id: string) => world.call('admin', 'DELETE', `/api/v0/organisation/${id}`)

const addAttribute = (entityType: EntityRef['entityType'], entityId: string) =>
  world.database.db
    .insert(attribute)
    .values({entityType, entityId, scope: 1, key: 'k', longV: 1, lastUpdateTs: 0, organisationId: world.works})

const send = (token: string, values: object) =>
  world.app.inject({method: 'POST', url: `/api/v1/${token}/telemetry`, payload: values})

/** Something of every kind in Harbour Works; answers all ids. */
async function fill(): Promise<{ids: string[]; numbers: number[]}> {
  const {database, works, customerId, userIds} = world
  const pump = await seedDevice(database, {name: 'pump', organisationId: works, customerId})
  const crane = await seedDevice(database, {name: 'crane', organisationId: works})
  const campus = await seedAsset(database, {name: 'campus', organisationId: works})
  const hall = await seedAsset(database, {name: 'hall', organisationId: works, customerId, parentId: campus.id})
  await seedProfile(database, {userId: userIds.plant})
  await database.db
    .insert(linkToken)
    .values({hash: 'h', kind: 'passwordReset', userId: userIds.user, expiresAt: 9_999_999_999_999})
  await addAttribute('organisation', works)
  await addAttribute('customer', customerId)
  await addAttribute('user', userIds.user)
  await addAttribute('asset', hall.id)
  await addAttribute('device', pump.id)
  for (const token of ['pump-token', 'crane-token']) expect((await send(token, {power: 1})).statusCode).toBe(200)
  const {plant, customer, user: viewer} = userIds
  return {
    ids: [works, customerId, plant, customer, viewer, pump.id, crane.id, campus.id, hall.id],
    numbers: [pump.number, crane.number],
  }
}

async function pointsOf(numbers: number[]): Promise<number> {
  const {rowCount} = await world.database.pool.query(
    `select device_number from telemetry where device_number = any($1)
     union all select device_number from latest where device_number = any($1)`,
    [numbers],
  )
  return rowCount ?? 0
}

describe('a removed organisation', () => {
  it('takes along all that belongs to it', async () => {
    const {ids, numbers} = await fill()
    expect(await referencesTo(world.database, ids)).not.toEqual([])

    expect((await remove(world.works)).statusCode).toBe(204)

    expect(await referencesTo(world.database, ids)).toEqual([])
    await world.app.drain()
    expect(await pointsOf(numbers)).toBe(0)
  })

  it('leaves all others as they were', async () => {
    await fill()
    const {database, noc} = world
    const rack = await seedDevice(database, {name: 'rack', organisationId: noc})
    await addAttribute('device', rack.id)
    await send('rack-token', {power: 1})

    await remove(world.works)

    expect((await world.call('noc', 'GET', `/api/v0/organisation/${noc}`)).json()).toMatchObject({
      counts: {customers: 0, users: 1, devices: 1, assets: 0},
    })
    expect((await world.call('noc', 'GET', `/api/v0/attribute/device/${rack.id}`)).json()).toHaveLength(1)
    expect(await pointsOf([rack.number])).toBe(2)
  })

  it('lives on in the trail, with what went along', async () => {
    await fill()
    await remove(world.works)

    expect(await auditOf(world.database, world.works)).toMatchObject([
      {
        action: 'organisation.deleted',
        userId: world.userIds.admin,
        entityName: 'Harbour Works',
        detail: {customers: 1, users: 3, devices: 2, assets: 2},
      },
    ])
  })

  it('leaves no session of its users, and closes their sockets', async () => {
    const baseUrl = await world.app.listen({host: '127.0.0.1', port: 0})
    const socket = await connectSocket(baseUrl, await signIn(world.app, 'plant@t.test'))
    const closed = new Promise(resolve => socket.once('disconnect', resolve))

    expect((await world.call('plant', 'GET', '/api/v0/user')).statusCode).toBe(200)

    await remove(world.works)

    expect(await closed).toBe('io server disconnect')
    expect((await world.call('plant', 'GET', '/api/v0/user')).statusCode).toBe(401)
    socket.close()
  })

  it('lets its system admins stay, without it', async () => {
    const {database, works, customerId} = world
    const both = await seedUser(database, {email: 'both@t.test', organisationId: works, customerId})
    await addAttribute('user', both.id)
    await remove(works)

    const [stays] = await database.db.select().from(user).where(eq(user.id, both.id))
    expect(stays).toEqual({...both, organisationId: null, customerId: null, version: 2})
    expect(await referencesTo(database, [works])).toEqual([])
    const [kept] = await database.db.select().from(attribute)
    expect(kept).toMatchObject({entityId: both.id, organisationId: null})
  })

  it('takes no more messages of its devices', async () => {
    await fill()
    await remove(world.works)

    expect((await send('pump-token', {power: 2})).statusCode).toBe(401)
  })

  it('keeps no attribute that was on its way', async () => {
    const {database, works} = world
    const pump = await seedDevice(database, {name: 'pump', organisationId: works})
    await remove(works)

    const attributes = createAttributeRepository({database, now: Date.now, publish() {}})
    await attributes.upsertClientAttributes(pump, new Map([['k', 1]]))

    expect(await database.db.$count(attribute)).toBe(0)
  })

  it('is whole again when anything fails', async () => {
    const {ids} = await fill()
    const before = await referencesTo(world.database, ids)
    await world.database.pool.query(`alter table audit add constraint never check (action <> 'organisation.deleted')`)

    const response = await remove(world.works)

    expect(response.statusCode).toBe(400)
    expect(await referencesTo(world.database, ids)).toEqual(before)
    expect((await world.call('plant', 'GET', '/api/v0/device')).json()).toHaveLength(2)
    expect((await send('pump-token', {power: 2})).statusCode).toBe(200)
  })
})

describe('the removal of an organisation', () => {
  it('is answered when nobody can watch its devices any more', async () => {
    const order: string[] = []
    const app = Fastify()
    app.setValidatorCompiler(validatorCompiler)
    app.setSerializerCompiler(serializerCompiler)
    app.decorateRequest('viewer')
    app.addHook('onRequest', async request => {
      request.viewer = ADMIN
    })
    const {database, clock} = world
    const id = await seedOrganisation(database, 'Short')
    await seedDevice(database, {name: 'pump', organisationId: id})
    const now = () => clock.now
    const audit = createAuditTrail(database, now)
    const devices = createDeviceRepository({
      database,
      now,
      audit,
      removeTelemetry,
      lastSeenOf,
      async onRemoved() {
        await setImmediate()
        order.push('devices left')
      },
    })
    const none = async () => ({count: 0, afterwards() {}})
    const dependents = {devices: devices.removeOf, assets: none, users: none, customers: none}
    const organisations = createOrganisationRepository({database, now, audit, additions: true, dependents})
    await app.register(organisationRoutes, {organisations})

    await app.inject({method: 'DELETE', url: `/api/v0/organisation/${id}`})
    order.push('answered')

    expect(order).toEqual(['devices left', 'answered'])
  })

  it('lets nothing be added that would outlive it', async () => {
    const {ids} = await fill()
    for (const who of ['admin', 'plant'] as const) await world.call(who, 'GET', '/api/v0/user')
    const add = (): Promise<Response>[] => [
      world.call('admin', 'POST', '/api/v0/customer', {email: 'c@t.test', organisation_id: world.works}),
      world.call('plant', 'POST', '/api/v0/asset', {name: 'a', label: 'blob', organisation_id: world.works}),
      world.app.inject({method: 'POST', url: '/api/v1/pump-token/attributes', payload: {[randomUUID()]: 1}}),
    ]

    const before = Array.from({length: 5}, add).flat()
    const removal = remove(world.works)
    const after = Array.from({length: 5}, add).flat()
    const answers = await Promise.all([...before, ...after])

    expect((await removal).statusCode).toBe(204)
    expect(answers.filter(({statusCode}) => ![200, 201, 400, 401, 404].includes(statusCode))).toEqual([])
    const added = answers.filter(({statusCode}) => statusCode === 201).map(answer => answer.json()._id)
    expect(await referencesTo(world.database, [...ids, ...added])).toEqual([])
  })

  it('leaves nothing that refers to what is gone, whatever there was', async () => {
    const some = fc.integer({min: 0, max: 3})
    const counts = fc.record({customers: some, users: some, devices: some, assets: some})
    await fc.assert(
      fc.asyncProperty(counts, async counts => {
        const entities = await seedMany(counts)
        for (const {entityType, entityId} of entities) await addAttribute(entityType, entityId)
        const [{entityId: organisationId}] = entities

        expect((await remove(organisationId)).statusCode).toBe(204)

        expect((await auditOf(world.database, organisationId))[0]?.detail).toEqual(counts)
        expect(
          await referencesTo(
            world.database,
            entities.map(({entityId}) => entityId),
          ),
        ).toEqual([])
      }),
      {numRuns: 15},
    )
  })
})

const ADMIN: Viewer = {
  sessionId: '',
  userId: randomUUID(),
  email: 'admin@t.test',
  authority: 'SYS_ADMIN',
  organisationId: null,
  customerId: null,
}

type Response = Awaited<ReturnType<World['call']>>

/** The organisation comes first. The first customer owns what can have a customer; each asset lies in the one before. */
async function seedMany(counts: Record<'customers' | 'users' | 'devices' | 'assets', number>) {
  const {database} = world
  const organisationId = await seedOrganisation(database, 'Short')
  const entities: [EntityRef, ...EntityRef[]] = [{entityType: 'organisation', entityId: organisationId}]
  const add = (entityType: EntityRef['entityType'], entityId: string) => void entities.push({entityType, entityId})
  for (let count = 0; count < counts.customers; count++) add('customer', await seedCustomer(database, organisationId))
  const owner = {organisationId, customerId: entities[1]?.entityId ?? null}
  for (let count = 0; count < counts.users; count++) {
    const values = {...owner, authority: 'CUSTOMER_USER', email: `${randomUUID()}@t.test`} as const
    add('user', (await seedUser(database, values)).id)
  }
  for (let count = 0; count < counts.devices; count++) {
    add('device', (await seedDevice(database, {...owner, name: randomUUID()})).id)
  }
  let parentId: string | null = null
  for (let count = 0; count < counts.assets; count++) {
    parentId = (await seedAsset(database, {...owner, name: 'a', parentId})).id
    add('asset', parentId)
  }
  return entities
}
