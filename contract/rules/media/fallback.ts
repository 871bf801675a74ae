/** A group of devices with its fallback videos. */
export interface GroupFallback {
  id: string
  name: string
  deviceIds: readonly string[]
  videoIds: readonly string[]
}

/** The fallback videos of an organisation and of its groups. */
export interface Fallbacks<Group extends GroupFallback = GroupFallback> {
  organisation: readonly string[]
  groups: readonly Group[]
}

/** The videos that a screen plays while its playlist leaves nothing to show. `group` is null where they are those of its organisation. */
export interface FallbackOfScreen<Group extends GroupFallback = GroupFallback> {
  group: Group | null
  videoIds: readonly string[]
}

/** The fallback of each screen is that of the first of its groups by name that has any, or else that of its organisation. */
export function fallbacksOf<Group extends GroupFallback>({
  organisation,
  groups,
}: Fallbacks<Group>): (deviceId: string) => FallbackOfScreen<Group> {
  const ofGroups = new Map<string, FallbackOfScreen<Group>>()
  for (const group of groups.filter(({videoIds}) => videoIds.length > 0).sort(byName)) {
    for (const id of group.deviceIds) if (!ofGroups.has(id)) ofGroups.set(id, {group, videoIds: group.videoIds})
  }
  return deviceId => ofGroups.get(deviceId) ?? {group: null, videoIds: organisation}
}

/** By the numbers of letters, so that servers and browsers of all languages agree. */
const byName = (one: GroupFallback, other: GroupFallback): number => {
  if (one.name !== other.name) return one.name < other.name ? -1 : 1
  return one.id < other.id ? -1 : 1
}
