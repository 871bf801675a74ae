import {afterEach, beforeEach, describe, expect, it, vi} from 'vitest'
import {drawnOn} from '../../../src/ui/wall/panels/chartDrawing'

const SECOND = 1000

beforeEach(() => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
    },
  )
})

afterEach(() => {
  vi.unstubAllGlobals()
})

describe('the charts of a wall', () => {
  it('are drawn again every five seconds, and not all at once', () => {
    document.body.innerHTML = '<div><canvas></canvas></div>'.repeat(4)
    const charts = [...document.querySelectorAll('div')].map(drawnOn)
    const drawnAt = charts.map(() => [] as number[])
    for (let now = 0; now <= 15 * SECOND; now += SECOND / 4)
      charts.forEach((chart, at) => {
        chart.draw(now, 'same', () => {
          drawnAt[at]?.push(now)
          return {lines: [], range: {start: 0, end: now}}
        })
      })
    expect(drawnAt.map(([first]) => first)).toEqual([0, 0, 0, 0])
    const later = drawnAt.map(([, ...others]) => others)
    expect(new Set(later.flat()).size).toBe(later.flat().length)
    for (const [one = 0, two = 0] of later) expect(two - one).toBe(5 * SECOND)
  })

  it('are drawn at once when they show something else', () => {
    document.body.innerHTML = '<div><canvas></canvas></div>'
    const [chart] = [...document.querySelectorAll('div')].map(drawnOn)
    const drawn: string[] = []
    for (const of of ['one', 'one', 'other'])
      chart?.draw(0, of, () => {
        drawn.push(of)
        return {lines: [], range: {start: 0, end: 1}}
      })
    expect(drawn).toEqual(['one', 'other'])
  })
})
