import * as z from 'zod/mini'
import {CREDENTIALS_LENGTH_MIN, NAME_LENGTH} from '../../limits'

/** The message also for a token that a device out of reach has: two people have thought of it. */
export const EASY_TO_GUESS = 'is too easy to guess'

/**
 * A device sends this token in the path of its calls, so it may only hold characters that need no escaping there.
 * Anyone who guesses it can send in the name of the device.
 */
export const accessToken = z.string().check(
  z.minLength(CREDENTIALS_LENGTH_MIN, {
    error: `must have at least ${CREDENTIALS_LENGTH_MIN} characters`,
    abort: true,
  }),
  z.maxLength(NAME_LENGTH, {error: `must have at most ${NAME_LENGTH} characters`, abort: true}),
  z.regex(/^[\w.~-]+$/, 'may hold letters, digits, and . _ ~ - only'),
  z.refine(isVaried, EASY_TO_GUESS),
)

/** One of 4,000 random texts of 20 digits has fewer. */
const DIFFERENT = 6
/** The share of neighbours that are equal or consecutive, as in `abc` or `321`. At random it is a third at most. */
const ROWS = 0.75

function isVaried(token: string): boolean {
  const codes = [...token].map(character => character.charCodeAt(0))
  const inRows = codes.filter((code, at) => Math.abs(code - (codes[at - 1] ?? Number.NaN)) <= 1)
  return new Set(codes).size >= DIFFERENT && inRows.length < codes.length * ROWS && !isRepeated(token)
}

/** Whether a token is a piece of it again and again. */
const isRepeated = (token: string): boolean =>
  Array.from({length: Math.floor(token.length / 2)}, (_, at) => token.slice(at + 1)).some(rest =>
    token.startsWith(rest),
  )
