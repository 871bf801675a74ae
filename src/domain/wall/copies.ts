import {COMPARED_SERIES_LIMIT} from '../../../contract/limits'
import {naturalKeyOrLast} from '../folded'
import type {DeviceEntry} from '../telemetry/devices/device'
import type {DeviceIndex} from '../telemetry/devices/navigator'
import {MARKED_STATUSES} from '../telemetry/devices/worstFirst'
import type {SparklineId} from '../telemetry/series/sparkline'
import {alarmRank, type Conditions, statusOfDevice} from './conditions'
import {nameIn} from './deviceNames'
import {MAX_INDICATORS} from './gauges/indicators'
import type {Composition, KnownPanel, Panel} from './panels/panels'
import type {Repeatable} from './panels/repeat'
import {chosenDevices} from './walls'

export type RepeatablePanel = Extract<KnownPanel, Repeatable>

export const isRepeated = (panel: Panel): panel is RepeatablePanel & {repeat: 'label'} =>
  'repeat' in panel && panel.repeat === 'label'

/** A repeated panel for the devices of one label. */
export interface Copy {
  /** Null for devices without a label. */
  label: string | null
  panel: RepeatablePanel
  /** The name of the device whose value is all that it shows; empty where it shows several devices. */
  name: string
  /** The number of series for which it has no room. */
  left: number
  /** The worse its devices, the lower. */
  rank: number
}

interface Known {
  devices: readonly DeviceEntry[]
  index: DeviceIndex
  conditions: Conditions
}

/** Returns a copy for each label, in their order, and one for devices without a label. Without any label there are none. */
function copiesOf(panel: RepeatablePanel, {devices, index, conditions}: Known): readonly Copy[] {
  const labels = new Map<string | null, DeviceEntry[]>()
  const nameOf = (device: DeviceEntry) => index.get(device)?.nameKey ?? ''
  const sorted = shownBy(panel, devices).toSorted((one, other) => (nameOf(one) < nameOf(other) ? -1 : 1))
  for (const device of sorted) {
    const label = device.label || null
    const labelled = labels.get(label)
    if (labelled === undefined) labels.set(label, [device])
    else labelled.push(device)
  }
  if (labels.size === 0 || (labels.size === 1 && labels.has(null))) return []
  return [...labels]
    .map(
      ([label, labelled]): Copy => ({
        label,
        ...copyOf({...panel, id: `${panel.id}\n${label ?? ''}`, title: '', repeat: 'none'}, labelled, conditions),
        rank: Math.min(...labelled.map(({id}) => MARKED_STATUSES.indexOf(statusOfDevice(conditions.get(id))))),
      }),
    )
    .sort((one, other) => (naturalKeyOrLast(one.label) < naturalKeyOrLast(other.label) ? -1 : 1))
}

/** Devices that never sent what the panel shows have no copy. */
function shownBy(panel: RepeatablePanel, devices: readonly DeviceEntry[]): readonly DeviceEntry[] {
  const chosen = 'devices' in panel ? chosenDevices(devices, panel.devices) : devices
  const named = keysOf(panel)
  return named.length === 0 ? chosen : chosen.filter(({keys}) => named.some(key => keys.includes(key)))
}

/** The keys that the panel names; without any, it shows devices whatever they send. */
export function keysOf(panel: RepeatablePanel): readonly string[] {
  switch (panel.kind) {
    case 'number':
    case 'gauge':
      return [panel.series.key]
    case 'chart':
      return unique(panel.series)
    case 'indicators':
      return panel.of === 'series' ? unique(panel.series) : [panel.key]
    case 'top':
    case 'comparison':
      return panel.key === '' ? [] : [panel.key]
    default:
      return []
  }
}

const unique = (series: readonly SparklineId[]): string[] => [...new Set(series.map(({key}) => key))]

function copyOf(
  panel: RepeatablePanel,
  devices: readonly DeviceEntry[],
  conditions: Conditions,
): Pick<Copy, 'panel' | 'name' | 'left'> {
  const all = devices.flatMap(({id, keys}) =>
    keysOf(panel)
      .filter(key => keys.includes(key))
      .map((key): SparklineId => ({deviceId: id, key})),
  )
  const worst = (most: number) => lowest(all, most, series => alarmRank(series, conditions))
  switch (panel.kind) {
    case 'number':
    case 'gauge': {
      const [series = panel.series] = worst(1)
      return {panel: {...panel, series}, name: nameIn(devices, series.deviceId) ?? '', left: 0}
    }
    case 'chart': {
      const series = worst(COMPARED_SERIES_LIMIT)
      return {panel: {...panel, series}, name: '', left: all.length - series.length}
    }
    case 'indicators': {
      if (panel.of === 'key') break
      const series = worst(MAX_INDICATORS)
      return {panel: {...panel, series}, name: '', left: all.length - series.length}
    }
    default:
      break
  }
  return {panel: {...panel, devices: {by: 'picked', values: devices.map(({id}) => id)}}, name: '', left: 0}
}

/** Returns the copies that are shown in a room for so many: those with the worst devices, in the order of their labels. */
export const shownCopies = (copies: readonly Copy[], count: number): readonly Copy[] =>
  lowest(copies, count, ({rank}) => rank)

/** The ones of the lowest ranks, in the order that they have. */
function lowest<T>(all: readonly T[], count: number, rankOf: (item: T) => number): readonly T[] {
  if (all.length <= count) return all
  const chosen = new Set(all.toSorted((one, other) => rankOf(one) - rankOf(other)).slice(0, count))
  return all.filter(each => chosen.has(each))
}

/** The copies of repeated panels, by the ids of the panels. */
export type Copies = ReadonlyMap<string, readonly Copy[]>

/** Returns the copies of all panels. Copies that stay the same stay the same objects. */
export function copiesIn(composition: Composition | undefined, known: Known & {copies: Copies}): Copies {
  return new Map(
    (composition?.panels ?? []).filter(isRepeated).map(panel => {
      const before = new Map((known.copies.get(panel.id) ?? []).map(copy => [JSON.stringify(copy), copy]))
      return [panel.id, copiesOf(panel, known).map(copy => before.get(JSON.stringify(copy)) ?? copy)]
    }),
  )
}

/** The panels of a wall, with the copies of repeated ones instead of these. */
export const panelsWithCopies = (composition: Composition | undefined, copies: Copies): readonly Panel[] =>
  (composition?.panels ?? []).flatMap(panel => copies.get(panel.id)?.map(copy => copy.panel) ?? [panel])
