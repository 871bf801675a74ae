import {useComputedColorScheme} from '@mantine/core'
import {useSelector} from '@xstate/react'
import {type CSSProperties, Fragment, type KeyboardEvent, useCallback, useId, useMemo} from 'react'
import type {Formats} from '../../../domain/format/formats'
import {MARKED_STATUSES} from '../../../domain/telemetry/devices/worstFirst'
import type {Tile} from '../../../domain/wall/arrangement'
import type {Board, PanelTiles} from '../../../domain/wall/board'
import type {FittedName} from '../../../domain/wall/nameFit'
import type {Place} from '../../../domain/wall/packing'
import type {Page} from '../../../domain/wall/page'
import {NOTHING_SAID, type Said, tileNames} from '../../../domain/wall/tileNames'
import {longestOf, neighbour, roomOf, type TileRoom} from '../../../domain/wall/tileRoom'
import {TILES} from '../../../domain/wall/tiles'
import type {WallRef} from '../../../machines/wall/wall'
import {useApplication} from '../../kit/application'
import {texts} from '../texts'
import {Card, cardNameRoom} from './Card'
import cardStyles from './Card.module.css'
import styles from './Grid.module.css'
import {GroupHead} from './GroupHead'
import {createPainter, isCrowded} from './painter'
import {placeStyle} from './placeStyle'
import {keyWidthOf, TileCell} from './TileCell'

/** Below this width, tiles form a list that scrolls. */
const LIST_WIDTH = 500
const LIST_TILE = {kind: 'device', font: 14, width: 320, height: 124} as const
/** Those that are well, below the cards. */
const LIST_CELL = {kind: 'cell', font: 14, width: 320, height: 48} as const
const LIST_HEAD = {font: 16, place: {x: 0, y: 0, width: 320, height: 0}} as const

interface Props {
  wall: WallRef
  /** The id of the panel whose tiles these are; without it they are the tiles of the whole wall. */
  panel?: string
}

const shownIn = (board: Board, panel: string | undefined): PanelTiles | undefined =>
  panel === undefined ? board : board.panels.get(panel)

/**
 * The tiles in their places. React draws them when they come, go or move; `createPainter` paints their contents, several
 * times a second.
 */
export function Grid({wall, panel}: Props) {
  const {formats} = useApplication()
  const colorScheme = useComputedColorScheme()
  const page = useSelector(wall, s => shownIn(s.context.board, panel)?.page ?? null)
  const isNarrow = useSelector(wall, s => (shownIn(s.context.board, panel)?.box?.width ?? LIST_WIDTH) < LIST_WIDTH)
  const isList = isNarrow && panel === undefined
  const reason = useSelector(wall, s => whyBlank(shownIn(s.context.board, panel), formats))
  const openId = useSelector(wall, s => s.context.board.view.deviceId)
  const painter = useMemo(() => createPainter(wall, formats), [wall, formats])
  const shown = useMemo(() => (page === null ? null : shownOf(page, isList)), [page, isList])
  const isDrawn = page !== null && !isList && isCrowded(page)
  const measure = useCallback((element: HTMLElement | null) => measured(element, wall, panel), [wall, panel])
  const heads = useHeads(wall, page)
  const said = useMemo(() => (page === null ? () => NOTHING_SAID : saidBy(page)), [page])
  const names = useNames(page, shown, said)
  const cells = useMemo(() => cellsOf(page, names), [page, names])
  const gridId = useId()
  const idOf = ({id}: Tile) => `${gridId}${encodeURIComponent(id)}`
  painter.laidOut(page, shown?.room ?? null, shown?.font ?? 0, `${colorScheme}${isList}`)
  const groupHead = (at: number) => {
    const [group, packed] = [page?.groups[at], page?.packing.heads[at]]
    if (page === null || group === undefined || packed === undefined) return null
    const {font, place} = isList ? LIST_HEAD : {font: page.packing.headFont, place: packed}
    return (
      <GroupHead
        key={group.value ?? ''}
        wall={wall}
        font={font}
        group={group}
        name={heads[at] ?? ''}
        said={page.said[at] ?? NOTHING_SAID}
        place={place}
      />
    )
  }
  const cell = ({tile, place, name, isCard, isFirst}: Cell) => {
    const common = {id: idOf(tile), tile, wall, painter, ...place, ...name, isFirst, isOpen: tile.device.id === openId}
    if (page === null || shown === null) return null
    if (isCard) return <Card key={tile.id} {...common} font={page.cards.font} nameLines={page.cards.nameLines} />
    return (
      <TileCell
        key={tile.id}
        {...common}
        height={isList ? shown.height : place.height}
        isOfKey={TILES[page.packing.kind].of === 'key'}
        values={1 + shown.room.more.length}
        keyWidth={keyWidthOf(shown.room, shown.font)}
        isKeySaid={shown.room.keyPlace === 'behind' && said(tile).key === tile.keys[0]}
        isDrawn={isDrawn}
      />
    )
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the arrow keys only move the focus between the buttons in it
    <div
      ref={measure}
      className={styles.grid}
      data-list={isList || undefined}
      onKeyDown={event => moveFocus(event, page)}
    >
      {reason !== null && <p className={styles.reason}>{reason}</p>}
      {!isList && <canvas ref={painter.attachCharts} className={styles.charts} />}
      {isDrawn && <canvas ref={painter.attachTexts} className={styles.texts} />}
      {page !== null && page.cards.count > 0 && (
        <ul
          className={styles.cards}
          aria-label={texts.card.label}
          style={Object.fromEntries([['--name-lines', page.cards.nameLines]])}
        >
          {cells.slice(0, page.cards.count).map(cell)}
          <MoreCards page={page} />
        </ul>
      )}
      {page !== null && shown !== null && (
        <ul
          className={styles.tiles}
          aria-label={texts.tiles}
          aria-owns={isList ? undefined : page.tiles.slice(page.cards.count).map(idOf).join(' ')}
          data-quiet={page.wall.order === 'importance' || undefined}
          data-look={isList ? 'lines' : TILES[page.packing.kind].look}
          data-words={shown.room.hasWord || undefined}
          data-long-words={shown.room.hasLongWord || undefined}
          data-key={shown.room.keyPlace ?? undefined}
          data-beside={shown.room.isFootBeside || undefined}
          data-drawn={isDrawn || undefined}
          style={sizes(shown)}
        >
          {isList
            ? listedGroups(page, cells).map(({at, ofGroup}) => (
                <Fragment key={page.groups[at]?.value ?? ''}>
                  {groupHead(at)}
                  {ofGroup.map(cell)}
                </Fragment>
              ))
            : [
                ...page.packing.heads.map((_, at) => groupHead(at)),
                ...cells
                  .slice(page.cards.count)
                  .sort((one, other) => (one.tile.id < other.tile.id ? -1 : 1))
                  .map(cell),
              ]}
        </ul>
      )}
    </div>
  )
}

/** Says how many devices need attention and have no card; they are first in their groups. */
function MoreCards({page: {cards}}: {page: Page}) {
  const {formats} = useApplication()
  if (cards.more === null) return null
  return (
    <li className={cardStyles.more} style={placeStyle(cards.more.place, cards.font)}>
      {texts.card.more(formats.number(cards.more.count))}
    </li>
  )
}

/** Tiles that are not there never look like devices that are well. Null where there are tiles. */
function whyBlank(shown: PanelTiles | undefined, formats: Formats): string | null {
  if (shown === undefined || shown.page !== null) return null
  const {devices, groups} = shown
  if (devices.length === 0) return texts.noneInPanel
  return groups.length === 0 ? texts.nonePasses : texts.notDrawn(formats.number(devices.length))
}

/** Returns the room of a tile and its font size. In a list all tiles are as narrow as on a small phone. */
function shownOf({packing, tiles, cards, wall}: Page, isList: boolean) {
  const own = tiles.slice(cards.count)
  const longest = longestOf(own)
  const {font, kind} = packing
  const height = 0
  if (!isList) return {room: roomOf({font, kind, tiles: packing.tiles.slice(cards.count)}, longest), font, height}
  const listed = wall.order === 'importance' ? LIST_CELL : LIST_TILE
  const place = {x: 0, y: 0, width: listed.width, height: listed.height}
  return {room: roomOf({kind: listed.kind, font: listed.font, tiles: [place]}, longest), ...listed}
}

/** The names of the shown groups. */
function useHeads(wall: WallRef, page: Page | null): readonly string[] {
  const customers = useSelector(wall, s => s.context.board.customers)
  return useMemo(() => {
    if (page === null) return []
    const {grouping} = page.wall
    return page.groups.map(({value}) => {
      if (value === null) return texts.ungrouped[grouping]
      const status = MARKED_STATUSES.find(each => grouping === 'status' && each === value)
      return status === undefined ? (customers.get(value) ?? value) : texts.statuses[status]
    })
  }, [page, customers])
}

/** The names of the tiles, in their order: cards have more room. */
function useNames(
  page: Page | null,
  shown: {room: TileRoom} | null,
  said: (tile: Tile) => Said,
): readonly FittedName[] {
  const [width, lines] = [shown?.room.nameWidth ?? 0, shown?.room.nameLines ?? 1]
  return useMemo(() => {
    if (page === null) return []
    const {tiles, cards} = page
    const ofCards = tileNames({
      tiles: tiles.slice(0, cards.count),
      saidOf: () => NOTHING_SAID,
      room: cardNameRoom(page),
    })
    return [...ofCards, ...tileNames({tiles: tiles.slice(cards.count), saidOf: said, room: {width, lines}})]
  }, [page, width, lines, said])
}

/** What the heads of the groups say of each tile; nothing where there are no heads. */
function saidBy({groups, packing, said}: Page): (tile: Tile) => Said {
  if (packing.heads.length === 0) return () => NOTHING_SAID
  const byDevice = new Map(
    groups.flatMap(({devices}, at) => devices.map(device => [device.id, said[at] ?? NOTHING_SAID] as const)),
  )
  return ({device}) => byDevice.get(device.id) ?? NOTHING_SAID
}

interface Cell {
  tile: Tile
  place: Place
  name: FittedName
  isCard: boolean
  isFirst: boolean
}

/**
 * The tiles in the order of the page. Out of a list the document has them in the order of their ids, so that none is ever
 * put in elsewhere, which would hold up a wall of a thousand for a tenth of a second; `aria-owns` says in which order they
 * are read.
 */
const cellsOf = (page: Page | null, names: readonly FittedName[]): readonly Cell[] =>
  (page?.tiles ?? []).flatMap((tile, at) => {
    const [place, name] = [page?.packing.tiles[at], names[at]]
    if (page === null || place === undefined || name === undefined) return []
    return [{tile, place, name, isCard: at < page.cards.count, isFirst: at === 0}]
  })

/** The cells of each group, which follow the head of their group in a list. */
function listedGroups({counts, cards}: Page, cells: readonly Cell[]) {
  let from = cards.count
  return counts.map((count, at) => {
    const ofGroup = cells.slice(from, from + count)
    from += count
    return {at, ofGroup}
  })
}

const sizes = ({font, room}: ReturnType<typeof shownOf>) =>
  ({
    '--font': `${font}px`,
    '--name-lines': room.nameLines,
    '--value': `${room.valueSize}px`,
    '--value-height': `${room.value?.height ?? 0}px`,
  }) as CSSProperties

function measured(element: HTMLElement | null, wall: WallRef, panel: string | undefined) {
  if (element === null) return undefined
  const observer = new ResizeObserver(([entry]) => {
    if (entry === undefined) return
    const {width, height} = entry.contentRect
    const {width: screenWidth, height: screenHeight} = window.screen
    wall.send({
      type: 'box.measured',
      box: {width: Math.floor(width), height: Math.floor(height), screen: {width: screenWidth, height: screenHeight}},
      ...(panel !== undefined && {panel}),
    })
  })
  observer.observe(element)
  return () => observer.disconnect()
}

/** Arrows move to the neighbours; only one tile at a time is a stop of Tab. */
function moveFocus(event: KeyboardEvent<HTMLElement>, page: Page | null) {
  if (page === null) return
  const tiles = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-tile]')]
  const focused = tiles.find(tile => tile.contains(document.activeElement))
  const at = page.tiles.findIndex(({id}) => id === focused?.dataset.tile)
  const to = at === -1 ? null : neighbour(page.packing.tiles, at, event.key)
  const next = to === null ? undefined : tiles.find(({dataset}) => dataset.tile === page.tiles[to]?.id)
  if (next === undefined) return
  event.preventDefault()
  for (const tile of tiles) tile.tabIndex = -1
  next.tabIndex = 0
  next.focus()
}
