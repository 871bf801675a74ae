import type {EpochMs} from '../../../../contract/wire/common'
import {drawnSparkline, sparklineRange} from '../../../domain/telemetry/series/sparkline'
import type {Page} from '../../../domain/wall/board'
import {drawnBy, historyId, WALL_SPAN} from '../../../domain/wall/histories'
import type {Place} from '../../../domain/wall/packing'
import type {TileRoom} from '../../../domain/wall/tileRoom'
import type {WallRef, WallSnapshot} from '../../../machines/wall/wall'
import {linesOf} from '../../telemetry/sparkline/sparklineLines'
import {createSheet} from './sheet'

/** So many are drawn each second, those that were drawn longest ago first, so that no task is long. */
const AT_ONCE = 100
/** A line of an hour moves by less than a pixel in this time. */
const PERIOD = 15_000
const MARGIN = 2
/** Texts that stand over a chart can be read as long as it is no darker, and an area rather than a line. */
const BEHIND = 0.18

/** The small charts of all tiles on one canvas: a canvas for each would cost the most of all. */
export class Sparklines {
  readonly #sheet
  #layout: {page: Page; chart: Place; isBehind: boolean} | null = null
  /** What was drawn of each tile and when, by its place. */
  #drawn: {history: unknown; at: EpochMs}[] = []
  #first = 0
  /** What the last round was of; null while it has left tiles to the next one. */
  #painted: {now: EpochMs; histories: unknown} | null = null

  constructor(wall: WallRef) {
    this.#sheet = createSheet((context, {color}) => {
      this.#drawn = []
      this.#first = 0
      context.strokeStyle = context.fillStyle = color
      context.globalAlpha = this.#layout?.isBehind ? BEHIND : 1
      context.lineJoin = 'round'
      context.lineWidth = 1.25
      this.#paint(wall.getSnapshot(), Number.POSITIVE_INFINITY)
    })
  }

  /** Draws all of them again. */
  laidOut(page: Page | null, room: TileRoom | null) {
    this.#layout = page === null || !room?.chart ? null : {page, chart: room.chart, isBehind: room.isChartBehind}
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
    const {page, chart, isBehind} = this.#layout
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
      const lines = drawnSparkline(history, board.now, WALL_SPAN)
      // The lines keep a distance from their box that small tiles have no room for.
      const box = {
        x: place.x + chart.x - MARGIN,
        y: place.y + chart.y - MARGIN,
        width: chart.width + 2 * MARGIN,
        height: chart.height + 2 * MARGIN,
      }
      draw(context, linesOf(lines, sparklineRange(board.now, WALL_SPAN), box), box, isBehind)
    }
    if (left === 0) this.#painted = null
  }

  #isDrawn(at: number, history: unknown, now: EpochMs): boolean {
    const before = this.#drawn[at]
    return before !== undefined && (before.history === history || isRecent(before.at, now))
  }
}

/** While the past stands still, a chart that comes later is drawn at once. */
const isRecent = (at: EpochMs, now: EpochMs) => at < now && now - at < PERIOD

type Lines = ReturnType<typeof linesOf>

function draw(context: CanvasRenderingContext2D, lines: Lines, {x, y, width, height}: Place, isArea: boolean) {
  context.clearRect(x + MARGIN - 2, y + MARGIN - 2, width - 2 * MARGIN + 4, height - 2 * MARGIN + 4)
  context.beginPath()
  for (const line of lines) {
    const [start, ...others] = line
    if (start === undefined) continue
    context.moveTo(x + start[0], isArea ? y + height : y + start[1])
    for (const corner of isArea ? line : others) context.lineTo(x + corner[0], y + corner[1])
    if (isArea) context.lineTo(x + (others.at(-1) ?? start)[0], y + height)
  }
  if (isArea) return context.fill()
  context.stroke()
  const last = lines.at(-1)?.at(-1)
  if (last === undefined) return
  context.beginPath()
  context.arc(x + last[0], y + last[1], 1.75, 0, 2 * Math.PI)
  context.fill()
}
