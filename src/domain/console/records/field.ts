import type {EntityType} from '../../../../contract/wire/entities/attribute'

/** Decides how a value is typed and shown. `info` is text or JSON; `id` refers to another entity. */
export type FieldKind =
  | 'line'
  | 'email'
  | 'phone'
  | 'info'
  | 'password'
  | 'choice'
  | 'flag'
  | 'id'
  | 'time'
  | 'count'
  | 'days'

/** The forms in which a user can edit a field. */
export type FormKind = 'create' | 'edit'

/** The value of a field in a form: the typed text, or the state of a checkbox. */
export type DraftValue = string | boolean
export type Draft = Readonly<Record<string, DraftValue>>

/** The problem of each invalid field, by field name. */
export type Problems = Readonly<Record<string, string>>

export interface Field<Name extends string = string> {
  name: Name
  label: string
  kind: FieldKind
  /** The forms that have this field. In none of them, the field is read-only. */
  forms: readonly FormKind[]
  isRequired: boolean
  /** Whether the overview leaves the field out when it is empty. */
  isHiddenWhenEmpty: boolean
  /** The value in the form of a new record. */
  initial: string
  /** The options of a choice. A stored value that is not among them stays. */
  options: readonly string[]
  optionsWhenCreating: readonly string[]
  /** Whether the field is an addition. Forms have it only on a server with additions, and it is sent only when on. */
  isAddition: boolean
  /** Whether only the form of the user who is signed in has the field. */
  isOwn: boolean
  /** The flag that leaves the field out of the form while it is on. */
  unless: string | null
  /** The kind of entity that an id refers to; null when that kind has no page. */
  names: EntityType | null
}

type Extras = Partial<Omit<Field, 'name' | 'label' | 'kind'>>

const BOTH: readonly FormKind[] = ['create', 'edit']

/** A field with the usual settings: it is in both forms, and optional. */
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
    isAddition: false,
    isOwn: false,
    unless: null,
    ...extras,
  }
}

/** A read-only field. */
export const shown = <const Name extends string>(
  kind: FieldKind,
  name: Name,
  label: string,
  extras: Extras = {},
): Field<Name> => field(kind, name, label, {forms: [], ...extras})
