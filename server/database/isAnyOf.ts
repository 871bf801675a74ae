import {type SQL, sql} from 'drizzle-orm'
import type {AnyPgColumn} from 'drizzle-orm/pg-core'

/** Like Drizzle's `inArray`, but with one parameter for all values: a statement can have at most 65,535 parameters. */
export function isAnyOf(column: AnyPgColumn, values: readonly (string | number)[]): SQL {
  return sql`${column} = any(${sql.param(values)})`
}
