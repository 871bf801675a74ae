/** A group of devices. Which devices are in it, another list tells. */
export interface Group {
  id: string
  name: string
  /** Null when the server counts no versions. */
  version: number | null
}

/** The ids of the groups that each device is in. */
export type Membership = ReadonlyMap<string, readonly string[]>

export function membershipOf(members: ReadonlyMap<string, readonly string[]>): Membership {
  const membership = new Map<string, string[]>()
  for (const [groupId, deviceIds] of members) {
    for (const deviceId of deviceIds) membership.set(deviceId, [...(membership.get(deviceId) ?? []), groupId])
  }
  return membership
}
