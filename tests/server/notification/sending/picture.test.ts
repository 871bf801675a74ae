import {decode} from 'fast-png'
import {describe, expect, it} from 'vitest'
import {drawSeries} from '../../../../server/notification/sending/picture'

/** The columns and rows of the pixels that are not white, of each colour. */
function drawnIn(picture: Buffer | null) {
  const {width, data, channels} = decode(picture ?? Buffer.of())
  const [dark, red] = [new Map<number, number[]>(), new Set<number>()]
  for (let pixel = 0; pixel < data.length / channels; pixel++) {
    const [r = 0, g = 0] = data.subarray(pixel * channels, (pixel + 1) * channels)
    const [x, y] = [pixel % width, Math.floor(pixel / width)]
    if (r < 100) dark.set(x, [...(dark.get(x) ?? []), y])
    else if (g < 100) red.add(y)
  }
  return {dark, red}
}

describe('the picture of a series', () => {
  it('is a line from low to high, with gaps where there were no values', () => {
    const {dark, red} = drawnIn(drawSeries([0, 50, null, null, 100], null))
    const columns = [...dark.keys()]
    expect([Math.min(...columns), Math.max(...columns)]).toEqual([0, 1119])
    expect(columns.filter(x => x >= 448 && x < 896)).toEqual([])
    expect(Math.min(...(dark.get(0) ?? []))).toBeGreaterThan(Math.max(...(dark.get(1000) ?? [])))
    expect(red.size).toBe(0)
  })

  it('has its limit within it, whichever side of the values that is', () => {
    const {dark, red} = drawnIn(drawSeries([10, 12, 11], 80))
    expect(red.size).toBe(2)
    expect(Math.max(...red)).toBeLessThan(Math.min(...(dark.get(500) ?? [])))
  })

  it('of values that never change is in the middle, and of none there is no picture', () => {
    expect([...drawnIn(drawSeries([7, 7, 7], null)).dark.values()][0]).toEqual([118, 119, 120, 121])
    expect(drawSeries([null, null], 80)).toBeNull()
  })
})
