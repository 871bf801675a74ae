import type {EpochMs} from '../../../../contract/wire/common'
import type {DeviceEntry} from '../../telemetry/devices/device'
import {freshness, isInTime} from '../../telemetry/readings/freshness'
import type {TelemetryValue} from '../../telemetry/readings/reading'
import {type UnusualFacts, type UsualNow, unusualNow} from '../../telemetry/usual'
import type {Board} from '../board'
import {historyId} from '../histories'
import {chosenDevices} from '../walls'
import type {UnusualPanel} from './kinds'

export interface UnusualRow {
  device: DeviceEntry
  key: string
  value: TelemetryValue
  since: EpochMs
  score: number
  /** Null where it became unusual after the bands were last read. */
  usual: UsualNow | null
}

export interface UnusualNow {
  rows: readonly UnusualRow[]
  total: number
  /** The number of series of numbers that are still learned; null when it is unknown. */
  learning: {series: number; of: number} | null
  /** The number of series that are not evaluated because they are late or their state is unknown. */
  unevaluated: number
}

type Shown = Pick<Board, 'devices' | 'readings' | 'unusual' | 'now' | 'link' | 'lateAfter'>

/** Sorts the most unusual first. Late series are left out, as their present values are unknown. */
export function unusualSeries(panel: UnusualPanel, board: Shown, {usual, learned}: UnusualFacts): UnusualNow {
  const devices = chosenDevices(board.devices, panel.devices)
  const rows = devices.flatMap(device =>
    [...(board.unusual.get(device.id)?.keys() ?? [])].flatMap((key): UnusualRow[] => {
      const reading = board.readings.get(device.id)?.get(key)
      const id = {deviceId: device.id, key}
      const found = unusualNow(board.unusual, {...id, freshness: freshness(reading, board)})
      if (found === null || !reading) return []
      return [{device, key, value: reading.value, ...found, usual: usual.get(historyId(id)) ?? null}]
    }),
  )
  return {
    rows: rows.sort((one, other) => other.score - one.score || one.since - other.since).slice(0, panel.count),
    total: rows.length,
    ...evaluatedOf(devices, board, learned),
  }
}

function evaluatedOf(
  devices: readonly DeviceEntry[],
  board: Shown,
  learned: UnusualFacts['learned'],
): Pick<UnusualNow, 'learning' | 'unevaluated'> {
  let [of, known, unevaluated] = [0, 0, 0]
  for (const {id} of devices) {
    const numbers = [...(board.readings.get(id)?.values() ?? [])].filter(reading => typeof reading?.value === 'number')
    of += numbers.length
    known += Math.min(numbers.length, learned?.get(id) ?? 0)
    unevaluated += numbers.filter(reading => !isInTime(freshness(reading, board))).length
  }
  return {learning: learned && {series: of - known, of}, unevaluated}
}
