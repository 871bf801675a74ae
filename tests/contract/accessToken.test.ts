import {randomBytes, randomUUID} from 'node:crypto'
import fc from 'fast-check'
import {expect, it} from 'vitest'
import {accessToken} from '../../contract/wire/accessToken'

const messagesOf = (token: string) => (accessToken.safeParse(token).error?.issues ?? []).map(({message}) => message)

it.each([
  ['a'.repeat(20)],
  ['ab'.repeat(10)],
  ['abcdef'.repeat(4)],
  ['abcdefghijklmnopqrst'],
  ['98765432109876543210'],
  ['0000000000000000000001'],
  ['device-1-device-1-device-1'],
])('does not take the token %s', token => {
  expect(messagesOf(token)).toEqual(['is too easy to guess'])
})

it.each([
  [() => randomUUID()],
  [() => randomBytes(10).toString('hex')],
  [() => randomBytes(15).toString('base64url')],
  [() => 'the-access-token-of-anchor'],
])('takes any token that %s makes', make => {
  expect(Array.from({length: 1000}, make).flatMap(messagesOf)).toEqual([])
})

it('takes no token of one piece that is repeated', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[\w.~-]{1,100}$/), piece => {
      const token = piece.repeat(Math.max(2, Math.ceil(20 / piece.length)))
      expect(messagesOf(token)).toEqual(['is too easy to guess'])
    }),
  )
})
