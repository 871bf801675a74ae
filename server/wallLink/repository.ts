import {and, desc, eq, inArray, isNull, sql} from 'drizzle-orm'
import {QueryBuilder} from 'drizzle-orm/pg-core'
import {uuidv7} from 'uuidv7'
import {MOST_WALL_LINKS} from '../../contract/limits'
import {choiceFrom, type DeviceChoice, keptWall, WALLS_ATTRIBUTE} from '../../contract/rules/walls'
import {ATTRIBUTE_SCOPES} from '../../contract/wire/attribute'
import type {EpochMs, Json} from '../../contract/wire/common'
import type {CurrentUserWire} from '../../contract/wire/user'
import type {NewWallLink, WallLinkWire} from '../../contract/wire/wallLink'
import type {Caller} from '../access/viewer'
import type {AttributeListener, AttributeRepository} from '../attribute/repository'
import type {AuditTrail} from '../audit/repository'
import type {Database, Transaction} from '../database/connect'
import {exactlyOne} from '../database/exactlyOne'
import {wallLink} from '../database/schema'
import {conflict, noSuch} from '../http/errors'
import {createToken, hashToken} from '../http/secrets'
import {holdIssuer} from '../store/issuer'

export type WallLink = typeof wallLink.$inferSelect

/** Names a wall of an organisation. */
type WallRef = Pick<WallLink, 'organisationId' | 'wall'>

export interface WallLinkRepository {
  /** Those of an organisation that work, the newest first. */
  list(organisationId: string): Promise<WallLink[]>
  /** Throws 404 for an organisation or a wall that is gone, and 409 when it has too many links. */
  issue(caller: Caller, organisationId: string, link: NewWallLink): Promise<{link: WallLink; token: string}>
  /** Ends the sessions of the link. Throws 404 when the organisation has no such link that works. */
  revoke(caller: Caller, organisationId: string, id: string): Promise<void>
  /** Also finds those that are revoked. */
  findByToken(token: string): Promise<WallLink | undefined>
  /** The screen as a user of a kind of its own. */
  findUser(id: string): Promise<CurrentUserWire | undefined>
  /** What is kept of the wall of a link. */
  wallOf(id: string): Promise<Json | null>
  /** Stores when the screen was last seen, in the transaction that opens or renews its session. */
  markSeen(transaction: Transaction, id: string): Promise<void>
  /** The devices on a wall; null when the organisation has no such wall. */
  shownOn(wall: WallRef): Promise<DeviceChoice | null>
  /** Screens whose wall has changed connect again, and are evaluated again. */
  onAttributes: AttributeListener
}

export interface WallLinkOptions {
  database: Pick<Database, 'db'>
  now: () => EpochMs
  audit: AuditTrail
  attributes: Pick<AttributeRepository, 'sharedJson'>
  endSessionsOf: (transaction: Transaction, linkId: string) => Promise<string[]>
  onSessionEnded: (sessionId: string) => void
  onReachChanged: (linkId: string) => void
}

export function createWallLinkRepository(options: WallLinkOptions): WallLinkRepository {
  const {now, audit, attributes} = options
  const {db} = options.database

  async function keptOn({organisationId, wall}: WallRef): Promise<Json | null> {
    const kept = await attributes.sharedJson(WALLS_ATTRIBUTE, [organisationId])
    return keptWall(kept.get(organisationId), wall)
  }

  return {
    list: organisationId =>
      db.select().from(wallLink).where(worksIn(organisationId)).orderBy(desc(wallLink.createdAt), desc(wallLink.id)),

    async issue(caller, organisationId, {wall, name}) {
      if ((await keptOn({organisationId, wall})) === null) throw noSuch('wall')
      return db.transaction(async transaction => {
        const organisation = await holdIssuer(transaction, caller, organisationId)
        if ((await transaction.$count(wallLink, worksIn(organisationId))) >= MOST_WALL_LINKS)
          throw conflict(`An organisation has at most ${MOST_WALL_LINKS} wall links.`)
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
          createdAt: now(),
        }
        const link = exactlyOne(await transaction.insert(wallLink).values(values).returning())
        await audit.record(transaction, caller, {action: 'wallLink.issued', detail: detailOf(link), ...organisation})
        return {link, token}
      })
    },

    async revoke(caller, organisationId, id) {
      const ended = await db.transaction(async transaction => {
        const organisation = await holdIssuer(transaction, caller, organisationId)
        const [link] = await transaction
          .update(wallLink)
          .set({revokedAt: now()})
          .where(and(eq(wallLink.id, id), worksIn(organisationId)))
          .returning()
        if (link === undefined) throw noSuch('wall link')
        await audit.record(transaction, caller, {action: 'wallLink.revoked', detail: detailOf(link), ...organisation})
        return options.endSessionsOf(transaction, id)
      })
      ended.forEach(options.onSessionEnded)
    },

    async findByToken(token) {
      const [found] = await db
        .select()
        .from(wallLink)
        .where(eq(wallLink.hash, hashToken(token)))
      return found
    },

    async findUser(id) {
      const [found] = await db.select().from(wallLink).where(eq(wallLink.id, id))
      return found && toCurrentUser(found)
    },

    async wallOf(id) {
      const [found] = await db.select().from(wallLink).where(eq(wallLink.id, id))
      return found === undefined ? null : keptOn(found)
    },

    async markSeen(transaction, id) {
      await transaction.update(wallLink).set({lastSeenAt: now()}).where(eq(wallLink.id, id))
    },

    async shownOn(wall) {
      const kept = await keptOn(wall)
      return kept === null ? null : choiceFrom(kept)
    },

    async onAttributes(transaction, refs) {
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
        for (const {id} of links) options.onReachChanged(id)
      }
    },
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
  ...{_id: id, email: '', name, authority: 'WALL', organisation_id: organisationId, customer_id: null},
  temperature_unit: 'celsius',
})

export const toWire = ({id, wall, name, issuedBy, createdAt, lastSeenAt}: WallLink): WallLinkWire => ({
  ...{_id: id, wall, name, issued_by: issuedBy, issued_at: createdAt, last_seen_at: lastSeenAt},
})
