import {describe, expect, it} from 'vitest'
import {nextTryAt} from '../../../server/mail/queue'

const SECOND = 1000
const MINUTE = 60 * SECOND
const TWO_DAYS = 48 * 60 * MINUTE
const NOW = Date.UTC(2025, 10, 21)

describe('a mail that could not be sent', () => {
  it.each([
    [1, 10 * SECOND],
    [2, 30 * SECOND],
    [3, MINUTE],
    [4, 2 * MINUTE],
    [5, 4 * MINUTE],
    [6, 8 * MINUTE],
    [7, 15 * MINUTE],
    [100, 15 * MINUTE],
  ])('waits after attempt %i for %i ms', (attempts, delay) => {
    expect(nextTryAt({attempts, createdAt: NOW}, NOW)).toBe(NOW + delay)
  })

  it('is tried for two days and no longer', () => {
    const createdAt = NOW - TWO_DAYS + 15 * MINUTE

    expect(nextTryAt({attempts: 200, createdAt}, NOW)).toBe(NOW + 15 * MINUTE)
    expect(nextTryAt({attempts: 200, createdAt: createdAt - 1}, NOW)).toBeUndefined()
  })
})
