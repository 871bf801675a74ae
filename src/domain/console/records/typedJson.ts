import {JSON_DEPTH, TEXT_LENGTH} from '../../../../contract/limits'
import type {Json} from '../../../../contract/wire/common'
import {texts} from '../texts'

/** The request body nests the value one level deeper, and the limit counts for the body. */
const DEPTH = JSON_DEPTH - 1

/** A text that starts with a bracket must be valid JSON. */
export function infoProblem(typed: string): string | null {
  const text = typed.trim()
  if (!looksLikeJson(text)) {
    return text.length > TEXT_LENGTH ? texts.tooLong(TEXT_LENGTH) : null
  }
  const json = parsedJson(text)
  if (json === undefined) return texts.noInfoJson
  return isDeeperThan(json, DEPTH) ? texts.tooDeep(DEPTH) : null
}

/** Parses a text that starts with a bracket as JSON. Any other text is the value itself. */
export function typedInfo(typed: string): Json {
  const text = typed.trim()
  return looksLikeJson(text) ? (parsedJson(text) ?? text) : text
}

const looksLikeJson = (text: string): boolean => text.startsWith('{') || text.startsWith('[')

/** Undefined when the text is not JSON. */
export function parsedJson(text: string): Json | undefined {
  try {
    const parsed: Json = JSON.parse(text)
    return parsed
  } catch {
    return undefined
  }
}

export function isDeeperThan(json: Json, levels: number): boolean {
  if (typeof json !== 'object' || json === null) return false
  return levels === 0 || Object.values(json).some(item => isDeeperThan(item, levels - 1))
}
