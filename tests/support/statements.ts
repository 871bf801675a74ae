import {drizzle} from 'drizzle-orm/node-postgres'
import type {Database} from '../../server/database/connect'
import * as schema from '../../server/database/schema'

export interface StatementWatch {
  /** The same database, watched. */
  database: Database
  /** The texts of the statements that `work` has sent, without their values. */
  during(work: () => Promise<unknown>): Promise<string[]>
}

export function watchStatements(database: Database): StatementWatch {
  let statements: string[] = []
  const logger = {logQuery: (statement: string) => void statements.push(statement)}
  return {
    database: {...database, db: drizzle(database.pool, {schema, casing: 'snake_case', logger})},
    async during(work) {
      statements = []
      await work()
      return statements
    },
  }
}
