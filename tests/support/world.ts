import type {LightMyRequestResponse} from 'fastify'
import type {Database} from '../../server/database/connect'
import {exactlyOne} from '../../server/database/rows'
import type {asset} from '../../server/database/schema/asset'
import {asset as assets} from '../../server/database/schema/asset'
import {audit} from '../../server/database/schema/audit'
import {createTestApp, seedCustomer, seedOrganisation, seedUser, signIn, type TestApp, type TestAppOptions} from './app'

export type Who = 'admin' | 'plant' | 'noc' | 'customer' | 'user' | 'nobody'

/** Two organisations, a customer of the first, and somebody of each authority. */
export interface World extends TestApp {
  works: string
  noc: string
  customerId: string
  userIds: Record<Exclude<Who, 'nobody'>, string>
  /** `who` signs in at the first call. */
  call(who: Who, method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, body?: object): Promise<LightMyRequestResponse>
}

export async function createWorld(options: TestAppOptions = {}): Promise<World> {
  const test = await createTestApp(options)
  const {app, database} = test
  const works = await seedOrganisation(database, 'Harbour Works')
  const noc = await seedOrganisation(database, 'Northgate NOC')
  const customerId = await seedCustomer(database, works)
  const seed = async (email: string, values: object = {}) => (await seedUser(database, {email, ...values})).id
  const userIds = {
    admin: await seed('admin@t.test'),
    plant: await seed('plant@t.test', {authority: 'ORGANISATION_ADMIN', organisationId: works}),
    noc: await seed('noc@t.test', {authority: 'ORGANISATION_ADMIN', organisationId: noc}),
    customer: await seed('customer@t.test', {authority: 'CUSTOMER_ADMIN', organisationId: works, customerId}),
    user: await seed('user@t.test', {authority: 'CUSTOMER_USER', organisationId: works, customerId}),
  }
  const signedIn = new Map<Who, Promise<Record<string, string>>>([['nobody', Promise.resolve({})]])
  async function cookiesOf(who: Who) {
    const cookies = signedIn.get(who) ?? signIn(app, `${who}@t.test`)
    signedIn.set(who, cookies)
    return cookies
  }
  return {
    ...test,
    works,
    noc,
    customerId,
    userIds,
    call: async (who, method, url, body) =>
      app.inject({method, url, cookies: await cookiesOf(who), ...(body && {body})}),
  }
}

export async function seedAsset(
  {db}: Database,
  values: Partial<typeof asset.$inferInsert> & {name: string; organisationId: string},
) {
  return exactlyOne(await db.insert(assets).values(values).returning())
}

/** Returns the entries of the audit trail on an entity, oldest first. */
export async function auditOf({db}: Database, entityId: string) {
  const entries = await db.select().from(audit).orderBy(audit.id)
  return entries.filter(entry => entry.entityId === entityId)
}

/**
 * Returns columns that still hold one of the ids, as `table.column`, except the audit trail, which stores them by value.
 */
export async function referencesTo({pool}: Database, ids: readonly string[]): Promise<string[]> {
  const {rows} = await pool.query<{table: string; column: string}>(`
    select table_name as "table", column_name as "column" from information_schema.columns
    where table_schema = 'public' and data_type = 'uuid' and table_name <> 'audit'`)
  const found = await Promise.all(
    rows.map(async ({table, column}) => {
      const {rowCount} = await pool.query(`select from "${table}" where "${column}" = any($1::uuid[])`, [ids])
      return rowCount === 0 ? [] : [`${table}.${column}`]
    }),
  )
  return found.flat()
}
