import {UNIT_SCALE} from '../../../domain/wall/fitting'
import {BASELINE, type Line, type TileRoom} from '../../../domain/wall/tileRoom'
import {createSheet} from './sheet'

/** The texts of a tile that change all the time. */
export interface TileTexts {
  values: readonly {key: string; text: string; unit: string}[]
  /** The part of its size in which the first value has room. */
  scale: number
  /** The meaning of the shape, before a word that says more; empty where there is none. */
  said: string
  word: string
  age: string
}

export interface Ink {
  text: string
  dim: string
}

/** In CSS pixels. */
export interface Point {
  x: number
  y: number
}

export interface DrawnTexts {
  laidOut(room: TileRoom | null, font: number): void
  /** Draws the texts of one tile over the former ones. */
  draw(corner: Point, texts: TileTexts, ink: Ink): void
  attach(canvas: HTMLCanvasElement | null): (() => void) | undefined
}

const GAP = 0.4
/** Letters of a key get smaller before it is left out. */
const KEY_SCALES = [1, 0.85, 0.7] as const

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

  const setFont = (context: CanvasRenderingContext2D, weight: number, size: number, color: string) => {
    context.font = `${weight} ${size}px ${family}`
    context.fillStyle = color
  }

  function drawFoot(context: CanvasRenderingContext2D, foot: Line, {said, word, age, values}: TileTexts, dim: string) {
    setFont(context, 400, font, dim)
    const taken = write(context, age, foot, true)
    const free = {...foot, width: foot.width - taken - GAP * font}
    if (room?.keyPlace === 'foot') writeKey(context, values[0]?.key ?? '', free, dim)
    else if (room?.hasWord) writeWhole(context, room.hasLongWord ? [said + word, word] : [word], free)
    return taken
  }

  /** The first value, its unit and, where there is no other place for it, its key. */
  function drawValue(
    context: CanvasRenderingContext2D,
    line: Line,
    {values: [value], scale}: TileTexts,
    {text, dim}: Ink,
  ) {
    if (room === null || value === undefined) return
    const size = scale * room.valueSize
    const middle = {...line, baseline: line.baseline - (1 - scale) * BASELINE * room.valueSize}
    setFont(context, 600, size, text)
    let taken = write(context, value.text, middle)
    const rest = () => ({...middle, x: line.x + taken, width: line.width - taken})
    if (value.unit !== '') {
      setFont(context, 400, UNIT_SCALE * size, text)
      taken += write(context, value.unit, rest())
    }
    if (room.keyPlace !== 'behind') return
    taken += GAP * font
    writeKey(context, value.key, rest(), dim)
  }

  /** Writes the name of a key whole, in letters that have room, or not at all. */
  function writeKey(context: CanvasRenderingContext2D, key: string, line: Line, dim: string) {
    for (const scale of KEY_SCALES) {
      setFont(context, 400, scale * font, dim)
      if (writeWhole(context, namesOf(key), line)) return
    }
  }

  return {
    laidOut(nextRoom, nextFont) {
      room = nextRoom
      font = nextFont
      sheet.clear()
    },
    draw(corner, texts, ink) {
      const context = sheet.context()
      if (context === null || room === null || room.value === null || room.foot === null) return
      const from = (line: Line): Line => ({
        ...line,
        x: line.x + corner.x,
        y: line.y + corner.y,
        baseline: line.baseline + corner.y,
      })
      const foot = from(room.foot)
      const value = from(room.value)
      wipe(context, value)
      if (!room.isFootBeside) wipe(context, foot)
      const taken = drawFoot(context, foot, texts, ink.dim)
      const width = room.isFootBeside ? value.width - taken - GAP * font : value.width
      drawValue(context, {...value, width}, texts, ink)
      if (room.keyPlace === 'above' && room.key !== null) {
        const key = from(room.key)
        wipe(context, key)
        writeKey(context, texts.values[0]?.key ?? '', key, ink.dim)
      }
      room.more.forEach((line, at) => {
        const place = from(line)
        const shown = texts.values[at + 1]
        wipe(context, place)
        if (shown === undefined) return
        setFont(context, 600, font, ink.text)
        const taken = write(context, shown.text + shown.unit, place, true) + GAP * font
        writeKey(context, shown.key, {...place, width: place.width - taken}, ink.dim)
      })
    },
    attach: sheet.attach,
  }
}

/** Writes as much of a text as there is room for. Returns its width. */
function write(context: CanvasRenderingContext2D, text: string, {x, width, baseline}: Line, isAtEnd = false): number {
  if (text === '') return 0
  const whole = context.measureText(text).width
  const shown = whole <= width ? text : shortened(context, text, width)
  const taken = shown === text ? whole : context.measureText(shown).width
  context.fillText(shown, isAtEnd ? x + width - taken : x, baseline)
  return taken
}

const wipe = (context: CanvasRenderingContext2D, {x, y, width, height}: Line) =>
  context.clearRect(Math.floor(x), Math.floor(y), Math.ceil(width) + 1, Math.ceil(height) + 1)

/** Writes the first of the texts that has room, and tells whether one has. */
function writeWhole(context: CanvasRenderingContext2D, texts: readonly string[], line: Line): boolean {
  const shown = texts.find(text => context.measureText(text).width <= line.width)
  if (shown === undefined) return false
  context.fillText(shown, line.x, line.baseline)
  return true
}

/** `ports +2` says that others have no room, which `ports+` says, too. */
function namesOf(text: string): readonly string[] {
  const name = text.replace(/ \+\d+$/, '')
  return name === text ? [text] : [text, `${name}+`]
}

function shortened(context: CanvasRenderingContext2D, text: string, width: number): string {
  const letters = [...text]
  while (letters.length > 0 && context.measureText(`${letters.join('')}…`).width > width) letters.pop()
  return letters.length === 0 ? '' : `${letters.join('')}…`
}
