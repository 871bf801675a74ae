import {createHash} from 'node:crypto'
import {and, eq, getTableColumns} from 'drizzle-orm'
import {uuidv7} from 'uuidv7'
import {MAX_PICTURES} from '../../contract/limits'
import {shownPictures} from '../../contract/rules/lists/walls'
import type {EpochMs, Json} from '../../contract/wire/common'
import type {PictureWire} from '../../contract/wire/entities/picture'
import type {Caller, Viewer} from '../access/viewer'
import type {AuditTrail} from '../audit/repository'
import type {Database} from '../database/connect'
import {exactlyOne} from '../database/rows'
import {picture} from '../database/schema/wall'
import {conflict, noSuch} from '../http/failures/errors'
import {holdIssuer} from '../store/issuer'
import type {ExaminedPicture} from './judging/judge'

export type Picture = Omit<typeof picture.$inferSelect, 'bytes'>

export interface PictureOptions {
  database: Pick<Database, 'db'>
  now: () => EpochMs
  audit: AuditTrail
  /** The stored wall of a wall link. */
  wallOf: (linkId: string) => Promise<Json | null>
}

const {bytes: _, ...facts} = getTableColumns(picture)

export class PictureRepository {
  readonly #options: PictureOptions
  readonly #db

  constructor(options: PictureOptions) {
    this.#options = options
    this.#db = options.database.db
  }

  list(organisationId: string): Promise<Picture[]> {
    return this.#db
      .select(facts)
      .from(picture)
      .where(eq(picture.organisationId, organisationId))
      .orderBy(picture.name, picture.id)
  }

  /** The known one when the organisation has these bytes already. Throws 409 when it has too many pictures. */
  async add(
    caller: Caller,
    organisationId: string,
    {name, bytes, ...examined}: ExaminedPicture & {name: string},
  ): Promise<Picture> {
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    return this.#db.transaction(async transaction => {
      const organisation = await holdIssuer(transaction, caller, organisationId)
      const [known] = await transaction
        .select(facts)
        .from(picture)
        .where(and(eq(picture.organisationId, organisationId), eq(picture.sha256, sha256)))
      if (known !== undefined) return known
      if ((await transaction.$count(picture, eq(picture.organisationId, organisationId))) >= MAX_PICTURES)
        throw conflict(`An organisation has at most ${MAX_PICTURES} pictures.`)
      const values = {
        id: uuidv7(),
        organisationId,
        name,
        sha256,
        bytes: Buffer.from(bytes),
        size: bytes.length,
        ...examined,
        uploadedBy: caller.email,
        createdAt: this.#options.now(),
      }
      const added = exactlyOne(await transaction.insert(picture).values(values).returning(facts))
      await this.#options.audit.record(transaction, caller, {
        action: 'picture.uploaded',
        detail: detailOf(added),
        ...organisation,
      })
      return added
    })
  }

  /** Undefined when there is no such picture, or none that the viewer may see. */
  async find(viewer: Viewer, organisationId: string, id: string): Promise<Picture | undefined> {
    if (viewer.authority === 'WALL') {
      const wall = await this.#options.wallOf(viewer.userId)
      if (!shownPictures(wall).includes(id)) return undefined
    }
    const [found] = await this.#db.select(facts).from(picture).where(isIn(organisationId, id))
    return found
  }

  /** Undefined when it was removed in the meantime. */
  async bytesOf(id: string): Promise<Uint8Array | undefined> {
    const [found] = await this.#db.select({bytes: picture.bytes}).from(picture).where(eq(picture.id, id))
    return found?.bytes
  }

  /** Walls that show it keep its id, and report it as missing. Throws 404 when there is no such picture. */
  async remove(caller: Caller, organisationId: string, id: string): Promise<void> {
    await this.#db.transaction(async transaction => {
      const organisation = await holdIssuer(transaction, caller, organisationId)
      const [removed] = await transaction.delete(picture).where(isIn(organisationId, id)).returning(facts)
      if (removed === undefined) throw noSuch('picture')
      await this.#options.audit.record(transaction, caller, {
        action: 'picture.removed',
        detail: detailOf(removed),
        ...organisation,
      })
    })
  }
}

const isIn = (organisationId: string, id: string) => and(eq(picture.organisationId, organisationId), eq(picture.id, id))

const detailOf = ({id, name, size}: Picture) => ({picture: id, name, size})

export const toWire = ({id, name, contentType, size, width, height, uploadedBy, createdAt}: Picture): PictureWire => ({
  _id: id,
  name,
  size,
  width,
  height,
  content_type: contentType,
  uploaded_by: uploadedBy,
  uploaded_at: createdAt,
})
