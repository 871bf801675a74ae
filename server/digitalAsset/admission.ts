import {uuidv7} from 'uuidv7'
import type {EpochMs} from '../../contract/wire/common'
import type {UploadAnswer, UploadFields} from '../../contract/wire/digitalAsset'
import {lockEntities, lockEntity} from '../access/reach'
import type {Caller, Viewer} from '../access/viewer'
import type {AssetRepository} from '../asset/repository'
import type {AuditTrail} from '../audit/repository'
import type {Database, Transaction} from '../database/connect'
import type {FileStore} from '../files/store'
import {badRequest, conflict, noSuch} from '../http/errors'
import {holdOrganisation} from '../store/place'
import type {DigitalAssetRepository} from './repository'
import {type Measured, requireLabelled, requireQuota, tooLarge} from './rules'

/** A file that has arrived as a whole. */
export interface Arrived extends Measured {
  path: string
  originalName: string
}

export interface AdmissionOptions {
  database: Pick<Database, 'db'>
  now: () => EpochMs
  audit: AuditTrail
  assets: Pick<AssetRepository, 'findVisible' | 'insert'>
  files: DigitalAssetRepository
  store: FileStore
  /** In bytes. */
  fileLimit: number
  /** In bytes, for each organisation. Null is no limit. */
  quota: number | null
}

export interface Admission {
  /** Throws an `HttpError` when it is known already that a file of this size will be refused. */
  expect(caller: Viewer, size: number, organisationId?: string): Promise<void>
  /** Throws 413 when so many bytes don't fit into what the quota of the organisation leaves. */
  requireQuota(size: number, organisationId: string): Promise<void>
  /** The answer to a file that is stored already; undefined when there is none. */
  known(caller: Viewer, assetId: string | undefined): Promise<UploadAnswer | undefined>
  /**
   * Makes an asset of a file that has arrived, or throws and makes nothing of it. A file that is sent again with the
   * same id gets the same answer. The file may still be at its path afterwards.
   */
  admit(caller: Caller, arrived: Arrived, fields: UploadFields): Promise<UploadAnswer>
}

export function createAdmission(options: AdmissionOptions): Admission {
  const {now, audit, assets, files, store, quota, fileLimit} = options
  const {db} = options.database

  async function known(caller: Viewer, assetId: string | undefined): Promise<UploadAnswer | undefined> {
    if (assetId === undefined) return undefined
    const [visible, file] = await Promise.all([assets.findVisible(caller, assetId), files.find(assetId)])
    return visible && file && {assetId, originalName: file.originalName}
  }

  async function write(transaction: Transaction, caller: Caller, arrived: Arrived, fields: UploadFields, name: string) {
    const organisationId = fields.organisation_id ?? caller.organisationId
    if (organisationId === null) throw badRequest('organisation_id: must be an id')
    await holdOrganisation(transaction, caller, organisationId)
    await holdQuota(transaction, caller, organisationId, arrived.size)
    if (fields.parent_id !== undefined) await holdVideo(transaction, caller, fields.parent_id, organisationId)
    const {originalName, size, sha256, contentType} = arrived
    const asset = await assets.insert(transaction, {
      ...(fields.id !== undefined && {id: fields.id}),
      ...{organisationId, name: originalName, label: fields.label, type: fields.type, createdAt: now()},
      ...(fields.parent_id !== undefined && {parentId: fields.parent_id}),
    })
    if (asset === undefined) throw conflict('There is another asset with this id.')
    const kept = {originalName, size, sha256, contentType}
    await files.insert(transaction, {
      ...kept,
      ...{id: name, assetId: asset.id, organisationId, duration: fields.duration ?? null, createdAt: now()},
    })
    await audit.record(transaction, caller, {
      action: fields.label === 'thumbnail' ? 'asset.created' : 'video.uploaded',
      ...{entityType: 'asset', entityId: asset.id, entityName: asset.name, organisationId, detail: {size, sha256}},
    })
    return {assetId: asset.id, originalName}
  }

  async function requireUnused(size: number, organisationId: string) {
    if (quota !== null) requireQuota(size, await files.usedBy(organisationId), quota)
  }

  /** Two files that arrive at once are counted one after the other. */
  async function holdQuota(transaction: Transaction, caller: Caller, organisationId: string, size: number) {
    if (quota === null) return
    await lockEntity(transaction, caller, {entityType: 'organisation', entityId: organisationId}, 'no key update')
    requireQuota(size, await files.usedBy(organisationId, transaction), quota)
  }

  return {
    known,

    async expect(viewer, size, given) {
      const organisationId = given ?? viewer.organisationId
      const isForeign = viewer.authority !== 'SYS_ADMIN' && organisationId !== viewer.organisationId
      if (isForeign) throw noSuch('organisation')
      if (size > fileLimit) throw tooLarge(fileLimit)
      if (organisationId !== null) await requireUnused(size, organisationId)
    },
    requireQuota: requireUnused,

    async admit(caller, arrived, fields) {
      requireLabelled(arrived, fields)
      const before = await known(caller, fields.id)
      if (before !== undefined) return before
      const name = uuidv7()
      await store.take(arrived.path, name)
      try {
        return await db.transaction(transaction => write(transaction, caller, arrived, fields, name))
      } catch (error) {
        // A commit whose answer was lost has stored the row. While nobody knows, the file is left to the sweep.
        const isStored = await files.has(name).catch(() => true)
        if (!isStored) await store.remove(name).catch(() => {})
        const meanwhile = await known(caller, fields.id).catch(() => undefined)
        if (meanwhile !== undefined) return meanwhile
        throw error
      }
    },
  }
}

async function holdVideo(transaction: Transaction, caller: Caller, id: string, organisationId: string) {
  const held = await lockEntities(transaction, caller, 'asset', {ids: [id], organisationId})
  if (held.length === 0) throw badRequest('parent_id: there is no such asset in the organisation')
}
