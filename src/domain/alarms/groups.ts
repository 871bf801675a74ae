import {type Alarm, shownSeverity} from '../alarm'
import type {AlarmGrouping} from './filter'

/** Alarms that share a device, a place or a customer. */
export interface AlarmGroup {
  /** The shared device, label or customer; null for alarms that have none. */
  value: string | null
  /** The alarm that represents the group. */
  first: Alarm
  alarms: readonly Alarm[]
  counts: Readonly<Record<'critical' | 'warning', number>>
}

/** A row of the list: an alarm, or the head of those beneath it. */
export type AlarmRow = {id: string; alarm: Alarm} | {id: string; group: AlarmGroup}

/** The worst alarms come first, and so do their groups. */
export function groupedRows(alarms: readonly Alarm[], grouping: AlarmGrouping | null): readonly AlarmRow[] {
  const rowOf = (alarm: Alarm): AlarmRow => ({id: alarm.id, alarm})
  if (grouping === null) return alarms.map(rowOf)
  const groups = new Map<string | null, Alarm[]>()
  for (const alarm of alarms) {
    const value = sharedBy(grouping, alarm)
    const group = groups.get(value)
    if (group === undefined) groups.set(value, [alarm])
    else group.push(alarm)
  }
  return [...groups].flatMap(([value, those]) => {
    const [first] = those
    if (first === undefined) return []
    const group = {value, first, alarms: those, counts: countsOf(those)}
    return [{id: `group ${value ?? ''}`, group}, ...those.map(rowOf)]
  })
}

function sharedBy(grouping: AlarmGrouping, {deviceId, deviceLabel, customerId}: Alarm): string | null {
  switch (grouping) {
    case 'device':
      return deviceId
    case 'place':
      return deviceLabel || null
    case 'customer':
      return customerId
    default:
      return grouping satisfies never
  }
}

function countsOf(alarms: readonly Alarm[]) {
  const counts = {critical: 0, warning: 0}
  for (const alarm of alarms) {
    const severity = shownSeverity(alarm)
    if (severity !== null) counts[severity]++
  }
  return counts
}
