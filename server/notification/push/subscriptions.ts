import bowser from 'bowser'
import {and, desc, eq, ne, or} from 'drizzle-orm'
import {MAX_PUSH_SUBSCRIPTIONS} from '../../../contract/limits'
import type {EpochMs} from '../../../contract/wire/common'
import type {Caller} from '../../access/viewer'
import type {SessionRepository} from '../../auth/repository'
import type {Database, Transaction} from '../../database/connect'
import {exactlyOne, isAnyOf} from '../../database/rows'
import {pushSubscription} from '../../database/schema/notification'
import {conflict, noSuch, unauthorised} from '../../http/failures/errors'
import {lockUser} from '../../user/repository'

export type PushSubscription = typeof pushSubscription.$inferSelect

export interface NewPushSubscription {
  endpoint: string
  keys: {p256dh: string; auth: string}
  userAgent: string | undefined
}

export interface PushSubscriptionsOptions {
  database: Pick<Database, 'db'>
  sessions: Pick<SessionRepository, 'users'>
  now: () => EpochMs
}

/** The browsers that alarms are pushed to. Those of an ended session count as removed. */
export class PushSubscriptions {
  readonly #db
  readonly #now
  readonly #users

  constructor({database, sessions, now}: PushSubscriptionsOptions) {
    this.#db = database.db
    this.#now = now
    this.#users = () => sessions.users()
  }

  /** The newest first. */
  async list(userId: string): Promise<PushSubscription[]> {
    const users = this.#users()
    const found = await this.#db
      .select({subscription: pushSubscription})
      .from(pushSubscription)
      .innerJoin(users, eq(users.sessionId, pushSubscription.sessionId))
      .where(eq(pushSubscription.userId, userId))
      .orderBy(desc(pushSubscription.createdAt), desc(pushSubscription.id))
    return found.map(({subscription}) => subscription)
  }

  /** A browser that others used before no longer belongs to them. Throws 409 when the person has too many. */
  add({userId, sessionId}: Caller, {endpoint, keys, userAgent}: NewPushSubscription): Promise<PushSubscription> {
    return this.#db.transaction(async transaction => {
      if ((await lockUser(transaction, userId)) === undefined) throw unauthorised()
      const isReplaced = and(eq(pushSubscription.sessionId, sessionId), ne(pushSubscription.endpoint, endpoint))
      await transaction.delete(pushSubscription).where(isReplaced)
      const others = and(eq(pushSubscription.userId, userId), ne(pushSubscription.endpoint, endpoint))
      if ((await transaction.$count(pushSubscription, others)) >= MAX_PUSH_SUBSCRIPTIONS)
        throw conflict(`Alarms are pushed to at most ${MAX_PUSH_SUBSCRIPTIONS} browsers of a person.`)
      const made = {userId, sessionId, ...keys, browser: nameOf(userAgent), createdAt: this.#now()}
      return exactlyOne(
        await transaction
          .insert(pushSubscription)
          .values({endpoint, ...made})
          .onConflictDoUpdate({target: pushSubscription.endpoint, set: made})
          .returning(),
      )
    })
  }

  /** Throws 404 when there is none, or it is somebody else's. */
  async end(userId: string, id: string): Promise<void> {
    const isOwn = and(eq(pushSubscription.id, id), eq(pushSubscription.userId, userId))
    const ended = await this.#db.delete(pushSubscription).where(isOwn).returning({id: pushSubscription.id})
    if (ended.length === 0) throw noSuch('browser')
  }

  /** The push service says that there is no such browser any more. */
  async forget(id: string): Promise<void> {
    await this.#db.delete(pushSubscription).where(eq(pushSubscription.id, id))
  }

  /** The browsers of a person, or of everybody in an organisation. System admins must be named. */
  ofPeople(transaction: Pick<Transaction, 'select'>, organisationId: string, email?: string) {
    const users = this.#users()
    const isOfIt = eq(users.organisationId, organisationId)
    return transaction
      .select({id: pushSubscription.id, browser: pushSubscription.browser, email: users.email})
      .from(pushSubscription)
      .innerJoin(users, eq(users.sessionId, pushSubscription.sessionId))
      .where(email === undefined ? isOfIt : and(eq(users.email, email), or(isOfIt, eq(users.authority, 'SYS_ADMIN'))))
      .orderBy(pushSubscription.id)
  }

  /** The subscriptions with their present owners. */
  find(executor: Pick<Transaction, 'select'>, ids: readonly string[]) {
    const users = this.#users()
    return executor
      .select({
        subscription: pushSubscription,
        viewer: {
          userId: pushSubscription.userId,
          authority: users.authority,
          organisationId: users.organisationId,
          customerId: users.customerId,
        },
      })
      .from(pushSubscription)
      .innerJoin(users, eq(users.sessionId, pushSubscription.sessionId))
      .where(isAnyOf(pushSubscription.id, ids))
  }
}

/** Only this part of a browser's description is needed. */
function nameOf(userAgent = ''): string | null {
  if (userAgent === '') return null
  const {browser, os} = bowser.parse(userAgent)
  const named = [browser.name, os.name].filter(Boolean)
  return named.length === 0 ? null : named.join(' on ').slice(0, 100)
}
