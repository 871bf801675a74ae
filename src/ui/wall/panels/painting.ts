import type {Severity} from '../../../../contract/rules/thresholds'
import {ageOf} from '../../../domain/format/age'
import type {Formats} from '../../../domain/format/formats'
import {statusOf} from '../../../domain/telemetry/devices/worstFirst'
import {listedParts} from '../../../domain/telemetry/format'
import {type Freshness, freshness, isInTime, validAt} from '../../../domain/telemetry/readings/freshness'
import type {SparklineId} from '../../../domain/telemetry/series/sparkline'
import type {Panel} from '../../../domain/wall/panels/panels'
import type {PanelSources} from '../../../machines/wall/panelSources'
import type {WallRef, WallSnapshot} from '../../../machines/wall/wall'
import {unitOf} from '../../telemetry/unitOf'
import {texts} from '../texts'
import {fittedBy} from './WholeRows'

export interface BodyProps<P extends Panel> {
  panel: P
  wall: WallRef
  sources: PanelSources
}

/**
 * A reference by which an element is painted with each state of the wall and in each size, straight into the page: values
 * come several times a second, for weeks. It must stay the same function as long as the panel does.
 */
export const paintedBy =
  (wall: WallRef, painterOf: (element: HTMLElement) => (snapshot: WallSnapshot) => void) =>
  (element: HTMLElement | null) => {
    if (element === null) return undefined
    const paint = painterOf(element)
    const stop = fittedBy(() => paint(wall.getSnapshot()))(element)
    const subscription = wall.subscribe(paint)
    return () => {
      stop?.()
      subscription.unsubscribe()
    }
  }

export const partOf = (element: ParentNode, name: string): HTMLElement | null =>
  element.querySelector<HTMLElement>(`[data-part="${name}"]`)

/** Whether an element has another size than when this was last asked. Measuring would make the browser lay out the page. */
export function resizesOf(element: HTMLElement): () => boolean {
  let isResized = true
  new ResizeObserver(() => {
    isResized = true
  }).observe(element)
  return () => {
    const was = isResized
    isResized = false
    return was
  }
}

/** Writes a text, unless it is there already. */
export function write(element: HTMLElement | null, text: string) {
  if (element === null || element.textContent === text) return
  const [only, ...others] = element.childNodes
  if (only instanceof Text && others.length === 0) only.data = text
  else element.textContent = text
}

/** The texts of a series at a moment. */
export interface SeriesFace {
  value: string
  unit: string
  /** Why it is not simply well, in words; empty when it is. */
  word: string
  age: string
  freshness: Freshness
  severity: Severity | null
}

export function seriesFace({context, children}: WallSnapshot, id: SparklineId, formats: Formats): SeriesFace {
  const {board} = context
  const reading = board.readings.get(id.deviceId)?.get(id.key)
  const devices = children.devices?.getSnapshot()
  const unit = devices === undefined ? null : unitOf(devices, id.deviceId, id.key)
  const severity = board.conditions.get(id.deviceId)?.marks.get(id.key)?.severity ?? null
  const state = freshness(reading, board)
  const words = [
    ...(severity === null ? [] : [texts.statuses[severity]]),
    ...(isInTime(state) ? [] : [texts.statuses[statusOf(null, state)]]),
  ]
  const {text, unit: named} = reading ? listedParts(formats, reading.value, unit) : {text: NO_VALUE, unit: ''}
  const seenAt = reading ? validAt(reading, board.now) : null
  return {
    value: text,
    unit: named.trim(),
    word: words.join(', '),
    age: seenAt === null ? '' : ageOf(seenAt, board.now),
    freshness: state,
    severity,
  }
}

export const NO_VALUE = '–'
