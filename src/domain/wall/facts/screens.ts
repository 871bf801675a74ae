import {deviceStatus} from '../../../../contract/rules/deviceStatus'
import {asOfThen, type ScreenState, screenState, urgencyOf} from '../../../../contract/rules/media/screenState'
import type {EpochMs} from '../../../../contract/wire/common'
import {isLinkDown} from '../../link'
import type {ScreenUpdate} from '../../media/screenReport'
import {type StatusReason, statusReason} from '../../media/statuses'
import type {DeviceEntry} from '../../telemetry/devices/device'
import type {Board} from '../board'
import {chosenDevices} from '../walls'
import type {ScreensPanel} from './kinds'

export interface ScreensFacts {
  updates: readonly ScreenUpdate[]
  /** The names of the videos by their ids. */
  videos: ReadonlyMap<string, string>
}

export interface ScreenRow {
  device: DeviceEntry
  isOnline: boolean
  reason: StatusReason
  /** What the public sees. */
  state: ScreenState
}

export interface ScreensNow {
  rows: readonly ScreenRow[]
  online: number
  offline: number
  /** All, while the link is down. */
  unknown: number
}

/**
 * The screens as they were read, those first that need a person most. A device with a heartbeat alone, such as
 * a router, is none: a screen has a player, which reports, or a playlist.
 */
export function screensOf(
  panel: ScreensPanel,
  board: Pick<Board, 'devices' | 'link'>,
  {updates, readAt}: Pick<ScreensFacts, 'updates'> & {readAt: EpochMs},
): ScreensNow {
  const isUnknown = isLinkDown(board.link)
  const known = new Map(updates.map(update => [update.deviceId, update]))
  const rows = chosenDevices(board.devices, panel.devices).flatMap((device): ScreenRow[] => {
    const update = known.get(device.id)
    if (update === undefined || !isScreen(update)) return []
    const {heartbeat = null, report, list} = update
    const state = screenState({heartbeat, report, list}, readAt)
    return [
      {
        device,
        isOnline: deviceStatus(heartbeat, readAt) === 'active',
        reason: statusReason(heartbeat, null, readAt),
        state: isUnknown ? asOfThen(state, readAt) : state,
      },
    ]
  })
  const online = rows.filter(({isOnline}) => isOnline).length
  return {
    rows: rows
      .sort((one, other) => urgencyOf(one.state) - urgencyOf(other.state) || compare(rankOf(one), rankOf(other)))
      .slice(0, panel.count),
    online: isUnknown ? 0 : online,
    offline: isUnknown ? 0 : rows.length - online,
    unknown: isUnknown ? rows.length : 0,
  }
}

const isScreen = ({report = null, list}: ScreenUpdate): boolean =>
  report !== null || (list !== undefined && list.version !== 0)

/** Screens that were never seen have been away for longest. */
function rankOf({isOnline, reason}: ScreenRow): number {
  if (isOnline) return Number.POSITIVE_INFINITY
  return reason.kind === 'silent' ? reason.at : Number.NEGATIVE_INFINITY
}

const compare = (one: number, other: number): number => (one < other ? -1 : one > other ? 1 : 0)
