import {Writable} from 'node:stream'
import {pipeline} from 'node:stream/promises'
import type pg from 'pg'
import {to as copyTo} from 'pg-copy-streams'
import {type Finding, ok, RESTORE, reasonOf, wrong} from './finding'

interface Table {
  id: number
  name: string
  quoted: string
}

interface Index {
  name: string
  quoted: string
  /** The place of its pages, relative to the folder of the cluster, as PostgreSQL names it in its errors. */
  path: string
  /** A `btree` is read in the order of its keys; others, such as `brin`, have one key and are read by a condition. */
  method: string
  keys: string
  /** The condition of its rows, when not all are in it. */
  predicate: string | null
}

/** The plans forbidden to the planner, so that rows come from the named index, or from the table alone. */
const BY_INDEX = ['seqscan', 'bitmapscan', 'sort', 'incremental_sort', 'hashagg']
const BY_CONDITION = ['seqscan', 'indexscan', 'indexonlyscan']
const BY_TABLE = ['indexscan', 'indexonlyscan', 'bitmapscan']

/**
 * Reads all rows of all tables, and once more by each of their indexes, which must lead to as many: so damaged pages
 * show, and also a file that ends too early or lacks rows of the other.
 */
export async function readEverything(client: pg.Client): Promise<Finding[]> {
  const {rows: tables} = await client.query<Table>(TABLES)
  const found: Finding[] = []
  let indexes = 0
  for (const table of tables) {
    const {rows: of} = await client.query<Index>(INDEXES, [table.id])
    indexes += of.length
    found.push(...(await readTable(client, table, of)))
  }
  if (found.length > 0) return found
  return [
    ok(`All ${tables.length} tables could be read to their ends, and their ${indexes} indexes lead to the same rows.`),
  ]
}

async function readTable(client: pg.Client, table: Table, indexes: readonly Index[]): Promise<Finding[]> {
  // All counts are of one moment, whatever is written in the meantime.
  await client.query('begin isolation level repeatable read read only')
  try {
    await client.query('set local max_parallel_workers_per_gather to 0')
    const rows = await readRows(client, table)
    const found: Finding[] = []
    for (const index of indexes) {
      await client.query('savepoint index')
      const finding = await compareIndex(client, table, index, rows).catch(error => explainIndex(table, index, error))
      if (finding) found.push(finding)
      await client.query('rollback to savepoint index')
    }
    return found
  } catch (error) {
    return [wrong(`The table ${table.name} can't be read: ${reasonOf(error)}. ${RESTORE}`)]
  } finally {
    await client.query('rollback')
  }
}

/** Hashing whole rows makes PostgreSQL read all values, also those stored apart, without sending them. */
async function readRows(client: pg.Client, table: Table): Promise<number> {
  await client.query('savepoint rows')
  try {
    const {rows} = await client.query<{rows: number}>(
      `select count(*)::float8 as rows, bit_xor(hash_record_extended(t, 0)) from ${table.quoted} t`,
    )
    return rows[0]?.rows ?? Number.NaN
  } catch {
    // A query fails at a damaged index, since the planner looks into all of them. Copying is slower but needs no plan.
    await client.query('rollback to savepoint rows')
    return await copyRows(client, table)
  }
}

async function copyRows(client: pg.Client, {quoted}: Table): Promise<number> {
  const copying = client.query(copyTo(`copy ${quoted} to stdout`))
  await pipeline(copying, new Writable({write: (_chunk, _encoding, done) => done()}))
  return copying.rowCount
}

async function compareIndex(
  client: pg.Client,
  table: Table,
  index: Index,
  whole: number,
): Promise<Finding | undefined> {
  const {name, quoted, method, keys, predicate} = index
  const condition = predicate ?? 'true'
  const isOrdered = method === 'btree'
  const only = isOrdered ? condition : `${condition} and ${ofEveryRow(table, index)}`
  const rows = `select from ${table.quoted} where ${only}`
  const byTable = predicate === null && isOrdered ? whole : await count(client, rows, BY_TABLE)
  // Without `offset`, the planner would leave out the order, and take any index.
  const ordered = isOrdered ? `${rows} order by ${keys} offset 0` : rows
  const byIndex = await count(client, ordered, isOrdered ? BY_INDEX : BY_CONDITION, name)
  if (byTable === byIndex) return undefined
  return byIndex > byTable
    ? wrong(
        `The table ${table.name} lacks rows: it has ${byTable}, and its index ${name} tells of ${byIndex}. ${RESTORE}`,
      )
    : wrong(`The index ${name} leads to ${byIndex} of the ${byTable} rows of ${table.name}: reindex index ${quoted}`)
}

/** A condition that every row fulfils, and that an index without an order can answer: those of type gin are of JSON. */
const ofEveryRow = ({quoted}: Table, {method, keys}: Index): string =>
  method === 'gin' ? `${keys} @> '[]'` : `${keys} >= (select min(${keys}) from ${quoted})`

async function count(client: pg.Client, rows: string, without: readonly string[], by?: string): Promise<number> {
  for (const kind of PLANS) await client.query(`set local enable_${kind} to ${without.includes(kind) ? 'off' : 'on'}`)
  const counted = `select count(*)::float8 as rows from (${rows}) as found`
  if (by !== undefined) {
    const {rows: plan} = await client.query(`explain (format json) ${counted}`)
    if (!JSON.stringify(plan).includes(`"Index Name":${JSON.stringify(by)}`)) throw new Error('it is not used')
  }
  const {rows: found} = await client.query<{rows: number}>(counted)
  return found[0]?.rows ?? Number.NaN
}

/** An index may also lead PostgreSQL to a damaged part of the table. */
function explainIndex(table: Table, {name, quoted, path}: Index, error: unknown): Finding {
  const reason = reasonOf(error)
  return reason.includes(path)
    ? wrong(`The index ${name} can't be read: ${reason}. Look at the disk, and build it again: reindex index ${quoted}`)
    : wrong(`The table ${table.name} can't be read by its index ${name}: ${reason}. ${RESTORE}`)
}

const PLANS = [...new Set([...BY_INDEX, ...BY_CONDITION, ...BY_TABLE])]

const TABLES = `
  select c.oid as id, c.relname as name, format('%I.%I', nspname, relname) as quoted
  from pg_class c join pg_namespace n on n.oid = relnamespace
  where relkind = 'r' and nspname in ('public', 'drizzle') order by 2`

const INDEXES = `
  select c.relname as name, indexrelid::regclass::text as quoted, pg_relation_filepath(indexrelid) as path,
    amname as method, pg_get_expr(indpred, indrelid) as predicate,
    (select string_agg(pg_get_indexdef(indexrelid, k, true)
       || case when amname <> 'btree' then ''
         else case when indoption[k - 1] & 1 = 1 then ' desc' else ' asc' end
           || case when indoption[k - 1] & 2 = 2 then ' nulls first' else ' nulls last' end end, ', ' order by k)
     from generate_series(1, indnkeyatts::int) k) as keys
  from pg_index join pg_class c on c.oid = indexrelid join pg_am a on a.oid = c.relam
  where indrelid = $1 and indisvalid and indisready order by 1`
