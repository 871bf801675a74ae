import {and, asc, desc, eq, gt, isNotNull, isNull, like, lte, or, type SQL, sql} from 'drizzle-orm'
import type {EpochMs} from '../../contract/wire/common'
import type {Database, Transaction} from '../database/connect'
import {isAnyOf} from '../database/rows'
import {digitalAsset} from '../database/schema/asset'

/** The file of an asset. `id` is its name in the file store. */
export type DigitalAsset = typeof digitalAsset.$inferSelect

export type DeletedFile = DigitalAsset & {deletedAt: EpochMs}

export interface DigitalAssetRepository {
  find(assetId: string): Promise<DigitalAsset | undefined>
  /** Whether there is a row of the file. */
  has(id: string): Promise<boolean>
  /** The digital assets by the ids of their assets. Assets without a file are missing. */
  findAll(assetIds: readonly string[]): Promise<Map<string, DigitalAsset>>
  /** The bytes of all files of an organisation. */
  usedBy(organisationId: string, transaction?: Transaction): Promise<number>
  insert(transaction: Transaction, file: typeof digitalAsset.$inferInsert): Promise<void>
  /** Keeps the file of an asset that is deleted in the same transaction. */
  markDeleted(transaction: Transaction, assetId: string, marks: {deletedAt: EpochMs; deleted: object}): Promise<void>
  /** The kept files that were deleted since, the last first. */
  deletedOf(organisationId: string, since: EpochMs, transaction?: Transaction): Promise<DeletedFile[]>
  /** Gives a kept file to a restored asset, or leaves it behind. */
  unmarkDeleted(transaction: Transaction, id: string, assetId: string | null): Promise<void>
  /** The files of videos whose containers have not been read, in the order of their ids after `after`. */
  withoutFacts(after: string | null, limit: number): Promise<DigitalAsset[]>
  setFacts(id: string, container: Pick<DigitalAsset, 'facts' | 'duration'>): Promise<void>
  /** Files whose assets were deleted, without those that are kept: their assets were deleted since. */
  leftBehind(limit: number, keptSince: EpochMs): Promise<string[]>
  /** Forgets files that were removed from the store. */
  forget(ids: readonly string[]): Promise<void>
  allIds(): Promise<string[]>
}

/** The organisations that have videos, as part of a query: no other has screens. */
export const MEDIA_ORGANISATIONS: SQL = sql`(select distinct ${digitalAsset.organisationId} from ${digitalAsset})`

export function createDigitalAssetRepository({db}: Pick<Database, 'db'>): DigitalAssetRepository {
  const idsOf = (found: {id: string}[]) => found.map(({id}) => id)
  return {
    async find(assetId) {
      const [found] = await db.select().from(digitalAsset).where(eq(digitalAsset.assetId, assetId))
      return found
    },
    has: async id => (await db.$count(digitalAsset, eq(digitalAsset.id, id))) > 0,
    async findAll(assetIds) {
      const found = await db.select().from(digitalAsset).where(isAnyOf(digitalAsset.assetId, assetIds))
      return new Map(found.flatMap(file => (file.assetId === null ? [] : [[file.assetId, file] as const])))
    },
    async usedBy(organisationId, within: Pick<Transaction, 'select'> = db) {
      const used = sql<string>`coalesce(sum(${digitalAsset.size}), 0)`
      const [found] = await within
        .select({used})
        .from(digitalAsset)
        .where(eq(digitalAsset.organisationId, organisationId))
      return Number(found?.used)
    },
    async insert(transaction, file) {
      await transaction.insert(digitalAsset).values(file)
    },
    async markDeleted(transaction, assetId, marks) {
      await transaction.update(digitalAsset).set(marks).where(eq(digitalAsset.assetId, assetId))
    },
    async deletedOf(organisationId, since, within: Pick<Transaction, 'select'> = db) {
      const found = await within
        .select()
        .from(digitalAsset)
        .where(and(eq(digitalAsset.organisationId, organisationId), gt(digitalAsset.deletedAt, since)))
        .orderBy(desc(digitalAsset.deletedAt), asc(digitalAsset.id))
      return found.flatMap(({deletedAt, ...file}) => (deletedAt === null ? [] : [{...file, deletedAt}]))
    },
    async unmarkDeleted(transaction, id, assetId) {
      const marks = {assetId, deletedAt: null, deleted: null}
      await transaction.update(digitalAsset).set(marks).where(eq(digitalAsset.id, id))
    },
    withoutFacts: (after, limit) => {
      const {id, assetId, facts, contentType} = digitalAsset
      const isAfter = after === null ? undefined : gt(id, after)
      return db
        .select()
        .from(digitalAsset)
        .where(and(isNull(facts), isNotNull(assetId), like(contentType, 'video/%'), isAfter))
        .orderBy(asc(id))
        .limit(limit)
    },
    async setFacts(id, {facts, duration}) {
      await db
        .update(digitalAsset)
        .set({facts, duration: sql`coalesce(${digitalAsset.duration}, ${duration})`})
        .where(eq(digitalAsset.id, id))
    },
    async leftBehind(limit, keptSince) {
      const {assetId, organisationId, deletedAt} = digitalAsset
      const isOver = or(isNull(deletedAt), lte(deletedAt, keptSince), isNull(organisationId))
      const found = db
        .select({id: digitalAsset.id})
        .from(digitalAsset)
        .where(and(isNull(assetId), isOver))
        .limit(limit)
      return idsOf(await found)
    },
    async forget(ids) {
      await db.delete(digitalAsset).where(isAnyOf(digitalAsset.id, ids))
    },
    allIds: async () => idsOf(await db.select({id: digitalAsset.id}).from(digitalAsset)),
  }
}
