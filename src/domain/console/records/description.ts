import type {EntityType} from '../../../../contract/wire/attribute'
import type {EpochMs, Json} from '../../../../contract/wire/common'
import type {Draft, Field, Problems} from './field'

/** The number of entities that belong to a record. It is empty when the server sends none. */
export type Counts = Readonly<Partial<Record<'customers' | 'users' | 'devices' | 'assets', number>>>

/** An entity of any kind. `values` has an item for each field that the server has sent, by the client's name. */
export interface ConsoleRecord {
  id: string
  /** Null when the server counts no versions. */
  version: number | null
  values: Readonly<Record<string, Json>>
  counts: Counts
  /** When a device was last heard of; null means never. It is missing when the server doesn't tell. */
  lastSeen?: EpochMs | null
}

/** Describes a kind of entity to the console. A new field only needs a line in `fields`. */
export interface Description<Name extends string = string> {
  kind: EntityType
  /** The name of the kind in the middle of a sentence. */
  noun: string
  plural: string
  /** The field that people know an entity by: its name, title or email. */
  nameField: NoInfer<Name>
  fields: readonly Field<Name>[]
  /**
   * The names of the fields that every save sends. Without them a save sends every field that the server has sent,
   * since a server may empty a field that is left out.
   */
  saved?: readonly NoInfer<Name>[]
  /** The names of the fields that a list shows. The first is the one that people know an entity by. */
  columns: readonly NoInfer<Name>[]
  /** The columns that every server with pages can sort by. */
  sorts: readonly NoInfer<Name>[]
  /** The columns that a list can be filtered by. */
  filters?: readonly NoInfer<Name>[]
  /** Whether the records send values, so that lists can say when each was last seen. */
  isSeen?: boolean
  /** The names and labels of the counts that a list shows. */
  counted?: readonly (readonly [name: keyof Counts, label: string])[]
  /** The name of the flag that strikes a row through in a list. */
  struckBy?: NoInfer<Name>
  /** Says what else a deletion does, one sentence each. */
  consequences: (counts: Counts) => readonly string[]
  /** Finds problems that concern several fields at once. */
  rule?: (draft: Draft, record: ConsoleRecord | null) => Problems
  texts: {
    createFailed: string
    created: string
    loadFailed: string
    notFound: string
    saveFailed: string
    saved: string
    deleteFailed: string
    deleted: string
    /** The text above the form when a required field is empty. */
    required?: string
  }
}

/**
 * Keeps the field names in the type, so that the compiler requires `src/api` to map each of them to the server's name.
 */
export const described = <const Name extends string>(description: Description<Name>): Description<Name> => description

export function nameOf({nameField}: Description, {values, id}: ConsoleRecord): string {
  const name = values[nameField]
  return typeof name === 'string' && name !== '' ? name : id
}
