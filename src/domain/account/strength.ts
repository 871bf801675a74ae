import {passwordFault} from '../../../contract/rules/password'

export type Strength = 'weak' | 'fair' | 'strong'

const FAIR_BITS = 45
const STRONG_BITS = 70
/** A character that follows from the one before it is easy to guess. */
const FOLLOWING = 0.25

/**
 * Estimates how hard a new password is to guess, by its length and its kinds of characters; null when the server would
 * refuse it. It knows no words, so it takes many for harder than they are.
 */
export function passwordStrength(password: string): Strength | null {
  if (passwordFault(password) !== null) return null
  const bits = surprises(password) * Math.log2(alphabetOf(password))
  if (bits < FAIR_BITS) return 'weak'
  return bits < STRONG_BITS ? 'fair' : 'strong'
}

const KINDS: readonly (readonly [kind: RegExp, size: number])[] = [
  [/[a-z]/, 26],
  [/[A-Z]/, 26],
  [/[0-9]/, 10],
  [/[ -/:-@[-`{-~]/, 33],
  [/[^ -~]/, 100],
]

function alphabetOf(password: string): number {
  return KINDS.reduce((size, [kind, characters]) => (kind.test(password) ? size + characters : size), 0)
}

/** The number of its characters, where a repeated one (`aaa`) and the next in a row (`abc`, `321`) count little. */
function surprises(password: string): number {
  const codes = [...password].map(character => character.codePointAt(0) ?? 0)
  return codes.reduce((sum, code, index) => {
    const step = Math.abs(code - (codes[index - 1] ?? Number.NaN))
    return sum + (step <= 1 ? FOLLOWING : 1)
  }, 0)
}
