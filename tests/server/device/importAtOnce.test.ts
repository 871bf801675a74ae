import {sql} from 'drizzle-orm'
import {afterAll, beforeAll, beforeEach, describe, expect, it} from 'vitest'
import type {Transaction} from '../../../server/database/connect'
import {exactlyOne} from '../../../server/database/rows'
import {audit} from '../../../server/database/schema/audit'
import {device, deviceCredentials} from '../../../server/database/schema/device'
import {waiting} from '../../support/locks'
import {auditOf, createWorld, type World} from '../../support/world'

const [A, B, C] = ['a', 'b', 'c'].map(letter => `0192f3a0-0000-7000-8000-00000000000${letter}`)
const tokenOf = (name: string) => `the-access-token-of-${name}`

let world: World

beforeAll(async () => {
  world = await createWorld()
  // Signing in writes in the trail.
  await world.call('admin', 'GET', '/api/v0/user')
})
beforeEach(async () => {
  await world.database.db.delete(device)
  await world.database.db.delete(audit)
})
afterAll(() => world.close())

async function outcomesOf(rows: object[]) {
  const response = await world.call('admin', 'POST', '/api/v0/device/import', {organisation_id: world.works, rows})
  return response.json().outcomes
}
const devices = async () => (await world.call('admin', 'GET', '/api/v0/device')).json()

describe('a batch that is sent again while it is being stored', () => {
  const rows = [
    {_id: A, name: 'anchor', access_token: tokenOf('anchor')},
    {_id: B, name: 'buoy'},
  ]

  it.each([
    ['as it is', rows],
    ['in another order', rows.toReversed()],
  ])('%s waits for that, and makes nothing twice', async (_order, again) => {
    // The last act of an import is to write in the trail.
    const hold = (transaction: Transaction) => transaction.execute(sql`lock table audit in share mode`)

    const [first, second] = await bothWhile(hold, rows, again)

    expect(first).toEqual([{_id: A}, {_id: B}])
    expect(second).toEqual(again.map(({_id}) => ({_id})))
    expect(await devices()).toMatchObject([{name: 'anchor'}, {name: 'buoy'}])
    expect(await auditOf(world.database, world.works)).toMatchObject([{detail: {created: 2, refused: 0}}])
  })
})

describe('batches that want the same in another order don’t wait for each other', () => {
  it('with ids', async () => {
    const row = (_id?: string) => ({_id, name: 'buoy'})
    const hold = (transaction: Transaction) => store(transaction, C)

    const [first, second] = await bothWhile(hold, [row(A), row(C), row(B)], [row(B), row(A)])

    expect(first).toEqual([{_id: A}, {message: '_id: must be a new id'}, {_id: B}])
    expect(second).toEqual([{_id: B}, {_id: A}])
  })

  it('with access tokens', async () => {
    const row = (name: string) => ({name, access_token: tokenOf(name)})
    const hold = async (transaction: Transaction) => {
      const {id: deviceId} = await store(transaction, C)
      await transaction.insert(deviceCredentials).values({deviceId, credentialsValue: tokenOf('c'), createdAt: 0})
    }

    const [first, second] = await bothWhile(hold, [row('a'), row('c'), row('b')], [row('b'), row('a')])

    const [made, taken] = [{_id: expect.any(String)}, {message: 'access_token: is in use already'}]
    expect(first).toEqual([made, taken, made])
    expect(second).toEqual([taken, taken])
  })
})

const store = async (transaction: Transaction, id: string | undefined) =>
  exactlyOne(
    await transaction
      .insert(device)
      .values({id, name: 'held', organisationId: world.works, createdAt: 0})
      .returning({id: device.id}),
  )

/** Returns the outcomes of two batches that both had to wait: the first for the held lock, the second for either. */
async function bothWhile(hold: (transaction: Transaction) => Promise<unknown>, first: object[], second: object[]) {
  const answers = await world.database.db.transaction(async transaction => {
    await hold(transaction)
    const started = [outcomesOf(first)]
    await waiting(world.database, 1)
    started.push(outcomesOf(second))
    await waiting(world.database, 2)
    return started
  })
  return Promise.all(answers)
}
