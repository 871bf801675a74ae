import type {EpochMs} from '../../../../contract/wire/common'
import {drawnSparkline, type Sparkline, sparklineRange, usualWithin} from '../../../domain/telemetry/series/sparkline'
import type {Page} from '../../../domain/wall/board'
import {drawnBy, historyId, WALL_SPAN} from '../../../domain/wall/histories'
import type {Place} from '../../../domain/wall/packing'
import type {TileRoom} from '../../../domain/wall/tileRoom'
import type {WallRef, WallSnapshot} from '../../../machines/wall/wall'
import {acrossAt, type Corner, downIn, linesOf} from '../../telemetry/sparkline/sparklineLines'
import {createSheet} from './sheet'

/** This many are drawn each second, the longest unchanged first, so that no task is long. */
const AT_ONCE = 100
/** A line of an hour moves by less than a pixel in this time. */
const PERIOD = 15_000
/** Texts over a chart can be read as long as it is no darker. */
const SHADES = {usual: 0.1, area: 0.12, line: 0.22}

/** The small charts of all tiles on one canvas: a canvas for each would cost the most of all. */
export class Sparklines {
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
      if (!place || !series) continue
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
