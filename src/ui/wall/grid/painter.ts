import type {EpochMs} from '../../../../contract/wire/common'
import type {Formats} from '../../../domain/format/formats'
import {drawnSparkline, type Sparkline, sparklineRange, usualWithin} from '../../../domain/telemetry/series/sparkline'
import type {Tile} from '../../../domain/wall/arrangement'
import {drawnBy, historyId, WALL_SPAN} from '../../../domain/wall/histories'
import type {Place} from '../../../domain/wall/packing'
import type {Page} from '../../../domain/wall/page'
import type {TileRoom} from '../../../domain/wall/tileRoom'
import {TILES} from '../../../domain/wall/tiles'
import type {WallRef, WallSnapshot} from '../../../machines/wall/wall'
import {acrossAt, type Corner, downIn, linesOf} from '../../telemetry/sparkline/sparklineLines'
import {createDrawnTexts, type Ink, type Point} from './drawnTexts'
import {type PaintedTile, paintedTile, type Shown} from './paintedTile'
import {createSheet} from './sheet'

export interface Painter {
  /** Must be called before the tiles of another page, size or look are drawn. */
  laidOut(page: Page | null, room: TileRoom | null, font: number, look: string): void
  /** Paints a tile until the returned function is called. */
  attach(tile: Tile, element: HTMLElement, shown: Shown): () => void
  /** Moves a tile. Must be called whenever its place changes. */
  placed(tile: Tile, corner: Point): void
  attachCharts(canvas: HTMLCanvasElement | null): (() => void) | undefined
  /** The texts are drawn on this canvas as long as it is there. */
  attachTexts(canvas: HTMLCanvasElement | null): (() => void) | undefined
}

/** More tiles than these would not move smoothly, and their texts are drawn. */
const MAX_MOVING = 100
const MOVE = {duration: 400, easing: 'ease-in-out'} as const

/** Tells whether there are too many tiles to write their texts, so that they are drawn. */
export const isCrowded = ({tiles, packing}: Page): boolean =>
  tiles.length > MAX_MOVING || TILES[packing.kind].look === 'shape'

/**
 * Writes the texts of tiles straight into their elements: a thousand tiles change several times a second, for weeks. Only
 * differences are written.
 */
export function createPainter(wall: WallRef, formats: Formats): Painter {
  const painted = new Map<string, PaintedTile>()
  const places = new Map<string, Point>()
  const inks = new Map<string, Ink>()
  const sparklines = new Sparklines(wall)
  const drawnTexts = createDrawnTexts(() => {
    for (const tile of painted.values()) draw(tile)
  })
  let layout: {page: Page | null; room: TileRoom | null; font: number; look: string} = {
    page: null,
    room: null,
    font: 0,
    look: '',
  }
  let isOrderAlone = false
  let subscription: {unsubscribe(): void} | undefined

  const paint = (snapshot: WallSnapshot) => {
    // Between two changes of elements, setting a font would make the browser compute all styles each time.
    const changed = [...painted.values()].filter(tile => tile.paint(snapshot))
    for (const tile of changed) draw(tile)
    sparklines.paint(snapshot)
  }

  const draw = (tile: PaintedTile) => {
    const corner = places.get(tile.id)
    if (corner !== undefined) drawnTexts.draw(corner, tile.texts(), inkOf(tile))
  }

  /** Asking the browser for a colour makes it compute all that has changed, so each look is asked for once. */
  function inkOf(tile: PaintedTile): Ink {
    const look = tile.look()
    const known = inks.get(look)
    if (known !== undefined) return known
    const colour = (name: string) =>
      getComputedStyle(tile.element.querySelector(`[data-ink="${name}"]`) ?? tile.element).color
    const ink = {text: colour('text'), dim: colour('dim')}
    inks.set(look, ink)
    return ink
  }

  return {
    laidOut(page, room, font, look) {
      const {packing} = layout.page ?? {}
      // After another size or grouping the tiles are elsewhere at once, as nobody could follow them.
      isOrderAlone = page?.packing.font === packing?.font && page?.packing.tiles.length === packing?.tiles.length
      if (page === layout.page && look === layout.look) return
      layout = {page, room, font, look}
      inks.clear()
      // The canvases have their new size only when the page has been drawn.
      queueMicrotask(() => {
        for (const tile of painted.values()) tile.rescale()
        sparklines.laidOut(page, room)
        drawnTexts.laidOut(room, font)
      })
    },
    attach(tile, element, shown) {
      const known = paintedTile(tile, element, {...shown, formats, measures: () => shown.measures ?? layout})
      painted.set(tile.id, known)
      known.paint(wall.getSnapshot())
      subscription ??= wall.subscribe(paint)
      return () => {
        if (painted.get(tile.id) === known) painted.delete(tile.id)
        if (painted.size > 0) return
        subscription?.unsubscribe()
        subscription = undefined
      }
    },
    placed({id}, {x, y}) {
      const before = places.get(id)
      places.set(id, {x, y})
      const element = painted.get(id)?.element
      if (element === undefined || before === undefined || !isOrderAlone || painted.size > MAX_MOVING) return
      move(element, before.x - x, before.y - y)
    },
    attachCharts: canvas => sparklines.attach(canvas),
    attachTexts: canvas => drawnTexts.attach(canvas),
  }
}

function move(element: HTMLElement, dx: number, dy: number) {
  if ((dx === 0 && dy === 0) || window.matchMedia('(prefers-reduced-motion: reduce)').matches) return
  element.animate([{transform: `translate(${dx}px, ${dy}px)`}, {transform: 'none'}], MOVE)
}

/** This many are drawn each second, the longest unchanged first, so that no task is long. */
const AT_ONCE = 100
/** A line of an hour moves by less than a pixel in this time. */
const PERIOD = 15_000
/** Texts over a chart can be read as long as it is no darker. */
const SHADES = {usual: 0.1, area: 0.12, line: 0.22}

/** The small charts of all tiles on one canvas: a canvas for each would cost the most of all. */
class Sparklines {
  readonly #sheet
  #layout: {page: Page; chart: Place; hasLine: boolean} | null = null
  /** The drawn history of each tile and its time, by place. */
  #drawn: {history: unknown; at: EpochMs}[] = []
  #first = 0
  /** The inputs of the last round; null while it has left tiles to the next one. */
  #painted: {now: EpochMs; histories: unknown} | null = null

  constructor(wall: WallRef) {
    this.#sheet = createSheet((context, {color}) => {
      this.#drawn = []
      this.#first = 0
      context.strokeStyle = context.fillStyle = color
      context.lineJoin = 'round'
      context.lineWidth = 1.5
      this.#paint(wall.getSnapshot(), Number.POSITIVE_INFINITY)
    })
  }

  /** Draws all of them again. */
  laidOut(page: Page | null, room: TileRoom | null) {
    this.#layout = page === null || !room?.chart ? null : {page, chart: room.chart, hasLine: !room.isFootBeside}
    this.#sheet.clear()
  }

  paint(snapshot: WallSnapshot) {
    const {board, histories} = snapshot.context
    // Each change makes the browser compose the whole canvas again.
    if (board.now === this.#painted?.now && histories === this.#painted.histories) return
    this.#paint(snapshot, AT_ONCE)
  }

  attach(canvas: HTMLCanvasElement | null): (() => void) | undefined {
    return this.#sheet.attach(canvas)
  }

  #paint({context: {board, histories}}: WallSnapshot, most: number) {
    const context = this.#sheet.context()
    this.#painted = {now: board.now, histories}
    if (context === null || this.#layout === null) return
    const {page, chart, hasLine} = this.#layout
    const {tiles} = page
    let left = most
    for (let passed = 0; passed < tiles.length && left > 0; passed++) {
      const at = this.#first % tiles.length
      this.#first++
      const tile = tiles[at]
      const place = page.packing.tiles[at]
      const series = tile && drawnBy(tile, board.readings)
      if (!place || !series || at < page.cards.count) continue
      const history = histories.get(historyId(series))
      if (history === undefined || this.#isDrawn(at, history, board.now)) continue
      this.#drawn[at] = {history, at: board.now}
      left--
      draw(context, history, board.now, {...chart, x: place.x + chart.x, y: place.y + chart.y}, hasLine)
    }
    if (left === 0) this.#painted = null
  }

  #isDrawn(at: number, history: unknown, now: EpochMs): boolean {
    const before = this.#drawn[at]
    return before !== undefined && (before.history === history || isRecent(before.at, now))
  }
}

/** While a replay is paused, a chart that comes later is drawn at once. */
const isRecent = (at: EpochMs, now: EpochMs) => at < now && now - at < PERIOD

/** Draws the area beneath the line, which tiny tiles do without, over the usual band where it is known. */
function draw(
  context: CanvasRenderingContext2D,
  history: Sparkline,
  now: EpochMs,
  {x, y, width, height}: Place,
  hasLine: boolean,
) {
  const drawn = drawnSparkline(history, now, WALL_SPAN)
  const range = sparklineRange(now, WALL_SPAN)
  const usual = usualWithin(history.usual ?? [], range)
  const box = {width, height, shown: usual.flatMap(({low, high}) => [low, high])}
  context.clearRect(x, y, width, height)
  const corner = ([across, down]: Corner): Corner => [x + across, y + down]
  if (usual.length > 1) {
    const down = downIn(drawn.points, box)
    const edge = (side: 'low' | 'high') =>
      usual.map(point => corner([acrossAt(point.ts, range, width), down(point[side])]))
    trace(context, [...edge('high'), ...edge('low').reverse()])
    fill(context, SHADES.usual)
  }
  for (const line of linesOf(drawn, range, box).map(line => line.map(corner))) {
    const [first, last] = [line[0], line.at(-1)]
    if (first === undefined || last === undefined) continue
    trace(context, line)
    if (hasLine) {
      context.globalAlpha = SHADES.line
      context.stroke()
    }
    context.lineTo(last[0], y + height)
    context.lineTo(first[0], y + height)
    fill(context, SHADES.area)
  }
}

function trace(context: CanvasRenderingContext2D, [first, ...others]: readonly Corner[]) {
  context.beginPath()
  if (first !== undefined) context.moveTo(...first)
  for (const corner of others) context.lineTo(...corner)
}

function fill(context: CanvasRenderingContext2D, shade: number) {
  context.globalAlpha = shade
  context.fill()
}
