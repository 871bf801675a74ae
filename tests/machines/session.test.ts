import {Subject} from 'rxjs'
import {afterEach, beforeEach, describe, expect, it, vi} from 'vitest'
import {createActor, fromEventObservable, fromPromise, waitFor} from 'xstate'
import type {CurrentUser, SecondStep} from '../../src/domain/user'
import {type SignIn, sessionMachine} from '../../src/machines/session'
import {refused, unreachable} from '../support/failures'
import {USER} from '../support/user'
import {statesOf} from './adjacency'
import {quietLink} from './quietLink'

const CREDENTIALS = {email: 'plant@works.test', password: 'secret'}

interface Calls {
  loadCurrentUser: () => Promise<CurrentUser>
  signIn: (signIn: SignIn) => Promise<CurrentUser | SecondStep>
  signOut: () => Promise<void>
  refreshAccessToken: (rejected: string) => Promise<void>
}

function createSessionActor(overrides: Partial<Calls> = {}) {
  const calls: Calls = {
    loadCurrentUser: async () => USER,
    signIn: async () => USER,
    signOut: async () => {},
    refreshAccessToken: async () => {},
    ...overrides,
  }
  const ends = new Subject<{type: 'session.ended'}>()
  const announceSignOut = vi.fn()
  const session = createActor(
    sessionMachine.provide({
      actors: {
        link: quietLink,
        loadCurrentUser: fromPromise(() => calls.loadCurrentUser()),
        signIn: fromPromise(({input}) => calls.signIn(input)),
        signOut: fromPromise(() => calls.signOut()),
        refreshAccessToken: fromPromise(({input}) => calls.refreshAccessToken(input.rejected)),
        sessionEnds: fromEventObservable(() => ends),
      },
      actions: {announceSignOut},
    }),
  ).start()
  const reaches = (name: Parameters<typeof waitFor<typeof session>>[1]) => waitFor(session, name)
  const value = () => session.getSnapshot().value
  const said = () => {
    const {message, hint} = session.getSnapshot().context
    return {message, hint}
  }
  return {session, ends, announceSignOut, reaches, value, said}
}

async function createSignedInActor(overrides: Partial<Calls> = {}) {
  const world = createSessionActor(overrides)
  await world.reaches(snapshot => snapshot.matches('signedIn'))
  return world
}

async function createSignedOutActor(overrides: Partial<Calls> = {}) {
  const world = createSessionActor({loadCurrentUser: () => Promise.reject(refused(401)), ...overrides})
  await world.reaches(snapshot => snapshot.matches('signedOut'))
  return world
}

const rejected = {type: 'accessToken.rejected', token: 'g1'} as const
const SIGNED_IN = {signedIn: {accessToken: 'fresh', user: 'known'}}
const submitted = {type: 'signIn.submitted', ...CREDENTIALS} as const

describe('at the start', () => {
  it('is unknown until the current user is read, then signed in', async () => {
    const {session, value, reaches} = createSessionActor()
    expect(value()).toEqual({unknown: 'fresh'})
    await reaches(snapshot => snapshot.matches('signedIn'))
    expect([value(), session.getSnapshot().context.user]).toEqual([SIGNED_IN, USER])
  })

  it('is signed out, without a word, when the server knows nobody', async () => {
    const {value, said} = await createSignedOutActor()
    expect([value(), said()]).toEqual([{signedOut: 'idle'}, {message: null, hint: null}])
  })

  it('renews an expired access token before the user is known', async () => {
    let answer: (user: CurrentUser) => void = () => {}
    const {session, value, reaches} = createSessionActor({
      loadCurrentUser: () => new Promise(resolve => (answer = resolve)),
    })
    session.send(rejected)
    expect(value()).toEqual({unknown: 'refreshing'})
    await reaches(snapshot => snapshot.matches({unknown: 'fresh'}))
    answer(USER)
    await reaches(snapshot => snapshot.matches('signedIn'))
  })

  it('is signed out, without a word, when that renewal is refused', async () => {
    const {session, reaches, said} = createSessionActor({
      loadCurrentUser: () => new Promise(() => {}),
      refreshAccessToken: () => Promise.reject(refused(401)),
    })
    session.send(rejected)
    await reaches(snapshot => snapshot.matches('signedOut'))
    expect(said()).toEqual({message: null, hint: null})
  })
})

describe('when the server does not say who is signed in', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it.each([
    ['it can’t be reached', unreachable],
    ['it fails', refused(500)],
    ['its answer has an unexpected shape', new Error('shape')],
  ])('sends nobody away because %s, and asks again after five seconds', async (_, error) => {
    let reads = 0
    const {value} = createSessionActor({
      loadCurrentUser: () => (++reads < 3 ? Promise.reject(error) : Promise.resolve(USER)),
    })
    await vi.advanceTimersByTimeAsync(0)
    expect(value()).toEqual({unreadable: 'waiting'})
    await vi.advanceTimersByTimeAsync(4999)
    expect(reads).toBe(1)
    await vi.advanceTimersByTimeAsync(1)
    expect([reads, value()]).toEqual([2, {unreadable: 'waiting'}])
    await vi.advanceTimersByTimeAsync(5000)
    expect(value()).toEqual(SIGNED_IN)
  })

  it('asks at once on request', async () => {
    const {session, value} = createSessionActor({loadCurrentUser: () => Promise.reject(unreachable)})
    await vi.advanceTimersByTimeAsync(0)
    session.send({type: 'retry.requested'})
    expect(value()).toEqual({unreadable: {asking: 'fresh'}})
  })

  it('lets somebody sign in all the same', async () => {
    const {session, value} = createSessionActor({loadCurrentUser: () => Promise.reject(unreachable)})
    await vi.advanceTimersByTimeAsync(0)
    session.send(submitted)
    expect(value()).toEqual({signedOut: 'submitting'})
    await vi.advanceTimersByTimeAsync(0)
    expect(value()).toEqual(SIGNED_IN)
  })
})

describe('renewing the access token', () => {
  it('names the rejected token', async () => {
    const renewals: string[] = []
    const {session, reaches, value} = await createSignedInActor({
      refreshAccessToken: async token => void renewals.push(token),
    })
    session.send(rejected)
    expect([value(), session.getSnapshot().hasTag('settled')]).toEqual([
      {signedIn: {accessToken: 'refreshing', user: 'known'}},
      false,
    ])
    await reaches(snapshot => snapshot.matches({signedIn: {accessToken: 'fresh'}}))
    expect(renewals).toEqual(['g1'])
  })

  it('renews once however often the token is rejected meanwhile', async () => {
    let renewals = 0
    const {session, reaches} = await createSignedInActor({refreshAccessToken: async () => void renewals++})
    for (let i = 0; i < 50; i++) session.send(rejected)
    await reaches(snapshot => snapshot.hasTag('settled'))
    expect(renewals).toBe(1)
  })

  it.each([401, 403])('ends the session, and its link, when it is refused with %d', async status => {
    const {session, reaches, value, said} = await createSignedInActor({
      refreshAccessToken: () => Promise.reject(refused(status)),
    })
    const {link} = session.getSnapshot().children
    session.send(rejected)
    await reaches(snapshot => snapshot.matches('signedOut'))
    expect([value(), said().message]).toEqual([{signedOut: 'idle'}, 'You have been signed out.'])
    expect([session.getSnapshot().context.user, session.getSnapshot().children.link]).toEqual([null, undefined])
    expect(link?.getSnapshot().status).toBe('stopped')
  })

  it.each([
    ['can’t be reached', unreachable],
    ['fails', refused(500)],
    ['is asked too often', refused(429)],
  ])('signs nobody out when the server %s, and remembers why', async (_, error) => {
    const {session, reaches, value} = await createSignedInActor({refreshAccessToken: () => Promise.reject(error)})
    session.send(rejected)
    await reaches(snapshot => snapshot.hasTag('settled'))
    expect([value(), session.getSnapshot().context.renewalFailure]).toEqual([SIGNED_IN, error])
  })

  it('gives up a renewal that is never answered', async () => {
    vi.useFakeTimers()
    const {session, value} = createSessionActor({refreshAccessToken: () => new Promise(() => {})})
    await vi.advanceTimersByTimeAsync(0)
    session.send(rejected)
    await vi.advanceTimersByTimeAsync(30_000)
    expect([value(), session.getSnapshot().context.renewalFailure]).toEqual([SIGNED_IN, expect.any(Error)])
    vi.useRealTimers()
  })
})

describe('reading the user again', () => {
  it('happens each time a page is opened that depends on who the user is', async () => {
    const users = [USER, {...USER, authority: 'CUSTOMER_ADMIN'}]
    const {session, value, reaches} = await createSignedInActor({
      loadCurrentUser: async () => users.shift() ?? USER,
    })
    session.send({type: 'user.requested'})
    expect([value(), session.getSnapshot().hasTag('userBeingRead')]).toEqual([
      {signedIn: {accessToken: 'fresh', user: 'reading'}},
      true,
    ])
    await reaches(snapshot => !snapshot.hasTag('userBeingRead'))
    expect([value(), session.getSnapshot().context.user?.authority]).toEqual([SIGNED_IN, 'CUSTOMER_ADMIN'])
  })

  it('does not begin anew while the user is being read', async () => {
    let reads = 0
    const {session} = createSessionActor({
      loadCurrentUser: () => {
        reads++
        return new Promise(() => {})
      },
    })
    session.send({type: 'user.requested'})
    expect(reads).toBe(1)
  })

  it.each([401, 403])('ends the session when the server answers %d', async status => {
    const answers = [async () => USER, () => Promise.reject(refused(status))]
    const {session, reaches, said} = await createSignedInActor({
      loadCurrentUser: () => answers.shift()?.() ?? Promise.reject(refused(500)),
    })
    session.send({type: 'user.requested'})
    await reaches(snapshot => snapshot.matches('signedOut'))
    expect(said().message).toBe('You have been signed out.')
  })

  it('keeps the user signed in while the server does not answer, and asks again after five seconds', async () => {
    vi.useFakeTimers()
    const answers = [async () => USER, () => Promise.reject(unreachable), async () => USER]
    const {session, value} = createSessionActor({
      loadCurrentUser: () => answers.shift()?.() ?? Promise.reject(unreachable),
    })
    await vi.advanceTimersByTimeAsync(0)
    session.send({type: 'user.requested'})
    await vi.advanceTimersByTimeAsync(0)
    expect([value(), session.getSnapshot().context.user]).toEqual([
      {signedIn: {accessToken: 'fresh', user: 'unreadable'}},
      USER,
    ])
    await vi.advanceTimersByTimeAsync(5000)
    expect(value()).toEqual(SIGNED_IN)
    vi.useRealTimers()
  })
})

describe('signing in', () => {
  it('leads to the user and takes back what was said', async () => {
    let works = false
    const {session, reaches, said, value} = await createSignedOutActor({
      signIn: () => (works ? Promise.resolve(USER) : Promise.reject(refused(401, 'Email or password is wrong.'))),
    })
    session.send(submitted)
    expect(value()).toEqual({signedOut: 'submitting'})
    await reaches(snapshot => snapshot.matches({signedOut: 'idle'}))
    expect(said()).toEqual({message: 'Email or password is wrong.', hint: null})
    works = true
    session.send(submitted)
    await reaches(snapshot => snapshot.matches('signedIn'))
    expect([session.getSnapshot().context.user, said()]).toEqual([USER, {message: null, hint: null}])
  })

  it('by a wall link takes the place of whoever is signed in, and keeps why it failed', async () => {
    const failure = refused(410, 'This wall link was revoked.')
    const sent: unknown[] = []
    const {session, reaches, value} = await createSignedInActor({
      signIn: credentials => {
        sent.push(credentials)
        return Promise.reject(failure)
      },
    })
    session.send({type: 'wallLink.opened', wallToken: 'l1.secret'})
    expect([value(), sent, session.getSnapshot().context.user]).toEqual([
      {signedOut: 'submitting'},
      [{wallToken: 'l1.secret'}],
      null,
    ])
    await reaches(snapshot => snapshot.matches({signedOut: 'idle'}))
    expect(session.getSnapshot().context.refusal).toBe(failure)
  })

  it('looks anew who is signed in when it is sought', async () => {
    const {session, value} = await createSignedOutActor()
    session.send({type: 'session.sought'})
    expect(value()).toEqual({unknown: 'fresh'})
  })

  it('says so when the server has no words for a failure', async () => {
    const {session, reaches, said} = await createSignedOutActor({signIn: () => Promise.reject(refused(500))})
    session.send(submitted)
    await reaches(snapshot => snapshot.matches({signedOut: 'idle'}))
    expect(said()).toEqual({message: 'Failed to login. Please check your credentials.', hint: null})
  })

  it('adds that it was the network when it was', async () => {
    const {session, reaches, said} = await createSignedOutActor({signIn: () => Promise.reject(unreachable)})
    session.send(submitted)
    await reaches(snapshot => snapshot.matches({signedOut: 'idle'}))
    expect(said()).toEqual({
      message: 'Failed to login. Please check your credentials.',
      hint: 'The server can’t be reached right now. What you typed is kept.',
    })
  })

  it('takes back a failure when the form is left, and nothing while it is sent', async () => {
    const {session, reaches, said} = await createSignedOutActor({signIn: () => Promise.reject(unreachable)})
    session.send(submitted)
    expect(session.getSnapshot().can({type: 'signIn.abandoned'})).toBe(false)
    await reaches(snapshot => snapshot.matches({signedOut: 'idle'}))
    session.send({type: 'signIn.abandoned'})
    expect(said()).toEqual({message: null, hint: null})
  })

  it('takes one form at a time', async () => {
    let calls = 0
    const {session} = await createSignedOutActor({signIn: () => new Promise(() => void calls++)})
    session.send(submitted)
    session.send(submitted)
    expect([calls, session.getSnapshot().can(submitted)]).toEqual([1, false])
  })
})

describe('the second step', () => {
  const ASKED: SecondStep = {challenge: 'c1', kinds: ['totp', 'recoveryCode']}
  const answered = (code: string) => ({type: 'secondStep.answered', challenge: 'c1', code}) as const

  async function createChallengedActor(answer: (signIn: SignIn) => Promise<CurrentUser>) {
    const sent: SignIn[] = []
    const world = await createSignedOutActor({
      signIn: async signIn => {
        sent.push(signIn)
        return 'email' in signIn ? ASKED : answer(signIn)
      },
    })
    world.session.send(submitted)
    await world.reaches(snapshot => snapshot.matches({signedOut: 'secondStep'}))
    return {...world, sent, step: () => world.session.getSnapshot().context.secondStep}
  }

  it('is taken with the challenge that came for the password, and leads to the user', async () => {
    const {session, reaches, sent, step} = await createChallengedActor(async () => USER)
    expect(step()).toEqual(ASKED)
    session.send(answered('123456'))
    await reaches(snapshot => snapshot.matches('signedIn'))
    expect([sent[1], session.getSnapshot().context.user, step()]).toEqual([
      {challenge: 'c1', code: '123456'},
      USER,
      null,
    ])
  })

  it.each([
    ['is wrong', refused(401, 'wrong'), {message: 'wrong', hint: null}],
    ['was tried too often', refused(429, 'later'), {message: 'later', hint: null}],
    [
      'can’t be sent',
      unreachable,
      {
        message: 'Failed to check the code. Please try again.',
        hint: 'The server can’t be reached right now. What you typed is kept.',
      },
    ],
  ])('is asked for again when the code %s', async (_, error, text) => {
    const {session, reaches, said, step} = await createChallengedActor(() => Promise.reject(error))
    session.send(answered('000000'))
    expect(session.getSnapshot().matches({signedOut: 'submitting'})).toBe(true)
    await reaches(snapshot => snapshot.matches({signedOut: 'secondStep'}))
    expect([said(), step()]).toEqual([text, ASKED])
  })

  it('leads back to the sign-in, which says why, when its time is over', async () => {
    const {session, reaches, said, step} = await createChallengedActor(() => Promise.reject(refused(410, 'too late')))
    session.send(answered('123456'))
    await reaches(snapshot => snapshot.matches({signedOut: 'idle'}))
    expect([said().message, step()]).toEqual(['too late', null])
  })

  it('can be given up', async () => {
    const {session, value, said, step} = await createChallengedActor(() => Promise.reject(refused(401, 'wrong')))
    session.send({type: 'signIn.abandoned'})
    expect([value(), said().message, step()]).toEqual([{signedOut: 'idle'}, null, null])
  })
})

describe('signing out', () => {
  it('leaves at once, tells the other tabs and then the server', async () => {
    const {session, announceSignOut, value, reaches} = await createSignedInActor()
    session.send({type: 'signOut.requested'})
    expect([value(), session.getSnapshot().context.user]).toEqual([{signedOut: 'leaving'}, null])
    await reaches(snapshot => snapshot.matches({signedOut: 'idle'}))
    expect(announceSignOut).toHaveBeenCalledTimes(1)
  })

  it('takes no sign-in before the server has answered, whose answer would end it', async () => {
    const {session} = await createSignedInActor({signOut: () => new Promise(() => {})})
    session.send({type: 'signOut.requested'})
    expect(session.getSnapshot().can(submitted)).toBe(false)
  })

  it('notes that the server could not be told', async () => {
    const {session, reaches, said} = await createSignedInActor({signOut: () => Promise.reject(unreachable)})
    session.send({type: 'signOut.requested'})
    await reaches(snapshot => snapshot.matches({signedOut: 'idle'}))
    expect(said().message).toMatch(/^You are signed out here\. The server could not be reached/)
  })

  it('does not wait for a server that never answers', async () => {
    vi.useFakeTimers()
    const {session, value, said} = createSessionActor({signOut: () => new Promise(() => {})})
    await vi.advanceTimersByTimeAsync(0)
    session.send({type: 'signOut.requested'})
    await vi.advanceTimersByTimeAsync(5000)
    expect([value(), said().message]).toEqual([{signedOut: 'idle'}, expect.stringContaining('signed out here')])
    vi.useRealTimers()
  })

  it('follows another tab or the server, and says so', async () => {
    const {ends, value, said, announceSignOut} = await createSignedInActor()
    ends.next({type: 'session.ended'})
    expect([value(), said().message]).toEqual([{signedOut: 'idle'}, 'You have been signed out.'])
    expect(announceSignOut).not.toHaveBeenCalled()
  })
})

describe('events that mean nothing now', () => {
  it('are ignored while signed in', async () => {
    const {session, value} = await createSignedInActor()
    session.send(submitted)
    session.send({type: 'retry.requested'})
    expect(value()).toEqual(SIGNED_IN)
  })

  it('are ignored while signed out', async () => {
    const {session, ends, value, said} = await createSignedOutActor()
    session.send(rejected)
    session.send({type: 'signOut.requested'})
    session.send({type: 'retry.requested'})
    ends.next({type: 'session.ended'})
    expect([value(), said().message]).toEqual([{signedOut: 'idle'}, null])
  })

  it('are ignored while unknown', () => {
    const {session, ends, value} = createSessionActor({loadCurrentUser: () => new Promise(() => {})})
    session.send({type: 'signOut.requested'})
    session.send(submitted)
    session.send({type: 'retry.requested'})
    ends.next({type: 'session.ended'})
    expect(value()).toEqual({unknown: 'fresh'})
  })

  it('leave a session whose stream of ends broke as it is', async () => {
    const {ends, value} = await createSignedInActor()
    ends.error(new Error('gone'))
    expect(value()).toEqual(SIGNED_IN)
  })
})

it('reaches every state', () => {
  const done = (path: string, output?: unknown) => ({type: `xstate.done.actor.0.session.${path}`, output})
  const failed = (path: string, error: unknown) => ({type: `xstate.error.actor.0.session.${path}`, error})
  const reads = ['unknown', 'unreadable.asking', 'signedIn.user.reading']
  const renewals = ['unknown.refreshing', 'unreadable.asking.refreshing', 'signedIn.accessToken.refreshing']
  expect(
    statesOf(sessionMachine, [
      rejected,
      submitted,
      {type: 'signOut.requested'},
      {type: 'user.requested'},
      {type: 'retry.requested'},
      {type: 'session.ended'},
      ...reads.flatMap(place => [done(place, USER), failed(place, unreachable), failed(place, refused(401))]),
      ...renewals.flatMap(place => [done(place), failed(place, refused(401))]),
      done('signedOut.submitting', USER),
      done('signedOut.submitting', {challenge: 'c1', kinds: ['totp']}),
      failed('signedOut.submitting', unreachable),
      done('signedOut.leaving'),
    ]),
  ).toEqual([
    'signedIn.accessToken.fresh user.known',
    'signedIn.accessToken.fresh user.reading',
    'signedIn.accessToken.fresh user.unreadable',
    'signedIn.accessToken.refreshing user.known',
    'signedIn.accessToken.refreshing user.reading',
    'signedIn.accessToken.refreshing user.unreadable',
    'signedOut.idle',
    'signedOut.leaving',
    'signedOut.secondStep',
    'signedOut.submitting',
    'unknown.fresh',
    'unknown.refreshing',
    'unreadable.asking.fresh',
    'unreadable.asking.refreshing',
    'unreadable.waiting',
  ])
})
