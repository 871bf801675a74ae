import {ageOf} from '../../domain/format/age'
import type {Formats} from '../../domain/format/formats'
import {listedText} from '../../domain/telemetry/format'
import type {Reading} from '../../domain/telemetry/reading'
import type {Tile} from '../../domain/wall/arrangement'
import type {Page} from '../../domain/wall/board'
import {type Face, faceOf} from '../../domain/wall/faces'
import type {TileRoom} from '../../domain/wall/tileRoom'
import type {WallRef, WallSnapshot} from '../../machines/wall/wall'
import {unitOf} from '../telemetry/unitOf'
import {WALL_SHAPES} from './StatusShape'
import {createSparklines} from './sparklines'
import {texts} from './texts'

export interface Painter {
  /** Must be called before the tiles of another page, size or look are drawn. */
  laidOut(page: Page | null, room: TileRoom | null, look: string): void
  /** Paints a tile from now on, until the returned function is called. A tile in another place than before moves there. */
  attach(tile: Tile, element: HTMLElement, at: {x: number; y: number; isOfKey: boolean}): () => void
  attachCanvas(canvas: HTMLCanvasElement | null): (() => void) | undefined
}

/** More tiles than these would not move smoothly. */
const MOST_MOVING = 300
const MOVE = {duration: 400, easing: 'ease-in-out'} as const

/**
 * Writes what the tiles say straight into their elements: a thousand tiles change several times a second, for weeks. Only
 * what differs from what stands there is written.
 */
export function createPainter(wall: WallRef, formats: Formats): Painter {
  const painted = new Map<string, PaintedTile>()
  const places = new Map<string, {x: number; y: number}>()
  const sparklines = createSparklines(wall)
  let packing: Page['packing'] | undefined
  let isOrderAlone = false
  let subscription: {unsubscribe(): void} | undefined

  const paint = (snapshot: WallSnapshot) => {
    for (const tile of painted.values()) tile.paint(snapshot)
    sparklines.paint(snapshot)
  }

  return {
    laidOut(page, room, look) {
      // After another size or grouping the tiles are elsewhere at once, as nobody could follow them.
      isOrderAlone = page?.packing.font === packing?.font && page?.packing.tiles.length === packing?.tiles.length
      packing = page?.packing
      sparklines.laidOut(page, room, look)
    },
    attach(tile, element, {x, y, isOfKey}) {
      const known = createTile(tile, element, isOfKey, {wall, formats})
      painted.set(tile.id, known)
      const before = places.get(tile.id)
      places.set(tile.id, {x, y})
      if (isOrderAlone && before !== undefined && painted.size <= MOST_MOVING) move(element, before.x - x, before.y - y)
      known.paint(wall.getSnapshot())
      subscription ??= wall.subscribe(paint)
      return () => {
        if (painted.get(tile.id) === known) painted.delete(tile.id)
        if (painted.size > 0) return
        subscription?.unsubscribe()
        subscription = undefined
      }
    },
    attachCanvas: canvas => sparklines.attach(canvas),
  }
}

function move(element: HTMLElement, dx: number, dy: number) {
  if ((dx === 0 && dy === 0) || window.matchMedia('(prefers-reduced-motion: reduce)').matches) return
  element.animate([{transform: `translate(${dx}px, ${dy}px)`}, {transform: 'none'}], MOVE)
}

interface PaintedTile {
  paint(snapshot: WallSnapshot): void
}

function createTile(
  tile: Tile,
  element: HTMLElement,
  isOfKey: boolean,
  {wall, formats}: {wall: WallRef; formats: Formats},
): PaintedTile {
  const part = (name: string) => element.querySelector<HTMLElement>(`[data-part="${name}"]`)
  const shape = element.querySelector('path')
  const [word, age] = [textIn(part('word')), textIn(part('age'))]
  const values = [...element.querySelectorAll<HTMLElement>('[data-part="value"]')].map(textIn)
  const readings: (Reading | null | undefined)[] = values.map(() => undefined)
  let look = ''

  const paintValue = (at: number, reading: Reading | null | undefined, isFirst: boolean) => {
    if (!isFirst && reading === readings[at]) return
    readings[at] = reading
    const devices = wall.getSnapshot().children.devices?.getSnapshot()
    const key = tile.keys[at]
    if (devices === undefined || key === undefined) return
    values[at]?.(reading ? listedText(formats, reading.value, unitOf(devices, tile.device.id, key)) : NO_VALUE)
  }

  return {
    paint({context: {board}}) {
      const face = faceOf(tile, board, isOfKey)
      const next = lookOf(face)
      const isFirst = look === ''
      if (next !== look) {
        look = next
        element.dataset.status = face.status
        element.dataset.severity = face.severity ?? ''
        element.dataset.freshness = face.freshness
        shape?.setAttribute('d', WALL_SHAPES[face.severity ?? face.status])
        if (shape !== null) shape.dataset.shape = face.severity ?? face.status
        word(wordOf(face))
      }
      values.forEach((_, at) => {
        paintValue(at, face.readings[at], isFirst)
      })
      age(face.seenAt === null ? '' : ageOf(face.seenAt, board.now))
    },
  }
}

const NO_VALUE = '–'

const lookOf = ({status, severity, freshness}: Face): string => `${status} ${severity} ${freshness}`

function wordOf({status, severity, freshness}: Face): string {
  if (severity === null || status === severity)
    return status === 'critical' && freshness === 'late' ? bothOf('critical', 'late') : texts.statuses[status]
  return bothOf(severity, status)
}

const bothOf = (one: Face['status'], other: Face['status']): string =>
  `${texts.statuses[one]}, ${texts.statuses[other]}`

/** Writes a text into an element, unless it stands there already. */
function textIn(element: HTMLElement | null): (text: string) => void {
  const node = document.createTextNode('')
  element?.replaceChildren(node)
  let written = ''
  return text => {
    if (text === written) return
    written = text
    node.data = text
  }
}
