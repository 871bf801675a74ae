import {and, desc, eq, inArray, sql} from 'drizzle-orm'
import {MAX_WALL_VERSIONS, WALL_VERSIONS, WALL_VERSIONS_BYTES} from '../../contract/limits'
import {storedWalls, WALLS_ATTRIBUTE} from '../../contract/rules/lists/walls'
import {type EpochMs, type Json, json} from '../../contract/wire/common'
import {ATTRIBUTE_SCOPES} from '../../contract/wire/entities/attribute'
import type {Attribute, AttributeHistory} from '../attribute/repository'
import type {Database, Transaction} from '../database/connect'
import {wallVersion} from '../database/schema/wall'

export type WallVersion = typeof wallVersion.$inferSelect

export class WallVersionRepository {
  readonly #now
  readonly #db

  constructor({database, now}: {database: Pick<Database, 'db'>; now: () => EpochMs}) {
    this.#now = now
    this.#db = database.db
  }

  /** The newest first. */
  list(organisationId: string, wall: string): Promise<WallVersion[]> {
    return this.#db
      .select()
      .from(wallVersion)
      .where(and(eq(wallVersion.organisationId, organisationId), eq(wallVersion.wall, wall)))
      .orderBy(desc(wallVersion.id))
  }

  /** The names of the walls that have versions. */
  async walls(organisationId: string): Promise<string[]> {
    const found = await this.#db
      .selectDistinct({wall: wallVersion.wall})
      .from(wallVersion)
      .where(eq(wallVersion.organisationId, organisationId))
      .orderBy(wallVersion.wall)
    return found.map(({wall}) => wall)
  }

  /** Stores the walls that a write of the attribute `walls` has changed. */
  readonly onChanged: AttributeHistory = async (transaction, {userId, email}, {ref, before, after}) => {
    const {entityType, entityId: organisationId, scope, key} = ref
    if (entityType !== 'organisation' || scope !== ATTRIBUTE_SCOPES.shared || key !== WALLS_ATTRIBUTE) return
    const [old, present] = [wallsOf(before), wallsOf(after)]
    const renamed = renamedIn([...old.keys()], [...present.keys()])
    const changed = without(present, old)
    const first = await unversioned(transaction, organisationId, without(old, present))
    const rows = [
      ...first.map(([wall, value]) => ({wall, value, keptAt: before?.lastUpdateTs ?? this.#now()})),
      ...changed.map(([wall, value]) => ({wall, value, userId, email, keptAt: this.#now()})),
    ].map(row => ({organisationId, size: Buffer.byteLength(JSON.stringify(row.value)), ...row}))
    if (rows.length > 0) await transaction.insert(wallVersion).values(rows)
    if (renamed !== null) await rename(transaction, organisationId, renamed)
    if (rows.length > 0) await removeSurplus(transaction, organisationId)
  }
}

const wallsOf = (attribute: Attribute | undefined) => storedWalls(json.safeParse(attribute?.jsonV).data)

/** The walls that are not the same among the others. */
const without = (walls: ReadonlyMap<string, Json>, others: ReadonlyMap<string, Json>) =>
  [...walls].filter(([name, value]) => JSON.stringify(others.get(name)) !== JSON.stringify(value))

/** The given walls that were stored before versions were. */
async function unversioned(
  transaction: Transaction,
  organisationId: string,
  walls: readonly [string, Json][],
): Promise<[string, Json][]> {
  const names = walls.map(([name]) => name)
  const found = await transaction
    .selectDistinct({wall: wallVersion.wall})
    .from(wallVersion)
    .where(and(eq(wallVersion.organisationId, organisationId), inArray(wallVersion.wall, names)))
  const known = new Set(found.map(({wall}) => wall))
  return walls.filter(([name]) => !known.has(name))
}

/** A wall was renamed when its place in the list has another name, and nothing else was removed or added. */
function renamedIn(old: readonly string[], present: readonly string[]): {from: string; to: string} | null {
  const [from, ...otherGone] = old.filter(name => !present.includes(name))
  const [to, ...otherNew] = present.filter(name => !old.includes(name))
  if (from === undefined || to === undefined || otherGone.length > 0 || otherNew.length > 0) return null
  return old.indexOf(from) === present.indexOf(to) ? {from, to} : null
}

const rename = (transaction: Transaction, organisationId: string, {from, to}: {from: string; to: string}) =>
  transaction
    .update(wallVersion)
    .set({wall: to})
    .where(and(eq(wallVersion.organisationId, organisationId), eq(wallVersion.wall, from)))

async function removeSurplus(transaction: Transaction, organisationId: string): Promise<void> {
  await transaction.execute(sql`
    delete from ${wallVersion} where id in (
      select id from (
        select id,
          row_number() over (partition by wall order by id desc) as of_wall,
          row_number() over (order by id desc) as of_all,
          sum(size) over (order by id desc) as bytes
        from ${wallVersion} where organisation_id = ${organisationId}
      ) as numbered
      where of_wall > ${WALL_VERSIONS} or of_all > ${MAX_WALL_VERSIONS} or bytes > ${WALL_VERSIONS_BYTES}
    )`)
}
