import {type Database, openDrizzle} from '../../server/database/connect'

export interface StatementWatch {
  /** The same database, watched. */
  database: Database
  /**
   * Returns the texts of the statements that `work` has sent, without their values and without the ones that are due at
   * any time.
   */
  during(work: () => Promise<unknown>): Promise<string[]>
}

/** Each second servers look which alarms are due. */
const OF_PASSES = /\bfrom alarm\b/

export function watchStatements(database: Database): StatementWatch {
  let statements: string[] = []
  const logger = {logQuery: (statement: string) => void statements.push(statement)}
  return {
    database: {...database, db: openDrizzle(database.pool, logger)},
    async during(work) {
      statements = []
      await work()
      return statements.filter(statement => !OF_PASSES.test(statement))
    },
  }
}
