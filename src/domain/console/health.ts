import type {EpochMs} from '../../../contract/wire/common'
import type {DeviceStatus} from '../../../contract/wire/entities/device'
import type {AuditEntry} from '../audit'
import {isLinkDown, type LinkState} from '../link'

/** The devices of an organisation, counted by status. */
export interface DeviceCounts extends Readonly<Record<DeviceStatus, number>> {
  /** The device that was seen last, with the time on the client's clock; null when none ever was. */
  newest: {id: string; name: string; lastSeen: EpochMs} | null
}

export interface Health {
  /** When it was read, on the client's clock. */
  at: EpochMs
  devices: DeviceCounts
  /** The last actions in the organisation, newest first. */
  recent: readonly AuditEntry[]
}

/**
 * The number of devices shown with a status. `filter` is the status by which a list of just these devices is filtered.
 */
export interface ShownCount {
  status: DeviceStatus | 'linkDown'
  count: number
  filter: DeviceStatus | null
}

/** While the link is down nothing is known of devices that were seen before. */
export function shownCounts({fresh, late, never}: DeviceCounts, link: LinkState): readonly ShownCount[] {
  const silent = {status: 'never', count: never, filter: 'never'} as const
  if (isLinkDown(link)) return [{status: 'linkDown', count: fresh + late, filter: null}, silent]
  return [{status: 'fresh', count: fresh, filter: 'fresh'}, {status: 'late', count: late, filter: 'late'}, silent]
}
