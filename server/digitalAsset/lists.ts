import * as z from 'zod/mini'
import {
  FALLBACK_ATTRIBUTE,
  GROUP_ATTRIBUTE,
  idsFrom,
  idsValue,
  VIDEOS_ATTRIBUTE,
  withIdIntent,
} from '../../contract/rules/lists/idList'
import {
  inverseOf,
  PLAYLIST_ATTRIBUTE,
  playlistFrom,
  playlistValue,
  withIntent,
} from '../../contract/rules/lists/playlist'
import {EMERGENCY_VIDEOS_ATTRIBUTE} from '../../contract/rules/media/emergency'
import {type EpochMs, type Json, json} from '../../contract/wire/common'
import {type Attribute, putBack, type StoredIds, type TakenFrom, takeFromLists} from '../attribute/repository'
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
/** What screens fetch before it is needed. */
const STANDBY: readonly StoredIds[] = [
  {...ids, entityType: 'asset', key: FALLBACK_ATTRIBUTE},
  {...ids, entityType: 'organisation', key: FALLBACK_ATTRIBUTE},
  {...ids, entityType: 'organisation', key: EMERGENCY_VIDEOS_ATTRIBUTE},
]
const GROUPS: StoredIds = {...ids, entityType: 'asset', key: GROUP_ATTRIBUTE}

export interface ListOptions {
  now: () => EpochMs
  /** Called after the commit. */
  onWritten?: ((written: Attribute[]) => void | Promise<void>) | undefined
}

/** The place of a removed video in a list, which is found again while the list has this version. */
export const listedVideo = z.object({
  attributeId: z.string(),
  version: z.number(),
  /** The stored item of a playlist, and the video behind it; null for a list of ids, whose order has no meaning. */
  item: z.nullable(z.object({stored: json, before: z.nullable(z.string())})),
})
export type ListedVideo = z.infer<typeof listedVideo>

/** Takes a removed asset out of all playlists, and out of the lists of assigned, fallback and emergency videos, in the same transaction. */
export async function leaveDevices(
  transaction: Transaction,
  id: string,
  {now, onWritten}: ListOptions,
): Promise<Removal & {listed: ListedVideo[]}> {
  const playlists = await takeFromLists(transaction, PLAYLISTS, id, now())
  const assigned = await takeFromLists(transaction, ASSIGNED, id, now())
  for (const list of STANDBY) assigned.push(...(await takeFromLists(transaction, list, id, now())))
  return {
    ...removalOf([...playlists, ...assigned], onWritten),
    listed: [
      ...playlists.map(({before, written}) => ({...placeOf(written), item: itemOf(before, id)})),
      ...assigned.map(({written}) => ({...placeOf(written), item: null})),
    ],
  }
}

const placeOf = ({id, version}: Attribute) => ({attributeId: id, version})

function itemOf(value: Json, assetId: string): ListedVideo['item'] {
  const playlist = playlistFrom(value, null)
  const inverse = inverseOf(playlist, {kind: 'remove', assetId})
  if (inverse?.kind !== 'insert') return null
  const [stored = null] = playlistValue({...playlist, items: [inverse.item], ignored: []})
  return {stored, before: inverse.before}
}

/** Puts a restored video back into the lists that nobody has changed since. */
export async function rejoinDevices(
  transaction: Transaction,
  id: string,
  listed: readonly ListedVideo[],
  {now, onWritten}: ListOptions,
) {
  const written = await putBack(
    transaction,
    listed.map(({attributeId, version, item}) => ({
      attributeId,
      version,
      change: (value: Json, version: number) =>
        item === null
          ? idsValue(withIdIntent(idsFrom(value, version), {kind: 'add', id}))
          : withItem(value, version, item),
    })),
    now(),
  )
  const playlists = written.filter(({key}) => key === PLAYLIST_ATTRIBUTE).length
  return {
    playlists,
    assignments: written.length - playlists,
    changedSince: listed.length - written.length,
    afterwards: () => (written.length > 0 ? onWritten?.(written) : undefined),
  }
}

function withItem(value: Json, version: number, {stored, before}: NonNullable<ListedVideo['item']>): Json {
  const [item] = playlistFrom([stored], null).items
  if (item === undefined) return value
  const joined = withIntent(playlistFrom(value, version), {kind: 'insert', item, before})
  return typeof joined === 'string' ? value : playlistValue(joined)
}

/** Takes a removed device out of all groups, in the same transaction. */
export const createLeaveGroups =
  ({now, onWritten}: ListOptions): Cascade =>
  async (transaction, id) =>
    removalOf(await takeFromLists(transaction, GROUPS, id, now()), onWritten)

const removalOf = (taken: readonly TakenFrom[], onWritten: ListOptions['onWritten']): Removal => ({
  count: taken.length,
  afterwards: () => (taken.length > 0 ? onWritten?.(taken.map(({written}) => written)) : undefined),
})
