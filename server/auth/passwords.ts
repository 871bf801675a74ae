import {createHmac} from 'node:crypto'
import {hash, parseOptions} from '@node-rs/argon2'
import {DEMO_PASSWORD, TITLE} from '../../contract/limits'
import {badRequest} from '../http/failures/errors'
import {once} from '../http/once'
import type {RefuseBreached} from './breachedPasswords'

/** The work of a hash: kibibytes of memory, rounds and threads of argon2id, the library's default algorithm. */
export interface HashWork {
  memoryCost: number
  timeCost: number
  parallelism: number
}

/** Three times the rounds that OWASP recommends, so that the hash takes longer than the rest of a login. */
const HASH_WORK: HashWork = {memoryCost: 19_456, timeCost: 6, parallelism: 1}

/** The placeholder for a hash until the owner of an account sets a password. Nothing matches it. */
export const NO_PASSWORD = ''

/**
 * The hashes of all accounts of an email share one salt, so that a single computation shows which of them a password
 * belongs to. It takes as long for an email without any account, whose salt follows from the email and a secret.
 */
export interface Passwords {
  /**
   * Hashes a password that the owner of the email chooses. Throws 400 when it is common, known from a breach, or easy
   * to guess for someone who knows the email and the `words` of the account.
   */
  hashNew(email: string, password: string, words?: readonly string[]): Promise<string>
  hash(email: string, password: string): Promise<string>
  /** The accounts of an email that have this password. */
  matching<Account extends {passwordHash: string}>(
    email: string,
    password: string,
    accounts: readonly Account[],
  ): Promise<Account[]>
  /** Whether a hash has less work than today's, or another salt than the oldest account of the same email. */
  isOutdated(passwordHash: string, accounts: readonly {passwordHash: string; createdAt: number}[]): boolean
}

export interface PasswordOptions {
  /** The secret from which salts are made. */
  secret: () => Promise<string>
  /** The hashes of all accounts of an email, the oldest account first. */
  hashesOf: (email: string) => Promise<string[]>
  /** Asks a service that knows of breaches, if there is one. */
  refuseBreached?: RefuseBreached | undefined
  work?: HashWork | undefined
}

export function createPasswords({secret, hashesOf, refuseBreached, work = HASH_WORK}: PasswordOptions): Passwords {
  async function ownSaltOf(email: string): Promise<Buffer> {
    return createHmac('sha256', await secret())
      .update(email)
      .digest()
      .subarray(0, SALT_BYTES)
  }

  async function hashFor(email: string, password: string): Promise<string> {
    const [stored] = (await hashesOf(email)).filter(isHash)
    return hash(composed(password), {...work, salt: stored === undefined ? await ownSaltOf(email) : saltOf(stored)})
  }

  return {
    async hashNew(email, password, words = []) {
      await refuseWeakPassword(password, [email, ...words])
      await refuseBreached?.(password)
      return hashFor(email, password)
    },
    hash: hashFor,
    async matching(email, password, accounts) {
      const bases = new Map(
        accounts
          .map(account => account.passwordHash)
          .filter(isHash)
          .map(basisOf),
      )
      if (bases.size === 0) await hash(password, {...work, salt: await ownSaltOf(email)})
      const computed = new Set<string>()
      for (const basis of [...bases.values()].slice(0, MAX_BASES))
        for (const form of formsOf(password)) computed.add(await hash(form, basis))
      return accounts.filter(({passwordHash}) => computed.has(passwordHash))
    },
    isOutdated(passwordHash, accounts) {
      const {memoryCost, timeCost} = parseOptions(passwordHash)
      const [oldest] = accounts
        .filter(account => isHash(account.passwordHash))
        .sort((a, b) => a.createdAt - b.createdAt)
      const isOfAnotherSalt = oldest !== undefined && !saltOf(oldest.passwordHash).equals(saltOf(passwordHash))
      return isOfAnotherSalt || memoryCost * timeCost < work.memoryCost * work.timeCost
    },
  }
}

const SALT_BYTES = 16
/**
 * Accounts whose email an admin has changed bring the salt of their former email until their owner signs in. More
 * computations than this would let an admin of many organisations make sign-ins slow.
 */
const MAX_BASES = 4

/** Hashes a password with a salt of its own. */
export const hashPassword = (password: string, work = HASH_WORK): Promise<string> => hash(composed(password), work)

/** Whether it is the password of an account that is known. */
export async function isPassword(passwordHash: string, password: string): Promise<boolean> {
  if (!isHash(passwordHash)) return false
  for (const form of formsOf(password)) if ((await hash(form, basisOf(passwordHash)[1])) === passwordHash) return true
  return false
}

/** Some systems type an umlaut as two characters, and others as one (NIST SP 800-63B, 5.1.1.2). */
const composed = (password: string): string => password.normalize('NFC')

/** Passwords that were set before they were composed are known as they were typed. */
const formsOf = (password: string): ReadonlySet<string> => new Set([composed(password), password])

const isHash = (passwordHash: string) => passwordHash !== NO_PASSWORD

/** The common part of all hashes that one computation can be compared with. */
function basisOf(passwordHash: string) {
  const {memoryCost, timeCost, parallelism} = parseOptions(passwordHash)
  const basis = {memoryCost, timeCost, parallelism, salt: saltOf(passwordHash)}
  return [passwordHash.slice(0, passwordHash.lastIndexOf('$')), basis] as const
}

function saltOf(passwordHash: string): Buffer {
  return Buffer.from(passwordHash.split('$').at(-2) ?? '', 'base64')
}

/**
 * Throws 400 for a password that many people use, or that is easy to guess for someone who knows `words`: the email
 * and what else belongs to the account. Case is ignored.
 */
async function refuseWeakPassword(password: string, words: readonly string[]): Promise<void> {
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
