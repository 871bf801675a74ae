import {Subject} from 'rxjs'
import {afterAll, afterEach, beforeAll, beforeEach, describe, expect, it} from 'vitest'
import {createActor, fromEventObservable, fromPromise, waitFor} from 'xstate'
import {deviceCalls} from '../../../contract/wire/entities/device'
import {createHttp} from '../../../src/api/http'
import {createServerClock} from '../../../src/api/serverClock'
import {loadCurrentUser} from '../../../src/api/session/user'
import {failureOf} from '../../../src/domain/failure'
import {type SessionRef, sessionMachine} from '../../../src/machines/session'
import {createAccessTokenMark, type KeyValueStorage, memoryStorage} from '../../../src/wiring/accessTokenMark'
import {createAccessTokenRenewal} from '../../../src/wiring/session/accessTokenRenewal'
import {createSessionCalls} from '../../../src/wiring/session/sessionCalls'
import type {Exclusively} from '../../../src/wiring/session/tabs'
import {quietLink} from '../../machines/quietLink'
import {createTestApp, PASSWORD, seedUser, type TestApp} from '../../support/app'
import {type Browser, createBrowser} from '../browser'

const EMAIL = 'admin@works.test'
const MINUTE = 60_000
const LOGOUT = 'POST /api/v0/auth/logout'
const REFRESH = 'POST /api/v0/auth/refresh-token'

let server: TestApp
let origin: string
let browser: Browser
let storage: KeyValueStorage
let exclusively: Exclusively
const tabs: SessionRef[] = []

beforeAll(async () => {
  server = await createTestApp()
  await seedUser(server.database, {email: EMAIL})
  origin = await server.app.listen({port: 0, host: '127.0.0.1'})
})
afterAll(() => server.close())

beforeEach(() => {
  browser = createBrowser()
  storage = memoryStorage()
  exclusively = createLock()
})
afterEach(() => {
  for (const tab of tabs.splice(0)) tab.stop()
})

/** As the browser's Web Locks: one task after the other. */
function createLock(): Exclusively {
  let last: Promise<unknown> = Promise.resolve()
  return task => {
    const mine = last.then(task, task)
    last = mine.catch(() => {})
    return mine
  }
}

/** The session of one tab, joined to the real server. */
function openTab({isNobody = false} = {}) {
  const mark = createAccessTokenMark(storage)
  const http = createHttp({
    apiBase: origin,
    renewal: createAccessTokenRenewal(() => session, mark),
    clock: createServerClock(),
    onOutcome: () => {},
    transport: browser.transport,
  })
  const calls = createSessionCalls({http, mark, storage, exclusively, isNobody})
  const session = createActor(
    sessionMachine.provide({
      actors: {
        link: quietLink,
        loadCurrentUser: fromPromise(({signal}) => calls.loadCurrentUser(signal)),
        signIn: fromPromise(({input, signal}) => calls.signIn(input, signal)),
        signOut: fromPromise(({signal}) => calls.signOut(signal)),
        refreshAccessToken: fromPromise(({input, signal}) => calls.refreshAccessToken(input.rejected, signal)),
        sessionEnds: fromEventObservable(() => new Subject<{type: 'session.ended'}>()),
      },
    }),
  )
  session.start()
  tabs.push(session)
  const listDevices = () => http.call(deviceCalls.list, {})
  return {session, http, listDevices, value: () => session.getSnapshot().value}
}

async function openSignedInTab() {
  const tab = openTab()
  await waitFor(tab.session, snapshot => snapshot.matches('signedOut'))
  tab.session.send({type: 'signIn.submitted', email: EMAIL, password: PASSWORD})
  await waitFor(tab.session, snapshot => snapshot.matches('signedIn'))
  browser.requests.length = 0
  return tab
}

const refreshes = () => browser.requests.filter(request => request === REFRESH).length
const outcomesOf = async (calls: Promise<unknown>[]) => (await Promise.allSettled(calls)).map(({status}) => status)

describe('signing in', () => {
  it('is offered without a call on a page that came without a session', async () => {
    const {session} = openTab({isNobody: true})

    await waitFor(session, snapshot => snapshot.matches('signedOut'))

    expect(browser.requests).toEqual([])
  })

  it('makes the user known on a page that came without a session', async () => {
    const {session} = openTab({isNobody: true})
    await waitFor(session, snapshot => snapshot.matches('signedOut'))
    session.send({type: 'signIn.submitted', email: EMAIL, password: PASSWORD})
    await waitFor(session, snapshot => snapshot.matches('signedIn'))

    session.send({type: 'user.requested'})
    await waitFor(session, snapshot => !snapshot.hasTag('userBeingRead'))

    expect(session.getSnapshot().value).toMatchObject({signedIn: {user: 'known'}})
  })

  it('is refused with the server’s words', async () => {
    const {session} = openTab()
    await waitFor(session, snapshot => snapshot.matches('signedOut'))
    session.send({type: 'signIn.submitted', email: EMAIL, password: 'wrong'})
    await waitFor(session, snapshot => snapshot.matches({signedOut: 'idle'}))
    expect(session.getSnapshot().context.message).toBe('Failed to login. Please check your credentials.')
  })

  it('is remembered by a tab that is opened later', async () => {
    await openSignedInTab()
    const later = openTab()
    await waitFor(later.session, snapshot => snapshot.matches('signedIn'))
    expect(later.session.getSnapshot().context.user?.email).toBe(EMAIL)
  })
})

describe('an expired access token', () => {
  it('is renewed once for 50 calls, each retried once', async () => {
    const {listDevices} = await openSignedInTab()
    server.clock.now += 16 * MINUTE
    expect(new Set(await outcomesOf(Array.from({length: 50}, listDevices)))).toEqual(new Set(['fulfilled']))
    expect([refreshes(), browser.requests.length]).toEqual([1, 101])
  })

  it('is renewed once by two tabs', async () => {
    const first = await openSignedInTab()
    const second = openTab()
    await waitFor(second.session, snapshot => snapshot.matches('signedIn'))
    server.clock.now += 16 * MINUTE
    const calls = Array.from({length: 10}, () => [first.listDevices(), second.listDevices()]).flat()
    expect(new Set(await outcomesOf(calls))).toEqual(new Set(['fulfilled']))
    expect(refreshes()).toBe(1)
  })

  it('is renewed again the next time, in whichever tab', async () => {
    const first = await openSignedInTab()
    const second = openTab()
    await waitFor(second.session, snapshot => snapshot.matches('signedIn'))
    for (const tab of [first, second, first]) {
      server.clock.now += 16 * MINUTE
      await tab.listDevices()
    }
    expect(refreshes()).toBe(3)
  })

  it('is renewed before the user is known', async () => {
    await openSignedInTab()
    server.clock.now += 16 * MINUTE
    const later = openTab()
    await waitFor(later.session, snapshot => snapshot.matches('signedIn'))
    expect(refreshes()).toBe(1)
  })

  it('is not renewed again by a 401 that was answered late', async () => {
    const {http, listDevices} = await openSignedInTab()
    server.clock.now += 16 * MINUTE
    let deliver = () => {}
    browser.held.set('GET /api/v0/user', new Promise(resolve => (deliver = resolve)))
    const late = loadCurrentUser(http)
    await listDevices()
    deliver()
    expect([(await late).email, refreshes()]).toEqual([EMAIL, 1])
  })

  it('that can’t be renewed any more fails every call and signs out', async () => {
    const {session, listDevices} = await openSignedInTab()
    server.clock.now += 31 * 24 * 60 * MINUTE
    expect(new Set(await outcomesOf(Array.from({length: 50}, listDevices)))).toEqual(new Set(['rejected']))
    expect([refreshes(), session.getSnapshot().value]).toEqual([1, {signedOut: 'idle'}])
    await expect(listDevices()).rejects.toMatchObject({kind: 'refused', status: 401})
    expect(refreshes()).toBe(1)
  })

  it('signs nobody out while it can’t be renewed, and fails every call with that', async () => {
    const {listDevices, value} = await openSignedInTab()
    server.clock.now += 16 * MINUTE
    browser.cut.add(REFRESH)
    const failures = await Promise.all(Array.from({length: 5}, () => listDevices().catch(failureOf)))
    expect(failures).toEqual(Array(5).fill(expect.objectContaining({kind: 'unreachable'})))
    expect(value()).toEqual({signedIn: {accessToken: 'fresh', user: 'known'}})
    browser.cut.clear()
    expect(refreshes()).toBe(1)
    await listDevices()
    expect(refreshes()).toBe(2)
  })
})

describe('signing out', () => {
  it('ends the session on the server', async () => {
    const {session, listDevices} = await openSignedInTab()
    session.send({type: 'signOut.requested'})
    await waitFor(session, snapshot => snapshot.matches({signedOut: 'idle'}))
    expect([browser.requests, browser.cookies.size]).toEqual([[LOGOUT], 0])
    await expect(listDevices()).rejects.toMatchObject({status: 401})
  })

  it('while the server is away leaves here at once, and ends the session when a tab is next opened', async () => {
    const {session} = await openSignedInTab()
    browser.cut.add(LOGOUT)
    session.send({type: 'signOut.requested'})
    await waitFor(session, snapshot => snapshot.matches({signedOut: 'idle'}))
    expect(session.getSnapshot().context.message).toMatch(/^You are signed out here\./)

    browser.cut.clear()
    const later = openTab()
    await waitFor(later.session, snapshot => snapshot.matches('signedOut'))
    expect([browser.cookies.size, later.session.getSnapshot().context.user]).toEqual([0, null])
  })

  it('that was owed is forgotten with the next sign-in', async () => {
    const {session} = await openSignedInTab()
    browser.cut.add(LOGOUT)
    session.send({type: 'signOut.requested'})
    await waitFor(session, snapshot => snapshot.matches({signedOut: 'idle'}))
    session.send({type: 'signIn.submitted', email: EMAIL, password: PASSWORD})
    await waitFor(session, snapshot => snapshot.matches('signedIn'))
    browser.cut.clear()
    const later = openTab()
    await waitFor(later.session, snapshot => snapshot.matches('signedIn'))
  })
})
