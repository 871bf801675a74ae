import {afterEach, beforeEach, expect, it, vi} from 'vitest'
import {type BodySigns, pulses} from '../../../src/streams/wall/pulses'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

function feel(signs: Partial<BodySigns> = {}) {
  const frames: (() => void)[] = []
  const cancel = vi.fn()
  const felt: boolean[] = []
  const body: BodySigns = {
    monotonic: () => Date.now(),
    heap: () => 0.5,
    shown: () => 7,
    isVisible: () => true,
    frame: callback => {
      frames.push(callback)
      return cancel
    },
    ...signs,
  }
  const subscription = pulses(body).subscribe(({pulse}) => felt.push(pulse.hasFrame))
  return {felt, frames, cancel, subscription}
}

it('feels each ten seconds whether a frame was drawn since', () => {
  const {felt, frames} = feel()
  frames.at(-1)?.()
  vi.advanceTimersByTime(10_000)
  vi.advanceTimersByTime(10_000)
  frames.at(-1)?.()
  vi.advanceTimersByTime(10_000)
  expect(felt).toEqual([true, false, true])
})

it('asks for no frames of a hidden page', () => {
  const {felt} = feel({isVisible: () => false})
  vi.advanceTimersByTime(10_000)
  expect(felt).toEqual([true])
})

it('leaves no frame behind', () => {
  const {cancel, subscription} = feel()
  subscription.unsubscribe()
  expect(cancel).toHaveBeenCalledOnce()
})
