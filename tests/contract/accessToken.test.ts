import {createHash, randomUUID} from 'node:crypto'
import fc from 'fast-check'
import {expect, it} from 'vitest'
import {accessToken} from '../../contract/wire/people/accessToken'

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

/** Bytes like random ones, and the same each time: of so many truly random ones, one could look like no random one. */
const bytesOf = (place: number, length: number) => createHash('sha256').update(`${place}`).digest().subarray(0, length)

it.each([
  ['a UUID', () => randomUUID()],
  ['hexadecimal digits', (place: number) => bytesOf(place, 10).toString('hex')],
  ['letters and digits', (place: number) => bytesOf(place, 15).toString('base64url')],
  ['words', () => 'the-access-token-of-anchor'],
])('takes any token of %s', (_, make) => {
  expect(Array.from({length: 1000}, (_, place) => make(place)).flatMap(messagesOf)).toEqual([])
})

it('takes no token of one piece that is repeated', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[\w.~-]{1,100}$/), piece => {
      const token = piece.repeat(Math.max(2, Math.ceil(20 / piece.length)))
      expect(messagesOf(token)).toEqual(['is too easy to guess'])
    }),
  )
})
