import {groupBy} from '../../../contract/rules/series/buckets'

/** A group of devices. Which devices are in it, another list tells. */
export interface Group {
  id: string
  name: string
  /** Null when the server counts no versions. */
  version: number | null
}

/** The ids of the groups that each device is in. */
export type Membership = ReadonlyMap<string, readonly string[]>

/** Whether a device is in a group; without a group, each is. */
export const isInGroup = (membership: Membership, deviceId: string, groupId: string | null): boolean =>
  groupId === null || membership.get(deviceId)?.includes(groupId) === true

export function membershipOf(members: ReadonlyMap<string, readonly string[]>): Membership {
  const pairs = [...members].flatMap(([groupId, deviceIds]) => deviceIds.map(deviceId => ({deviceId, groupId})))
  const byDevice = groupBy(pairs, ({deviceId}) => deviceId)
  return new Map([...byDevice].map(([deviceId, found]) => [deviceId, found.map(({groupId}) => groupId)]))
}
