import type {EntityType} from '../../../../contract/wire/attribute'
import type {Json} from '../../../../contract/wire/common'
import type {Draft, Field, Problems} from './field'

/** How many of what belongs to an entity; empty where the server tells none. */
export type Counts = Readonly<Partial<Record<'customers' | 'users' | 'devices' | 'assets', number>>>

/** An entity of the console, whatever its kind. `values` has one item for each field that the server sent, by the client's name. */
export interface ConsoleRecord {
  id: string
  /** null: the server counts no versions. */
  version: number | null
  values: Readonly<Record<string, Json>>
  counts: Counts
}

/** All that the console knows about a kind of entity. Adding a field is a line in `fields`. */
export interface Description<Name extends string = string> {
  kind: EntityType
  /** In the middle of a sentence. */
  noun: string
  plural: string
  /** What people call one: its name, title or email. */
  nameField: NoInfer<Name>
  fields: readonly Field<Name>[]
  /**
   * Names of the fields that every save sends; absent: all that the server has told, since a server may take what is left out
   * for emptied.
   */
  saved?: readonly NoInfer<Name>[]
  /** Names of the fields that a list shows; the first is what people call one. */
  columns: readonly NoInfer<Name>[]
  /** Those of them by which every server that pages lists can sort. */
  sorts: readonly NoInfer<Name>[]
  /** Names and labels of the counts that a list shows, too. */
  counted?: readonly (readonly [name: keyof Counts, label: string])[]
  /** Name of the flag that strikes one through in a list. */
  struckBy?: NoInfer<Name>
  /** What a deletion does besides, a sentence each. */
  consequences: (counts: Counts) => readonly string[]
  /** What must hold between fields. */
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
    /** Said above the form when a required field is empty. */
    required?: string
  }
}

/** Keeps the names of the fields in the type, so that `src/api` can be held to name each of them as the server does. */
export const described = <const Name extends string>(description: Description<Name>): Description<Name> => description

export function nameOf({nameField}: Description, {values, id}: ConsoleRecord): string {
  const name = values[nameField]
  return typeof name === 'string' && name !== '' ? name : id
}
