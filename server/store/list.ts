import {asc, desc, or, type SQL, sql} from 'drizzle-orm'
import type {AnyPgColumn} from 'drizzle-orm/pg-core'
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
   * The columns to sort by, under the names of the row's properties: texts, whole numbers and flags. Texts are sorted as
   * people do: `a2` before `A10`, `ä` beside `a`, null as ''; a null is less than any number.
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

/** A list's query in the terms of SQL. `matches` narrows the whole list and its total, `behind` the page alone. */
export interface ListSlice {
  matches: SQL | undefined
  behind: SQL | undefined
  order: SQL[]
  /** One row more than asked for: the surplus one says that there is a page behind. */
  limit: number
  collect<Row extends {id: string}>(rows: PromiseLike<Row[]>, count: () => PromiseLike<number>): Promise<Listed<Row>>
}

const EVERYTHING = Number.MAX_SAFE_INTEGER

/** Fails with 400 for a cursor that is not of this list as it is asked for. */
export function sliceOf(shape: ListShape, {limit, cursor, ...asked}: ListQuery): ListSlice {
  const sort = readSort(shape, asked.sort)
  const position = cursor === undefined ? undefined : readCursor(asked, cursor)
  return {
    matches: matches(shape, asked.q),
    behind: position && behind(shape, sort, position),
    order: [sort.key, shape.id].map(sort.isDescending ? desc : asc),
    limit: limit === undefined ? EVERYTHING : limit + 1,
    async collect(rows, count) {
      if (limit === undefined) return rows
      const [found, total] = await Promise.all([rows, count()])
      const items = found.slice(0, limit)
      return {items, next: found.length > limit ? nextOf(asked, sort.name, items) : null, total}
    },
  }
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

/** What is compared, of a column as of a cursor's value. It is never null, which would be neither before nor behind anything. */
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
