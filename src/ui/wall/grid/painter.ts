import type {Formats} from '../../../domain/format/formats'
import type {Tile} from '../../../domain/wall/arrangement'
import type {Page} from '../../../domain/wall/board'
import type {TileRoom} from '../../../domain/wall/tileRoom'
import {TILES} from '../../../domain/wall/tiles'
import type {WallRef, WallSnapshot} from '../../../machines/wall/wall'
import {createDrawnTexts, type Ink, type Point} from './drawnTexts'
import {type PaintedTile, paintedTile, type Shown} from './paintedTile'
import {Sparklines} from './sparklines'

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
      const known = paintedTile(tile, element, {...shown, formats, measures: () => layout})
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
