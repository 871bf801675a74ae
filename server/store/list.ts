import {and, asc, desc, or, type SQL, sql} from 'drizzle-orm'
import type {AnyPgColumn, PgTable} from 'drizzle-orm/pg-core'
import type {preValidationAsyncHookHandler} from 'fastify'
import {type Asked, cursorOf, type Position, readCursor} from './cursor'

/** What may be asked of every list, in the form of the contract. */
export interface ListQuery {
  q?: string | undefined
  sort?: string | undefined
  limit?: number | undefined
  cursor?: string | undefined
}

/** How the rows of a table are listed. */
export interface ListShape {
  id: AnyPgColumn
  /** What people call the entity. */
  searched: readonly (AnyPgColumn | SQL)[]
  /**
   * The columns to sort by, under the names of the row's properties: texts, whole numbers and flags. Texts are sorted
   * as people do: `a2` before `A10`, `ä` beside `a`, null as ''; a null is less than any number.
   */
  sorts: Readonly<Record<string, AnyPgColumn>>
  /** Where `sort` is not asked for. */
  sortedBy: string
}

/** `next`: what asks for the page behind; null on the last. `total`: how many there are on all pages. */
export interface Page<Row> {
  items: Row[]
  next: string | null
  total: number
}

/** Everything in order, or a page of it where `limit` was asked for. */
export type Listed<Row> = Row[] | Page<Row>

/** A query of rows that can still be narrowed, sorted and locked. */
export interface Selection<Row> extends PromiseLike<Row[]> {
  where(condition: SQL | undefined): Selection<Row>
  orderBy(...columns: SQL[]): Selection<Row>
  limit(most: number): Selection<Row>
  for(strength: 'update', config?: {of: PgTable}): Selection<Row>
}

/** What is listed of a table, and how many there are in all. */
export interface ListSource<Row> {
  select(): Selection<Row>
  count(found: SQL | undefined): PromiseLike<number>
}

/**
 * `asked` may hold more than the list's own query: a cursor is bound to it, too. Fails with 400 for a cursor of another
 * list.
 */
export async function listRows<Row extends {id: string}>(
  shape: ListShape,
  {limit, cursor, ...asked}: ListQuery,
  within: SQL | undefined,
  {select, count}: ListSource<Row>,
): Promise<Listed<Row>> {
  const sort = readSort(shape, asked.sort)
  const position = cursor === undefined ? undefined : readCursor(asked, cursor)
  const found = and(within, matches(shape, asked.q))
  const rows = select()
    .where(and(found, position && behind(shape, sort, position)))
    .orderBy(...[sort.key, shape.id].map(sort.isDescending ? desc : asc))
  if (limit === undefined) return rows
  // The surplus one says that there is a page behind.
  const [surplus, total] = await Promise.all([rows.limit(limit + 1), count(found)])
  const items = surplus.slice(0, limit)
  return {items, next: surplus.length > limit ? nextOf(asked, sort.name, items) : null, total}
}

/** The same list on the wire. */
export function listOnWire<Row, Wire>(listed: Listed<Row>, toWire: (row: Row) => Wire): Listed<Wire> {
  return Array.isArray(listed) ? listed.map(toWire) : {...listed, items: listed.items.map(toWire)}
}

/** Keeps a server without additions from understanding more than the specification. */
export const forgetListQuery: preValidationAsyncHookHandler = async ({query}) => {
  if (typeof query !== 'object' || query === null) return
  for (const name of ['q', 'sort', 'limit', 'cursor']) Reflect.deleteProperty(query, name)
}

interface Sort {
  name: string
  key: SQL
  keyOf: ToKey
  isDescending: boolean
}

/**
 * What is compared, of a column as of a cursor's value. It is never null, which would be neither before nor behind
 * anything.
 */
type ToKey = (value: AnyPgColumn | Position['value']) => SQL

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
  return {name, key: keyOf(column), keyOf, isDescending: sort.startsWith('-')}
}

function matches({searched}: ListShape, q = ''): SQL | undefined {
  const sought = q.trim()
  return sought === '' ? undefined : or(...searched.map(text => sql`strpos(lower(${text}), lower(${sought})) > 0`))
}

function behind({id}: ListShape, {key, keyOf, isDescending}: Sort, position: Position): SQL {
  const order = sql.raw(isDescending ? '<' : '>')
  return sql`(${key}, ${id}) ${order} (${keyOf(position.value)}, ${position.id}::uuid)`
}

function nextOf<Row extends {id: string}>(asked: Asked, name: string, items: readonly Row[]): string | null {
  const last = items.at(-1)
  return last === undefined ? null : cursorOf(asked, Reflect.get(last, name) ?? null, last.id)
}
