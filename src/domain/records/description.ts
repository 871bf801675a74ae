import type {EntityType} from '../../../contract/attribute'
import type {Draft, Problems} from './draft'
import type {Field} from './field'

export type Json = null | boolean | number | string | readonly Json[] | {readonly [name: string]: Json}

/** An entity of the console, whatever its kind. `values` has one item for each field that the server sent, by the client's name. */
export interface ConsoleRecord {
  id: string
  /** null: the server counts no versions. */
  version: number | null
  values: Readonly<Record<string, Json>>
  /** How many of what belongs to it, where the server tells. */
  counts: Readonly<Record<string, number>>
}

/** All that the console knows about a kind of entity. Adding a field is a line in `fields`. */
export interface Description {
  kind: EntityType
  /** In the middle of a sentence. */
  noun: string
  plural: string
  /** What people call one: its name, title or email. */
  nameField: string
  fields: readonly Field[]
  /** Names of the fields that a list shows. */
  columns: readonly string[]
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
    /** Said when a required field is empty; absent: each field says so itself. */
    required?: string
  }
}

export function nameOf({nameField}: Description, {values, id}: ConsoleRecord): string {
  const name = values[nameField]
  return typeof name === 'string' && name !== '' ? name : id
}
