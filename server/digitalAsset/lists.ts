import {GROUP_ATTRIBUTE, idsFrom, idsValue, VIDEOS_ATTRIBUTE, withIdIntent} from '../../contract/rules/lists/idList'
import {PLAYLIST_ATTRIBUTE, playlistFrom, playlistValue, withIntent} from '../../contract/rules/lists/playlist'
import type {EpochMs, Json} from '../../contract/wire/common'
import {type Attribute, type StoredIds, takeFromLists} from '../attribute/repository'
import type {Transaction} from '../database/connect'
import type {Cascade, Removal} from '../store/entity'

const PLAYLISTS: StoredIds = {
  entityType: 'device',
  key: PLAYLIST_ATTRIBUTE,
  containing: assetId => [{assetId}],
  without(value, version, assetId) {
    const left = withIntent(playlistFrom(value, version), {kind: 'remove', assetId})
    return typeof left === 'string' ? value : playlistValue(left)
  },
}

const withoutId = (value: Json, version: number, id: string) =>
  idsValue(withIdIntent(idsFrom(value, version), {kind: 'remove', id}))

const ids = {containing: (id: string) => [id], without: withoutId}
const ASSIGNED: StoredIds = {...ids, entityType: 'device', key: VIDEOS_ATTRIBUTE}
const GROUPS: StoredIds = {...ids, entityType: 'asset', key: GROUP_ATTRIBUTE}

export interface ListOptions {
  now: () => EpochMs
  /** Called after the commit. */
  onWritten?: ((written: Attribute[]) => void | Promise<void>) | undefined
}

/** Takes a removed asset out of all playlists and lists of assigned videos, in the same transaction. */
export const createLeaveDevices = (options: ListOptions): Cascade => leaveLists([PLAYLISTS, ASSIGNED], options)

/** Takes a removed device out of all groups, in the same transaction. */
export const createLeaveGroups = (options: ListOptions): Cascade => leaveLists([GROUPS], options)

function leaveLists(lists: readonly StoredIds[], {now, onWritten}: ListOptions): Cascade {
  return async (transaction: Transaction, id: string): Promise<Removal> => {
    const written: Attribute[] = []
    for (const stored of lists) written.push(...(await takeFromLists(transaction, stored, id, now())))
    return {count: written.length, afterwards: () => (written.length > 0 ? onWritten?.(written) : undefined)}
  }
}
