import {useSelector} from '@xstate/react'
import {type ClipboardEvent, type FocusEvent, type KeyboardEvent, useCallback, useMemo, useRef, useState} from 'react'
import {flushSync} from 'react-dom'
import type {DashboardRef} from '../../../../machines/telemetry/dashboard'
import type {DevicesRef} from '../../../../machines/telemetry/devices'
import type {NavigatorRef} from '../../../../machines/telemetry/navigator'
import {showRow, useRowsInView} from '../../../kit/useRowsInView'
import {withRow} from '../../../kit/withRow'
import {texts} from '../texts'
import styles from './Devices.module.css'
import {ListedLine} from './ListedLine'
import {foldToToggle, indexOfLine, type Line, type LineHeights, lineAt, lineReached, linesOf, startsOf} from './lines'
import type {Layout, Place} from './place'

const OVERSCAN = 6
const PAGE = 10
const HINT_ID = 'devices-hint'

interface Props {
  dashboard: DashboardRef
  devices: DevicesRef
  navigator: NavigatorRef
  heights: LineHeights
  place: Place
}

/** One tab stop with arrow keys. The focused line is always rendered, so that the focus survives scrolling. */
export function DeviceList(props: Props) {
  const {dashboard, devices, navigator, heights, place} = props
  const hasKeys = useSelector(navigator, s => s.context.view.hasKeys)
  const layout = useLayout(props)
  const {lines, starts, selected} = layout
  const [focusedId, setFocusedId] = useState<string | null>(null)
  const [scroller, setScroller] = useState<HTMLDivElement | null>(null)

  const focusedAt = indexOfLine(lines, focusedId)
  const tabStop = focusedAt === -1 ? lineAt(lines, selected.deviceId, selected.key) : focusedAt
  const heightOf = (at: number) => heights[lines[at]?.kind ?? 'key']
  const guess = window.innerHeight / 2
  const [first, last] = useRowsInView(scroller, starts, {top: place.initial(layout, guess), height: guess})
  const rendered = withRow(tabStop, {startIndex: first, endIndex: last, overscan: OVERSCAN, count: lines.length})
  const shownOn = useShownDevices(devices, {scroller, lines, first, last})

  /** React calls it again when the layout has changed, before that is painted. */
  const laidOut = useCallback(
    (element: HTMLDivElement | null) => {
      if (element === null) return
      place.laidOut(layout, element)
      setScroller(element)
    },
    [place, layout],
  )

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const line = lines[tabStop]
    const fold = line === undefined ? null : foldToToggle(event.key, line)
    if (fold !== null && (hasKeys || line?.kind === 'group')) {
      event.preventDefault()
      return navigator.send({type: 'fold.toggled', id: fold})
    }
    const reached = lineReached(event.key, tabStop, lines, PAGE)
    const next = reached === undefined ? undefined : lines[reached]
    if (reached === undefined || next === undefined) return
    event.preventDefault()
    place.touched()
    flushSync(() => setFocusedId(next.id))
    if (scroller === null) return
    showRow(scroller, starts[reached] ?? 0, heightOf(reached))
    scroller.querySelector<HTMLElement>('[tabindex="0"]')?.focus({preventScroll: true})
  }
  const onFocus = ({target}: FocusEvent<HTMLElement>) => {
    setFocusedId(target.dataset.line ?? null)
    navigator.send({type: 'attention.changed', attention: {focus: true}})
  }
  const onBlur = ({currentTarget, relatedTarget}: FocusEvent<HTMLElement>) => {
    if (!currentTarget.contains(relatedTarget)) navigator.send({type: 'attention.changed', attention: {focus: false}})
  }
  const pointer = (isInside: boolean) => () =>
    navigator.send({type: 'attention.changed', attention: {pointer: isInside}})

  return (
    <div
      ref={laidOut}
      className={styles.scroller}
      onScroll={({currentTarget}) => place.scrolled(currentTarget)}
      onWheel={place.touched}
      onPointerDown={place.touched}
      onPointerEnter={pointer(true)}
      onPointerLeave={pointer(false)}
    >
      <p id={HINT_ID} hidden>
        {texts.devices.hint}
      </p>
      <ul
        ref={shownOn}
        className={styles.lines}
        style={{height: (starts.at(-1) ?? 0) + (lines.length === 0 ? 0 : heightOf(lines.length - 1))}}
        aria-label={texts.devices.title}
        aria-describedby={HINT_ID}
        onKeyDown={onKeyDown}
        onFocus={onFocus}
        onBlur={onBlur}
        onCopy={copyId}
      >
        {rendered.map(index => {
          const line = lines[index]
          if (line === undefined) return null
          return (
            <li
              key={line.id}
              className={styles.line}
              style={{height: heightOf(index), transform: `translateY(${starts[index]}px)`}}
              aria-setsize={lines.length}
              aria-posinset={index + 1}
            >
              <ListedLine
                dashboard={dashboard}
                devices={devices}
                navigator={navigator}
                line={line}
                isFoldable={hasKeys}
                tabIndex={index === tabStop ? 0 : -1}
              />
            </li>
          )
        })}
      </ul>
    </div>
  )
}

function useLayout({dashboard, navigator, heights}: Props): Layout {
  const arrangement = useSelector(navigator, s => s.context.arrangement)
  const {group, closed, hasKeys} = useSelector(navigator, s => s.context.view)
  const asked = useSelector(navigator, s => s.context.asked)
  const deviceId = useSelector(dashboard, s => s.context.view.deviceId)
  const key = useSelector(dashboard, s => s.context.view.key)
  const onlyOpen = hasKeys ? undefined : deviceId
  const lines = useMemo(() => linesOf(arrangement, {group, closed, onlyOpen}), [arrangement, group, closed, onlyOpen])
  const starts = useMemo(() => startsOf(lines, heights), [lines, heights])
  return useMemo(() => ({lines, starts, view: asked, selected: {deviceId, key}}), [lines, starts, asked, deviceId, key])
}

interface Shown {
  scroller: HTMLElement | null
  lines: readonly Line[]
  first: number
  last: number
}

/** React calls the returned function again when other lines are in view. */
function useShownDevices(devices: DevicesRef, {scroller, lines, first, last}: Shown) {
  const shown = useRef('')
  return useCallback(
    (list: HTMLElement | null) => {
      if (list === null || scroller === null) return
      const inView = lines.slice(first, last + 1)
      const deviceIds = [...new Set(inView.flatMap(line => (line.kind === 'group' ? [] : line.device.id)))]
      if (deviceIds.length === 0 || deviceIds.join() === shown.current) return
      shown.current = deviceIds.join()
      devices.send({type: 'rows.shown', deviceIds})
    },
    [devices, scroller, lines, first, last],
  )
}

/** Copies the id of the focused device, unless a part of the text is selected. */
function copyId(event: ClipboardEvent) {
  const id = event.target instanceof Element ? event.target.getAttribute('data-device-id') : null
  if (id === null || document.getSelection()?.isCollapsed === false) return
  event.clipboardData.setData('text/plain', id)
  event.preventDefault()
}
