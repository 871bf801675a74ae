import {afterEach, beforeEach, describe, expect, it, vi} from 'vitest'
import {explore} from './explore'
import {dashboardOf, homeOf, wallOf} from './screens'
import {createWorlds, type Step} from './world'

/** What may happen to a screen: all of it at once has more orders than can be walked. */
const STEPS: Record<string, readonly Step[]> = {
  'its server, its tab and its clocks': [
    ...(['connect', 'drop', 'resume', 'tick', 'value', 'lateValue', 'expire'] as const),
    ...(['hide', 'switch', 'stepForward', 'stepBack', 'replace'] as const),
  ],
  'its network and its machine': [
    ...(['connect', 'drop', 'resume', 'tick', 'value', 'lateValue'] as const),
    ...(['loseNetwork', 'findNetwork', 'sleep', 'hide'] as const),
  ],
}
/** Until the screen shows values that are pushed. */
const OPENED: readonly Step[] = ['connect', 'connect', 'resume', 'resume', 'resume']
const DEPTH = Number(process.env.FRESHNESS_DEPTH ?? 8)

beforeEach(() => {
  vi.useFakeTimers({toFake: ['Date', 'performance', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval']})
})
afterEach(() => {
  vi.useRealTimers()
})

describe.each([
  ['dashboard', dashboardOf],
  ['home', homeOf],
  ['wall', wallOf],
] as const)('the %s', (name, screenOf) => {
  const begin = createWorlds(screenOf)

  async function opened() {
    const world = begin()
    for (const step of OPENED) await world.take(step)
    return world
  }

  it('shows fresh values when all is well', async () => {
    const world = await opened()
    expect([world.isAnyFresh(), world.wrong()]).toEqual([true, []])
    world.stop()
  })

  it.each(Object.entries(STEPS))(
    'never paints fresh what is too old or can not be known, whatever happens to %s',
    async (_, steps) => {
      const wrong: string[] = []
      let fresh = 0
      const {states, taken} = await explore(opened, steps, DEPTH, (world, path) => {
        if (world.isAnyFresh()) fresh++
        const found = world.wrong()
        if (found.length > 0 && wrong.length < 10) wrong.push(`${path.join(', ')}: ${found.join('; ')}`)
      })
      console.info(`The ${name} stood in ${states} states in ${taken} steps.`)
      expect(wrong).toEqual([])
      expect(fresh).toBeGreaterThan(states / 100)
    },
    1_800_000,
  )
})
