import type {EpochMs} from '../../contract/wire/common'
import type {NewUserBody, UserChange} from '../../contract/wire/userChange'
import type {Actor, Viewer} from '../access/viewer'
import type {AuditTrail} from '../audit/repository'
import type {SessionRepository} from '../auth/repository'
import type {Database, Transaction} from '../database/connect'
import {notFound} from '../http/errors'
import {requireAllowed} from './allowed'
import {actionOf, type Decision, decide, differences, type Field} from './decision'
import {requireMayGrant} from './grants'
import {membershipOfNew, requireMembership} from './membership'
import type {User} from './select'
import {deleteLinks, insertUser, lockVisible, updateUser} from './writes'

export interface Admin {
  viewer: Viewer
  /** Who the audit trail names. */
  actor: Actor
}

/** Refusals are thrown: 400, 403, 404 or 409. What is refused has changed nothing. */
export interface UserAdministration {
  /** Verified at once: the admin vouches for the email. Takes over a registration of it that nobody has verified. */
  create(admin: Admin, body: NewUserBody): Promise<User>
  /** Ends the user's sessions where it changes more than the email; an admin that changes itself keeps the one it uses. */
  change(admin: Admin, id: string, change: UserChange): Promise<User>
}

export interface UserAdministrationOptions {
  database: Database
  now: () => EpochMs
  audit: AuditTrail
  sessions: Pick<SessionRepository, 'endAllOf'>
  onSessionEnded: (sessionId: string) => void
  /** What somebody who stays signed in may see is another from now on. */
  onReachChanged: (userId: string) => void
  /** Throws 400 for a password that is too common. */
  hashNewPassword: (password: string) => Promise<string>
}

export function createUserAdministration(options: UserAdministrationOptions): UserAdministration {
  const {database, now, audit, sessions, hashNewPassword, onSessionEnded, onReachChanged} = options

  async function apply(transaction: Transaction, {viewer, actor}: Admin, found: User, decided: Decision) {
    const fields = differences(found, decided)
    if (fields.length === 0) return {changed: found, fields, endedSessionIds: []}
    const changed = await updateUser(transaction, found, decided)
    if (fields.some(outdatesLinks)) await deleteLinks(transaction, found)
    const keptSessionId = viewer.userId === found.id && !changed.userDeleted ? viewer.sessionId : undefined
    const endedSessionIds = fields.some(endsSessions)
      ? await sessions.endAllOf(transaction, found.id, keptSessionId)
      : []
    await audit.record(transaction, actor, {action: actionOf(found, decided), ...entityOf(changed), detail: {fields}})
    return {changed, fields, endedSessionIds}
  }

  return {
    async create({viewer, actor}, body) {
      requireMayGrant(viewer, body.authority)
      const passwordHash = await hashNewPassword(body.password)
      const {email, authority} = body
      const membership = membershipOfNew(viewer, body)
      const decided = {email, authority, passwordHash, ...membership, userDeleted: false, isVerified: true}
      return database.db.transaction(async transaction => {
        await requireMembership(transaction, viewer, decided)
        const {created, isNew} = await insertUser(transaction, decided, now())
        const detail = isNew ? {} : {detail: {isNew}}
        await audit.record(transaction, actor, {action: 'user.created', ...entityOf(created), ...detail})
        return created
      })
    },

    async change(admin, id, change) {
      const {viewer} = admin
      const passwordHash = change.password ? await hashNewPassword(change.password) : undefined
      const {changed, fields, endedSessionIds} = await database.db.transaction(async transaction => {
        const found = await lockVisible(transaction, viewer, id)
        if (found === undefined) throw notFound('User not found.')
        const decided = decide(found, change, passwordHash)
        await requireAllowed(transaction, viewer, {found, change, decided})
        return apply(transaction, admin, found, decided)
      })
      endedSessionIds.forEach(onSessionEnded)
      if (changed.id === viewer.userId && fields.some(changesReach)) onReachChanged(id)
      return changed
    },
  }
}

const outdatesLinks = (field: Field) => ['email', 'password', 'userDeleted'].includes(field)
const changesReach = (field: Field) => ['authority', 'organisation_id', 'customer_id'].includes(field)
const endsSessions = (field: Field) => field !== 'email'

const entityOf = ({id, email, organisationId}: User) => ({
  entityType: 'user' as const,
  entityId: id,
  entityName: email,
  organisationId,
})
