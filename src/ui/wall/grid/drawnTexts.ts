import type {Place} from '../../../domain/wall/packing'
import type {TileRoom} from '../../../domain/wall/tileRoom'
import {createSheet} from './sheet'

/** What a tile says, as far as it changes all the time. */
export interface TileTexts {
  values: readonly {key: string; text: string}[]
  /** What the shape says, too, before a word that says more; empty where there is none. */
  said: string
  word: string
  age: string
}

export interface Ink {
  text: string
  dim: string
}

export interface DrawnTexts {
  laidOut(room: TileRoom | null, font: number): void
  /** Draws the texts of one tile over those that stand there. */
  draw(corner: {x: number; y: number}, texts: TileTexts, ink: Ink): void
  attach(canvas: HTMLCanvasElement | null): (() => void) | undefined
}

/** The baseline from the top of a line, in font sizes. */
const BASELINE = 1.01
const GAP = 0.4

/**
 * The texts of a crowded wall on one canvas: the browser would lay out and paint as many elements at ten times the
 * cost. `drawAll` is called when all are gone.
 */
export function createDrawnTexts(drawAll: () => void): DrawnTexts {
  let room: TileRoom | null = null
  let font = 0
  let family = ''
  const sheet = createSheet((context, style) => {
    family = style.fontFamily
    context.textBaseline = 'alphabetic'
    drawAll()
  })

  const write = (context: CanvasRenderingContext2D, text: string, {x, y, width}: Place, isAtEnd = false): number => {
    const shown = fitted(context, text, width)
    context.textAlign = isAtEnd ? 'right' : 'left'
    context.fillText(shown, isAtEnd ? x + width : x, y + BASELINE * font)
    return context.measureText(shown).width
  }

  return {
    laidOut(nextRoom, nextFont) {
      room = nextRoom
      font = nextFont
      sheet.clear()
    },
    draw(corner, {values, said, word, age}, {text: ink, dim}) {
      const context = sheet.context()
      if (context === null || room === null) return
      const from = (place: Place): Place => ({...place, x: place.x + corner.x, y: place.y + corner.y})
      let free = 0
      if (room.foot !== null) {
        const foot = from(room.foot)
        wipe(context, foot)
        context.font = `400 ${font}px ${family}`
        context.fillStyle = dim
        free = foot.width - write(context, age, foot, true) - GAP * font
        if (room.hasWord && room.values > 0) {
          write(context, room.hasLongWord ? said + word : word, {...foot, width: free})
        }
      }
      // Where they share a line, the value gets what the age leaves.
      const more = room.values === 0 && room.isChartBehind ? Math.max(0, free) : 0
      const isAtEnd = room.hasKeys && room.values > 0
      room.lines.forEach((line, at) => {
        const place = from(line)
        const value = values[at]
        wipe(context, place)
        if (value === undefined) return
        context.font = `600 ${font}px ${family}`
        context.fillStyle = ink
        const taken = write(context, value.text, {...place, width: place.width + more}, isAtEnd) + GAP * font
        if (!isAtEnd) return
        context.font = `400 ${font}px ${family}`
        context.fillStyle = dim
        write(context, value.key, {...place, width: place.width - taken})
      })
    },
    attach: sheet.attach,
  }
}

const wipe = (context: CanvasRenderingContext2D, {x, y, width, height}: Place) =>
  context.clearRect(Math.floor(x), Math.floor(y), Math.ceil(width) + 1, Math.ceil(height) + 1)

/** As much of a text as there is room for. */
function fitted(context: CanvasRenderingContext2D, text: string, width: number): string {
  if (context.measureText(text).width <= width) return text
  const letters = [...text]
  while (letters.length > 0 && context.measureText(`${letters.join('')}…`).width > width) letters.pop()
  return letters.length === 0 ? '' : `${letters.join('')}…`
}
