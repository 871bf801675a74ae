import {expect, it} from 'vitest'
import {DAY, HOUR} from '../../../../contract/rules/time/durations'
import {learn} from '../../../../contract/rules/usual/learn'
import {decodeState, emptyState, encodeState, learnedUntil} from '../../../../contract/rules/usual/state'
import {hoursFrom} from './hours'

const START = Date.parse('2026-01-05T00:00Z')
const state = learn(emptyState('America/Argentina/ComodRivadavia'), hoursFrom(START, 60, Math.sin))

it('reads the bytes of a state as that state', () => {
  expect(decodeState(encodeState(state))).toEqual(state)
  expect(decodeState(encodeState(emptyState('UTC')))).toEqual(emptyState('UTC'))
})

it('takes at most 6 kB for a series', () => {
  expect(encodeState(state).length).toBeLessThanOrEqual(6000)
})

it('refuses bytes in which one bit is wrong, which are cut, or of another version', () => {
  const bytes = encodeState(state)
  for (let index = 0; index < bytes.length; index += 97)
    expect(decodeState(bytes.with(index, (bytes[index] ?? 0) ^ 4))).toBeNull()
  expect(decodeState(bytes.subarray(1))).toBeNull()
  expect(decodeState(bytes.slice(0, -1))).toBeNull()
  expect(decodeState(new Uint8Array())).toBeNull()
})

it('tells until when it has learned', () => {
  expect(learnedUntil(emptyState('UTC'))).toBe(0)
  expect(
    learnedUntil(
      learn(
        emptyState('UTC'),
        hoursFrom(START, 1, () => 5),
      ),
    ),
  ).toBe(START + DAY)
  expect(learnedUntil(state) % HOUR).toBe(0)
})
