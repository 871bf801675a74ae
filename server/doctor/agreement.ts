import type pg from 'pg'
import {DAY, HOUR} from '../../contract/rules/time/durations'
import {readIdentities} from '../backup/catalogue'
import {type Finding, ok, RESTORE, wrong} from './finding'

/** Whether what refers to each other is there, in tables that could all be read. */
export async function lookAtReferences(client: pg.Client): Promise<Finding[]> {
  const {rows: references} = await client.query<{child: string; parent: string; match: string; given: string}>(
    REFERENCES,
  )
  const found: Finding[] = []
  for (const {child, parent, match, given} of references) {
    const lost = await countOf(
      client,
      `from ${child} c where ${given} and not exists (select from ${parent} p where ${match})`,
    )
    if (lost > 0)
      found.push(wrong(`${lost} rows of ${child} belong to rows of ${parent} that are not there. ${RESTORE}`))
  }
  return found.length > 0 ? found : [ok('All rows that others refer to are there.')]
}

/** Numbers must not be given a second time. */
export async function lookAtIdentities(client: pg.Client): Promise<Finding[]> {
  const found: Finding[] = []
  for (const {table, column, last, isCalled} of await readIdentities(client)) {
    const {rows} = await client.query<{highest: string | null; sequence: string}>(
      `select max(${column})::text as highest, pg_get_serial_sequence('${table}', '${column}') as sequence from ${table}`,
    )
    const {highest, sequence} = rows[0] ?? {}
    const next = BigInt(last) + (isCalled ? 1n : 0n)
    if (highest && BigInt(highest) >= next) {
      found.push(
        wrong(
          `The next number of ${table}.${column} would be ${next}, and ${highest} is taken: select setval('${sequence}', ${highest})`,
        ),
      )
    }
  }
  return found.length > 0 ? found : [ok('Numbers that the database gives next are free.')]
}

/** Hours that the rollups have counted must still have values, unless retention has removed them. */
export async function lookAtHistory(client: pg.Client): Promise<Finding[]> {
  const hours = await countOf(client, EMPTY_HOURS)
  if (hours === 0) return [ok('All hours that were rolled up have their values.')]
  return [wrong(`${hours} hours of series have rollups, and their values are gone. ${RESTORE}`)]
}

async function countOf(client: pg.Client, from: string): Promise<number> {
  const {rows} = await client.query<{count: number}>(`select count(*)::float8 as count ${from}`)
  return rows[0]?.count ?? Number.NaN
}

const REFERENCES = `
  select conrelid::regclass::text as child, confrelid::regclass::text as parent,
    string_agg(format('c.%I = p.%I', a.attname, b.attname), ' and ') as match,
    string_agg(format('c.%I is not null', a.attname), ' and ') as given
  from pg_constraint, unnest(conkey, confkey) as keys (own, other)
    join pg_attribute a on a.attnum = own join pg_attribute b on b.attnum = other
  where contype = 'f' and connamespace = 'public'::regnamespace and a.attrelid = conrelid and b.attrelid = confrelid
  group by pg_constraint.oid, conrelid, confrelid order by 1, 2`

const EMPTY_HOURS = `
  from telemetry_rollup r join device d on d.number = r.device_number
  where minutes = 60 and r.points > 0 and not is_kept
    and not exists (select from telemetry_mark m
      where m.device_number = r.device_number and m.key_id = r.key_id and m.ts = r.ts)
    and not exists (select from telemetry t
      where t.device_number = r.device_number and t.key_id = r.key_id and t.ts >= r.ts and t.ts < r.ts + ${HOUR})
    and not exists (select from telemetry_block b
      where b.device_number = r.device_number and b.key_id = r.key_id
        and b.ts > r.ts - ${DAY} and b.ts < r.ts + ${HOUR}
        and b.ts + b.last_at >= r.ts and b.ts + b.first_at < r.ts + ${HOUR})`
