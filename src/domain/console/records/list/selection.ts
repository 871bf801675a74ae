import type {ConsoleRecord} from '../description'

/** Selected records by id. A selected record need not be among the rows that are shown. */
export type SelectedRecords = ReadonlyMap<string, ConsoleRecord>

export const NO_SELECTION: SelectedRecords = new Map()

interface Selectable {
  selected: SelectedRecords
  shown: readonly ConsoleRecord[]
}

interface Ticked {
  isSelected: boolean
}

/** Selects or deselects the rows that are shown. All other rows keep their state. */
export const withShown = ({selected, shown}: Selectable, {isSelected}: Ticked): SelectedRecords =>
  isSelected ? new Map([...selected, ...byId(shown)]) : without(selected, idsOf(shown))

export const withRow = ({selected, shown}: Selectable, row: Ticked & {id: string}): SelectedRecords =>
  withShown({selected, shown: shown.filter(({id}) => id === row.id)}, row)

export function without(selected: SelectedRecords, ids: readonly string[]): SelectedRecords {
  const left = new Map(selected)
  for (const id of ids) left.delete(id)
  return left
}

/** Keeps the selected records that still exist, in their latest version. */
export const stillSelected = (selected: SelectedRecords, all: readonly ConsoleRecord[]): SelectedRecords =>
  new Map(byId(all.filter(({id}) => selected.has(id))))

const byId = (records: readonly ConsoleRecord[]) => records.map(record => [record.id, record] as const)
const idsOf = (records: readonly ConsoleRecord[]) => records.map(({id}) => id)
