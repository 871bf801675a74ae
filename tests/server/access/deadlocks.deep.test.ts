import {afterAll, beforeAll, expect, it} from 'vitest'
import {ACCESS} from '../../../server/access/access'
import {deadlocks} from '../../support/locks'
import {type Case, callTo, casesOf, routeOf} from './cases'
import {createWorld, type World} from './world'

const AT_ONCE = 16
const ROUNDS = 4

let world: World

beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

/** All calls that change something for somebody, except those that need a preparation. */
const CHANGES = Object.keys(ACCESS)
  .filter(row => row !== 'SUBSCRIBE /socket.io' && routeOf(row).method !== 'GET' && callTo(row).given === undefined)
  .flatMap(casesOf)
  .filter(({outcome}) => outcome === 'answered')

it(`are none between any two of ${CHANGES.length} changes, in whatever order they meet`, async () => {
  const failed: string[] = []
  for (let round = 1; round <= ROUNDS; round++) {
    const left = shuffled(CHANGES, round)
    await Promise.all(
      Array.from({length: AT_ONCE}, async () => {
        for (let change = left.pop(); change !== undefined; change = left.pop()) {
          const status = await make(change)
          if (status >= 500) failed.push(`${status} ${change.call}`)
        }
      }),
    )
    await world.rewind()
  }
  expect(failed).toEqual([])
  expect(await deadlocks(world.database)).toBe(0)
})

async function make({call, actor, target}: Case): Promise<number> {
  const id = target === undefined ? '' : world.idOf(target, actor)
  const organisationId = world.idOf({kind: 'organisation', place: 'own organisation'}, actor)
  const {headers, ...asked} = callTo(call).request({actor, target, id, organisationId})
  const {cookies, headers: authorisation} = world.credentialsOf(actor)
  const sent = {...routeOf(call), ...asked, cookies, headers: {...headers, ...authorisation}}
  return (await world.app.inject(sent)).statusCode
}

/** The same order for the same seed. */
function shuffled<Item>(items: readonly Item[], seed: number): Item[] {
  let state = seed
  const random = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state
  }
  return items
    .map(item => [random(), item] as const)
    .toSorted(([one], [other]) => one - other)
    .map(([, item]) => item)
}
