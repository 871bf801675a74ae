import {encode} from 'fast-png'

/** Twice as large as it is shown, for sharp screens. */
const WIDTH = 1120
const HEIGHT = 240
const PADDING = 12
const LINE = 4
const DASH = 16

const COLOURS = {paper: [255, 255, 255], line: [31, 41, 55], limit: [201, 42, 42]} as const
type Colour = keyof typeof COLOURS

/**
 * Draws averages of equal stretches of time as a PNG, with a dashed line at the limit. `null` is a stretch without
 * values, where the line has a gap. Null when there is nothing to draw.
 */
export function drawSeries(averages: readonly (number | null)[], limit: number | null): Buffer | null {
  const drawn = averages.filter(value => value !== null)
  if (drawn.length === 0) return null
  const scale = scaleOf(limit === null ? drawn : [...drawn, limit])
  const pixels = new Uint8Array(WIDTH * HEIGHT * 3).fill(255)
  const fill = (x: number, from: number, to: number, colour: Colour) => {
    for (let y = Math.max(0, from); y < Math.min(HEIGHT, to); y++) pixels.set(COLOURS[colour], (y * WIDTH + x) * 3)
  }
  if (limit !== null) {
    const y = scale(limit)
    for (let x = 0; x < WIDTH; x++) if (x % (2 * DASH) < DASH) fill(x, y - 1, y + 1, 'limit')
  }
  const column = WIDTH / averages.length
  averages.forEach((value, index) => {
    if (value === null) return
    const before = averages[index - 1] ?? value
    const [from, to] = [scale(before), scale(value)]
    for (let step = 0; step < column; step++) {
      const x = Math.floor(index * column + step)
      const [y, next] = [at(from, to, step / column), at(from, to, (step + 1) / column)]
      fill(x, Math.min(y, next) - LINE / 2, Math.max(y, next) + LINE / 2, 'line')
    }
  })
  return Buffer.from(encode({width: WIDTH, height: HEIGHT, data: pixels, channels: 3}))
}

const at = (from: number, to: number, part: number): number => Math.round(from + (to - from) * part)

/** The scale from the lowest number at the bottom to the highest at the top; a single one is in the middle. */
function scaleOf(numbers: readonly number[]): (value: number) => number {
  const [low, high] = [Math.min(...numbers), Math.max(...numbers)]
  const room = HEIGHT - 2 * PADDING
  return value => Math.round(PADDING + room * (high === low ? 0.5 : (high - value) / (high - low)))
}
