import {useSelector} from '@xstate/react'
import {type CSSProperties, type KeyboardEvent, type PointerEvent, useCallback, useRef} from 'react'
import {COLUMNS, type Direction, type Layout, NO_EDGES, rowsOf, sharedEdges} from '../../../domain/wall/layout/layout'
import {RATIOS, SHAPE_ROWS, type Shape, shapeOf} from '../../../domain/wall/layout/shape'
import {MAX_PANELS, type Panel} from '../../../domain/wall/panels/panels'
import type {ComposeNews, ComposeRef} from '../../../machines/wall/compose'
import type {PanelSources} from '../../../machines/wall/panelSources'
import type {WallRef} from '../../../machines/wall/wall'
import {useApplication} from '../../kit/application'
import {LazyPart} from '../../kit/loading/LazyPart'
import {useScreen} from '../../kit/screen'
import spoken from '../../kit/text/Spoken.module.css'
import {CompositionNotes, inReadingOrder, PanelFrame, placeOf, rowsStyle, titleOf} from '../panels/Panels'
import panels from '../panels/Panels.module.css'
import {texts as panelTexts} from '../panels/texts'
import {PlanHandles} from '../places/PlanHandles'
import {texts as placeTexts} from '../places/texts'
import {usePlaceOf} from '../places/usePlaceOf'
import styles from './Compose.module.css'
import {ComposeTools} from './ComposeTools'
import {focusPanel, removePanel} from './covers'
import guidesStyles from './Guides.module.css'
import {PanelForm} from './PanelForm'
import {texts} from './texts'

interface Props {
  wall: WallRef
  compose: ComposeRef
  sources: PanelSources
}

/** The wall while its panels are composed: by dragging, by keys alone, or by the numbers of a form. */
export function Composer({wall, compose, sources}: Props) {
  const composition = useSelector(compose, s => s.context.composition)
  const shape = useSelector(compose, s => shapeOf(s.context.draft))
  const rows = SHAPE_ROWS[shape]
  const isPhone = useScreen('phone')
  const held = useSelector(compose, s => (s.matches('holding') ? s.context.selected : null))
  const selected = useSelector(compose, s => s.context.selected)
  const form = useRef<HTMLElement>(null)
  return (
    <section
      ref={focusTools}
      className={styles.composer}
      aria-label={texts.label}
      onKeyDown={event => walkHistory(event, compose)}
    >
      <ComposeTools wall={wall} compose={compose} />
      <CompositionNotes composition={composition} />
      <News wall={wall} compose={compose} />
      <div className={styles.middle}>
        <div className={styles.stage} data-stacked={isPhone || undefined}>
          <ul
            className={`${panels.panels} ${styles.sheet}`}
            style={{
              ...rowsStyle(composition.panels, rows),
              ...sheetStyle(shape, rowsOf(composition.panels, rows) / rows),
            }}
            data-sheet
          >
            {inReadingOrder(composition.panels).map(panel => (
              <li key={panel.id} className={`${panels.panel} ${styles.panel}`} style={placeOf(panel)}>
                <div className={styles.shown} inert>
                  <PanelFrame panel={panel} wall={wall} sources={sources} />
                </div>
                <Cover
                  panel={panel}
                  wall={wall}
                  compose={compose}
                  isSelected={panel.id === selected}
                  onEntered={() => form.current?.querySelector<HTMLElement>('input')?.focus()}
                />
                {panel.kind === 'plan' && panel.id === selected && (
                  <PlanHandles panel={panel} wall={wall} compose={compose} pictures={sources.pictures} />
                )}
              </li>
            ))}
            <Guides panels={composition.panels} rows={rows} held={held} />
          </ul>
        </div>
        <aside
          ref={form}
          className={styles.form}
          aria-label={texts.form}
          onKeyDown={({key}) => key === 'Escape' && focusPanel(selected)}
        >
          <LazyPart load={sources.pictures} waiting="">
            {({library}) => <PanelForm wall={wall} compose={compose} pictures={library} />}
          </LazyPart>
        </aside>
      </div>
    </section>
  )
}

/** As wide as the stage has room for the whole screen. */
const sheetStyle = (shape: Shape, screens: number): CSSProperties =>
  Object.fromEntries([
    ['--ratio', String(RATIOS[shape])],
    ['--screens', String(screens)],
  ])

/** The button that opened the composer is gone, and the focus goes on to the first of the tools. */
function focusTools(section: HTMLElement | null) {
  if (section !== null && !section.contains(document.activeElement)) section.querySelector('button')?.focus()
}

interface CoverProps extends Omit<Props, 'sources'> {
  panel: Panel
  isSelected: boolean
  onEntered: () => void
}

/** The draggable and focusable part over the shown panel. */
function Cover({panel, wall, compose, isSelected, onEntered}: CoverProps) {
  const nameOf = useNameOf(wall)
  const {id} = panel
  const takeFocus = useCallback(
    (element: HTMLElement | null) => {
      const {news} = compose.getSnapshot().context
      if (news?.kind === 'added' && news.panel.id === id) element?.focus()
    },
    [compose, id],
  )
  return (
    <>
      <button
        // A new panel has the focus, so that its form is open and keys move it.
        ref={takeFocus}
        type="button"
        className={styles.cover}
        data-cover={id}
        aria-label={nameOf(panel)}
        aria-pressed={isSelected}
        onFocus={() => compose.send({type: 'panel.selected', id})}
        onPointerDown={event => dragged(event, compose, panel, 'move')}
        onKeyDown={event => act(event, compose, panel, onEntered)}
      />
      <span
        className={styles.corner}
        aria-hidden="true"
        onPointerDown={event => dragged(event, compose, panel, 'resize')}
      />
    </>
  )
}

const DIRECTIONS: Readonly<Record<string, Direction>> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
}

function act(event: KeyboardEvent<HTMLElement>, compose: ComposeRef, {id}: Panel, onEntered: () => void) {
  if (event.ctrlKey || event.metaKey || event.altKey) return
  const direction = DIRECTIONS[event.key]
  if (direction !== undefined) compose.send({type: event.shiftKey ? 'panel.stretched' : 'panel.stepped', id, direction})
  else if (event.key === 'Delete' || event.key === 'Backspace') removePanel(compose, id)
  else if (event.key === 'Enter') onEntered()
  else if (event.key === 'Escape') {
    compose.send({type: compose.getSnapshot().matches('holding') ? 'hold.cancelled' : 'panel.selected', id: null})
  } else return
  event.preventDefault()
}

/** Fields have their own history. */
function walkHistory(event: KeyboardEvent<HTMLElement>, compose: ComposeRef) {
  if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'z') return
  if (event.target instanceof Element && event.target.matches('input, textarea')) return
  event.preventDefault()
  compose.send({type: event.shiftKey ? 'redo.requested' : 'undo.requested'})
}

/** Tells those who can't see it what has just happened. */
function News({wall, compose}: {wall: WallRef; compose: ComposeRef}) {
  const {formats} = useApplication()
  const news = useSelector(compose, s => s.context.news)
  const nameOf = useNameOf(wall)
  const placeOf = usePlaceOf(wall)
  return (
    <p className={spoken.spoken} role="status">
      {news !== null && said(news, {nameOf, placeOf, most: formats.number(MAX_PANELS)})}
    </p>
  )
}

interface Saying {
  nameOf: (panel: Panel) => string
  placeOf: ReturnType<typeof usePlaceOf>
  most: string
}

function said(news: ComposeNews, {nameOf, placeOf, most}: Saying): string {
  switch (news.kind) {
    case 'selected':
      // The button that has the focus says it itself.
      return ''
    case 'added':
    case 'removed':
    case 'placed':
      return texts.news[news.kind](nameOf(news.panel))
    case 'deviceAdded':
      return placeTexts.added(placeOf(news.panel, news.deviceId))
    case 'deviceMoved':
    case 'deviceRemoved':
      return placeOf(news.panel, news.deviceId)
    case 'full':
      return texts.news.full(most)
    default:
      return texts.news[news.kind]
  }
}

/** Names a panel with its place, counted from one. */
function useNameOf(wall: WallRef): (panel: Panel) => string {
  const {formats} = useApplication()
  const devices = useSelector(wall, s => s.context.board.devices)
  return panel => {
    const {x, y, w, h} = panel
    const title = titleOf(panel, {devices})
    const kind = panelTexts.kinds[panel.kind]
    const [column = '', row = '', width = '', height = ''] = [x + 1, y + 1, w, h].map(each => formats.number(each))
    return texts.panel(title === '' ? kind : `${kind}, ${title}`, column, row, width, height)
  }
}

/** A click with a trembling hand is no move. */
const LEAST = 4

/** Lets a panel follow the pointer until it is released. On a phone panels form a list and have no places. */
function dragged(down: PointerEvent<HTMLElement>, compose: ComposeRef, panel: Panel, how: 'move' | 'resize') {
  const {currentTarget: target, pointerId, clientX, clientY} = down
  const item = target.closest('li')
  const list = item?.parentElement
  if (down.button !== 0 || !item || !list || getComputedStyle(list).display !== 'grid') return
  const gap = Number.parseFloat(getComputedStyle(list).columnGap) || 0
  const cell = {
    width: (list.clientWidth + gap) / COLUMNS,
    height: (item.clientHeight + gap) / panel.h,
  }
  const {id, x, y, w, h} = panel
  let isHeld = false
  let last = ''
  const listening = new AbortController()
  const {signal} = listening
  const move = (event: globalThis.PointerEvent) => {
    if (event.pointerId !== pointerId) return
    const [right, down] = [event.clientX - clientX, event.clientY - clientY]
    if (!isHeld && Math.hypot(right, down) < LEAST) return
    if (!isHeld) compose.send({type: 'hold.began', id})
    isHeld = true
    const [columns, rows] = [Math.round(right / cell.width), Math.round(down / cell.height)]
    if (last === `${columns} ${rows}`) return
    last = `${columns} ${rows}`
    const rect = how === 'move' ? {x: x + columns, y: y + rows} : {w: Math.min(w + columns, COLUMNS - x), h: h + rows}
    compose.send({type: 'hold.moved', id, rect})
  }
  const end = (type: 'hold.ended' | 'hold.cancelled') => () => {
    listening.abort()
    if (isHeld) compose.send({type})
  }
  target.setPointerCapture(pointerId)
  target.addEventListener('pointermove', move, {signal})
  target.addEventListener('pointerup', end('hold.ended'), {signal})
  target.addEventListener('pointercancel', end('hold.cancelled'), {signal})
}

interface GuidesProps {
  panels: Layout
  /** The rows of a screen. */
  rows: number
  /** The panel that is moved; null for none. */
  held: string | null
}

/** The edges of screens below each other, and those on which the panel that is moved meets others. */
function Guides({panels, rows, held}: GuidesProps) {
  const {formats} = useApplication()
  const edges = held === null ? NO_EDGES : sharedEdges(panels, held)
  const screens = Array.from({length: Math.ceil(rowsOf(panels, rows) / rows) - 1}, (_, at) => at + 1)
  return (
    <>
      {screens.map(at => (
        <li key={at} className={guidesStyles.fold} style={{gridArea: `${at * rows + 1} / 1 / span 1 / -1`}}>
          <span>{texts.screenEnds(formats.number(at + 1))}</span>
        </li>
      ))}
      {edges.columns.map(x => (
        <li
          key={`x${x}`}
          className={guidesStyles.column}
          style={{gridArea: `1 / ${x + 1} / -1 / span 1`}}
          aria-hidden="true"
        />
      ))}
      {edges.rows.map(y => (
        <li
          key={`y${y}`}
          className={guidesStyles.line}
          style={{gridArea: `${y + 1} / 1 / span 1 / -1`}}
          aria-hidden="true"
        />
      ))}
    </>
  )
}
