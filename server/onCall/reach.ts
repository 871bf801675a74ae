import {eq} from 'drizzle-orm'
import type {EpochMs} from '../../contract/wire/common'
import type {ChatTarget, ReachChange, ReachWire} from '../../contract/wire/people/reach'
import type {Caller} from '../access/viewer'
import type {AuditTrail} from '../audit/repository'
import type {Database, Transaction} from '../database/connect'
import {isAnyOf} from '../database/rows'
import {onCallReach} from '../database/schema/onCall'
import {badRequest} from '../http/failures/errors'

/** The channels by which a person chose to be called: at least one. */
export interface Reach {
  email: boolean
  push: boolean
  chat: ChatTarget | null
}

export interface ReachOptions {
  database: Pick<Database, 'db'>
  now: () => EpochMs
  audit: Pick<AuditTrail, 'record'>
  /** Throws 400 for an address that is not called. */
  requireCallable: (url: string) => void
}

export type OwnReach = ReturnType<typeof createOwnReach>

/** The channels by which users are called while on call, as each chooses them. */
export function createOwnReach({database: {db}, now, audit, requireCallable}: ReachOptions) {
  return {
    find: async (userId: string): Promise<ReachWire> => toWire(await stored(db, userId)),

    /** Throws 400 for an address that can't be called, and for none where none of the kind is stored. */
    change: (caller: Caller, {chat, ...by}: ReachChange): Promise<ReachWire> =>
      db.transaction(async transaction => {
        const {userId, email, organisationId} = caller
        const changed = {...by, chat: chatFrom(chat, await stored(transaction, userId))}
        await transaction
          .insert(onCallReach)
          .values({...changed, userId, createdAt: now()})
          .onConflictDoUpdate({target: onCallReach.userId, set: changed})
        const entity = {entityType: 'user', entityId: userId, entityName: email, organisationId} as const
        await audit.record(transaction, caller, {action: 'preferences.updated', ...entity, detail: {fields: ['reach']}})
        return toWire(changed)
      }),
  }

  function chatFrom(chat: ReachChange['chat'], {chat: known}: Reach): ChatTarget | null {
    if (chat === null) return null
    const {kind, url} = chat
    if (url === undefined) {
      if (known?.kind !== kind) throw badRequest('chat.url: it is missing')
      return known
    }
    requireCallable(url)
    return {kind, url}
  }
}

/** The choices of the given people who made one; who chose nothing did not. */
export async function readReach(
  db: Pick<Transaction, 'select'>,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, Reach>> {
  const found = await db.select(FIELDS).from(onCallReach).where(isAnyOf(onCallReach.userId, userIds))
  return new Map(
    found.flatMap(({userId, ...reach}) =>
      reach.email || reach.push || reach.chat !== null ? [[userId, reach] as const] : [],
    ),
  )
}

const {userId, email, push, chat} = onCallReach
const FIELDS = {userId, email, push, chat}

const AT_FIRST: Reach = {email: true, push: true, chat: null}

async function stored(db: Pick<Transaction, 'select'>, id: string): Promise<Reach> {
  const [found] = await db.select({email, push, chat}).from(onCallReach).where(eq(userId, id))
  return found ?? AT_FIRST
}

export const toWire = ({chat, ...by}: Reach): ReachWire => ({...by, chat: chat && {kind: chat.kind}})
