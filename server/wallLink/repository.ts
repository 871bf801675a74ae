import {and, desc, eq, inArray, isNull, sql} from 'drizzle-orm'
import {QueryBuilder} from 'drizzle-orm/pg-core'
import {uuidv7} from 'uuidv7'
import {MAX_WALL_LINKS} from '../../contract/limits'
import {choiceFrom, type DeviceChoice, storedWall, WALLS_ATTRIBUTE} from '../../contract/rules/lists/walls'
import type {EpochMs, Json} from '../../contract/wire/common'
import {ATTRIBUTE_SCOPES} from '../../contract/wire/entities/attribute'
import type {NewWallLink, WallLinkWire} from '../../contract/wire/entities/wallLink'
import type {CurrentUserWire} from '../../contract/wire/people/user'
import type {Caller} from '../access/viewer'
import type {AttributeListener, AttributeRepository} from '../attribute/repository'
import type {AuditTrail} from '../audit/repository'
import type {Database, Transaction} from '../database/connect'
import {exactlyOne} from '../database/rows'
import {wallLink} from '../database/schema/wall'
import {conflict, noSuch} from '../http/failures/errors'
import {createToken, hashToken} from '../http/secrets'
import {holdIssuer} from '../store/issuer'

export type WallLink = typeof wallLink.$inferSelect

/** Names a wall of an organisation. */
type WallRef = Pick<WallLink, 'organisationId' | 'wall'>

export interface WallLinkOptions {
  database: Pick<Database, 'db'>
  now: () => EpochMs
  audit: AuditTrail
  attributes: Pick<AttributeRepository, 'sharedJson'>
  endSessionsOf: (transaction: Transaction, linkId: string) => Promise<string[]>
  onSessionEnded: (sessionId: string) => void
  onReachChanged: (linkId: string) => void
}

export class WallLinkRepository {
  readonly #options: WallLinkOptions
  readonly #db

  constructor(options: WallLinkOptions) {
    this.#options = options
    this.#db = options.database.db
  }

  /** The valid links of an organisation, the newest first. */
  list(organisationId: string): Promise<WallLink[]> {
    return this.#db
      .select()
      .from(wallLink)
      .where(worksIn(organisationId))
      .orderBy(desc(wallLink.createdAt), desc(wallLink.id))
  }

  /** Throws 404 for an organisation or a wall that does not exist, and 409 when it has too many links. */
  async issue(
    caller: Caller,
    organisationId: string,
    {wall, name}: NewWallLink,
  ): Promise<{link: WallLink; token: string}> {
    if ((await this.#storedWall({organisationId, wall})) === null) throw noSuch('wall')
    return this.#db.transaction(async transaction => {
      const organisation = await holdIssuer(transaction, caller, organisationId)
      if ((await transaction.$count(wallLink, worksIn(organisationId))) >= MAX_WALL_LINKS)
        throw conflict(`An organisation has at most ${MAX_WALL_LINKS} wall links.`)
      const id = uuidv7()
      // A screen sees by the id whether it is signed in with this link already.
      const token = `${id}.${createToken()}`
      const values = {
        id,
        organisationId,
        wall,
        name,
        hash: hashToken(token),
        issuedBy: caller.email,
        createdAt: this.#options.now(),
      }
      const link = exactlyOne(await transaction.insert(wallLink).values(values).returning())
      await this.#options.audit.record(transaction, caller, {
        action: 'wallLink.issued',
        detail: detailOf(link),
        ...organisation,
      })
      return {link, token}
    })
  }

  /** Ends the sessions of the link. Throws 404 when the organisation has no such link that works. */
  async revoke(caller: Caller, organisationId: string, id: string): Promise<void> {
    const ended = await this.#db.transaction(async transaction => {
      const organisation = await holdIssuer(transaction, caller, organisationId)
      const [link] = await transaction
        .update(wallLink)
        .set({revokedAt: this.#options.now()})
        .where(and(eq(wallLink.id, id), worksIn(organisationId)))
        .returning()
      if (link === undefined) throw noSuch('wall link')
      await this.#options.audit.record(transaction, caller, {
        action: 'wallLink.revoked',
        detail: detailOf(link),
        ...organisation,
      })
      return this.#options.endSessionsOf(transaction, id)
    })
    ended.forEach(this.#options.onSessionEnded)
  }

  /** Also finds revoked links. */
  async findByToken(token: string): Promise<WallLink | undefined> {
    const [found] = await this.#db
      .select()
      .from(wallLink)
      .where(eq(wallLink.hash, hashToken(token)))
    return found
  }

  /** The screen as a user of a kind of its own. */
  async findUser(id: string): Promise<CurrentUserWire | undefined> {
    const [found] = await this.#db.select().from(wallLink).where(eq(wallLink.id, id))
    return found && toCurrentUser(found)
  }

  /** The stored wall of a link. */
  async wallOf(id: string): Promise<Json | null> {
    const [found] = await this.#db.select().from(wallLink).where(eq(wallLink.id, id))
    return found === undefined ? null : this.#storedWall(found)
  }

  /** Stores when the screen was last seen, in the transaction that opens or renews its session. */
  async markSeen(transaction: Transaction, id: string): Promise<void> {
    await transaction.update(wallLink).set({lastSeenAt: this.#options.now()}).where(eq(wallLink.id, id))
  }

  /** The devices on a wall; null when the organisation has no such wall. */
  async shownOn(wall: WallRef): Promise<DeviceChoice | null> {
    const stored = await this.#storedWall(wall)
    return stored === null ? null : choiceFrom(stored)
  }

  /** Screens whose wall has changed connect again, and are evaluated again. */
  readonly onAttributes: AttributeListener = async (transaction, refs) => {
    const organisationIds = refs
      .filter(({entityType, scope, key}) => {
        return entityType === 'organisation' && scope === ATTRIBUTE_SCOPES.shared && key === WALLS_ATTRIBUTE
      })
      .map(({entityId}) => entityId)
    if (organisationIds.length === 0) return () => {}
    const links = await transaction
      .select({id: wallLink.id})
      .from(wallLink)
      .where(and(inArray(wallLink.organisationId, organisationIds), isNull(wallLink.revokedAt)))
    return () => {
      for (const {id} of links) this.#options.onReachChanged(id)
    }
  }

  async #storedWall({organisationId, wall}: WallRef): Promise<Json | null> {
    const stored = await this.#options.attributes.sharedJson(WALLS_ATTRIBUTE, [organisationId])
    return storedWall(stored.get(organisationId), wall)
  }
}

const detailOf = ({name, wall}: WallLink) => ({name, wall})

const worksIn = (organisationId: string) => and(eq(wallLink.organisationId, organisationId), isNull(wallLink.revokedAt))

/** The columns of a session's wall link, to be joined to the session. */
export const holder = new QueryBuilder({casing: 'snake_case'})
  .select({
    id: wallLink.id,
    organisationId: wallLink.organisationId,
    wall: wallLink.wall,
    works: sql<boolean>`(${wallLink.revokedAt} is null)`.as('works'),
  })
  .from(wallLink)
  .as('holder')

export const toCurrentUser = ({id, name, organisationId}: WallLink): CurrentUserWire => ({
  _id: id,
  email: '',
  name,
  authority: 'WALL',
  organisation_id: organisationId,
  customer_id: null,
  temperature_unit: 'celsius',
})

export const toWire = ({id, wall, name, issuedBy, createdAt, lastSeenAt}: WallLink): WallLinkWire => ({
  _id: id,
  wall,
  name,
  issued_by: issuedBy,
  issued_at: createdAt,
  last_seen_at: lastSeenAt,
})
