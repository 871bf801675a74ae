import {beatAt, type DeviceStatus, type Heartbeat} from '../../../contract/rules/deviceStatus'
import type {Emergency} from '../../../contract/rules/media/emergency'
import type {ScreenReport} from '../../../contract/rules/media/screenState'
import {HOUR} from '../../../contract/rules/time/durations'
import type {EpochMs, Milliseconds} from '../../../contract/wire/common'
import type {DeviceEntry} from '../telemetry/devices/device'
import {isInGroup, type Membership} from './group'

/** An emergency as it is being prepared. */
export interface EmergencyDraft {
  /** Empty before one is chosen. */
  videoId: string
  /** Empty for all screens. */
  groupId: string
  why: string
  lasts: Milliseconds
  isDrill: boolean
}

/** How long an emergency may last. */
export const LASTING: readonly Milliseconds[] = [HOUR, 4 * HOUR, 12 * HOUR, 24 * HOUR]

export const NEW_EMERGENCY: EmergencyDraft = {videoId: '', groupId: '', why: '', lasts: HOUR, isDrill: false}

/** How far an emergency has come. */
export interface Reach {
  /** The number of its screens that have ever reported. */
  screens: number
  /** The number of those that show it; in a drill, that could. */
  reached: number
  /** The names of those that send no heartbeat, and since when the first of them has sent none. */
  silent: readonly string[]
  silentSince: EpochMs | null
  /** The names of those that are alive and do not show it. */
  missing: readonly string[]
}

export interface Screens {
  devices: readonly DeviceEntry[]
  membership: Membership
  heartbeats: ReadonlyMap<string, Heartbeat | null>
  reports: ReadonlyMap<string, ScreenReport | null>
  statuses: ReadonlyMap<string, DeviceStatus>
}

export function reachOf({id, groupId, isDrill}: Emergency, screens: Screens): Reach {
  const own = devicesIn(groupId, screens).filter(device => screens.reports.get(device.id))
  const isSilent = (device: DeviceEntry) => screens.statuses.get(device.id) !== 'active'
  const hasIt = (device: DeviceEntry) => {
    const report = screens.reports.get(device.id)?.emergency
    return report?.id === id && (report.state === 'shown' || (isDrill && report.state === 'ready'))
  }
  const [silent, alive] = [own.filter(isSilent), own.filter(device => !isSilent(device))]
  const missing = alive.filter(device => !hasIt(device))
  const beats = silent.flatMap(device => beatOf(screens.heartbeats.get(device.id)) ?? [])
  return {
    screens: own.length,
    reached: alive.length - missing.length,
    silent: silent.map(({name}) => name),
    silentSince: beats.length === 0 ? null : Math.min(...beats),
    missing: missing.map(({name}) => name),
  }
}

/** The devices of a group; null is all. */
export const devicesIn = (
  groupId: string | null,
  {devices, membership}: Pick<Screens, 'devices' | 'membership'>,
): readonly DeviceEntry[] => devices.filter(({id}) => isInGroup(membership, id, groupId))

const beatOf = (heartbeat: Heartbeat | null | undefined): EpochMs | null => (heartbeat ? beatAt(heartbeat) : null)
