import {isRecord} from '../../../../contract/rules/json'
import type {DeviceChoice} from '../../../../contract/rules/lists/walls'
import type {Json} from '../../../../contract/wire/common'
import type {DeviceEntry} from '../../telemetry/devices/device'
import {type Composition, compositionFrom, compositionValue, type Panel} from './panels'

/** The marker of a file of panels, so that other walls can read it. */
const FORMAT = 'pulsewall.panels'

export const panelsFile = (composition: Composition): string =>
  `${JSON.stringify({format: FORMAT, version: 1, panels: compositionValue(composition)}, null, 2)}\n`

/** The panels read from a file, and the parts of it that can't be shown here. */
export type ReadPanels =
  | {kind: 'unreadable'}
  | {
      kind: 'read'
      panels: readonly Panel[]
      /** Kinds of a later version. */
      kinds: readonly string[]
      /** Devices that are not on this wall, by their ids. */
      devices: readonly string[]
      /** The number of entries that are no panels or more than a wall can have. */
      left: number
      isMended: boolean
    }

export function readPanels(text: string, known: readonly DeviceEntry[]): ReadPanels {
  const json = parsed(text)
  const composition = isRecord(json) && json.format === FORMAT ? compositionFrom(json.panels) : undefined
  if (composition === undefined) return {kind: 'unreadable'}
  const {panels, surplus, isMended} = composition
  const here = new Set(known.map(({id}) => id))
  return {
    kind: 'read',
    panels,
    kinds: unique(panels.flatMap(panel => (panel.kind === 'later' ? [String(panel.entry.kind)] : []))),
    devices: unique(panels.flatMap(devicesOf).filter(id => id !== '' && !here.has(id))),
    left: surplus.length,
    isMended,
  }
}

function parsed(text: string): Json {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

const unique = (texts: readonly string[]): string[] => [...new Set(texts)]

const pickedIn = ({by, values}: DeviceChoice): readonly string[] => (by === 'picked' ? values : [])

function devicesOf(panel: Panel): readonly string[] {
  switch (panel.kind) {
    case 'number':
    case 'gauge':
      return [panel.series.deviceId]
    case 'chart':
      return panel.series.map(({deviceId}) => deviceId)
    case 'plan':
      return panel.places.map(({deviceId}) => deviceId)
    case 'indicators':
      return panel.of === 'series' ? panel.series.map(({deviceId}) => deviceId) : pickedIn(panel.devices)
    default:
      return 'devices' in panel ? pickedIn(panel.devices) : []
  }
}
