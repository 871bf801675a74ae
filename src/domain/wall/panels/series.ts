import type {DeviceChoice} from '../../../../contract/rules/lists/walls'
import type {DeviceEntry} from '../../telemetry/devices/device'
import type {SparklineId} from '../../telemetry/series/sparkline'
import type {Board} from '../board'
import {chosenDevices} from '../walls'

/** A key of some devices. */
interface KeyOfDevices {
  devices: DeviceChoice
  key: string
}

export const devicesWithKey = ({devices, key}: KeyOfDevices, board: Pick<Board, 'devices'>): DeviceEntry[] =>
  chosenDevices(board.devices, devices).filter(({keys}) => keys.includes(key))

export const seriesOfKey = (of: KeyOfDevices, board: Pick<Board, 'devices'>): SparklineId[] =>
  devicesWithKey(of, board).map(({id}) => ({deviceId: id, key: of.key}))
