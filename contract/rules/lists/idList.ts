import type {Json} from '../../wire/common'
import {listFrom, listValue, type StoredList} from './storedList'

/** The client attribute of a device: the ids of the videos that it may play. */
export const VIDEOS_ATTRIBUTE = 'assigned_video_ids'
/** The type of the assets that are groups of devices. */
export const GROUP_TYPE = 'device_group'
/** The attribute of a group, which is an asset: the ids of the devices in it. */
export const GROUP_ATTRIBUTE = 'device_ids'
/**
 * The shared attribute of an organisation or of a group: the ids of the videos that its screens show while their
 * playlists leave nothing to show. Of the groups of a screen the first by name that has any goes before the organisation.
 */
export const FALLBACK_ATTRIBUTE = 'fallback_video_ids'

/** Ids as stored in an attribute, each once. */
export type IdList = StoredList<string>

/** A change requested by a person, which can be repeated on a list that someone else has changed in the meantime. */
export interface IdIntent {
  kind: 'add' | 'remove'
  id: string
}

export function idsFrom(value: Json | undefined, version: number | null): IdList {
  const stored = listFrom(value, version, entry => (typeof entry === 'string' && entry !== '' ? entry : null))
  return {...stored, items: [...new Set(stored.items)]}
}

export const idsValue = (ids: IdList): Json[] => listValue(ids, id => id)

/** The list with the intent fulfilled: the same list when there is nothing to do. */
export function withIdIntent(ids: IdList, {kind, id}: IdIntent): IdList {
  if (ids.items.includes(id) === (kind === 'add')) return ids
  return {...ids, items: kind === 'add' ? [...ids.items, id] : ids.items.filter(other => other !== id)}
}
