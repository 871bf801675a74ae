/** The one row that a statement has surely returned. */
export function only<Row>([row]: readonly Row[]): Row {
  if (row === undefined) throw new Error('No row was returned')
  return row
}
