import {type SQL, sql} from 'drizzle-orm'

/** The PostgreSQL types of the columns by the names of the fields. */
export type Types<Row> = {readonly [Name in keyof Row & string]: string}

/** Rows as a table of a statement, one parameter a column: thousands of rows take far longer as JSON. */
export function tableOf<Row extends object>(rows: readonly Row[], types: Types<Row>): SQL {
  const columns = Object.entries(types).map(([name, type]) => {
    const values = rows.map(row => asParameter(Object.getOwnPropertyDescriptor(row, name)?.value))
    return sql`${sql.param(values)}::${sql.raw(`${type}[]`)}`
  })
  return sql`unnest(${sql.join(columns, sql`, `)})`
}

const asParameter = (value: unknown): unknown =>
  typeof value === 'object' && value !== null ? JSON.stringify(value) : value

/** The names of the columns. */
export const namesOf = (types: object): SQL =>
  sql.raw(
    Object.keys(types)
      .map(name => `"${name.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)}"`)
      .join(', '),
  )
