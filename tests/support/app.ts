import {randomUUID} from 'node:crypto'
import {rm} from 'node:fs/promises'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import type {FastifyInstance} from 'fastify'
import {buildApp} from '../../server/app'
import type {AppOptions} from '../../server/app/options'
import {type HashWork, hashPassword} from '../../server/auth/passwords'
import type {Database} from '../../server/database/connect'
import {device, deviceCredentials} from '../../server/database/schema/device'
import {customer, organisation} from '../../server/database/schema/organisation'
import {profile, user} from '../../server/database/schema/user'
import type {Scheduler} from '../../server/scheduler'
import {createTestDatabase} from './database'
import {LONGEST_WAIT, REDIS_PATIENCE} from './limits'
import {handMoved, type VirtualTime} from './virtualTime'

export const PASSWORD = 'correct horse battery'
/** A hash takes a third of a millisecond so, instead of fifty. */
export const LITTLE_WORK: HashWork = {memoryCost: 64, timeCost: 1, parallelism: 1}
/** The target of the links in mails. */
export const PUBLIC_ORIGIN = 'https://pulsewall.test'

export interface TestApp {
  app: FastifyInstance
  database: Database
  /** The app's own time: it moves by hand only, and its timers are real ones, unless `time` was given. */
  clock: {now: number}
  /** The folder of its files. */
  folder: string
  close(): Promise<void>
}

export interface TestAppOptions extends Partial<Omit<AppOptions, 'files' | 'scheduler'>> {
  files?: Partial<AppOptions['files']>
  /** The differences from the hand-moved clock. */
  scheduler?: Partial<Scheduler>
  /** All time of the app. */
  time?: VirtualTime
}

/** The whole server on a fresh database; give `database` to build a second server on the same one. */
export async function createTestApp({
  database: given,
  files,
  time,
  scheduler = {},
  ...options
}: TestAppOptions = {}): Promise<TestApp> {
  const database = given ?? (await createTestDatabase())
  const clock = time ? clockOf(time) : {now: Date.now()}
  const {now} = scheduler
  const folder = files?.folder ?? join(tmpdir(), `pulsewall-assets-${randomUUID()}`)
  const app = await buildApp({
    database,
    files: {...files, folder},
    publicOrigin: PUBLIC_ORIGIN,
    passwordWork: LITTLE_WORK,
    livePingTimeout: LONGEST_WAIT,
    evaluationDeadline: LONGEST_WAIT,
    redisPatience: REDIS_PATIENCE,
    // Calls that are waited for need no advance of time.
    ...(time && {ingestPace: 0}),
    ...options,
    scheduler: time ?? {...handMoved(clock), ...(now && {elapsed: now}), ...scheduler},
  })
  if (time) time.settled = () => app.drain()
  return {
    app,
    database,
    clock,
    folder,
    async close() {
      await (time ? time.until(app.close()) : app.close())
      await rm(folder, {recursive: true, force: true})
      if (given === undefined) await database.close()
    },
  }
}

const clockOf = (time: VirtualTime) => ({
  get now() {
    return time.now()
  },
  set now(now) {
    time.set(now)
  },
})

export interface Cookies extends Record<string, string> {
  accessToken: string
  refreshToken: string
}

/** Ready for `app.inject({cookies})`. */
export async function signIn(app: FastifyInstance, email: string, password = PASSWORD): Promise<Cookies> {
  const response = await app.inject({method: 'POST', url: '/api/v0/auth/login', body: {email, password}})
  if (response.statusCode !== 200) throw new Error(`Could not sign in as ${email}: ${response.body}`)
  return cookiesOf(response)
}

/** The token cookies that an answer sets; empty texts where it clears them. */
export function cookiesOf({cookies}: {cookies: {name: string; value: string}[]}): Cookies {
  const tokenIn = (name: string) => cookies.find(cookie => cookie.name === name)?.value ?? ''
  return {accessToken: tokenIn('accessToken'), refreshToken: tokenIn('refreshToken')}
}

export const cookieHeader = (cookies: Record<string, string>): string =>
  Object.entries(cookies)
    .map(([name, value]) => `${name}=${value}`)
    .join('; ')

export async function seedOrganisation({db}: Database, title = 'Harbour Works'): Promise<string> {
  return only(await db.insert(organisation).values({title}).returning()).id
}

export async function seedCustomer({db}: Database, organisationId: string, id?: string): Promise<string> {
  const values = {organisationId, email: 'customer@works.test', ...(id !== undefined && {id})}
  return only(await db.insert(customer).values(values).returning()).id
}

/** Seeds a user with the password `PASSWORD`; a SYS_ADMIN by default. */
export async function seedUser({db}: Database, values: Partial<typeof user.$inferInsert> & {email: string}) {
  const passwordHash = await hashPassword(PASSWORD, LITTLE_WORK)
  return only(
    await db
      .insert(user)
      .values({authority: 'SYS_ADMIN', passwordHash, ...values})
      .returning(),
  )
}

/** Seeds an empty profile by default. */
export async function seedProfile({db}: Database, values: Partial<typeof profile.$inferInsert> & {userId: string}) {
  await db.insert(profile).values({
    name: '',
    surname: '',
    addressLine1: '',
    addressLine2: '',
    postcode: '',
    city: '',
    customerType: 'private',
    temperatureUnit: 'celsius',
    isCompleted: true,
    ...values,
  })
}

/** With the access token `<name>-token`. */
export async function seedDevice(
  {db}: Database,
  values: Partial<typeof device.$inferInsert> & {name: string; organisationId: string},
) {
  const seeded = only(await db.insert(device).values(values).returning())
  await db.insert(deviceCredentials).values({deviceId: seeded.id, credentialsValue: `${values.name}-token`})
  return seeded
}

function only<Row>([row]: Row[]): Row {
  if (row === undefined) throw new Error('Nothing was inserted')
  return row
}
