import {isPulsewall} from '../../../../../contract/rules/offer'
import type {Offer} from '../../../../../contract/wire/capabilities'
import type {Json} from '../../../../../contract/wire/common'
import type {EntityType} from '../../../../../contract/wire/entities/attribute'
import {DEVICE_STATUSES} from '../../../../../contract/wire/entities/device'
import type {ConsoleRecord, Description} from '../description'
import type {Field, FieldKind} from '../field'
import {listTexts} from '../texts'

/** `status` and `lastSeen` are those of a device; `state` says in one word whether a user is active. */
export type ColumnKind = FieldKind | 'status' | 'lastSeen' | 'state'

/** A column of a list shows a field, the number of entities that belong to the record, or when a device was seen. */
export interface Column {
  name: string
  label: string
  kind: ColumnKind
  of: 'values' | 'counts' | 'seen'
  isSortable: boolean
  /** Whether the column is shown before anybody has chosen columns. */
  isUsual: boolean
  isFilterable: boolean
  /** The kind of record that the column names; null when it names none. */
  names: EntityType | null
  options: readonly string[]
}

/** Every column that the list can show, the usual ones first. The first one always stays and names the record. */
export function columnsOf(description: Description): readonly Column[] {
  const {columns, fields, counted = [], isSeen = false} = description
  const [first, ...usual] = columns.flatMap(name => fields.filter(field => field.name === name))
  const others = fields.filter(
    ({name, kind, isAddition}) => !columns.includes(name) && !UNLISTED.includes(kind) && !isAddition,
  )
  return [
    ...(first === undefined ? [] : [ofField(description, first, true)]),
    ...(isSeen ? seenColumns() : []),
    ...usual.map(field => ofField(description, field, true)),
    ...counted.map(([name, label]) => ({...PLAIN, name, label, kind: 'count' as const, of: 'counts' as const})),
    ...others.map(field => ofField(description, field, false)),
  ]
}

/** The columns that can have values. Before the first row is loaded, nothing is known of counts. */
export function knownColumns(
  columns: readonly Column[],
  records: readonly ConsoleRecord[],
  offer: Offer | null,
): readonly Column[] {
  const isCounted = new Set(records.flatMap(({counts}) => Object.keys(counts)))
  return columns
    .filter(({of, name}) => {
      if (of === 'seen') return isPulsewall(offer)
      return of === 'values' || records.length === 0 || isCounted.has(name)
    })
    .map(column => (column.kind === 'status' && !isPulsewall(offer) ? {...column, isFilterable: false} : column))
}

/** The columns of the names, in their order, after the first, which always stays. Null asks for the usual ones. */
export function chosenColumns(columns: readonly Column[], names: readonly string[] | null): readonly Column[] {
  if (names === null) return columns.filter(({isUsual}, at) => isUsual || at === 0)
  const [first, ...rest] = columns
  const chosen = names.flatMap(name => rest.filter(column => column.name === name))
  return first === undefined ? chosen : [first, ...chosen]
}

export function columnValue({of, name}: Column, record: ConsoleRecord): Json | undefined {
  if (of === 'seen') return record.lastSeen
  const known: Readonly<Record<string, Json | undefined>> = record[of]
  return known[name]
}

/** A password is no part of a list, and an object has no room on one line. */
const UNLISTED: readonly FieldKind[] = ['password', 'info']

/** The name of the column that says how a device is doing, which only the server can filter by. */
export const STATUS = 'status'

const PLAIN = {isSortable: false, isUsual: true, isFilterable: false, names: null, options: []}

function seenColumns(): readonly Column[] {
  const {status, lastSeen} = listTexts.columns
  return [
    {...PLAIN, name: STATUS, label: status, kind: 'status', of: 'seen', isFilterable: true, options: DEVICE_STATUSES},
    {...PLAIN, name: 'lastSeen', label: lastSeen, kind: 'lastSeen', of: 'seen', isSortable: true},
  ]
}

function ofField({sorts, filters = [], struckBy}: Description, field: Field, isUsual: boolean): Column {
  const {name, label, kind, names, options} = field
  const isState = name === struckBy
  return {
    name,
    label: isState ? listTexts.columns.status : labelOf(names, label),
    kind: isState ? 'state' : kind,
    of: 'values',
    isSortable: sorts.includes(name),
    isUsual,
    isFilterable: filters.includes(name),
    names,
    options,
  }
}

/** A list shows the name of the record that an id refers to. */
function labelOf(names: EntityType | null, label: string): string {
  if (names === 'customer' || names === 'asset' || names === 'organisation') return listTexts.columns[names]
  return label
}
