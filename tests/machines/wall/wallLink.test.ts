import {Subject} from 'rxjs'
import {afterEach, beforeEach, describe, expect, it, vi} from 'vitest'
import {createActor, fromEventObservable} from 'xstate'
import type {Failure} from '../../../src/domain/failure'
import {type SessionChanged, wallLinkMachine} from '../../../src/machines/wall/wallLink'

const TOKEN = 'l1.secret'
const refusal = (kind: Failure['kind'], status: number | null): Failure => ({kind, status, serverMessage: null})
const AWAY = refusal('unreachable', null)

function createLink(token: string | null = TOKEN) {
  const session = new Subject<SessionChanged>()
  const retries = new Subject<{type: 'retry.due'}>()
  const [signIn, seek, tries] = [vi.fn(), vi.fn(), vi.fn()]
  const link = createActor(
    wallLinkMachine.provide({
      actors: {
        session: fromEventObservable(() => session),
        backOff: fromEventObservable(({input}) => {
          tries(input.tries)
          return retries
        }),
      },
      actions: {signIn: (_, {wallToken}) => signIn(wallToken), seek},
    }),
    {input: {token}},
  ).start()
  const showOutcome = (place: SessionChanged['place'], id: string | null = null, refused: unknown = null) =>
    session.next({type: 'session.changed', place, id, refusal: refused})
  return {
    link,
    showOutcome,
    retry: () => retries.next({type: 'retry.due'}),
    signIn,
    seek,
    tries,
    value: () => link.getSnapshot().value,
  }
}

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('a screen with a wall link', () => {
  it('signs in when nobody is signed in, and opens the wall', () => {
    const {showOutcome, signIn, value} = createLink()
    showOutcome('unknown')
    expect(value()).toEqual({looking: 'unanswered'})
    showOutcome('signedOut')
    expect([value(), signIn.mock.calls]).toEqual(['signingIn', [[TOKEN]]])
    showOutcome('busy')
    showOutcome('wall', 'l1')
    expect(value()).toBe('open')
  })

  it('opens the wall at once when it is signed in with this link', () => {
    const {showOutcome, signIn, value} = createLink()
    showOutcome('wall', 'l1')
    expect([value(), signIn.mock.calls]).toEqual(['open', []])
  })

  it('takes the place of another link', () => {
    const {showOutcome, signIn, value} = createLink()
    showOutcome('wall', 'l2')
    expect([value(), signIn.mock.calls]).toEqual(['signingIn', [[TOKEN]]])
  })

  it('asks before it takes the place of a user', () => {
    const {link, showOutcome, signIn, value} = createLink()
    showOutcome('user', 'u1')
    expect([value(), signIn.mock.calls]).toEqual(['asking', []])
    link.send({type: 'replacing.confirmed'})
    expect([value(), signIn.mock.calls]).toEqual(['signingIn', [[TOKEN]]])
  })

  it('looks again when that user signs out', () => {
    const {showOutcome, seek, value} = createLink()
    showOutcome('user', 'u1')
    showOutcome('signedOut')
    expect([value(), seek.mock.calls.length]).toEqual([{looking: 'unanswered'}, 1])
  })

  it('needs a token, unless it is signed in with a link already', () => {
    const without = createLink(null)
    without.showOutcome('signedOut')
    expect(without.value()).toBe('tokenMissing')
    const signedIn = createLink(null)
    signedIn.showOutcome('wall', 'l2')
    expect(signedIn.value()).toBe('open')
    const user = createLink(null)
    user.showOutcome('user', 'u1')
    user.link.send({type: 'replacing.confirmed'})
    expect([user.value(), user.signIn.mock.calls]).toEqual(['tokenMissing', []])
  })

  it('says that the server can not tell who is signed in', () => {
    const {showOutcome, value} = createLink()
    showOutcome('unreadable')
    expect(value()).toEqual({looking: 'unreachable'})
    showOutcome('wall', 'l1')
    expect(value()).toBe('open')
  })

  it.each([
    ['no answer', AWAY],
    ['a broken server', refusal('refused', 502)],
    ['too many tries', refusal('refused', 429)],
  ])('tries again after %s, later each time', (_what, failure) => {
    const {showOutcome, retry, signIn, tries, value} = createLink()
    showOutcome('signedOut')
    showOutcome('signedOut', null, failure)
    expect(value()).toBe('waiting')
    retry()
    showOutcome('signedOut', null, failure)
    expect([value(), tries.mock.calls, signIn.mock.calls.length]).toEqual(['waiting', [[1], [2]], 2])
  })

  it.each([
    ['revoked', refusal('refused', 410)],
    ['unknown', refusal('refused', 401)],
    ['unknown', refusal('unexpected', 200)],
  ] as const)('says when its link is %s, and asks again after some minutes', (what, failure) => {
    const {showOutcome, signIn, value} = createLink()
    showOutcome('signedOut')
    showOutcome('signedOut', null, failure)
    expect(value()).toEqual({refused: what})
    vi.advanceTimersByTime(300_000)
    expect([value(), signIn.mock.calls.length]).toEqual(['signingIn', 2])
  })

  it('asks again at once when somebody wishes it', () => {
    const {link, showOutcome, signIn, value} = createLink()
    showOutcome('signedOut')
    showOutcome('signedOut', null, refusal('refused', 410))
    link.send({type: 'retry.requested'})
    expect([value(), signIn.mock.calls.length]).toEqual(['signingIn', 2])
  })

  it('finds out who is signed in when its session ends, because it may be a user in another tab', () => {
    const {showOutcome, seek, value} = createLink()
    showOutcome('wall', 'l1')
    showOutcome('signedOut')
    expect([value(), seek.mock.calls.length]).toEqual([{looking: 'unanswered'}, 1])
    showOutcome('unknown')
    showOutcome('user', 'u1')
    expect(value()).toBe('asking')
  })

  it('counts its tries anew once the wall has been open for a while', () => {
    const {link, showOutcome} = createLink()
    showOutcome('signedOut')
    showOutcome('signedOut', null, AWAY)
    showOutcome('wall', 'l1')
    link.send({type: 'retry.requested'})
    showOutcome('signedOut')
    showOutcome('signedOut')
    showOutcome('wall', 'l1')
    vi.advanceTimersByTime(60_000)
    expect([link.getSnapshot().value, link.getSnapshot().context.tries]).toEqual(['open', 0])
  })
})
