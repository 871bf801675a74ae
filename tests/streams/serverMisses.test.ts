import {NEVER, throwError} from 'rxjs'
import {expect, it} from 'vitest'
import {serverMisses} from '../../src/streams/serverMisses'
import {marbles} from './marbles'

const outcomes = {r: 'reached', m: 'missed'} as const

it('tells each call that was not answered', () => {
  marbles(({hot, expectObservable}) => {
    const missed = {type: 'server.missed'}
    expectObservable(
      serverMisses(hot('-r-m-m', outcomes), () => NEVER),
      '^ 100ms !',
    ).toBe('---x-x', {x: missed})
  })
})

it('asks every five seconds, survives a failed question and does not repeat one under way', () => {
  marbles(({cold, hot, expectObservable, flush}) => {
    const askedAt: number[] = []
    let asked = 0
    const scheduled = hot('-', outcomes)
    const probe = () => {
      askedAt.push(++asked)
      return asked === 1 ? throwError(() => new Error('away')) : cold('7s (a|)')
    }
    expectObservable(serverMisses(scheduled, probe), '^ 21s !').toBe('')
    flush()
    expect(askedAt).toEqual([1, 2, 3])
  })
})
