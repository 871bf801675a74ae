import {useComputedColorScheme} from '@mantine/core'
import {useSelector} from '@xstate/react'
import {type CSSProperties, Fragment, type KeyboardEvent, memo, useCallback, useId, useMemo} from 'react'
import {countText} from '../../../../contract/rules/format/numbers'
import type {Formats} from '../../../domain/format/formats'
import {isAny} from '../../../domain/telemetry/devices/deviceStates'
import {MARKED_STATUSES} from '../../../domain/telemetry/devices/worstFirst'
import {isSameCounts, rollUpOf, type Tile} from '../../../domain/wall/arrangement'
import type {Board, Page, PanelTiles} from '../../../domain/wall/board'
import {isNormal} from '../../../domain/wall/conditions'
import type {Place} from '../../../domain/wall/packing'
import {type ShortWord, type TileName, tileNames} from '../../../domain/wall/tileNames'
import {neighbour, roomOf, shownKeys} from '../../../domain/wall/tileRoom'
import {TILES} from '../../../domain/wall/tiles'
import type {WallRef} from '../../../machines/wall/wall'
import {useApplication} from '../../kit/application'
import spoken from '../../kit/text/Spoken.module.css'
import {texts} from '../texts'
import styles from './Grid.module.css'
import {keyText} from './paintedTile'
import {createPainter, isCrowded, type Painter} from './painter'
import {StatusShape} from './StatusShape'
import tileStyles from './Tile.module.css'
import textStyles from './TileTexts.module.css'

/** Below this width, tiles form a list that scrolls. */
const LIST_WIDTH = 500
const LIST_TILE = {font: 14, width: 320, height: 124}

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
  const names = useNames(wall, page, shown?.room.nameWidth ?? 0)
  const cells = useMemo(() => cellsOf(page, names, isList), [page, names, isList])
  const gridId = useId()
  const idOf = ({id}: Tile) => `${gridId}${encodeURIComponent(id)}`
  painter.laidOut(page, shown?.room ?? null, shown?.font ?? 0, `${colorScheme}${isList}`)
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
      {page !== null && shown !== null && (
        <ul
          className={styles.tiles}
          aria-label={texts.tiles}
          aria-owns={isList ? undefined : page.tiles.map(idOf).join(' ')}
          data-look={isList ? 'lines' : TILES[page.packing.kind].look}
          data-words={shown.room.hasWord || undefined}
          data-long-words={shown.room.hasLongWord || undefined}
          data-key={shown.room.keyPlace ?? undefined}
          data-beside={shown.room.isFootBeside || undefined}
          data-drawn={isDrawn || undefined}
          style={sizes(shown)}
        >
          {page.packing.heads.map((place, at) => (
            <GroupHead key={page.groups[at]?.value ?? ''} wall={wall} place={place} page={page} at={at} />
          ))}
          {cells.map(({tile, place, name, isFirst}) => (
            <TileCell
              key={tile.id}
              id={idOf(tile)}
              tile={tile}
              wall={wall}
              painter={painter}
              {...place}
              {...name}
              height={isList ? LIST_TILE.height : place.height}
              isOfKey={TILES[page.packing.kind].of === 'key'}
              values={1 + shown.room.more.length}
              isDrawn={isDrawn}
              isFirst={isFirst}
              isOpen={tile.device.id === openId}
            />
          ))}
        </ul>
      )}
    </div>
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
function shownOf({packing, tiles}: Page, isList: boolean) {
  const keys = shownKeys(tiles)
  if (!isList) return {room: roomOf(packing, keys), font: packing.font}
  const listed = {x: 0, y: 0, width: LIST_TILE.width, height: LIST_TILE.height}
  return {room: roomOf({kind: 'device', font: LIST_TILE.font, tiles: [listed]}, keys), font: LIST_TILE.font}
}

function useNames(wall: WallRef, page: Page | null, room: number): readonly TileName[] {
  const customers = useSelector(wall, s => s.context.board.customers)
  return useMemo(() => {
    if (page === null) return []
    const groups = new Map(page.groups.flatMap(({value, devices}) => devices.map(device => [device, value] as const)))
    const {grouping} = page.wall
    const groupOf = ({device}: Tile) => {
      const value = groups.get(device) ?? ''
      return grouping === 'status' ? '' : (customers.get(value) ?? value)
    }
    return tileNames({tiles: page.tiles, groupOf, room})
  }, [page, room, customers])
}

/**
 * The tiles in the order of the document. Out of a list it is that of their ids, so that none is ever put in elsewhere, which
 * would hold up a wall of a thousand for a tenth of a second; `aria-owns` says in which order they are read.
 */
function cellsOf(page: Page | null, names: readonly TileName[], isList: boolean) {
  const cells = (page?.tiles ?? []).flatMap((tile, at) => {
    const [place, name] = [page?.packing.tiles[at], names[at]]
    return place === undefined || name === undefined ? [] : [{tile, place, name, isFirst: at === 0}]
  })
  return isList ? cells : cells.toSorted((one, other) => (one.tile.id < other.tile.id ? -1 : 1))
}

const sizes = ({font, room}: ReturnType<typeof shownOf>) =>
  ({
    '--font': `${font}px`,
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

interface GroupHeadProps {
  wall: WallRef
  page: Page
  at: number
  place: Place
}

/** The name of a group, and the number of its devices that are not well. */
function GroupHead({wall, page, at, place}: GroupHeadProps) {
  const {formats} = useApplication()
  const group = page.groups[at]
  const counts = useSelector(
    wall,
    s => (group === undefined ? null : rollUpOf(group, s.context.board.conditions)),
    isSameCounts,
  )
  const name = useSelector(wall, ({context: {board}}) => {
    const grouping = board.wall?.grouping ?? 'none'
    const value = group?.value ?? null
    if (value === null) return texts.ungrouped[grouping]
    const status = MARKED_STATUSES.find(each => grouping === 'status' && each === value)
    return status === undefined ? (board.customers.get(value) ?? value) : texts.statuses[status]
  })
  if (group === undefined || counts === null) return null
  const abnormal = MARKED_STATUSES.filter(status => !isNormal(status) && isAny(counts[status]))
  return (
    <li className={styles.head} style={placeStyle(place, page.packing.headFont)}>
      <bdi className={styles.name}>{name}</bdi>
      {abnormal.map(status => (
        <span key={status} className={styles.rollUp} data-status={status}>
          <StatusShape status={status} /> {countText(formats, counts[status])}
          <span className={spoken.spoken}> {texts.statuses[status]}</span>
        </span>
      ))}
      <span className={styles.count}>{formats.number(group.devices.length)}</span>
    </li>
  )
}

interface TileCellProps {
  /** Its element's. */
  id: string
  tile: Tile
  wall: WallRef
  painter: Painter
  x: number
  y: number
  width: number
  height: number
  /** The parts of its name. */
  said: string
  start: string
  end: string
  short?: readonly ShortWord[]
  isOfKey: boolean
  /** The number of values that fit. */
  values: number
  /** Tells whether a canvas draws its texts, so that its own ones are only for screen readers. */
  isDrawn: boolean
  isFirst: boolean
  isOpen: boolean
}

/** The frame of a tile, which the painter fills. */
const TileCell = memo(function TileCell(props: TileCellProps) {
  const {id, tile, wall, painter, x, y, width, height, said, start, end, short, isOfKey, values, isDrawn} = props
  const {isFirst, isOpen} = props
  const {device} = tile
  const hidden = tile.keys.slice(values)
  const open = () => wall.send({type: 'view.changed', change: {deviceId: isOpen ? null : device.id}, history: 'push'})
  const keys = useMemo(() => tile.keys.slice(0, values), [tile, values])
  const attach = useCallback(
    (element: HTMLElement | null) => (element === null ? undefined : painter.attach(tile, element, {keys, isOfKey})),
    [painter, tile, keys, isOfKey],
  )
  const place = useCallback(
    (element: HTMLElement | null) => {
      if (element !== null) painter.placed(tile, {x, y})
    },
    [painter, tile, x, y],
  )
  return (
    <li id={id} ref={attach} className={tileStyles.tile} style={placeStyle({x, y, width, height})}>
      <button
        ref={place}
        type="button"
        className={tileStyles.face}
        data-tile={tile.id}
        tabIndex={isFirst ? 0 : -1}
        aria-expanded={isOpen}
        aria-labelledby={isDrawn ? `${id}n ${id}v ${id}f` : undefined}
        title={titleOf(isOfKey ? `${device.name} · ${tile.keys[0]}` : device.name, hidden)}
        onClick={open}
      >
        <svg className={tileStyles.shape} viewBox="0 0 12 12" aria-hidden="true">
          <path data-part="shape" />
        </svg>
        <bdi id={`${id}n`} className={textStyles.name}>
          {said !== '' && <span className={spoken.spoken}>{said}</span>}
          <span className={textStyles.start}>
            {start}
            {short?.map(({shown, mark, hidden, between}, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a word is its place
              <Fragment key={at}>
                {shown}
                {hidden !== '' && (
                  <span className={textStyles.cut} data-mark={mark}>
                    {hidden}
                  </span>
                )}
                {between}
              </Fragment>
            ))}
          </span>
          {end !== '' && <span>{end}</span>}
        </bdi>
        <span id={`${id}v`} className={textStyles.values} data-ink="text">
          {keys.map((key, at) => (
            <span key={key} className={textStyles.value}>
              <span className={textStyles.key}>{at === 0 ? keyText(key, hidden.length) : key} </span>
              <bdi className={textStyles.number} data-number>
                <span data-part="value" />
                <span className={textStyles.unit} data-part="unit" />
              </bdi>
            </span>
          ))}
        </span>
        <span id={`${id}f`} className={textStyles.foot} data-ink="dim">
          <span className={textStyles.word}>
            <span className={textStyles.said} data-part="said" />
            <span data-part="word" />
          </span>{' '}
          <span data-part="age" />
        </span>
      </button>
    </li>
  )
})

const titleOf = (name: string, hidden: readonly string[]): string =>
  hidden.length === 0 ? name : `${name}\n${texts.moreKeys(hidden.length)}: ${hidden.join(', ')}`

/** Hands a place to the tileStyles, which ignore it in a list. */
const placeStyle = ({x, y, width, height}: Place, size?: number): CSSProperties =>
  Object.fromEntries(
    Object.entries({x, y, width, height, size}).flatMap(([name, length]) =>
      length === undefined ? [] : [[`--${name}`, `${length}px`]],
    ),
  )
