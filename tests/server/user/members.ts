import {and, asc, eq, like} from 'drizzle-orm'
import {audit} from '../../../server/database/schema/audit'
import {user} from '../../../server/database/schema/user'
import {type Cookies, createTestApp, seedCustomer, seedOrganisation, seedUser, signIn} from '../../support/app'

export const UNKNOWN = '0192f3a0-0000-7000-8000-000000000000'
export const NEW_PASSWORD = 'quite another horse 7'

type Values = Partial<typeof user.$inferInsert>

/** Two organisations, the first with two customers, and an admin of each kind; `someone` adds users as they are needed. */
export async function createMembers() {
  const test = await createTestApp({rateLimits: {user: '', loginAddress: ''}})
  const {app, database} = test
  const works = await seedOrganisation(database, 'Harbour Works')
  const noc = await seedOrganisation(database, 'Northgate NOC')
  const own = await seedCustomer(database, works)
  const other = await seedCustomer(database, works)
  const foreign = await seedCustomer(database, noc)

  const admins = {
    system: await seedUser(database, {email: 'system@t.test'}),
    plant: await seedUser(database, {email: 'plant@t.test', authority: 'ORGANISATION_ADMIN', organisationId: works}),
    customer: await seedUser(database, {
      email: 'customer@t.test',
      authority: 'CUSTOMER_ADMIN',
      organisationId: works,
      customerId: own,
    }),
  }
  const signedIn: Record<keyof typeof admins, Cookies> = {
    system: await signIn(app, 'system@t.test'),
    plant: await signIn(app, 'plant@t.test'),
    customer: await signIn(app, 'customer@t.test'),
  }

  let count = 0
  /** Creates a CUSTOMER_USER of the first customer by default. */
  const someone = (values: Values = {}) =>
    seedUser(database, {
      email: `someone${++count}@t.test`,
      authority: 'CUSTOMER_USER',
      organisationId: works,
      customerId: own,
      ...values,
    })

  const ask = (as: keyof typeof admins, method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object) =>
    app.inject({method, url: `/api/v0/user/${path}`, cookies: signedIn[as], ...(body && {body})})

  /** Returns the stored user. */
  async function stored(id: string) {
    const [found] = await database.db.select().from(user).where(eq(user.id, id))
    return found
  }

  /** Returns the entries of the audit trail on changes of a user, oldest first. */
  const audited = (id: string) =>
    database.db
      .select()
      .from(audit)
      .where(and(eq(audit.entityId, id), like(audit.action, 'user.%')))
      .orderBy(asc(audit.id))

  const ids: Readonly<Record<string, string>> = {works, noc, own, other, foreign}
  /** With ids in the place of names: `{customer_id: 'own'}`; a name that is not here is the id of nothing. */
  const withIds = (body: object) =>
    Object.fromEntries(
      Object.entries(body).map(([key, value]) => [
        key,
        typeof value === 'string' && /Id$|_id$/.test(key) ? (ids[value] ?? UNKNOWN) : value,
      ]),
    )

  return {...test, ask, audited, withIds, stored, works, noc, own, other, foreign, admins, signedIn, someone}
}

export type Members = Awaited<ReturnType<typeof createMembers>>
export type AdminName = keyof Members['admins']
