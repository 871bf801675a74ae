import {randomBytes} from 'node:crypto'
import * as z from 'zod'
import {hashPassword} from '../../server/auth/passwords'
import type {Database} from '../../server/database/connect'
import {device, deviceCredentials} from '../../server/database/schema/device'
import {customer, organisation} from '../../server/database/schema/organisation'
import {user} from '../../server/database/schema/user'
import {noteData} from '../../server/telemetry/dataDays'
import {unlimited} from './unlimited'

export interface Organisation {
  id: string
  /** The emails of its admins, who all have the same password. */
  emails: readonly [string, ...string[]]
  devices: readonly BenchDevice[]
}

export interface BenchDevice {
  id: string
  number: number
  organisationId: string
  name: string
  token: string
}

export const PASSWORD = 'as-fast-as-it-goes'

/** Writes an organisation with one or more admins and `devices` devices directly into the database. */
export async function createOrganisation(
  {db}: Database,
  title: string,
  devices: number,
  admins = 1,
): Promise<Organisation> {
  const [owner] = await db.insert(organisation).values({title}).returning()
  if (owner === undefined) throw new Error('No organisation was inserted')
  const emailOf = (admin: number) => `${title.toLowerCase()}${admin}@bench.test`
  const emails: [string, ...string[]] = [
    emailOf(0),
    ...Array.from({length: admins - 1}, (_, index) => emailOf(index + 1)),
  ]
  const passwordHash = await hashPassword(PASSWORD)
  await db
    .insert(user)
    .values(
      emails.map(email => ({email, passwordHash, authority: 'ORGANISATION_ADMIN' as const, organisationId: owner.id})),
    )
  const names = Array.from({length: devices}, (_, index) => `${title} ${String(index + 1).padStart(4, '0')}`)
  const inserted = await db
    .insert(device)
    .values(names.map(name => ({name, type: 'sensor', label: null, organisationId: owner.id})))
    .returning()
  const withTokens = inserted.map(({id, number, name, organisationId}) => ({
    id,
    number,
    name,
    organisationId,
    token: randomBytes(10).toString('hex'),
  }))
  await db.insert(deviceCredentials).values(withTokens.map(({id, token}) => ({deviceId: id, credentialsValue: token})))
  return {id: owner.id, emails, devices: withTokens.toSorted((a, b) => a.name.localeCompare(b.name))}
}

/** Creates a user who may see and change everything. */
export async function createSystemAdmin({db}: Database): Promise<Pick<Organisation, 'emails'>> {
  const email = 'admin@bench.test'
  await db.insert(user).values({email, passwordHash: await hashPassword(PASSWORD), authority: 'SYS_ADMIN'})
  return {emails: [email]}
}

/** Creates a user of a customer, who has a home. */
export async function createCustomerUser({db}: Database, {id}: Pick<Organisation, 'id'>) {
  const email = 'resident@bench.test'
  const [owner] = await db.insert(customer).values({email: 'customer@bench.test', organisationId: id}).returning()
  if (owner === undefined) throw new Error('No customer was inserted')
  await db.insert(user).values({
    email,
    passwordHash: await hashPassword(PASSWORD),
    authority: 'CUSTOMER_USER',
    organisationId: id,
    customerId: owner.id,
  })
  return {emails: [email]} satisfies Pick<Organisation, 'emails'>
}

export interface Points {
  devices: readonly BenchDevice[]
  keys: readonly string[]
  firstTs: number
  /** The milliseconds between two points. */
  step: number
  count: number
}

/** Stores `count` points for every key of every device, and the newest one as the latest value. */
export async function storePoints(database: Database, {devices, keys, firstTs, step, count}: Points): Promise<void> {
  const keyIds = await createKeys(database.pool, keys)
  await unlimited(database, async client => {
    const parameters = [devices.map(({number}) => number), keyIds, firstTs, step, count]
    await client.query(STORE_POINTS, parameters)
    await client.query(NOTE_DATA, [parameters[0], firstTs, step, count])
    await client.query(STORE_LATEST, [...parameters.slice(0, 2), firstTs + step * (count - 1), Date.now(), count - 1])
  })
}

const VALUE = '20 + 5 * sin(i / 300.0 + k) + (i % 1000 * 7919 % 101) / 101.0'

const STORE_POINTS = `
  insert into telemetry (device_number, key_id, ts, value)
  select d, k, $3::bigint + i * $4::bigint, ${VALUE}
  from unnest($1::int[]) d, unnest($2::int[]) k, generate_series(0, $5::int - 1) i`

const NOTE_DATA = noteData(`(
  select d as device_number, $2::bigint + i * $3::bigint as ts
  from unnest($1::int[]) d, generate_series(0, $4::int - 1) i
) as stored`)

const STORE_LATEST = `
  insert into latest (device_number, key_id, ts, received_at, value)
  select d, k, $3, $4, ${VALUE}
  from unnest($1::int[]) d, unnest($2::int[]) k, (values ($5::int)) v (i)`

async function createKeys(pool: Database['pool'], keys: readonly string[]): Promise<number[]> {
  await pool.query('insert into telemetry_key (name) select unnest($1::text[]) on conflict do nothing', [keys])
  const {rows} = await pool.query('select id from telemetry_key where name = any($1)', [keys])
  return z
    .array(z.object({id: z.number()}))
    .parse(rows)
    .map(({id}) => id)
}

/** Does at once what autovacuum does some time after rows were stored, so that all runs have the same conditions. */
export async function settle(database: Database): Promise<void> {
  await unlimited(database, async client => {
    await client.query('vacuum (analyze)')
  })
}
