import {DEMO_PASSWORD, TITLE} from '../../contract/limits'
import {badRequest} from '../http/failures/errors'
import {once} from '../http/once'

/**
 * Throws 400 for a password that many people use, or that is easy to guess for someone who knows `words`: the email
 * and what else belongs to the account. Case is ignored.
 */
export async function refuseWeakPassword(password: string, words: readonly string[]): Promise<void> {
  const {isCommon, scoreOf} = await loadOnce()
  if (isCommon(password.toLowerCase())) throw badRequest(COMMON)
  if ((await scoreOf(password.slice(0, LOOKED_AT), [TITLE, ...words].flatMap(partsOf))) < LEAST_SCORE)
    throw badRequest(GUESSABLE)
}

const COMMON = 'This password is among the most common ones. Choose another.'
const GUESSABLE = 'This password is easy to guess. Choose a longer one of several uncommon words.'

/** The least score of 4, as zxcvbn counts: eight random characters have 2. */
const LEAST_SCORE = 2
/** The work of zxcvbn grows with the length, and whatever begins hard to guess stays so. */
const LOOKED_AT = 72

/** The lists are loaded at their first use, because unpacking them takes longer than the rest of the server's start. */
const loadOnce = once(async () => {
  const [{ZxcvbnFactory}, common, english] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
    import('@zxcvbn-ts/language-en'),
  ])
  const passwords = new Set(common.dictionary['passwords-common']).add(DEMO_PASSWORD)
  const dictionary = {...common.dictionary, ...english.dictionary}
  const zxcvbn = new ZxcvbnFactory({dictionary, graphs: common.adjacencyGraphs})
  return {
    isCommon: (password: string) => passwords.has(password),
    scoreOf: async (password: string, words: string[]) => (await zxcvbn.check(password, words)).score,
  }
})

/** A text as a whole, without its blanks, and its words. */
const partsOf = (text: string): string[] => [text, text.replace(/\s+/g, ''), ...text.split(/[^\p{L}\p{N}]+/u)]
