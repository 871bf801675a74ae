import * as z from 'zod/mini'
import {DELETED_VIDEO_KEPT} from '../../contract/limits'
import type {EpochMs} from '../../contract/wire/common'
import type {RestoredVideoWire} from '../../contract/wire/entities/digitalAsset'
import {lockEntities, lockEntity, SERVER} from '../access/reach'
import type {Caller} from '../access/viewer'
import type {Asset, AssetRepository} from '../asset/repository'
import type {AuditTrail} from '../audit/repository'
import type {Database, Transaction} from '../database/connect'
import {conflict, noSuch} from '../http/failures/errors'
import type {Removal} from '../store/entity'
import {type ListOptions, leaveDevices, listedVideo, rejoinDevices} from './lists'
import type {DigitalAssetRepository} from './repository'

interface BinOptions {
  database: Pick<Database, 'db'>
  now: () => EpochMs
  audit: AuditTrail
  files: DigitalAssetRepository
  lists: ListOptions
  /** Without it, files of deleted videos are not kept. */
  isKeeping: boolean
}

/** The organisation, within the caller's reach, and the id of the file. */
interface KeptVideo {
  id: string
  videoId: string
}

const keptAsset = z.object({
  id: z.string(),
  name: z.string(),
  label: z.nullable(z.string()),
  type: z.nullable(z.string()),
  additionalInfo: z.unknown(),
  assetProfileId: z.nullable(z.string()),
  externalId: z.nullable(z.string()),
  customerId: z.nullable(z.string()),
  parentId: z.nullable(z.string()),
  createdAt: z.number(),
  version: z.number(),
})

/** What is stored of a deleted asset beside its file. */
const keptWithFile = z.object({asset: keptAsset, lists: z.array(listedVideo)})
type KeptAsset = z.infer<typeof keptAsset>

/**
 * Keeps the files of deleted videos and of their thumbnails for a day, with what is needed to restore them. The sweep of
 * files removes those whose day is over.
 */
export function createBin({database: {db}, now, audit, files, lists, isKeeping}: BinOptions) {
  const keptSince = () => now() - DELETED_VIDEO_KEPT

  async function keptOf(organisationId: string, transaction?: Transaction) {
    const found = await files.deletedOf(organisationId, keptSince(), transaction)
    return found.map(file => ({file, ...keptWithFile.parse(file.deleted)}))
  }

  /**
   * Holds the organisation, so that its deleted videos are restored and removed one after the other. Throws 404 for a
   * video that is not kept any more.
   */
  async function hold(transaction: Transaction, {id: organisationId, videoId}: KeptVideo) {
    await lockEntity(transaction, SERVER, {entityType: 'organisation', entityId: organisationId}, 'no key update')
    const kept = await keptOf(organisationId, transaction)
    const video = kept.find(({file, asset}) => file.id === videoId && asset.label === 'video_asset')
    if (video === undefined) throw noSuch('video')
    return {organisationId, video, thumbnails: kept.filter(({asset}) => asset.parentId === video.asset.id)}
  }

  return {
    /** Takes a removed asset out of all lists, and keeps its file if it is a video. `assets` begins with it. */
    async keep(transaction: Transaction, [removed, ...thumbnails]: readonly Asset[]): Promise<Removal> {
      if (removed === undefined) return {count: 0, afterwards() {}}
      const {listed, ...removal} = await leaveDevices(transaction, removed.id, lists)
      if (!isKeeping || removed.label !== 'video_asset') return removal
      for (const asset of [removed, ...thumbnails]) {
        const kept = {asset: keptAsset.parse(asset), lists: asset === removed ? listed : []}
        await files.markDeleted(transaction, asset.id, {deletedAt: now(), deleted: kept})
      }
      return removal
    },

    /** The videos of an organisation that can be restored, the last deleted first. */
    async list(organisationId: string) {
      const kept = await keptOf(organisationId)
      return kept
        .filter(({asset}) => asset.label === 'video_asset')
        .map(({file: {id, size, deletedAt}, asset: {name}}) => ({
          _id: id,
          name,
          size,
          deleted_at: deletedAt,
          restorable_until: deletedAt + DELETED_VIDEO_KEPT,
        }))
    },

    /** Throws 404 for a video that is not kept any more, and 409 when another asset has its id. */
    async restore(
      caller: Caller,
      assets: Pick<AssetRepository, 'insert'>,
      kept: KeptVideo,
    ): Promise<RestoredVideoWire> {
      const {answer, afterwards} = await db.transaction(async transaction => {
        const {organisationId, video, thumbnails} = await hold(transaction, kept)
        for (const {file, asset} of [video, ...thumbnails]) {
          const inserted = await assets.insert(transaction, {
            ...asset,
            organisationId,
            customerId: await stillThere(transaction, 'customer', organisationId, asset.customerId),
            parentId: await stillThere(transaction, 'asset', organisationId, asset.parentId),
            version: asset.version + 1,
          })
          if (inserted === undefined) throw conflict('There is another asset with this id.')
          await files.unmarkDeleted(transaction, file.id, asset.id)
        }
        const {afterwards, ...rejoined} = await rejoinDevices(transaction, video.asset.id, video.lists, lists)
        await audit.record(transaction, caller, {
          action: 'video.restored',
          ...subjectOf(video.asset, organisationId),
          detail: rejoined,
        })
        const {playlists, assignments, changedSince} = rejoined
        return {afterwards, answer: {asset_id: video.asset.id, playlists, assignments, changed_since: changedSince}}
      })
      await afterwards()
      return answer
    },

    /** Leaves a deleted video to the sweep of files. Throws 404 like `restore`. */
    purge: (caller: Caller, kept: KeptVideo): Promise<void> =>
      db.transaction(async transaction => {
        const {organisationId, video, thumbnails} = await hold(transaction, kept)
        for (const {file} of [video, ...thumbnails]) await files.unmarkDeleted(transaction, file.id, null)
        await audit.record(transaction, caller, {action: 'video.purged', ...subjectOf(video.asset, organisationId)})
      }),
  }
}

export type Bin = ReturnType<typeof createBin>

const subjectOf = ({id, name}: KeptAsset, organisationId: string) => ({
  entityType: 'asset' as const,
  entityId: id,
  entityName: name,
  organisationId,
})

/** Locks a customer or asset that a restored asset belonged to, and answers with null when it does not exist any more. */
async function stillThere(
  transaction: Transaction,
  kind: 'customer' | 'asset',
  organisationId: string,
  id: string | null,
): Promise<string | null> {
  if (id === null) return null
  const held = await lockEntities(transaction, SERVER, kind, {ids: [id], organisationId})
  return held.length === 0 ? null : id
}
