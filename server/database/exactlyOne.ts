/** Returns the single row of a statement that always returns one. Throws when there is none. */
export function exactlyOne<Row>([row]: readonly Row[]): Row {
  if (row === undefined) throw new Error('No row was returned')
  return row
}
