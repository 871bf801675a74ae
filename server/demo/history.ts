import {and, eq} from 'drizzle-orm'
import type {PoolClient} from 'pg'
import * as z from 'zod/mini'
import {DAY, MINUTE} from '../../contract/rules/time/durations'
import type {EpochMs, Milliseconds} from '../../contract/wire/common'
import {ATTRIBUTE_SCOPES} from '../../contract/wire/entities/attribute'
import type {Database} from '../database/connect'
import {attribute} from '../database/schema/attribute'
import {organisation} from '../database/schema/organisation'
import {markHours, noteData} from '../telemetry/repository'
import {isAway} from './content/devices'
import type {Member} from './content/members'
import {HARBOUR_WORKS} from './content/organisations'

const DAYS = 8
const FINE = MINUTE
const COARSE = 5 * MINUTE
/** The history of silent devices ends this long before that of the others. */
const SILENCE = 3 * 60 * MINUTE

/**
 * Stores eight days of history of the simulated devices, newest day first. A call after an interrupted one goes on with
 * the same history. It does nothing when the history is complete, or when the organisation that stores the progress was
 * deleted.
 */
export async function fillHistory(
  database: Database,
  members: readonly Member[],
  now: EpochMs,
  signal: AbortSignal,
  recordAlarms: (member: Member, pointsOf: PointsOf) => Promise<void> = async () => {},
): Promise<void> {
  const until = await beginFilling(database, now)
  if (until === null) return
  await fillDays(database, members, until, signal)
  for (const member of members) {
    if (signal.aborted) return
    await recordAlarms(member, key => pointsOf(member, key, until))
  }
  if (!signal.aborted) await writeProgress(database, {until, state: 'complete'}, now)
}

/** Stores the history of the devices that the first screen of each organisation shows, so that no chart begins empty. */
export async function fillFirstScreens(database: Database, members: readonly Member[], now: EpochMs): Promise<void> {
  const until = await beginFilling(database, now)
  if (until !== null) await fillDays(database, members.filter(isOnFirstScreen), until)
}

/** A dashboard shows the first device by name. */
function isOnFirstScreen(member: Member, _at: number, members: readonly Member[]): boolean {
  const others = members.filter(other => other.organisationId === member.organisationId && other.profile !== undefined)
  return others.every(other => member.profile !== undefined && member.name.localeCompare(other.name) <= 0)
}

/** Resolves to the time at which the history ends; null when it is complete, or has no place to be noted. */
async function beginFilling(database: Database, now: EpochMs): Promise<EpochMs | null> {
  const progress = (await readProgress(database)) ?? {until: now - (now % FINE), state: 'filling' as const}
  if (progress.state === 'complete') return null
  return (await writeProgress(database, progress, now)) ? progress.until : null
}

async function fillDays(database: Database, members: readonly Member[], until: EpochMs, signal?: AbortSignal) {
  const client = await database.pool.connect()
  try {
    // This makes the commits faster. One that is lost in a crash is written again at the next start.
    await client.query('set synchronous_commit = off')
    const keyIds = await findKeyIds(client, members)
    for (let day = 0; day < DAYS; day++) {
      for (const member of members) {
        if (day >= daysOf(member)) continue
        if (signal?.aborted) return
        await fillDay(client, member, keyIds, {until, day})
      }
    }
  } finally {
    client.release(true)
  }
}

interface Stretch {
  until: EpochMs
  /** 0 is the newest day, 1 the day before it. */
  day: number
}

async function fillDay(client: PoolClient, member: Member, keyIds: ReadonlyMap<string, number>, {until, day}: Stretch) {
  const times = timesOf(member, {until, day})
  for (const [key, signal] of Object.entries(member.profile?.(member.seed) ?? {})) {
    const values = times.map(signal)
    await client.query({
      name: day === 0 ? 'demo_newest_day' : 'demo_day',
      text: day === 0 ? INSERT_NEWEST : INSERT,
      values: [
        member.number,
        keyIds.get(key),
        `{${times.join()}}`,
        `{${values.map(value => (typeof value === 'string' ? 'null' : Number(value))).join()}}`,
        `{${values.map(kindOf).join()}}`,
        values.map(value => (typeof value === 'string' ? value : null)),
      ],
    })
  }
}

/** A whole history of the many alike devices would make the first start slow. */
const daysOf = ({isOneOfMany}: Member): number => (isOneOfMany ? 1 : DAYS)
const lengthOf = ({isOneOfMany}: Member): Milliseconds => (isOneOfMany ? DAY / 4 : DAY)

/**
 * Takes its locks in the order of the ingest's statement: a query before which other parts are put would run first.
 * Where a value has arrived in the meantime, it is newer and must stay the latest one.
 */
const inserting = (newest = '') => `
  with point as (
    select $1::int4 as device_number, $2::int4 as key_id, *
    from unnest($3::int8[], $4::float8[], $5::int4[], $6::text[]) as point (ts, value, kind, text)
    where exists (select from device where number = $1)
  ), stored as (
    insert into telemetry (device_number, key_id, ts, value, kind, text) select * from point on conflict do nothing
  ), ${newest} marked as (${markHours('point')}), noted as (${noteData('point')})
  select`

const INSERT = inserting()
const INSERT_NEWEST = inserting(`newest as (
    insert into latest (device_number, key_id, ts, value, kind, text, received_at)
    select *, ts from point order by ts desc limit 1
    on conflict do nothing
  ),`)

function timesOf(member: Member, {until, day}: Stretch): EpochMs[] {
  const period = day === 0 || member.organisationId === HARBOUR_WORKS ? FINE : COARSE
  const end = until - day * DAY
  return timesBetween(end - lengthOf(member), end, period).filter(ts => isPresent(member, ts, until))
}

/** The stored numbers of a key, oldest first; undefined for a key that the device does not send. */
export type PointsOf = (key: string) => {ts: EpochMs; value: number}[] | undefined

function pointsOf(member: Member, key: string, until: EpochMs): ReturnType<PointsOf> {
  const signal = member.profile?.(member.seed)[key]
  if (signal === undefined) return undefined
  const days = Array.from({length: daysOf(member)}, (_, day) => timesOf(member, {until, day})).reverse()
  return days.flat().map(ts => ({ts, value: Number(signal(ts))}))
}

function timesBetween(from: EpochMs, to: EpochMs, period: Milliseconds): EpochMs[] {
  return Array.from({length: (to - from) / period}, (_, index) => from + index * period)
}

function isPresent({presence, seed}: Member, ts: EpochMs, until: EpochMs): boolean {
  if (presence === 'silent') return ts < until - SILENCE
  return presence === 'steady' || !isAway(seed, ts)
}

/** The numbers of the column `kind`: 0 double, 1 long, 2 bool, 3 string. */
function kindOf(value: number | boolean | string): number {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? 1 : 0
  return typeof value === 'boolean' ? 2 : 3
}

async function findKeyIds(client: PoolClient, members: readonly Member[]): Promise<Map<string, number>> {
  const keys = [...new Set(members.flatMap(({profile, seed}) => Object.keys(profile?.(seed) ?? {})))]
  await client.query('insert into telemetry_key (name) select unnest($1::text[]) on conflict do nothing', [keys.sort()])
  const {rows} = await client.query<{id: number; name: string}>(
    'select id, name from telemetry_key where name = any($1)',
    [keys],
  )
  return new Map(rows.map(({id, name}) => [name, id]))
}

const historyProgress = z.object({until: z.number(), state: z.enum(['filling', 'complete'])})
type HistoryProgress = z.infer<typeof historyProgress>

/** The progress is stored as a server attribute of the first demo organisation. */
const PROGRESS = {
  entityType: 'organisation',
  entityId: HARBOUR_WORKS,
  scope: ATTRIBUTE_SCOPES.server,
  key: 'demoHistory',
} as const

async function readProgress({db}: Database): Promise<HistoryProgress | undefined> {
  const [found] = await db
    .select({value: attribute.jsonV})
    .from(attribute)
    .where(
      and(
        eq(attribute.entityType, PROGRESS.entityType),
        eq(attribute.entityId, PROGRESS.entityId),
        eq(attribute.scope, PROGRESS.scope),
        eq(attribute.key, PROGRESS.key),
      ),
    )
  return found === undefined ? undefined : historyProgress.parse(found.value)
}

/** Resolves to false when the organisation was deleted. */
async function writeProgress({db}: Database, progress: HistoryProgress, now: EpochMs): Promise<boolean> {
  const written = {jsonV: progress, lastUpdateTs: now}
  return db.transaction(async transaction => {
    const held = await transaction
      .select({id: organisation.id})
      .from(organisation)
      .where(eq(organisation.id, HARBOUR_WORKS))
      .for('key share')
    if (held.length === 0) return false
    await transaction
      .insert(attribute)
      .values({...PROGRESS, ...written, organisationId: HARBOUR_WORKS})
      .onConflictDoUpdate({
        target: [attribute.entityType, attribute.entityId, attribute.scope, attribute.key],
        set: written,
      })
    return true
  })
}
