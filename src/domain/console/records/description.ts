import type {EpochMs, Json} from '../../../../contract/wire/common'
import type {EntityType} from '../../../../contract/wire/entities/attribute'
import {trimmed} from '../../../../contract/wire/text'
import {textsOf} from '../../language'
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
  /** When a device was last seen; null means never. It is missing when the server doesn't say. */
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
 * The words of the description are read in the language of the page.
 */
export function described<const Name extends string>(english: Description<Name>): Description<Name> {
  const words = textsOf(`records.${english.kind}`, wordsOf(english))
  const fields = english.fields.map(field => ({
    ...field,
    get label() {
      return words.labels[field.name] ?? field.label
    },
  }))
  return {
    ...english,
    fields,
    get noun() {
      return words.noun
    },
    get plural() {
      return words.plural
    },
    get counted() {
      return (english.counted ?? []).map(([name, label]) => [name, words.counted[name] ?? label] as const)
    },
    get texts() {
      return {...english.texts, ...words.texts}
    },
  }
}

/** The words of a kind of entity, which a translation replaces. */
export interface RecordWords<Name extends string> {
  noun: string
  plural: string
  labels: Readonly<Record<Name, string>>
  counted: Readonly<Partial<Record<keyof Counts, string>>>
  texts: Description['texts']
}

const wordsOf = <Name extends string>({noun, plural, fields, counted = [], texts}: Description<Name>) => ({
  noun,
  plural,
  labels: Object.fromEntries(fields.map(({name, label}) => [name, label])),
  counted: Object.fromEntries(counted),
  texts: Object.fromEntries(Object.entries(texts)),
})

export function nameOf({nameField}: Description, {values, id}: ConsoleRecord): string {
  const name = values[nameField]
  return typeof name === 'string' && name !== '' ? name : id
}

/** A customer is known to people by the title, if there is one. */
export const titleOf = (description: Description, record: ConsoleRecord): string =>
  typeof record.values.title === 'string' && trimmed(record.values.title) !== ''
    ? record.values.title
    : nameOf(description, record)
