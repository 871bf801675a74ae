import {NAME_LENGTH, PASSWORD_LENGTH, PASSWORD_LENGTH_MIN, RETENTION_DAYS} from '../../../../contract/limits'
import {passwordFault} from '../../../../contract/rules/password'
import {email, line, trimmed} from '../../../../contract/wire/text'
import {texts} from '../texts'
import type {ConsoleRecord, Description} from './description'
import {draftOf, fieldsFor, formOf, isLeftOut} from './draft'
import type {Draft, DraftValue, Field, Problems} from './field'
import {infoProblem} from './typedJson'

export function problemsOf(description: Description, draft: Draft, record: ConsoleRecord | null): Problems {
  const found = checkedFields(description, draft, record).flatMap(field => {
    const problem = problemOf(field, draft[field.name] ?? '')
    return problem === null ? [] : [[field.name, problem] as const]
  })
  return {...Object.fromEntries(found), ...description.rule?.(draft, record)}
}

export const isSound = (description: Description, draft: Draft, record: ConsoleRecord | null): boolean =>
  Object.keys(problemsOf(description, draft, record)).length === 0

/** The text above the form about empty required fields; null when none is empty, or when the kind has no such text. */
export function requiredText(description: Description, draft: Draft, record: ConsoleRecord | null): string | null {
  const fields = checkedFields(description, draft, record)
  return fields.some(field => isMissing(field, draft[field.name] ?? '')) ? (description.texts.required ?? null) : null
}

/** Leaves out unchanged fields, since a value that the server has accepted must not block changes to other fields. */
function checkedFields(description: Description, draft: Draft, record: ConsoleRecord | null): readonly Field[] {
  const opened = draftOf(description, record)
  return fieldsFor(description, formOf(record)).filter(
    field => !isLeftOut(field, draft) && (record === null || draft[field.name] !== opened[field.name]),
  )
}

function problemOf(field: Field, value: DraftValue): string | null {
  if (isMissing(field, value)) return texts.required(field.label)
  return typeof value === 'boolean' || value === '' ? null : shapeProblem(field, value)
}

/** A password counts with its spaces. */
const isMissing = ({isRequired, kind}: Field, value: DraftValue): boolean =>
  isRequired && typeof value === 'string' && (kind === 'password' ? value : trimmed(value)) === ''

function shapeProblem({kind, isOwn}: Field, text: string): string | null {
  switch (kind) {
    case 'email':
      return email.safeParse(text).success ? null : texts.noEmail
    case 'password':
      return isOwn ? null : passwordProblem(text)
    case 'info':
      return infoProblem(text)
    case 'days':
      return daysProblem(text)
    case 'line':
    case 'phone':
    case 'id':
    case 'choice':
      return lineProblem(text)
    case 'flag':
    case 'time':
    case 'count':
      return null
    default:
      return kind satisfies never
  }
}

const storable = line(NAME_LENGTH)

function lineProblem(text: string): string | null {
  const [issue] = storable.safeParse(text).error?.issues ?? []
  if (issue === undefined) return null
  return issue.code === 'too_big' ? texts.tooLong(NAME_LENGTH) : texts.controlCharacters
}

function daysProblem(text: string): string | null {
  const isWithin = /^\d{1,5}$/.test(text.trim()) && Number(text) >= 1 && Number(text) <= RETENTION_DAYS
  return isWithin ? null : texts.noDays(RETENTION_DAYS)
}

function passwordProblem(text: string): string | null {
  const fault = passwordFault(text)
  if (fault === null) return null
  return fault === 'tooShort' ? texts.passwordTooShort(PASSWORD_LENGTH_MIN) : texts.passwordTooLong(PASSWORD_LENGTH)
}
