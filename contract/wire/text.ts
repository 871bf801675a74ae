import * as z from 'zod/mini'
import {EMAIL_LENGTH} from '../limits'

const NO_CONTROLS = 'must not hold control characters'
/** PostgreSQL refuses texts with NUL or with half a surrogate pair. */
export const isStorable = (text: string): boolean => !/[\0\p{Cs}]/u.test(text)

/** Callers resolve `.` and `..` in the path of a URL, however they are encoded, so such a key can't be asked for. */
export const isAddressable = (key: string): boolean => key !== '.' && key !== '..'

/** Whether a text has no line ends, tabs or other control characters, so that a person can see and type all of it. */
export const isOneLine = (text: string): boolean => !/[\p{Cc}\p{Cs}]/u.test(text)

/** Blanks, and characters that are invisible on their own, such as zero-width ones, marks of direction and fillers. */
const INVISIBLE = /[\s\p{DI}\u2800]/u
const VISIBLE = /[^\s\p{DI}\u2800]/u
/** They belong to the character before them: they choose its form, as in flags. */
const PART_OF_CHARACTER = /[\u034f\u180b-\u180d\u180f\ufe00-\ufe0f\u{e0020}-\u{e01ef}]/u

/** Removes invisible characters at the beginning and the end, so that a text without anything visible is empty. */
export function trimmed(text: string): string {
  const start = text.search(VISIBLE)
  if (start < 0) return ''
  let end = text.length
  for (let last = lastCharacter(text, end); isInvisibleAtEnd(last); last = lastCharacter(text, end)) end -= last.length
  return text.slice(start, end)
}

const isInvisibleAtEnd = (character: string) => INVISIBLE.test(character) && !PART_OF_CHARACTER.test(character)

function lastCharacter(text: string, end: number): string {
  const pair = text.codePointAt(end - 2)
  return pair !== undefined && pair > 0xffff ? String.fromCodePoint(pair) : text.charAt(end - 1)
}

/** The check that `trimmed` is for. */
export const trim = () => z.overwrite<string>(trimmed)

/** A line of at most `length` characters without control characters. It is trimmed, and may be empty. */
export const line = (length: number) =>
  z
    .string()
    .check(trim(), z.maxLength(length, `must have at most ${length} characters`), z.refine(isOneLine, NO_CONTROLS))

/** A `line` that is not empty. */
export const requiredLine = (length: number) => line(length).check(z.minLength(1, 'must not be empty'))

/** Emails are converted to lower case, because they are compared as texts. Umlauts and plus signs are allowed. */
/** Excludes characters that a mail server would take for a name, a comment or a second address around the inbox. */
const EMAIL = /^[^\s\p{C}@"<>()[\]\\,;:]{1,64}@[\p{L}\p{M}\p{N}-]+(\.[\p{L}\p{M}\p{N}-]+)*$/u

export const email = requiredLine(EMAIL_LENGTH).check(
  z.regex(EMAIL, 'must be an email address'),
  z.overwrite(text => text.normalize('NFC').toLowerCase()),
)

/** A text of several lines, whose only control characters are tabs and line ends. It is trimmed. */
export const text = (length: number) =>
  z.string().check(
    trim(),
    z.maxLength(length, `must have at most ${length} characters`),
    z.refine(value => !/[^\P{Cc}\t\n\r]/u.test(value), NO_CONTROLS),
  )
