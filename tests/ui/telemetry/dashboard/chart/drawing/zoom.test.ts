import {describe, expect, it} from 'vitest'
import {pannedBy, wheelSteps, zoomedBy} from '../../../../../../src/ui/telemetry/dashboard/chart/drawing/zoom'

const whole = {min: 0, max: 1_100_000}

describe('zoomedBy', () => {
  it('narrows the view by 10 % a step around the focus', () => {
    expect(zoomedBy(1, 550_000, whole, whole)).toEqual({min: 50_000, max: 1_050_000})
  })

  it('keeps the focus where it is on screen', () => {
    expect(zoomedBy(1, 0, whole, whole)).toEqual({min: 0, max: 1_000_000})
    expect(zoomedBy(1, 1_100_000, whole, whole)).toEqual({min: 100_000, max: 1_100_000})
  })

  it('is undone by a step out, except that all in view is no zoom any more', () => {
    const once = {min: 50_000, max: 1_050_000}
    expect(zoomedBy(-1, 550_000, once, whole)).toBeNull()
    expect(zoomedBy(1, 550_000, once, whole)?.min).toBe(95_455)
  })

  it('stays inside the whole when zooming out at an edge', () => {
    expect(zoomedBy(-1, 200_000, {min: 0, max: 200_000}, whole)).toEqual({min: 0, max: 220_000})
  })

  it('never shows less than a second', () => {
    expect(zoomedBy(500, 1000, {min: 0, max: 2000}, whole)).toEqual({min: 500, max: 1500})
  })
})

describe('pannedBy', () => {
  it('moves by a share of the view and stops at the edges', () => {
    expect(pannedBy(0.1, {min: 0, max: 100_000}, whole)).toEqual({min: 10_000, max: 110_000})
    expect(pannedBy(-0.1, {min: 5000, max: 105_000}, whole)).toEqual({min: 0, max: 100_000})
    expect(pannedBy(1, {min: 1_050_000, max: 1_100_000}, whole)).toEqual({min: 1_050_000, max: 1_100_000})
  })
})

describe('wheelSteps', () => {
  it.each([
    [{deltaY: 100, deltaMode: 0}, -1],
    [{deltaY: -120, deltaMode: 0}, 1],
    [{deltaY: 3, deltaMode: 1}, -1],
    [{deltaY: -10, deltaMode: 0}, 0.1],
  ])('takes %o for %d steps', (wheel, steps) => {
    expect(wheelSteps(wheel)).toBeCloseTo(steps)
  })
})
