import {expect, it, onTestFinished} from 'vitest'
import {createFlowingTime} from '../support/flowingTime'

it('goes on by itself, and does at once what comes due within a move', async () => {
  const time = createFlowingTime()
  onTestFinished(time.stop)
  const begin = time.elapsed()
  const done: [what: string, at: number][] = []
  time.after(90_000, () => done.push(['later', time.elapsed()]))
  time.after(30_000, () => done.push(['sooner', time.elapsed()]))

  await time.delay(5)
  await time.move(60_000)

  expect(done.map(([what]) => what)).toEqual(['sooner'])
  expect(done[0]?.[1]).toBe(begin + 30_000)
  await time.move(60_000)
  expect(done.map(([what]) => what)).toEqual(['sooner', 'later'])
})

it('begins at the moment that a test names', async () => {
  const leapDay = Date.UTC(2028, 1, 29, 23, 59, 30)
  const time = createFlowingTime(leapDay)
  onTestFinished(time.stop)
  await time.move(60_000)
  expect(new Date(time.now()).toISOString()).toMatch(/^2028-03-01T00:00:3/)
})
