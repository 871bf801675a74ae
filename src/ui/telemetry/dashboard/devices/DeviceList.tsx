import {useVirtualizer} from '@tanstack/react-virtual'
import {useSelector} from '@xstate/react'
import {type FocusEvent, type KeyboardEvent, useMemo, useRef, useState} from 'react'
import {flushSync} from 'react-dom'
import type {DashboardRef} from '../../../../machines/telemetry/dashboard'
import type {DevicesRef} from '../../../../machines/telemetry/devices'
import {withRow} from '../../../kit/withRow'
import {texts} from '../texts'
import {DeviceLine} from './DeviceLine'
import styles from './Devices.module.css'
import {KeyLine} from './KeyLine'
import {lineAt, lineHeight, lineId, lineReached, linesOf} from './lines'

const OVERSCAN = 6
const PAGE = 10
const HINT_ID = 'devices-hint'

interface Props {
  dashboard: DashboardRef
  devices: DevicesRef
}

/** One tab stop with arrow keys. The focused line is always rendered, so that the focus survives scrolling. */
export function DeviceList({dashboard, devices}: Props) {
  const listed = useSelector(devices, s => s.context.devices)
  const deviceId = useSelector(dashboard, s => s.context.view.deviceId)
  const key = useSelector(dashboard, s => s.context.view.key)
  const lines = useMemo(() => linesOf(listed), [listed])
  const [focusedId, setFocusedId] = useState<string | null>(null)
  const scroller = useRef<HTMLDivElement>(null)
  const shown = useRef('')

  const focusedAt = focusedId === null ? -1 : lines.findIndex(line => lineId(line) === focusedId)
  const tabStop = focusedAt === -1 ? lineAt(lines, deviceId, key) : focusedAt

  const virtualizer = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: at => lineHeight(lines[at]),
    getItemKey: at => {
      const line = lines[at]
      return line === undefined ? at : lineId(line)
    },
    overscan: OVERSCAN,
    initialOffset: () => offsetOf(lineAt(lines, deviceId, key)),
    rangeExtractor: range => withRow(tabStop, range),
    onChange: ({range}) => {
      const deviceIds = range === null ? [] : shownDevices(range.startIndex, range.endIndex)
      if (deviceIds.length === 0 || deviceIds.join() === shown.current) return
      shown.current = deviceIds.join()
      devices.send({type: 'rows.shown', deviceIds})
    },
  })

  const offsetOf = (line: number) =>
    line < 3 ? 0 : lines.slice(0, line - 2).reduce((height, before) => height + lineHeight(before), 0)
  const shownDevices = (from: number, to: number) => [...new Set(lines.slice(from, to + 1).map(line => line.device.id))]

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const reached = lineReached(event.key, tabStop, lines, PAGE)
    const line = reached === undefined ? undefined : lines[reached]
    if (reached === undefined || line === undefined) return
    event.preventDefault()
    flushSync(() => setFocusedId(lineId(line)))
    virtualizer.scrollToIndex(reached)
    scroller.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus({preventScroll: true})
  }
  const onFocus = ({target}: FocusEvent<HTMLElement>) => setFocusedId(target.dataset.line ?? null)

  return (
    <div ref={scroller} className={styles.scroller}>
      <p id={HINT_ID} hidden>
        {texts.devices.hint}
      </p>
      <ul
        className={styles.lines}
        style={{height: virtualizer.getTotalSize()}}
        aria-label={texts.devices.title}
        aria-describedby={HINT_ID}
        onKeyDown={onKeyDown}
        onFocus={onFocus}
      >
        {virtualizer.getVirtualItems().map(({index, start, size, key: rowKey}) => {
          const line = lines[index]
          if (line === undefined) return null
          const tabIndex = index === tabStop ? 0 : -1
          return (
            <li
              key={rowKey}
              className={styles.line}
              style={{height: size, transform: `translateY(${start}px)`}}
              aria-setsize={lines.length}
              aria-posinset={index + 1}
            >
              {line.kind === 'device' && (
                <DeviceLine {...{dashboard, tabIndex}} id={line.device.id} name={line.device.name} />
              )}
              {line.kind === 'key' && (
                <KeyLine
                  {...{dashboard, devices, tabIndex}}
                  id={line.device.id}
                  name={line.device.name}
                  telemetryKey={line.key}
                />
              )}
              {line.kind === 'noKeys' && (
                <span className={styles.noKeys}>{texts.devices[line.device.isRead ? 'noKeys' : 'notRead']}</span>
              )}
            </li>
          )
        })}
      </ul>
    </div>
  )
}
