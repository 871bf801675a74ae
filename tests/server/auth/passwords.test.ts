import {hash} from '@node-rs/argon2'
import {dictionary} from '@zxcvbn-ts/language-common'
import {describe, expect, it} from 'vitest'
import {DEMO_PASSWORD, PASSWORD_LENGTH, PASSWORD_LENGTH_MIN} from '../../../contract/limits'
import {newPassword} from '../../../contract/wire/people/userChange'
import {createPasswords, isPassword} from '../../../server/auth/passwords'

const passwords = createPasswords({secret: async () => 'secret', hashesOf: async () => []})
const hashNewPassword = (password: string) => passwords.hashNew('ann@works.test', password)

const COMMON = dictionary['passwords-common'].filter(({length}) => length >= PASSWORD_LENGTH_MIN)

describe('a new password', () => {
  it('is hashed by argon2id at or above the work that OWASP asks for', async () => {
    expect(await hashNewPassword('correct horse battery')).toMatch(/^\$argon2id\$v=19\$m=19456,t=6,p=1\$/)
  })

  it.each([
    ...COMMON.slice(0, 10),
    ...COMMON.slice(2990, 3000),
    ...COMMON.slice(-5),
    'PassWord',
    'IloveYOU',
    'FOOTBALL',
    DEMO_PASSWORD,
  ])('is not taken when it is as common as %j', async password => {
    await expect(hashNewPassword(password)).rejects.toMatchObject({
      statusCode: 400,
      message: 'This password is among the most common ones. Choose another.',
    })
  })

  it.each([
    ['the product', 'pulsewall'],
    ['a season and a year', 'Summer2024'],
    ['blanks alone', ' '.repeat(8)],
    ['the email', 'ann@works.test'],
    ['one character', 'x'.repeat(PASSWORD_LENGTH)],
    ['the organisation and a number', 'Harbour Works 1'],
    ['the organisation without its blank', 'harbourworks'],
    ['the own name', 'Annabella1'],
  ])('is not taken when it is %s', async (_what, password) => {
    const words = ['Harbour Works', 'Annabella']
    await expect(passwords.hashNew('ann@works.test', password, words)).rejects.toMatchObject({
      statusCode: 400,
      message: 'This password is easy to guess. Choose a longer one of several uncommon words.',
    })
  })

  it.each(['NFC', 'NFD'] as const)('is the same however its umlauts are typed, when it was set in %s', async form => {
    const password = 'Zürich-Löwe-Ünïcode-9'
    const passwordHash = await hashNewPassword(password.normalize(form))
    const account = {passwordHash, createdAt: 0}

    for (const typed of ['NFC', 'NFD'].map(other => password.normalize(other))) {
      expect(await isPassword(passwordHash, typed)).toBe(true)
      expect(await passwords.matching('ann@works.test', typed, [account])).toEqual([account])
    }
  })

  it('that was set before umlauts were composed is still known as it was typed', async () => {
    const typed = 'Zürich-Löwe-Ünïcode-9'.normalize('NFD')
    expect(await isPassword(await hash(typed), typed)).toBe(true)
  })

  it('is compared with more than three thousand common ones', () => {
    expect(COMMON.length).toBeGreaterThan(3000)
  })

  it.each([
    ['the least length', 'a7$kQ!2z'],
    ['64 characters', 'correct horse '.repeat(5).slice(0, 64)],
    [
      'the greatest length',
      'correct horse battery staple '
        .repeat(9)
        .slice(0, PASSWORD_LENGTH - 1)
        .padEnd(PASSWORD_LENGTH, 'x'),
    ],
    ['spaces at both ends', '  a b  c  d  '],
    ['umlauts, Greek and emoji', 'Ärger über Ωmega 🦊🦊'],
    ['control characters', 'tab\there\0and there'],
    ['half an emoji', 'half of it: \ud83e'],
  ])('of %s counts to its last character', async (_what, password) => {
    expect(newPassword.parse(password)).toBe(password)
    const hash = await hashNewPassword(password)
    expect(await isPassword(hash, password)).toBe(true)
    expect(await isPassword(hash, password.slice(0, -1))).toBe(false)
    expect(await isPassword(hash, `${password} `)).toBe(false)
  })

  it.each([
    [0, 'must have at least 8 characters'],
    [1, 'must have at least 8 characters'],
    [7, 'must have at least 8 characters'],
    [257, 'must have at most 256 characters'],
    [10_000, 'must have at most 256 characters'],
  ])('of %i characters is refused in words', (length, message) => {
    expect(newPassword.safeParse('k'.repeat(length)).error?.issues.map(issue => issue.message)).toEqual([message])
  })
})
