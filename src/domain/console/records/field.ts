import type {EntityType} from '../../../../contract/wire/attribute'

/** What a value is, and how it is typed in and shown. `info` is a text or JSON; `id` names another entity. */
export type FieldKind = 'line' | 'email' | 'phone' | 'info' | 'password' | 'choice' | 'flag' | 'id' | 'time' | 'count'

/** Where a person may type it in. */
export type FormKind = 'create' | 'edit'

/** What stands in a form, by field: texts, and ticks of flags. */
export type DraftValue = string | boolean
export type Draft = Readonly<Record<string, DraftValue>>

/** What is wrong with a draft, by field. */
export type Problems = Readonly<Record<string, string>>

export interface Field {
  /** The client's name. */
  name: string
  /** The server's name. */
  wire: string
  label: string
  kind: FieldKind
  /** Absent: shown only. */
  forms: readonly FormKind[]
  isRequired: boolean
  /** Left out of the overview when there is nothing. */
  isHiddenWhenEmpty: boolean
  /** What a form for a new one opens with. */
  initial: string
  /** Of a choice. A text that is none of them is kept as it is. */
  options: readonly string[]
  optionsWhenCreating: readonly string[]
  /** Of an id: the kind of entity that it names, where that has a page. */
  names: EntityType | null
}

type Extras = Partial<Omit<Field, 'name' | 'label' | 'kind'>>

const BOTH: readonly FormKind[] = ['create', 'edit']

/** A field as most are: typed in by whoever creates or edits, not required, of the same name on the server. */
export function field(kind: FieldKind, name: string, label: string, extras: Extras = {}): Field {
  const options = extras.options ?? []
  return {
    name,
    label,
    kind,
    wire: name,
    forms: BOTH,
    isRequired: false,
    isHiddenWhenEmpty: false,
    initial: '',
    options,
    optionsWhenCreating: options,
    names: null,
    ...extras,
  }
}

/** What the server says and nobody types in. */
export const shown = (kind: FieldKind, name: string, label: string, extras: Extras = {}): Field =>
  field(kind, name, label, {forms: [], ...extras})
