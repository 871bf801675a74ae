import type {Json} from '../../../../contract/wire/common'
import type {ConsoleRecord, Description} from './description'
import type {FieldKind} from './field'

/** A column of a list shows a field, or the number of entities that belong to the record. */
export interface Column {
  name: string
  label: string
  kind: FieldKind
  of: 'values' | 'counts'
  isSortable: boolean
}

export function columnsOf({columns, fields, sorts, counted = []}: Description): readonly Column[] {
  const ofValues = columns.flatMap(name => {
    const found = fields.find(field => field.name === name)
    return found === undefined ? [] : [columnOf(found, 'values', sorts.includes(name))]
  })
  return [...ofValues, ...counted.map(([name, label]) => columnOf({name, label, kind: 'count'}, 'counts', false))]
}

const columnOf = (
  {name, label, kind}: Pick<Column, 'name' | 'label' | 'kind'>,
  of: Column['of'],
  isSortable: boolean,
): Column => ({name, label, kind, of, isSortable})

export function columnValue({of, name}: Column, record: ConsoleRecord): Json | undefined {
  const known: Readonly<Record<string, Json | undefined>> = record[of]
  return known[name]
}
