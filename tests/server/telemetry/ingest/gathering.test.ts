import {setImmediate as nextTurn} from 'node:timers/promises'
import {afterEach, beforeEach, expect, it, vi} from 'vitest'
import {realTime} from '../../../../server/scheduler'
import {createGathering} from '../../../../server/telemetry/ingest/ingest'

beforeEach(() => void vi.useFakeTimers({toFake: ['performance', 'setTimeout', 'clearTimeout']}))
afterEach(() => void vi.useRealTimers())

const PACE = 20

/** The pump has just been committed. */
function createPaced() {
  const gathering = createGathering(PACE, realTime)
  gathering.begin(['pump'])
  let isTime = false
  return {
    ...gathering,
    wait() {
      isTime = false
      void gathering.untilTime().then(() => {
        isTime = true
      })
    },
    async isTime() {
      await nextTurn()
      await nextTurn()
      return isTime
    },
  }
}

it('waits for nobody when nothing was committed for a while', async () => {
  const {wait, isTime} = createPaced()
  vi.advanceTimersByTime(PACE)
  wait()
  expect(await isTime()).toBe(true)
})

it('waits for others until the last commit began so long ago', async () => {
  const {wait, isTime, add} = createPaced()
  vi.advanceTimersByTime(5)
  add('crane')
  wait()
  vi.advanceTimersByTime(PACE - 6)
  expect(await isTime()).toBe(false)
  vi.advanceTimersByTime(1)
  expect(await isTime()).toBe(true)
})

it('keeps no device waiting that sends on after its answer, whether it comes before or after the others', async () => {
  const {wait, isTime, add, begin} = createPaced()
  add('crane')
  wait()
  expect(await isTime()).toBe(false)
  add('pump')
  expect(await isTime()).toBe(true)

  begin(['crane', 'pump'])
  add('crane')
  wait()
  expect(await isTime()).toBe(true)
})

it('forgets that it had to hurry', async () => {
  const {wait, isTime, hurry, begin} = createPaced()
  hurry()
  wait()
  expect(await isTime()).toBe(true)
  begin(['crane'])
  wait()
  expect(await isTime()).toBe(false)
})
