import {tmpdir} from 'node:os'
import {afterEach, beforeEach, describe, expect, it} from 'vitest'
import {type Access, accessTo} from '../../../server/access/access'
import {buildApp} from '../../../server/app'
import type {Database} from '../../../server/database/connect'
import {
  cookieHeader,
  createTestApp,
  seedDevice,
  seedOrganisation,
  seedUser,
  signIn,
  type TestApp,
} from '../../support/app'
import {originOf} from '../../support/bareSocket'
import {createTestDatabase} from '../../support/database'
import {openSocket} from '../../support/socket'

const ROW = 'SUBSCRIBE /socket.io'

let database: Database
let pump: string
let test: TestApp | undefined

beforeEach(async () => {
  database = await createTestDatabase()
  const organisationId = await seedOrganisation(database)
  pump = (await seedDevice(database, {name: 'pump', organisationId})).id
  await seedUser(database, {email: 'plant@t.test', authority: 'ORGANISATION_ADMIN', organisationId})
})
afterEach(async () => {
  await test?.close()
  test = undefined
  await database.close()
})

/** Returns the answer of a server whose row says `access` to an admin of the organisation. */
async function subscribeWhere(access: Access): Promise<unknown> {
  test = await createTestApp({database, furtherAccess: {[ROW]: access}})
  await test.app.listen({port: 0, host: '127.0.0.1'})
  const {origin} = originOf(test.app)
  const cookies = await signIn(test.app, 'plant@t.test')
  const handshake = await fetch(`${origin}/socket.io/?EIO=4&transport=polling`, {
    headers: {cookie: cookieHeader(cookies)},
  })
  if (handshake.status !== 200) return handshake.json()
  const socket = openSocket(origin, cookies)
  const answer: unknown = await socket.emitWithAck('subscribe', {device_ids: [pump]})
  socket.disconnect()
  return answer
}

describe('the row of the sockets in the access table', () => {
  it('lets those subscribe who are named there, within their reach', async () => {
    expect(await subscribeWhere({who: ['ORGANISATION_ADMIN'], on: 'device', keys: 'no'})).toEqual({refused: []})
  })

  it('keeps everybody else from opening a socket', async () => {
    expect(await subscribeWhere({who: ['SYS_ADMIN'], on: 'device', keys: 'no'})).toEqual({message: 'forbidden'})
  })

  it('decides which kind must be within reach', async () => {
    expect(await subscribeWhere({who: 'signedIn', on: 'asset', keys: 'no'})).toEqual({refused: [pump]})
  })

  it('must name a kind, or no server is built', async () => {
    await expect(
      buildApp({database, files: {folder: tmpdir()}, furtherAccess: {[ROW]: {who: 'signedIn', keys: 'no'}}}),
    ).rejects.toThrow('The access table must name the kind that is to be within reach, and not nothing')
  })

  it('must not be missing', () => {
    expect(() => accessTo({}, ROW)).toThrow('SUBSCRIBE /socket.io is missing in the access table')
  })
})
