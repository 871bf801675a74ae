import {afterEach, beforeEach, expect, it, vi} from 'vitest'
import {paced} from '../../../../../../src/ui/telemetry/dashboard/chart/drawing/paced'

beforeEach(() => {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'requestAnimationFrame', 'cancelAnimationFrame', 'performance'],
  })
})
afterEach(() => {
  vi.useRealTimers()
})

it('draws at once, and what comes within a twentieth of a second once for all', () => {
  const draw = vi.fn()
  const {request} = paced(draw)
  request()
  expect(draw).toHaveBeenCalledTimes(1)
  for (let i = 0; i < 4; i++) {
    vi.advanceTimersByTime(10)
    request()
  }
  expect(draw).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(30)
  expect(draw).toHaveBeenCalledTimes(2)
  vi.advanceTimersByTime(1000)
  expect(draw).toHaveBeenCalledTimes(2)
  request()
  expect(draw).toHaveBeenCalledTimes(3)
})

it('draws what can not wait, and what was requested before with it', () => {
  const draw = vi.fn()
  const {request, drawNow} = paced(draw)
  request()
  request()
  drawNow()
  expect(draw).toHaveBeenCalledTimes(2)
  vi.advanceTimersByTime(1000)
  expect(draw).toHaveBeenCalledTimes(2)
  request()
  expect(draw).toHaveBeenCalledTimes(3)
})

it('draws no more once cancelled', () => {
  const draw = vi.fn()
  const {request, cancel} = paced(draw)
  request()
  request()
  cancel()
  vi.advanceTimersByTime(1000)
  expect(draw).toHaveBeenCalledTimes(1)
})
