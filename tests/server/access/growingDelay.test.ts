import {beforeEach, describe, expect, it} from 'vitest'
import {createGrowingDelay, type GrowingDelay} from '../../../server/access/growingDelay'
import {HttpError} from '../../../server/http/failures/errors'
import {networkOf} from '../../../server/http/network'

const SECOND = 1000
let now: number
let delay: GrowingDelay

beforeEach(() => {
  now = 1_763_683_200_000
  delay = createGrowingDelay('5:300', () => now)
})

/** Fails as soon as it may; answers how long it had to wait, in seconds. */
function fail(key = 'ann'): number {
  const startedAt = now
  for (;;) {
    const wait = waitOf(key)
    if (wait === 0) return (now - startedAt) / SECOND
    now += wait * SECOND
  }
}

function waitOf(key: string): number {
  try {
    delay.begin(key)
    return 0
  } catch (refusal) {
    if (!(refusal instanceof HttpError) || refusal.statusCode !== 429) throw refusal
    return Number(refusal.headers['retry-after'])
  }
}

const failures = (count: number) => Array.from({length: count}, () => fail())

describe('a growing delay', () => {
  it('lets five failures pass and then doubles the wait up to a minute', () => {
    expect(failures(16)).toEqual([0, 0, 0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 60, 60, 60, 60])
  })

  it('can be asked without counting a failure', () => {
    failures(5)
    expect([() => delay.requireNoWait('ann'), () => delay.requireNoWait('ann')].map(ask => ask())).toEqual([
      undefined,
      undefined,
    ])
    failures(1)

    expect(() => delay.requireNoWait('ann')).toThrow('Too many requests. Try again later.')
    expect(failures(2)).toEqual([1, 2])
  })

  it('does not grow by what is refused while it lasts', () => {
    failures(6)

    for (let round = 0; round < 100; round++) expect(waitOf('ann')).toBe(1)
    expect(failures(2)).toEqual([1, 2])
  })

  it('is each key’s own', () => {
    failures(12)

    expect(fail('bob')).toBe(0)
  })

  it('undoes failures while it is quiet, one after the other', () => {
    failures(5)
    now += 120 * SECOND
    expect(failures(4)).toEqual([0, 0, 0, 1])

    now += 3600 * SECOND
    expect(failures(7)).toEqual([0, 0, 0, 0, 0, 0, 1])
  })

  it('is over some minutes after any number of failures', () => {
    failures(100)
    now += 60 * SECOND + 13 * 60 * SECOND

    expect(failures(7)).toEqual([0, 0, 0, 0, 0, 0, 1])
  })

  it('counts attempts that run at the same time before their outcome is known', () => {
    const outcomes = Array.from({length: 50}, () => waitOf('ann'))

    expect(outcomes.filter(wait => wait === 0)).toHaveLength(6)
  })

  it('takes back what was no failure, with its own wait', () => {
    for (let round = 0; round < 100; round++) delay.begin('ann').takeBack()
    expect(failures(5)).toEqual([0, 0, 0, 0, 0])

    delay.begin('ann').takeBack()
    expect(failures(2)).toEqual([0, 1])
  })

  it('keeps the wait that another failure has earned', () => {
    failures(4)
    const attempt = delay.begin('ann')
    delay.begin('ann')
    attempt.takeBack()

    expect(waitOf('ann')).toBe(1)
  })

  it('is forgotten on request', () => {
    failures(9)
    delay.forget('ann')

    expect(failures(6)).toEqual([0, 0, 0, 0, 0, 0])
  })

  it('is none without a limit', () => {
    delay = createGrowingDelay('', () => now)

    expect(failures(1000).every(wait => wait === 0)).toBe(true)
  })
})

describe('what counts as one caller', () => {
  it.each([
    ['10.0.0.1', '10.0.0.1'],
    ['::ffff:10.0.0.1', '10.0.0.1'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::9', '2001:db8:1:2::/64'],
    ['2001:db8::9', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['not an address', 'not an address'],
  ])('of %j is %j', (address, network) => {
    expect(networkOf(address)).toBe(network)
  })
})
