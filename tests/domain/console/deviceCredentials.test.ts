import {expect, it} from 'vitest'
import {deviceToken} from '../../../src/domain/console/deviceCredentials'

const bytesOf =
  (...bytes: number[]) =>
  (length: number) =>
    Uint8Array.from({length}, () => bytes.shift() ?? 0)

it('makes a token of 32 letters and digits', () => {
  expect(deviceToken(length => crypto.getRandomValues(new Uint8Array(length)))).toMatch(/^[A-Za-z0-9]{32}$/)
})

it('leaves out the bytes that would make some letters likelier', () => {
  expect(deviceToken(bytesOf(0, 61, 62, 247, 248, 255, 1))).toBe(`A9A9B${'A'.repeat(27)}`)
})
