import {afterAll, beforeAll, describe, expect, it} from 'vitest'
import {writeAttribute} from '../../contract/wire/entities/attribute'
import {importDevices} from '../../contract/wire/entities/device'
import {organisationCalls} from '../../contract/wire/entities/organisation'
import {findChange, listAudit} from '../../src/api/audit'
import type {Http} from '../../src/api/http'
import {EVERYTHING} from '../../src/domain/audit'
import {createTestApp, seedOrganisation, seedUser, type TestApp} from '../support/app'
import {signedInHttp} from './signedIn'

/** The server's clock is a minute ahead of the client's. */
const clock = {now: () => Date.now() + 60_000, toClient: (at: number) => at - 60_000, asking: () => () => {}}

let server: TestApp
let http: Http
let organisationId: string
let userId: string

beforeAll(async () => {
  server = await createTestApp()
  userId = (await seedUser(server.database, {email: 'ada@works.test'})).id
  organisationId = await seedOrganisation(server.database)
  http = await signedInHttp(server, 'ada@works.test', {clock})
  const rows = Array.from({length: 120}, (_, at) => ({name: `Pump ${at}`}))
  await http.call(importDevices, {body: {organisationId, rows}})
})
afterAll(() => server.close())

describe('the audit trail', () => {
  it('comes page by page, on the client’s clock', async () => {
    const filter = {...EVERYTHING, action: 'device.created', entityType: 'device', userId} as const
    const first = await listAudit(http, {filter, cursor: null})
    const second = await listAudit(http, {filter, cursor: first.next})
    const names = [...first.entries, ...second.entries].map(({entityName}) => entityName)
    expect([first.entries.length, second.next, new Set(names).size]).toEqual([100, null, 120])
  })

  it('is filtered by the server', async () => {
    const at = server.clock.now - 60_000
    const filter = {...EVERYTHING, entityId: organisationId, from: at, to: at}
    const {entries} = await listAudit(http, {filter, cursor: null})
    expect(entries).toEqual([
      {
        id: expect.any(String),
        at,
        userId,
        email: 'ada@works.test',
        address: '127.0.0.1',
        action: 'device.imported',
        entityType: 'organisation',
        entityId: organisationId,
        entityName: 'Harbour Works',
        organisationId,
        detail: {created: 120, refused: 0},
      },
    ])
  })
})

describe('a version', () => {
  it('is ascribed to whoever made it, on the client’s clock', async () => {
    await http.call(organisationCalls.change, {params: {id: organisationId}, body: {title: 'Works II'}})
    const entity = {kind: 'organisation', id: organisationId} as const
    const of = (version: number) => findChange(http, {entity, attribute: null, version})
    expect(await of(2)).toEqual({at: server.clock.now - 60_000, email: 'ada@works.test', name: 'ada@works.test'})
    expect(await of(3)).toBeNull()
  })

  it('of an attribute is ascribed by its name', async () => {
    const entity = {kind: 'organisation', id: organisationId} as const
    const params = {entityType: 'organisation', entityId: organisationId, scope: 2, attributeKey: 'hall/7'}
    await http.call(writeAttribute, {params, body: {str_v: 'a'}})
    const of = (key: string) => findChange(http, {entity, attribute: {scope: 2, key}, version: null})
    expect([await of('hall/7'), await of('hall/8')]).toMatchObject([{email: 'ada@works.test'}, null])
  })
})
