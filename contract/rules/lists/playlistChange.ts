import type {Json} from '../../wire/common'
import {scheduleValue} from '../time/schedule'
import {type PlaylistItem, playlistFrom} from './playlist'

/** What somebody did to a playlist: to `count` videos, of which the first are named by their ids. */
export interface PlaylistChange {
  kind: 'added' | 'removed' | 'moved' | 'hours'
  ids: readonly string[]
  count: number
}

/** A list of a thousand videos may be replaced by another. */
const MAX_NAMED = 10

/** The changes between two values of the attribute; undefined is a list that does not exist. */
export function playlistChanges(before: Json | undefined, after: Json | undefined): readonly PlaylistChange[] {
  const [old, now] = [playlistFrom(before, null).items, playlistFrom(after, null).items]
  const [oldIds, ids] = [idsOf(old), idsOf(now)]
  const [wasThere, isThere] = [new Set(oldIds), new Set(ids)]
  return [
    changeOf(
      'added',
      ids.filter(id => !wasThere.has(id)),
    ),
    changeOf(
      'removed',
      oldIds.filter(id => !isThere.has(id)),
    ),
    changeOf(
      'moved',
      movedOf(
        oldIds.filter(id => isThere.has(id)),
        ids.filter(id => wasThere.has(id)),
      ),
    ),
    changeOf('hours', replannedOf(old, now)),
  ].filter(({count}) => count > 0)
}

const idsOf = (items: readonly PlaylistItem[]): readonly string[] => items.map(({assetId}) => assetId)

const changeOf = (kind: PlaylistChange['kind'], ids: readonly string[]): PlaylistChange => ({
  kind,
  ids: ids.slice(0, MAX_NAMED),
  count: ids.length,
})

/** The video that was taken to another place; where one alone does not explain the order, all that stand elsewhere. */
function movedOf(before: readonly string[], after: readonly string[]): readonly string[] {
  const start = before.findIndex((id, at) => id !== after[at])
  if (start < 0) return []
  const end = before.findLastIndex((id, at) => id !== after[at])
  const [old, now] = [before.slice(start, end + 1), after.slice(start, end + 1)]
  const isDown = isSame(old.slice(1), now.slice(0, -1))
  if (isDown) return old.slice(0, 1)
  return isSame(old.slice(0, -1), now.slice(1)) ? now.slice(0, 1) : now.filter((id, at) => id !== old[at])
}

const isSame = (one: readonly string[], other: readonly string[]): boolean => one.every((id, at) => id === other[at])

function replannedOf(before: readonly PlaylistItem[], after: readonly PlaylistItem[]): readonly string[] {
  const hours = new Map(before.map(item => [item.assetId, hoursOf(item)]))
  return after.flatMap(item => {
    const known = hours.get(item.assetId)
    return known === undefined || known === hoursOf(item) ? [] : [item.assetId]
  })
}

const hoursOf = ({schedule}: PlaylistItem): string => JSON.stringify(schedule === null ? null : scheduleValue(schedule))
