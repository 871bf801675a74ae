import type {Fallbacks} from '../../../contract/rules/media/fallback'
import type {Group} from './group'

/** The ids of fallback videos by the ids of their owners, which are an organisation and groups. */
export type FallbackVideos = ReadonlyMap<string, readonly string[]>

/** The same object when the owner has these videos already. */
export function withFallback(videos: FallbackVideos, ownerId: string, ids: readonly string[]): FallbackVideos {
  const known = videos.get(ownerId) ?? []
  const isSame = known.length === ids.length && known.every((id, at) => id === ids[at])
  return isSame ? videos : new Map([...videos, [ownerId, ids]])
}

interface GroupsKnown {
  groups: readonly Group[]
  members: ReadonlyMap<string, readonly string[]>
}

/** The fallback of an organisation and of those of its groups that are known. */
export const fallbacksIn = (
  videos: FallbackVideos,
  organisationId: string | null,
  {groups, members}: GroupsKnown,
): Fallbacks => ({
  organisation: videos.get(organisationId ?? '') ?? [],
  groups: groups.map(({id, name}) => ({
    id,
    name,
    deviceIds: members.get(id) ?? [],
    videoIds: videos.get(id) ?? [],
  })),
})

/** Of what a video is a fallback: the names of groups, and whether of its organisation, too. */
export interface FallbackUse {
  groups: readonly string[]
  isOrganisations: boolean
}

/** By the ids of videos. */
export function fallbackUses({organisation, groups}: Fallbacks): ReadonlyMap<string, FallbackUse> {
  const ids = new Set([...organisation, ...groups.flatMap(({videoIds}) => videoIds)])
  return new Map(
    [...ids].map(id => [
      id,
      {
        groups: groups.filter(({videoIds}) => videoIds.includes(id)).map(({name}) => name),
        isOrganisations: organisation.includes(id),
      },
    ]),
  )
}
