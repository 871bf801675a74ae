import {afterEach, beforeEach, describe, expect, it, vi} from 'vitest'
import {IS_QUICK} from '../../support/tier'
import {explore} from './explore'
import {dashboardOf, homeOf, wallOf} from './screens'
import {createWorlds, type ScreenOf, type Step} from './world'

/** The steps that may happen to a screen: all of them together have more orders than can be walked. */
const STEPS: Record<string, readonly Step[]> = {
  'its server, its tab and its clocks': [
    ...(['connect', 'drop', 'resume', 'tick', 'value', 'lateValue', 'expire'] as const),
    ...(['hide', 'switch', 'stepForward', 'stepBack', 'replace'] as const),
  ],
  'its network and its machine': [
    ...(['connect', 'drop', 'resume', 'tick', 'value', 'oldValue'] as const),
    ...(['loseNetwork', 'findNetwork', 'sleep', 'hide'] as const),
  ],
}
const REPLAY_STEPS: readonly Step[] = [
  ...(['connect', 'drop', 'resume', 'tick', 'value', 'replace'] as const),
  ...(['lookBack', 'play', 'pass', 'goLive'] as const),
]
/** Until the screen shows values that are pushed. */
const OPENED: readonly Step[] = ['connect', 'connect', 'resume', 'resume', 'resume']
/** Leads to the values of a past moment. */
const LOOKED_BACK: readonly Step[] = [...OPENED, 'lookBack', 'resume', 'resume', 'resume']
const DEPTH = IS_QUICK ? 5 : 8

beforeEach(() => {
  // XState warns of actions during which another machine acts, as the screens do when the replay tells the time.
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  vi.useFakeTimers({toFake: ['Date', 'performance', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval']})
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

describe.each([
  ['dashboard', dashboardOf],
  ['home', homeOf],
  ['wall', wallOf],
] as const)('the %s', (name, screenOf) => {
  const {taken, walk} = createWalks(name, screenOf)

  it('shows fresh values when all is well', async () => {
    const world = await taken(OPENED)
    expect([world.isAny('fresh'), world.wrong()]).toEqual([true, []])
    world.stop()
  })

  it.each(Object.entries(STEPS))(
    'never paints fresh what is too old or can not be known, whatever happens to %s',
    async (_, steps) => {
      const {states, shown, wrong} = await walk(OPENED, steps)
      expect(wrong).toEqual([])
      expect(shown.fresh).toBeGreaterThan(states / 100)
    },
  )
})

describe.each([
  ['dashboard', dashboardOf],
  ['wall', wallOf],
] as const)('the %s whose devices came with the page', (name, screenOf) => {
  const {taken} = createWalks(name, screenOf, {isOfPage: true})

  it.each([
    [[]],
    [OPENED],
    [['tick', 'value', 'tick', ...OPENED]],
    [['drop', 'tick', 'hide', ...OPENED]],
    [['connect', 'connect', 'resume', 'hide', 'tick']],
    [['connect', 'expire', 'stepForward', 'hide', 'connect', 'resume']],
  ] as readonly [readonly Step[]][])('never paints fresh what is too old or can not be known, after %j', async path => {
    for (const [at] of [...path, 'tick'].entries()) {
      const world = await taken([...path.slice(0, at), 'tick'])
      expect([world.isAny('fresh') && at === 0, world.wrong()]).toEqual([false, []])
      world.stop()
    }
  })
})

describe.each([
  ['dashboard', dashboardOf],
  ['wall', wallOf],
] as const)('the %s of a past moment', (name, screenOf) => {
  const {taken, walk} = createWalks(`${name} of a past moment`, screenOf)

  it('shows what was in time then, and nothing as fresh', async () => {
    const world = await taken(LOOKED_BACK)
    expect([world.isAny('replay'), world.isAny('fresh'), world.wrong()]).toEqual([true, false, []])
    world.stop()
  })

  it('paints nothing fresh, and nothing of the past elsewhere, whatever happens to its server and its moment', async () => {
    const {states, shown, wrong} = await walk(LOOKED_BACK, REPLAY_STEPS)
    expect(wrong).toEqual([])
    expect(shown.replay).toBeGreaterThan(states / 100)
    expect(shown.fresh).toBeGreaterThan(0)
  })
})

function createWalks(name: string, screenOf: ScreenOf, page: Parameters<typeof createWorlds>[1] = {}) {
  const begin = createWorlds(screenOf, page)

  async function taken(steps: readonly Step[]) {
    const world = begin()
    for (const step of steps) await world.take(step)
    return world
  }

  async function walk(opened: readonly Step[], steps: readonly Step[]) {
    const wrong: string[] = []
    const shown = {fresh: 0, replay: 0}
    const {states, taken: count} = await explore(
      () => taken(opened),
      steps,
      DEPTH,
      (world, path) => {
        if (world.isAny('fresh')) shown.fresh++
        if (world.isAny('replay')) shown.replay++
        const found = world.wrong()
        if (found.length > 0 && wrong.length < 10) wrong.push(`${path.join(', ')}: ${found.join('; ')}`)
      },
    )
    console.info(`The ${name} stood in ${states} states in ${count} steps.`)
    return {states, shown, wrong}
  }

  return {taken, walk}
}
