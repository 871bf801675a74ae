import {NEVER, of, throwError} from 'rxjs'
import {expect, it} from 'vitest'
import {serverMisses} from '../../../src/streams/session/serverMisses'
import {marbles} from '../marbles'

const outcomes = {r: 'reached', m: 'missed'} as const
const missed = {type: 'server.missed'}
const unreachable = throwError(() => ({kind: 'unreachable', status: null, serverMessage: null}))
const refused = throwError(() => ({kind: 'refused', status: 500, serverMessage: 'no'}))

it('tells of a call that was not answered when the server does not answer a question either', () => {
  marbles(({cold, hot, expectObservable}) => {
    const probe = () => cold('--#', {}, {kind: 'unreachable', status: null, serverMessage: null})
    expectObservable(serverMisses(hot('-r-m', outcomes), probe), '^ 100ms !').toBe('-----x', {x: missed})
  })
})

it.each([
  ['answers', of({})],
  ['refuses', refused],
  ['says nothing yet', NEVER],
])('takes one call that was not answered for no outage while the server %s', (_, answer) => {
  marbles(({hot, expectObservable}) => {
    expectObservable(
      serverMisses(hot('-m-m', outcomes), () => answer),
      '^ 100ms !',
    ).toBe('')
  })
})

it('asks every five seconds, and does not repeat a question under way', () => {
  marbles(({cold, hot, expectObservable, flush}) => {
    const askedAt: number[] = []
    let asked = 0
    const probe = () => {
      askedAt.push(++asked)
      return asked === 1 ? refused : cold('7s (a|)')
    }
    expectObservable(serverMisses(hot('-', outcomes), probe), '^ 21s !').toBe('')
    flush()
    expect(askedAt).toEqual([1, 2, 3])
  })
})

it('asks nothing while other calls are answered', () => {
  marbles(({hot, expectObservable}) => {
    expectObservable(
      serverMisses(hot('4s r 4s r 4s r', outcomes), () => unreachable),
      '^ 17s !',
    ).toBe('')
    expectObservable(
      serverMisses(hot('4s r', outcomes), () => unreachable),
      '^ 9.5s !',
    ).toBe('9s x', {x: missed})
  })
})

it('notices in five seconds that the server is away', () => {
  marbles(({hot, expectObservable}) => {
    expectObservable(
      serverMisses(hot('-', outcomes), () => unreachable),
      '^ 6s !',
    ).toBe('5s x', {x: missed})
  })
})
