import {and, asc, desc, or, type SQL, sql} from 'drizzle-orm'
import type {AnyPgColumn, PgTable} from 'drizzle-orm/pg-core'
import type {preValidationAsyncHookHandler} from 'fastify'
import {LIST_LENGTH} from '../../contract/limits'
import {badRequest} from '../http/failures/errors'
import {type Asked, cursorOf, type Position, readCursor} from './cursor'

/** The query parameters of every list, as in the contract. */
export interface ListQuery {
  q?: string | undefined
  sort?: string | undefined
  limit?: number | undefined
  cursor?: string | undefined
  created_since?: number | undefined
  /** The further fields of each row in a list. */
  with?: string | undefined
  late_after?: number | undefined
}

/** The search and sort fields of a table. */
export interface ListShape {
  id: AnyPgColumn
  /** The columns that hold the name, title or email. */
  searched: readonly (AnyPgColumn | SQL)[]
  /**
   * The columns to sort by, under the names of the row's properties. They hold texts, whole numbers or flags. Texts are
   * in natural order: `a2` before `A10`, and `ä` beside `a`. A null text counts as ''; another null is lowest.
   */
  sorts: Readonly<Record<string, AnyPgColumn | Sorted>>
  /**
   * The columns to filter by, under the names of the query's parameters. They hold texts, ids or flags. A filter
   * without a column has its own condition.
   */
  filters?: Readonly<Record<string, AnyPgColumn | ((requested: string, asked: ListQuery) => SQL)>>
  createdAt?: AnyPgColumn
  /** The order when `sort` is missing. */
  sortedBy: string
}

/** A term to sort by that is no column. */
export interface Sorted {
  sql: SQL
  dataType: 'number'
}

/** `next` is the cursor of the next page; it is null on the last page. `total` counts the rows of all pages. */
export interface Page<Row> {
  items: Row[]
  next: string | null
  total: number
}

/** All rows in order, or one page when there is a `limit`. */
export type Listed<Row> = Row[] | Page<Row>

/** A query that can still be filtered, sorted and locked. */
export interface Selection<Row> extends PromiseLike<Row[]> {
  where(condition: SQL | undefined): Selection<Row>
  orderBy(...columns: SQL[]): Selection<Row>
  limit(most: number): Selection<Row>
  for(strength: 'update', config?: {of: PgTable}): Selection<Row>
}

/** Selects the rows of a table, and counts them. */
export interface ListSource<Row> {
  select(): Selection<Row>
  count(found: SQL | undefined): PromiseLike<number>
}

const TOO_LONG = `This list has more than ${LIST_LENGTH} entries. Ask for pages of it with 'limit'.`

/**
 * `asked` may hold further filters, which the cursor is then bound to as well. Throws 400 for the cursor of another
 * list, and for a list that is too long for one answer.
 */
export async function listRows<Row extends {id: string}>(
  shape: ListShape,
  {limit, cursor, ...asked}: ListQuery,
  within: SQL | undefined,
  {select, count}: ListSource<Row>,
): Promise<Listed<Row>> {
  const sort = readSort(shape, asked.sort)
  const position = cursor === undefined ? undefined : readCursor(asked, cursor)
  const found = and(within, matches(shape, asked.q), passes(shape, asked))
  const rows = select()
    .where(and(found, position && behind(shape, sort, position)))
    .orderBy(...[sort.key, shape.id].map(sort.isDescending ? desc : asc))
  if (limit === undefined) return bounded(await rows.limit(LIST_LENGTH + 1), LIST_LENGTH, TOO_LONG)
  // The additional row shows that there is a next page.
  const [surplus, total] = await Promise.all([rows.limit(limit + 1), count(found)])
  const items = surplus.slice(0, limit)
  return {items, next: surplus.length > limit ? nextOf(asked, sort.name, items) : null, total}
}

/**
 * Takes rows of a query that reads one more than an answer may hold. Throws 400 with `message` when there are too many,
 * because a shortened answer would pass for a whole one.
 */
export function bounded<Row>(rows: Row[], most: number, message: string): Row[] {
  if (rows.length > most) throw badRequest(message)
  return rows
}

export function listOnWire<Row, Wire>(listed: Listed<Row>, toWire: (row: Row) => Wire): Listed<Wire> {
  return Array.isArray(listed) ? listed.map(toWire) : {...listed, items: listed.items.map(toWire)}
}

/** A server without additions must ignore the query parameters that the specification doesn't have. */
export const forgetListQuery: preValidationAsyncHookHandler = async ({query}) => {
  if (typeof query !== 'object' || query === null) return
  for (const name of Object.keys(query)) if (name !== 'organisation_id') Reflect.deleteProperty(query, name)
}

interface Sort {
  name: string
  key: SQL
  keyOf: ToKey
  isDescending: boolean
}

/**
 * Makes the sort key of a column or of a cursor's value. It must not be null, because a comparison with null would drop
 * the row from every page.
 */
type ToKey = (value: AnyPgColumn | SQL | Position['value']) => SQL

const KEYS: Readonly<Record<string, ToKey>> = {
  string: value => sql`coalesce(${value}::text, '') collate natural_order`,
  number: value => sql`coalesce(${value}::bigint, ${Number.MIN_SAFE_INTEGER}::bigint)`,
  boolean: value => sql`coalesce(${value}::boolean, false)`,
}

function readSort({sorts, sortedBy}: ListShape, sort = sortedBy): Sort {
  const name = sort.replace(/^-/, '')
  const column = sorts[name]
  const keyOf = KEYS[column?.dataType ?? '']
  if (column === undefined || keyOf === undefined) throw new RangeError(`The list can't be sorted by ${name}`)
  return {name, key: keyOf('sql' in column ? column.sql : column), keyOf, isDescending: sort.startsWith('-')}
}

function matches({searched}: ListShape, q = ''): SQL | undefined {
  const sought = q.trim()
  return sought === '' ? undefined : or(...searched.map(text => sql`strpos(lower(${text}), lower(${sought})) > 0`))
}

/** A filter that the list doesn't have is no filter. `isFound` of the contract is the same rule. */
function passes({filters = {}, createdAt}: ListShape, {created_since: since, ...asked}: ListQuery): SQL | undefined {
  const given: Readonly<Record<string, unknown>> = asked
  const passed = Object.entries(filters).map(([name, filter]) => {
    const requested = given[name]
    if (typeof requested !== 'string') return undefined
    return typeof filter === 'function' ? filter(requested, asked) : hasValue(filter, requested)
  })
  return and(...passed, since === undefined || createdAt === undefined ? undefined : sql`${createdAt} >= ${since}`)
}

const hasValue = (column: AnyPgColumn, requested: string): SQL =>
  column.dataType === 'boolean'
    ? sql`coalesce(${column}, false)::text = ${requested}`
    : sql`lower(${column}::text) = lower(${requested})`

function behind({id}: ListShape, {key, keyOf, isDescending}: Sort, position: Position): SQL {
  const order = sql.raw(isDescending ? '<' : '>')
  return sql`(${key}, ${id}) ${order} (${keyOf(position.value)}, ${position.id}::uuid)`
}

function nextOf<Row extends {id: string}>(asked: Asked, name: string, items: readonly Row[]): string | null {
  const last = items.at(-1)
  return last === undefined ? null : cursorOf(asked, Reflect.get(last, name) ?? null, last.id)
}
