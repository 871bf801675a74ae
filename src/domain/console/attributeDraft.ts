import {BODY_BYTES, JSON_DEPTH, KEY_LENGTH, TEXT_VALUE_LENGTH} from '../../../contract/limits'
import {isOneLine, isStorable, trimmed} from '../../../contract/wire/text'
import {
  type Attribute,
  type AttributeQuestion,
  type AttributeType,
  type AttributeValue,
  type AttributeWrite,
  attributeText,
} from './attribute'
import {isDeeperThan, parsedJson} from './records/typedJson'
import {texts} from './texts'

/** The form of an attribute. `text` is 'true' or 'false' when the type is boolean. */
export interface AttributeDraft {
  key: string
  type: AttributeType
  text: string
}

/** A draft, and the attribute that the form was opened with, which is null for a new one. */
interface Opened {
  draft: AttributeDraft
  chosen: Attribute | null
}

export type AttributeProblems = Partial<Record<'key' | 'value', string>>

export const EMPTY_DRAFT: AttributeDraft = {key: '', type: 'text', text: ''}

export function attributeDraftOf({key, value}: Attribute): AttributeDraft {
  return {key, type: value.type, text: attributeText(value)}
}

/** Whether the draft differs from the attribute that the form was opened with, which is null for a new one. */
export function isDraftChanged({key, type, text}: AttributeDraft, chosen: Attribute | null): boolean {
  const opened = chosen === null ? EMPTY_DRAFT : attributeDraftOf(chosen)
  return key !== opened.key || type !== opened.type || text !== opened.text
}

/** Keeps the text when the type changes. For a boolean, any text but 'true' becomes 'false'. */
export function retyped(draft: AttributeDraft, type: AttributeType): AttributeDraft {
  const text = type === 'bool' ? String(draft.text.trim() === 'true') : draft.text
  return {...draft, type, text}
}

export const problemsOf = ({draft, chosen}: Opened): AttributeProblems =>
  attributeProblems(draft, {isNew: chosen === null})

/** Drops the problems of the fields that the user has just changed. */
export function withoutProblems({key, value}: AttributeProblems, change: Partial<AttributeDraft>): AttributeProblems {
  return {
    ...(key === undefined || change.key !== undefined ? {} : {key}),
    ...(value === undefined || change.text !== undefined ? {} : {value}),
  }
}

/** Builds the write that a draft asks for. The draft must have no problems. */
export const writeOf = ({draft, chosen}: Opened): Omit<AttributeWrite, keyof AttributeQuestion> => ({
  value: attributeValueOf(draft),
  version: chosen?.version ?? null,
  isNew: chosen === null,
})

/** The key is only checked for a new attribute, because devices may use keys that people may not type. */
export function attributeProblems(draft: AttributeDraft, {isNew}: {isNew: boolean}): AttributeProblems {
  const key = isNew ? keyProblem(trimmed(draft.key)) : null
  const value = valueProblem(draft)
  return {...(key === null ? {} : {key}), ...(value === null ? {} : {value})}
}

function keyProblem(key: string): string | null {
  if (key === '') return texts.required(texts.key)
  if (key.length > KEY_LENGTH) return texts.tooLong(KEY_LENGTH)
  return isOneLine(key) ? null : texts.controlCharacters
}

function valueProblem({type, text}: AttributeDraft): string | null {
  if (text.trim() === '') return texts.required(texts.value)
  switch (type) {
    case 'text':
      return textProblem(text)
    case 'bool':
      return null
    case 'long':
      return isWhole(text) ? null : texts.notWhole
    case 'double':
      return Number.isFinite(Number(text)) ? null : texts.notANumber
    case 'json':
      return jsonProblem(text)
    default:
      return type satisfies never
  }
}

function textProblem(text: string): string | null {
  if (text.length > TEXT_VALUE_LENGTH) return texts.tooLong(TEXT_VALUE_LENGTH)
  return isStorable(text) ? null : texts.broken
}

const isWhole = (text: string): boolean => /^\s*[+-]?\d+\s*$/.test(text) && Number.isSafeInteger(Number(text))

/** The request body nests the value one level deeper than it is typed, and the limit counts for the body. */
const DEPTH = JSON_DEPTH - 1
const BYTES = BODY_BYTES - 4096

function jsonProblem(text: string): string | null {
  const json = parsedJson(text)
  if (json === undefined) return texts.noJson
  if (json === null) return texts.nullIsNoValue
  if (isDeeperThan(json, DEPTH)) return texts.tooDeep(DEPTH)
  const bytes = new TextEncoder().encode(JSON.stringify(json)).length
  return bytes > BYTES ? texts.tooManyBytes(BYTES) : null
}

/** Parses the value of a draft, which must have no problems. */
export function attributeValueOf({type, text}: AttributeDraft): AttributeValue {
  switch (type) {
    case 'text':
      return {type, value: text}
    case 'bool':
      return {type, value: text === 'true'}
    case 'long':
    case 'double':
      return {type, value: Number(text)}
    case 'json':
      return {type, value: parsedJson(text) ?? null}
    default:
      return type satisfies never
  }
}
