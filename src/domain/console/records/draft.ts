import type {Json} from '../../../../contract/wire/common'
import {trimmed} from '../../../../contract/wire/text'
import type {ConsoleRecord, Description} from './description'
import type {Draft, DraftValue, Field, FormKind} from './field'
import {typedInfo} from './typedJson'

/** The values that a save sends, by field name. */
export type Values = Readonly<Record<string, Json>>

/** A draft that was not saved, and the record that it changes, which is null for a new one. */
export interface StoredDraft {
  record: ConsoleRecord | null
  draft: Draft
}

export const fieldsFor = ({fields}: Description, form: FormKind): readonly Field[] =>
  fields.filter(({forms}) => forms.includes(form))

export const formOf = (record: ConsoleRecord | null): FormKind => (record === null ? 'create' : 'edit')

/** The form when it opens: filled from the record, or with the defaults for a new one. */
export function draftOf(description: Description, record: ConsoleRecord | null): Draft {
  const fields = fieldsFor(description, formOf(record))
  return Object.fromEntries(fields.map(field => [field.name, openedValue(field, record)]))
}

function openedValue(field: Field, record: ConsoleRecord | null): DraftValue {
  if (field.kind === 'flag') return record?.values[field.name] === true
  if (record === null) return field.initial
  return typedText(record.values[field.name])
}

/** A value as the text of a field. Values other than texts are written as JSON. */
export function typedText(value: Json | undefined): string {
  if (value === null || value === undefined) return ''
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2)
}

/** Whether another field of the form says that this one has no place in it. */
export const isLeftOut = ({unless}: Field, draft: Draft): boolean => unless !== null && draft[unless] === true

/** The values of a new record. Empty fields are left out. */
export function creationOf(description: Description, draft: Draft): Values {
  const sent = fieldsFor(description, 'create').flatMap(field => {
    const value = sentValue(field, draft[field.name] ?? '')
    const isUnsent = isLeftOut(field, draft) || (field.isAddition && value === false)
    return value === null || isUnsent ? [] : [[field.name, value] as const]
  })
  return Object.fromEntries(sent)
}

/**
 * The values that differ from the record that the form was opened with. An emptied field becomes null; an empty
 * password changes nothing.
 */
export function changesOf(description: Description, draft: Draft, record: ConsoleRecord): Values {
  const opened = draftOf(description, record)
  const changed = fieldsFor(description, 'edit').filter(({name}) => draft[name] !== opened[name])
  return Object.fromEntries(changed.map(field => [field.name, sentValue(field, draft[field.name] ?? '')]))
}

export function isChanged(description: Description, draft: Draft, record: ConsoleRecord | null): boolean {
  const opened = draftOf(description, record)
  return Object.keys(opened).some(name => draft[name] !== opened[name])
}

function sentValue({kind}: Field, value: DraftValue): Json {
  if (typeof value === 'boolean') return value
  if (kind === 'password') return value
  if (trimmed(value) === '') return null
  if (kind === 'days') return Number(value)
  return kind === 'info' ? typedInfo(value) : trimmed(value)
}
