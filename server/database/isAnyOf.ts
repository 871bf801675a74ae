import {type SQL, sql} from 'drizzle-orm'
import type {AnyPgColumn} from 'drizzle-orm/pg-core'

/** As `inArray`, by a single parameter: a statement takes 65,535 of them at most. */
export function isAnyOf(column: AnyPgColumn, values: readonly (string | number)[]): SQL {
  return sql`${column} = any(${sql.param(values)})`
}
