import type {EpochMs} from '../../../../contract/wire/common'
import type {DeviceEntry} from '../../telemetry/devices/device'
import type {Board} from '../board'
import {chosenDevices} from '../walls'
import type {LatePanel} from './kinds'

export interface LateNow {
  rows: readonly {device: DeviceEntry; seenAt: EpochMs | null}[]
  total: number
  of: number
}

/** Sorts the devices that have been silent for longest first. */
export function lateDevices(panel: LatePanel, board: Pick<Board, 'devices' | 'deviceStates'>): LateNow {
  const devices = chosenDevices(board.devices, panel.devices)
  const rows = devices.flatMap(device => {
    const state = board.deviceStates.get(device.id)
    return state?.status === 'late' ? [{device, seenAt: state.seenAt}] : []
  })
  const first = Number.NEGATIVE_INFINITY
  return {
    rows: rows.sort((one, other) => (one.seenAt ?? first) - (other.seenAt ?? first)).slice(0, panel.count),
    total: rows.length,
    of: devices.length,
  }
}
