import {Subject} from 'rxjs'
import {afterEach, beforeEach, describe, expect, it, vi} from 'vitest'
import {createActor, fromEventObservable} from 'xstate'
import type {Failure} from '../../../src/domain/failure'
import {type SessionTold, wallLinkMachine} from '../../../src/machines/wall/wallLink'

const TOKEN = 'l1.secret'
const refusal = (kind: Failure['kind'], status: number | null): Failure => ({kind, status, serverMessage: null})
const AWAY = refusal('unreachable', null)

function createLink(token: string | null = TOKEN) {
  const session = new Subject<SessionTold>()
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
  const tell = (place: SessionTold['place'], id: string | null = null, refused: unknown = null) =>
    session.next({type: 'session.told', place, id, refusal: refused})
  return {
    link,
    tell,
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
    const {tell, signIn, value} = createLink()
    tell('unknown')
    expect(value()).toEqual({looking: 'unanswered'})
    tell('signedOut')
    expect([value(), signIn.mock.calls]).toEqual(['signingIn', [[TOKEN]]])
    tell('busy')
    tell('wall', 'l1')
    expect(value()).toBe('open')
  })

  it('opens the wall at once when it is signed in with this link', () => {
    const {tell, signIn, value} = createLink()
    tell('wall', 'l1')
    expect([value(), signIn.mock.calls]).toEqual(['open', []])
  })

  it('takes the place of another link', () => {
    const {tell, signIn, value} = createLink()
    tell('wall', 'l2')
    expect([value(), signIn.mock.calls]).toEqual(['signingIn', [[TOKEN]]])
  })

  it('asks before it takes the place of a user', () => {
    const {link, tell, signIn, value} = createLink()
    tell('user', 'u1')
    expect([value(), signIn.mock.calls]).toEqual(['asking', []])
    link.send({type: 'replacing.confirmed'})
    expect([value(), signIn.mock.calls]).toEqual(['signingIn', [[TOKEN]]])
  })

  it('looks again when that user signs out', () => {
    const {tell, seek, value} = createLink()
    tell('user', 'u1')
    tell('signedOut')
    expect([value(), seek.mock.calls.length]).toEqual([{looking: 'unanswered'}, 1])
  })

  it('needs a token, unless it is signed in with a link already', () => {
    const without = createLink(null)
    without.tell('signedOut')
    expect(without.value()).toBe('tokenMissing')
    const signedIn = createLink(null)
    signedIn.tell('wall', 'l2')
    expect(signedIn.value()).toBe('open')
    const user = createLink(null)
    user.tell('user', 'u1')
    user.link.send({type: 'replacing.confirmed'})
    expect([user.value(), user.signIn.mock.calls]).toEqual(['tokenMissing', []])
  })

  it('says that the server can not tell who is signed in', () => {
    const {tell, value} = createLink()
    tell('unreadable')
    expect(value()).toEqual({looking: 'unreachable'})
    tell('wall', 'l1')
    expect(value()).toBe('open')
  })

  it.each([
    ['no answer', AWAY],
    ['a broken server', refusal('refused', 502)],
    ['too many tries', refusal('refused', 429)],
  ])('tries again after %s, later each time', (_what, failure) => {
    const {tell, retry, signIn, tries, value} = createLink()
    tell('signedOut')
    tell('signedOut', null, failure)
    expect(value()).toBe('waiting')
    retry()
    tell('signedOut', null, failure)
    expect([value(), tries.mock.calls, signIn.mock.calls.length]).toEqual(['waiting', [[1], [2]], 2])
  })

  it.each([
    ['revoked', refusal('refused', 410)],
    ['unknown', refusal('refused', 401)],
    ['unknown', refusal('unexpected', 200)],
  ] as const)('says when its link is %s, and asks again after some minutes', (what, failure) => {
    const {tell, signIn, value} = createLink()
    tell('signedOut')
    tell('signedOut', null, failure)
    expect(value()).toEqual({refused: what})
    vi.advanceTimersByTime(300_000)
    expect([value(), signIn.mock.calls.length]).toEqual(['signingIn', 2])
  })

  it('asks again at once when somebody wishes it', () => {
    const {link, tell, signIn, value} = createLink()
    tell('signedOut')
    tell('signedOut', null, refusal('refused', 410))
    link.send({type: 'retry.requested'})
    expect([value(), signIn.mock.calls.length]).toEqual(['signingIn', 2])
  })

  it('finds out who is signed in when its session ends, because it may be a user in another tab', () => {
    const {tell, seek, value} = createLink()
    tell('wall', 'l1')
    tell('signedOut')
    expect([value(), seek.mock.calls.length]).toEqual([{looking: 'unanswered'}, 1])
    tell('unknown')
    tell('user', 'u1')
    expect(value()).toBe('asking')
  })

  it('counts its tries anew once the wall has been open for a while', () => {
    const {link, tell} = createLink()
    tell('signedOut')
    tell('signedOut', null, AWAY)
    tell('wall', 'l1')
    link.send({type: 'retry.requested'})
    tell('signedOut')
    tell('signedOut')
    tell('wall', 'l1')
    vi.advanceTimersByTime(60_000)
    expect([link.getSnapshot().value, link.getSnapshot().context.tries]).toEqual(['open', 0])
  })
})
