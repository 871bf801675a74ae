import {uuidv7} from 'uuidv7'
import type {EpochMs} from '../../contract/wire/common'
import type {UploadAnswer, UploadFields} from '../../contract/wire/entities/digitalAsset'
import {lockEntities, lockEntity} from '../access/reach'
import type {Caller, Viewer} from '../access/viewer'
import type {AssetRepository} from '../asset/repository'
import type {AuditTrail} from '../audit/repository'
import type {Database, Transaction} from '../database/connect'
import type {FileStore} from '../files/store'
import {badRequest, conflict, noSuch} from '../http/failures/errors'
import {holdOrganisation} from '../store/place'
import type {Container} from './container'
import type {FactsReader} from './facts'
import type {DigitalAssetRepository} from './repository'
import {type Measured, requireLabelled, requireQuota, tooLarge} from './rules'

/** A file that has arrived as a whole. */
export interface Arrived extends Measured {
  path: string
  originalName: string
}

interface Read extends Arrived {
  container: Container | null
}

export interface AdmissionOptions {
  database: Pick<Database, 'db'>
  now: () => EpochMs
  audit: AuditTrail
  assets: Pick<AssetRepository, 'findVisible' | 'insert'>
  files: DigitalAssetRepository
  facts: Pick<FactsReader, 'read'>
  store: FileStore
  /** The limit in bytes. */
  fileLimit: number
  /** The bytes for each organisation. Null is no limit. */
  quota: number | null
}

export class Admission {
  readonly #options: AdmissionOptions
  readonly #db

  constructor(options: AdmissionOptions) {
    this.#options = options
    this.#db = options.database.db
  }

  /** The answer to a file that is stored already; undefined when there is none. */
  async known(caller: Viewer, assetId: string | undefined): Promise<UploadAnswer | undefined> {
    if (assetId === undefined) return undefined
    const [visible, file] = await Promise.all([
      this.#options.assets.findVisible(caller, assetId),
      this.#options.files.find(assetId),
    ])
    return visible && file && {assetId, originalName: file.originalName}
  }

  /** Throws an `HttpError` when it is known already that a file of this size will be refused. */
  async expect(viewer: Viewer, size: number, given?: string): Promise<void> {
    const organisationId = given ?? viewer.organisationId
    const isForeign = viewer.authority !== 'SYS_ADMIN' && organisationId !== viewer.organisationId
    if (isForeign) throw noSuch('organisation')
    if (size > this.#options.fileLimit) throw tooLarge(this.#options.fileLimit)
    if (organisationId !== null) await this.requireQuota(size, organisationId)
  }

  /** Throws 413 when this many bytes don't fit into the rest of the organisation's quota. */
  async requireQuota(size: number, organisationId: string): Promise<void> {
    const {quota, files} = this.#options
    if (quota !== null) requireQuota(size, await files.usedBy(organisationId), quota)
  }

  /**
   * Makes an asset of a file that has arrived, or throws and makes nothing of it. A file that is sent again with the
   * same id gets the same answer. The file may still be at its path afterwards.
   */
  async admit(caller: Caller, arrived: Arrived, fields: UploadFields): Promise<UploadAnswer> {
    requireLabelled(arrived, fields)
    const before = await this.known(caller, fields.id)
    if (before !== undefined) return before
    const container = fields.label === 'video_asset' ? await this.#read(caller, arrived, fields) : null
    const name = uuidv7()
    await this.#options.store.take(arrived.path, name)
    try {
      return await this.#db.transaction(transaction =>
        this.#write(transaction, caller, {...arrived, container}, fields, name),
      )
    } catch (error) {
      // A commit whose answer was lost has stored the row. While nobody knows, the file is left to the sweep.
      const isStored = await this.#options.files.has(name).catch(() => true)
      if (!isStored) await this.#options.store.remove(name).catch(() => {})
      const meanwhile = await this.known(caller, fields.id).catch(() => undefined)
      if (meanwhile !== undefined) return meanwhile
      throw error
    }
  }

  /** Null when it cannot be read at present: the next sweep reads it. Throws 400 for pictures that are none. */
  async #read(caller: Caller, {path}: Arrived, fields: UploadFields): Promise<Container | null> {
    const organisationId = fields.organisation_id ?? caller.organisationId
    const container = await this.#options.facts.read(organisationId, path).catch(() => null)
    if (container?.isGarbage) throw badRequest('The pictures of the video cannot be read. The file is damaged.')
    return container
  }

  async #write(transaction: Transaction, caller: Caller, arrived: Read, fields: UploadFields, name: string) {
    const organisationId = fields.organisation_id ?? caller.organisationId
    if (organisationId === null) throw badRequest('organisation_id: must be an id')
    await holdOrganisation(transaction, caller, organisationId)
    await this.#holdQuota(transaction, caller, organisationId, arrived.size)
    if (fields.parent_id !== undefined) await holdVideo(transaction, caller, fields.parent_id, organisationId)
    const {originalName, size, sha256, contentType, container} = arrived
    const asset = await this.#options.assets.insert(transaction, {
      ...(fields.id !== undefined && {id: fields.id}),
      organisationId,
      name: originalName,
      label: fields.label,
      type: fields.type,
      createdAt: this.#options.now(),
      ...(fields.parent_id !== undefined && {parentId: fields.parent_id}),
    })
    if (asset === undefined) throw conflict('There is another asset with this id.')
    const stored = {originalName, size, sha256, contentType}
    await this.#options.files.insert(transaction, {
      ...stored,
      id: name,
      assetId: asset.id,
      organisationId,
      duration: fields.duration ?? container?.duration ?? null,
      facts: container?.facts ?? null,
      createdAt: this.#options.now(),
    })
    await this.#options.audit.record(transaction, caller, {
      action: fields.label === 'thumbnail' ? 'asset.created' : 'video.uploaded',
      entityType: 'asset',
      entityId: asset.id,
      entityName: asset.name,
      organisationId,
      detail: {size, sha256},
    })
    return {assetId: asset.id, originalName}
  }

  /** Two files that arrive at once are counted one after the other. */
  async #holdQuota(transaction: Transaction, caller: Caller, organisationId: string, size: number) {
    const {quota, files} = this.#options
    if (quota === null) return
    await lockEntity(transaction, caller, {entityType: 'organisation', entityId: organisationId}, 'no key update')
    requireQuota(size, await files.usedBy(organisationId, transaction), quota)
  }
}

async function holdVideo(transaction: Transaction, caller: Caller, id: string, organisationId: string) {
  const held = await lockEntities(transaction, caller, 'asset', {ids: [id], organisationId})
  if (held.length === 0) throw badRequest('parent_id: there is no such asset in the organisation')
}
