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

export interface Field<Name extends string = string> {
  name: Name
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

/** A field as most are: typed in when a record is created and when it is edited, and not required. */
export function field<const Name extends string>(
  kind: FieldKind,
  name: Name,
  label: string,
  extras: Extras = {},
): Field<Name> {
  const options = extras.options ?? []
  return {
    name,
    label,
    kind,
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

/** A field that the server tells and nobody types in. */
export const shown = <const Name extends string>(
  kind: FieldKind,
  name: Name,
  label: string,
  extras: Extras = {},
): Field<Name> => field(kind, name, label, {forms: [], ...extras})
