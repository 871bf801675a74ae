import type {ConsoleRecord, Description} from './description'
import {draftOf, fieldsFor, formOf, typedText} from './draft'
import type {Draft, DraftValue} from './field'

interface Form {
  record: ConsoleRecord | null
  draft: Draft
  /** The organisation that a new record will belong to. */
  organisationId: string
}

/** The organisation whose records the form may refer to. When it is empty, the form may refer to none. */
export function organisationOf({record, draft, organisationId}: Form): string {
  const chosen = draft[ORGANISATION]
  if (typeof chosen === 'string') return chosen.trim()
  return record === null ? organisationId : typedText(record.values.organisationId)
}

/** Applies a change to a draft. A new organisation empties the fields that refer to records of the former one. */
export function withChange(
  description: Description,
  {draft, record}: Pick<Form, 'draft' | 'record'>,
  {name, value}: {name: string; value: DraftValue},
): Draft {
  const changed = {...draft, [name]: value}
  if (name !== ORGANISATION || isSame(value, draft[name])) return changed
  const opened = draftOf(description, record)
  const isBack = isSame(value, opened[name])
  const bound = fieldsFor(description, formOf(record)).filter(({names}) => names !== null && names !== 'organisation')
  return {...changed, ...Object.fromEntries(bound.map(field => [field.name, isBack ? (opened[field.name] ?? '') : '']))}
}

const ORGANISATION = 'organisationId'

const isSame = (a: DraftValue | undefined, b: DraftValue | undefined): boolean => trimmed(a) === trimmed(b)
const trimmed = (value: DraftValue | undefined): string => String(value ?? '').trim()
