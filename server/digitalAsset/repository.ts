import {eq, isNull, sql} from 'drizzle-orm'
import type {Database, Transaction} from '../database/connect'
import {isAnyOf} from '../database/rows'
import {digitalAsset} from '../database/schema/asset'

/** The file of an asset. `id` is its name in the file store. */
export type DigitalAsset = typeof digitalAsset.$inferSelect

export interface DigitalAssetRepository {
  find(assetId: string): Promise<DigitalAsset | undefined>
  /** Whether there is a row of the file. */
  has(id: string): Promise<boolean>
  /** The digital assets by the ids of their assets. Assets without a file are missing. */
  findAll(assetIds: readonly string[]): Promise<Map<string, DigitalAsset>>
  /** The bytes of all files of an organisation. */
  usedBy(organisationId: string, transaction?: Transaction): Promise<number>
  insert(transaction: Transaction, file: typeof digitalAsset.$inferInsert): Promise<void>
  /** Files whose assets were deleted. */
  leftBehind(limit: number): Promise<string[]>
  /** Forgets files that were removed from the store. */
  forget(ids: readonly string[]): Promise<void>
  allIds(): Promise<string[]>
}

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
    leftBehind: async limit =>
      idsOf(await db.select({id: digitalAsset.id}).from(digitalAsset).where(isNull(digitalAsset.assetId)).limit(limit)),
    async forget(ids) {
      await db.delete(digitalAsset).where(isAnyOf(digitalAsset.id, ids))
    },
    allIds: async () => idsOf(await db.select({id: digitalAsset.id}).from(digitalAsset)),
  }
}
