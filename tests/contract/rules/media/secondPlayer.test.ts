import {expect, it} from 'vitest'
import {HEARTBEAT_FRESHNESS} from '../../../../contract/limits'
import {isSecondPlayerThere, secondPlayerFrom} from '../../../../contract/rules/media/secondPlayer'

const NOW = Date.parse('2026-01-14T12:00:00Z')

it.each([
  [{ts: NOW}, NOW],
  [{ts: 'now'}, null],
  [{}, null],
  [[NOW], null],
  [null, null],
  [undefined, null],
])('the refusal of a second player that is noted as %j was at %j', (value, at) => {
  expect(secondPlayerFrom(value)).toBe(at)
})

it('is of now for as long as a silent device is taken for alive', () => {
  expect(isSecondPlayerThere(NOW, NOW)).toBe(true)
  expect(isSecondPlayerThere(NOW, NOW + HEARTBEAT_FRESHNESS - 1)).toBe(true)
  expect(isSecondPlayerThere(NOW, NOW + HEARTBEAT_FRESHNESS)).toBe(false)
  expect(isSecondPlayerThere(null, NOW)).toBe(false)
  expect(isSecondPlayerThere(undefined, NOW)).toBe(false)
})
