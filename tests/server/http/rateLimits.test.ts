import {afterEach, beforeEach, describe, expect, it, vi} from 'vitest'
import {createRateLimiter, parseRateLimits} from '../../../server/http/rateLimits'
import {createTestApp, seedUser, signIn} from '../../support/app'

describe('the form of a limit', () => {
  it.each([
    [
      '100:1,2000:60',
      [
        {points: 100, duration: 1},
        {points: 2000, duration: 60},
      ],
    ],
    [
      ' 5:1 , 6:2 ',
      [
        {points: 5, duration: 1},
        {points: 6, duration: 2},
      ],
    ],
    ['', []],
  ])('%j is read', (limits, parsed) => {
    expect(parseRateLimits(limits)).toEqual(parsed)
  })

  it.each(['100', '100:', ':1', '0:1', '1:0', '-1:1', '1:1,', '1.5:1', 'a:b'])('%j is refused', limits => {
    expect(() => parseRateLimits(limits)).toThrow('is not a rate limit such as "100:1,2000:60"')
  })
})

describe('a limiter', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it('holds each of its limits, and says how long to wait', async () => {
    const limiter = createRateLimiter('2:1,3:60')
    await limiter.consume('a')
    await limiter.consume('a')

    await expect(limiter.consume('a')).rejects.toMatchObject({statusCode: 429, headers: {'retry-after': '1'}})
    vi.advanceTimersByTime(1000)
    await limiter.consume('a')
    await expect(limiter.consume('a')).rejects.toMatchObject({statusCode: 429, headers: {'retry-after': '59'}})
    await expect(limiter.consume('b')).resolves.toBeUndefined()
  })

  it('without a limit lets everything pass', async () => {
    const limiter = createRateLimiter('')

    await expect(Promise.all(Array.from({length: 1000}, () => limiter.consume('a')))).resolves.toHaveLength(1000)
  })
})

it('a user who asks too often is told when to come back', async () => {
  const test = await createTestApp({rateLimits: {user: '2:60'}})
  await seedUser(test.database, {email: 'admin@works.test'})
  const cookies = await signIn(test.app, 'admin@works.test')
  await test.app.inject({url: '/api/v0/user', cookies})
  await test.app.inject({url: '/api/v0/device', cookies})

  const response = await test.app.inject({url: '/api/v0/user', cookies})

  expect(response.statusCode).toBe(429)
  expect(response.headers['retry-after']).toBe('60')
  expect(response.json()).toEqual({message: 'Too many requests. Try again later.'})
  await test.close()
})
