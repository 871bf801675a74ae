import * as z from 'zod/mini'
import {CREDENTIALS_LENGTH_MIN, EMAIL_LENGTH, NAME_LENGTH} from '../limits'

const NO_CONTROLS = 'must not hold control characters'
/** Whether a text can be stored at all: PostgreSQL takes neither NUL nor halves of a surrogate pair. */
export const isStorable = (text: string): boolean => !/[\0\p{Cs}]/u.test(text)

/** Whether it is one line that a person can see and type: without line ends, tabs and other control characters. */
export const isOneLine = (text: string): boolean => !/[\p{Cc}\p{Cs}]/u.test(text)

/** A line as a person types it: trimmed, of at most `length` characters, without control characters. */
export const line = (length: number) =>
  z
    .string()
    .check(z.trim(), z.maxLength(length, `must have at most ${length} characters`), z.refine(isOneLine, NO_CONTROLS))

/** As `line`, and not empty. */
export const requiredLine = (length: number) => line(length).check(z.minLength(1, 'must not be empty'))

/** Compared without regard to the case of letters; umlauts and plus signs are fine. */
export const email = requiredLine(EMAIL_LENGTH).check(
  z.regex(z.regexes.unicodeEmail, 'must be an email address'),
  z.overwrite(text => text.normalize('NFC').toLowerCase()),
)

/** Several lines; tabs and line ends are its only control characters. */
export const text = (length: number) =>
  z.string().check(
    z.trim(),
    z.maxLength(length, `must have at most ${length} characters`),
    z.refine(value => !/[^\P{Cc}\t\n\r]/u.test(value), NO_CONTROLS),
  )

/** What a device sends with. It travels in an address, so it is made of what needs no escaping there. */
export const accessToken = z
  .string()
  .check(
    z.minLength(CREDENTIALS_LENGTH_MIN, `must have at least ${CREDENTIALS_LENGTH_MIN} characters`),
    z.maxLength(NAME_LENGTH, `must have at most ${NAME_LENGTH} characters`),
    z.regex(/^[\w.~-]+$/, 'may hold letters, digits, and . _ ~ - only'),
  )
