import {describe, expect, it} from 'vitest'
import {arcMinutes, DESK, readableSize, type Viewing} from '../../../src/domain/wall/legibility'
import {pack} from '../../../src/domain/wall/packing'
import {roomOf} from '../../../src/domain/wall/tileRoom'

/** A television in a control room. */
const HALL: Viewing = {diagonal: 55, distance: 3}
/** The approximate size of the frame around the tiles in full screen. */
const FRAME = {width: 24, height: 60}
/** Digits are read at a glance from here on. */
const TARGET = 17

/** Under how many arc minutes the large value of a tile is seen, by the number of devices. */
function seen(count: number, viewing: Viewing, screen: {width: number; height: number}): number {
  const packing = pack({
    counts: [count],
    hasHeads: false,
    width: screen.width - FRAME.width,
    height: screen.height - FRAME.height,
    kind: 'device',
    readable: readableSize(viewing, screen),
  })
  return Math.round(arcMinutes(roomOf(packing, {keys: 2, name: 6}).valueSize, viewing, screen))
}

describe('what is seen from afar', () => {
  it('is of 20 arc minutes in the least size that is read with ease', () => {
    const screen = {width: 1920, height: 1080}
    expect(arcMinutes(readableSize(HALL, screen), HALL, screen)).toBeCloseTo(20)
  })

  it.each([
    {width: 1920, height: 1080, viewing: HALL, values: [86, 80, 34, 16, 0], readTo: 196},
    {width: 3840, height: 2160, viewing: HALL, values: [94, 85, 36, 18, 7], readTo: 240},
    {width: 1920, height: 1080, viewing: DESK, values: [300, 130, 86, 51, 20], readTo: 1000},
    {width: 3840, height: 2160, viewing: DESK, values: [300, 140, 58, 54, 20], readTo: 1000},
  ])('is the value of each tile up to $readTo devices, $width px, $viewing', ({viewing, values, readTo, ...screen}) => {
    expect([4, 12, 60, 200, 1000].map(count => seen(count, viewing, screen))).toEqual(values)
    const counts = Array.from({length: 1000}, (_, at) => at + 1)
    const first = counts.find(count => seen(count, viewing, screen) < TARGET) ?? 1001
    expect(first - 1).toBe(readTo)
  })
})
