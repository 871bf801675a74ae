import {and, desc, eq, isNull} from 'drizzle-orm'
import {uuidv7} from 'uuidv7'
import {API_KEY_DAYS, MAX_API_KEYS} from '../../contract/limits'
import {DAY} from '../../contract/rules/time/durations'
import type {EpochMs} from '../../contract/wire/common'
import {API_KEY_PREFIX, type ApiKeyWire, type NewApiKey, type NewSystemApiKey} from '../../contract/wire/people/apiKey'
import type {Authority} from '../../contract/wire/people/user'
import type {Caller} from '../access/viewer'
import type {AuditTrail} from '../audit/repository'
import type {Database, Transaction} from '../database/connect'
import {exactlyOne, isAnyOf} from '../database/rows'
import {apiKey} from '../database/schema/account'
import {badRequest, conflict, noSuch} from '../http/failures/errors'
import {createToken, hashToken} from '../http/secrets'
import {holdIssuer, requireCustomer} from '../store/issuer'

type ApiKey = typeof apiKey.$inferSelect

/** An organisation by its id; null is the system. */
type Home = string | null

export interface ApiKeyRepository {
  /** The keys that nobody has revoked, the newest first. */
  list(home: Home): Promise<ApiKey[]>
  /** The ids among them that are keys of the organisation, revoked ones included. */
  among(organisationId: string, ids: string[]): Promise<Set<string>>
  /** Throws 404 for a removed organisation, 400 for a customer of another one, and 409 when there are too many keys. */
  issue(caller: Caller, organisationId: string, key: NewApiKey): Promise<Issued>
  /** Issues a key with the rights of a SYS_ADMIN. */
  issueForSystem(caller: Caller, key: NewSystemApiKey): Promise<Issued>
  /** Throws 404 when there is no such key, or it is revoked already. */
  revoke(caller: Caller, home: Home, id: string): Promise<void>
}

interface Issued {
  row: ApiKey
  key: string
}

export interface ApiKeyOptions {
  database: Pick<Database, 'db'>
  now: () => EpochMs
  audit: AuditTrail
}

export function createApiKeyRepository({database: {db}, now, audit}: ApiKeyOptions): ApiKeyRepository {
  async function insert(
    transaction: Transaction,
    caller: Caller,
    {name, scope, expires_at}: NewSystemApiKey,
    holder: {authority: Authority; organisationId: Home; customerId: string | null},
  ): Promise<Issued> {
    if (expires_at <= now()) throw badRequest('An API key must expire in the future.')
    if (expires_at > now() + API_KEY_DAYS * DAY) throw badRequest(`An API key expires within ${API_KEY_DAYS} days.`)
    if ((await transaction.$count(apiKey, worksIn(holder.organisationId))) >= MAX_API_KEYS)
      throw conflict(`There are at most ${MAX_API_KEYS} API keys.`)
    const key = `${API_KEY_PREFIX}${createToken()}`
    const stored = {hash: hashToken(key), issuedBy: caller.email, createdAt: now(), expiresAt: expires_at}
    const values = {id: uuidv7(), name, scope, ...holder, ...stored}
    return {row: exactlyOne(await transaction.insert(apiKey).values(values).returning()), key}
  }

  return {
    list: home => db.select().from(apiKey).where(worksIn(home)).orderBy(desc(apiKey.createdAt), desc(apiKey.id)),

    async among(organisationId, ids) {
      const isOwn = and(eq(apiKey.organisationId, organisationId), isAnyOf(apiKey.id, ids))
      return new Set((await db.select({id: apiKey.id}).from(apiKey).where(isOwn)).map(({id}) => id))
    },

    issue: (caller, organisationId, {authority, customer_id: customerId = null, ...key}) =>
      db.transaction(async transaction => {
        const organisation = await holdIssuer(transaction, caller, organisationId)
        if (customerId !== null) await requireCustomer(transaction, caller, customerId, organisationId)
        const issued = await insert(transaction, caller, key, {authority, organisationId, customerId})
        await audit.record(transaction, caller, {
          action: 'apiKey.issued',
          detail: detailOf(issued.row),
          ...organisation,
        })
        return issued
      }),

    issueForSystem: (caller, key) =>
      db.transaction(async transaction => {
        const holder = {authority: 'SYS_ADMIN', organisationId: null, customerId: null} as const
        const issued = await insert(transaction, caller, key, holder)
        await audit.record(transaction, caller, {action: 'apiKey.issued', detail: detailOf(issued.row)})
        return issued
      }),

    revoke: (caller, home, id) =>
      db.transaction(async transaction => {
        const organisation = home === null ? undefined : await holdIssuer(transaction, caller, home)
        const [row] = await transaction
          .update(apiKey)
          .set({revokedAt: now()})
          .where(and(eq(apiKey.id, id), worksIn(home)))
          .returning()
        if (row === undefined) throw noSuch('API key')
        await audit.record(transaction, caller, {action: 'apiKey.revoked', detail: detailOf(row), ...organisation})
      }),
  }
}

const detailOf = ({name, authority, scope}: ApiKey) => ({name, authority, scope})

const worksIn = (home: Home) =>
  and(home === null ? isNull(apiKey.organisationId) : eq(apiKey.organisationId, home), isNull(apiKey.revokedAt))

export const toWire = ({id, customerId, issuedBy, createdAt, expiresAt, lastUsedAt, ...row}: ApiKey): ApiKeyWire => ({
  _id: id,
  name: row.name,
  authority: row.authority,
  customer_id: customerId,
  scope: row.scope,
  issued_by: issuedBy,
  issued_at: createdAt,
  expires_at: expiresAt,
  last_used_at: lastUsedAt,
})
