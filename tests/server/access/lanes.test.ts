import {afterEach, beforeEach, describe, expect, it, vi} from 'vitest'
import {createLanes} from '../../../server/access/guard'
import {createTestDatabase} from '../../support/database'
import {createWorld, type World} from '../../support/world'

describe('a lane', () => {
  it('lets so many in at once, the others in their order, and other lanes beside it', async () => {
    const enter = createLanes(2)
    const order: number[] = []
    const leave = await Promise.all([enter('a'), enter('a')])
    const later = [1, 2].map(async number => {
      const left = await enter('a')
      order.push(number)
      return left
    })
    await enter('b')
    expect(order).toEqual([])

    leave[0]?.()
    leave[0]?.()
    await vi.waitFor(() => expect(order).toEqual([1]))
    leave[1]?.()
    for (const left of await Promise.all(later)) left()

    expect(order).toEqual([1, 2])
  })

  it('refuses more than can wait in its line', async () => {
    const enter = createLanes(1)
    await enter('a')
    for (let waiting = 0; waiting < 500; waiting++) void enter('a')

    await expect(enter('a')).rejects.toMatchObject({statusCode: 429})
    await enter('b')
  })
})

describe('an organisation whose calls all hang', () => {
  let world: World

  beforeEach(async () => {
    world = await createWorld({database: await createTestDatabase()})
  })
  afterEach(async () => {
    await world.close()
    await world.database.close()
  })

  it('leaves connections to the others', async () => {
    const seen = (await world.call('noc', 'GET', '/api/v0/device')).statusCode
    await world.call('plant', 'GET', '/api/v0/device')
    const blocker = await world.database.pool.connect()
    await blocker.query('begin; lock table asset')
    const count = 2 * (world.database.pool.options.max ?? 10)
    let answered = 0
    const hanging = Array.from({length: count}, async () => {
      const answer = await world.call('plant', 'GET', '/api/v0/asset')
      answered++
      return answer.statusCode
    })
    const isWaiting = `select count(*)::int as count from pg_locks where not granted and relation = 'asset'::regclass`
    await vi.waitFor(async () =>
      expect((await blocker.query<{count: number}>(isWaiting)).rows[0]?.count).toBeGreaterThan(0),
    )

    expect((await world.call('noc', 'GET', '/api/v0/device')).statusCode).toBe(seen)
    expect(answered).toBe(0)

    await blocker.query('commit')
    blocker.release()
    expect(new Set(await Promise.all(hanging))).toEqual(new Set([200]))
  })

  it('gets each place back, however a call ends', async () => {
    const {max = 10} = world.database.pool.options
    const unknown = '/api/v0/device/00000000-0000-4000-8000-000000000000'
    for (let call = 0; call < 2 * max; call++) {
      expect((await world.call('plant', 'GET', unknown)).statusCode).toBe(404)
      expect((await world.call('plant', 'POST', '/api/v0/device', {})).statusCode).toBe(400)
    }

    expect((await world.call('plant', 'GET', '/api/v0/device')).statusCode).toBe(200)
  })
})
