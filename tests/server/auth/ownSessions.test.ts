import {afterEach, beforeEach, describe, expect, it} from 'vitest'
import {listOwnSessions} from '../../../contract/wire/people/session'
import {type Cookies, cookiesOf, PASSWORD} from '../../support/app'
import {auditOf, createWorld, type World} from '../../support/world'

const MINUTE = 60_000
const PHONE = 'Mozilla/5.0 (iPhone)'

let test: World
let desk: Cookies
let phone: Cookies

beforeEach(async () => {
  test = await createWorld()
  desk = await signInFrom('10.0.0.1', 'Mozilla/5.0 (X11)')
  test.clock.now += MINUTE
  phone = await signInFrom('10.0.0.2', PHONE)
})
afterEach(() => test.close())

async function signInFrom(remoteAddress: string, userAgent: string, email = 'user@t.test') {
  const answer = await test.app.inject({
    method: 'POST',
    url: '/api/v0/auth/login',
    remoteAddress,
    headers: {'user-agent': userAgent},
    body: {email, password: PASSWORD},
  })
  return cookiesOf(answer)
}

async function listFor(cookies: Cookies) {
  const answer = await test.app.inject({url: '/api/v0/users/sessions', cookies})
  return listOwnSessions.answer.parse(answer.json())
}

async function end(cookies: Cookies, which: 'end' | 'end-others', body?: {id: string | undefined}) {
  const url = `/api/v0/users/sessions/${which}`
  const answer = await test.app.inject({method: 'POST', url, cookies, ...(body && {body})})
  return [answer.statusCode, answer.body === '' ? undefined : answer.json()]
}

async function isSignedIn(cookies: Cookies) {
  return (await test.app.inject({url: '/api/v0/user', cookies})).statusCode === 200
}

describe('the list of the own sessions', () => {
  it('tells where somebody is signed in, since when and when seen last, and which one asks', async () => {
    const start = test.clock.now

    expect(await listFor(desk)).toEqual([
      {
        id: expect.any(String),
        address: '10.0.0.2',
        user_agent: PHONE,
        is_current: false,
        created_at: start,
        last_seen_at: start,
      },
      {
        id: expect.any(String),
        address: '10.0.0.1',
        user_agent: 'Mozilla/5.0 (X11)',
        is_current: true,
        created_at: start - MINUTE,
        last_seen_at: start - MINUTE,
      },
    ])
  })

  it('follows a browser that renews its access from elsewhere', async () => {
    test.clock.now += MINUTE
    await test.app.inject({
      method: 'POST',
      url: '/api/v0/auth/refresh-token',
      remoteAddress: '10.9.9.9',
      headers: {'user-agent': `${'x'.repeat(400)}`},
      cookies: {refreshToken: desk.refreshToken},
    })

    const [first] = await listFor(desk)

    expect(first).toMatchObject({address: '10.9.9.9', user_agent: 'x'.repeat(300), last_seen_at: test.clock.now})
  })

  it('holds none that has ended, and none of anybody else', async () => {
    await signInFrom('10.0.0.3', PHONE, 'customer@t.test')
    await test.app.inject({method: 'POST', url: '/api/v0/auth/logout', cookies: {accessToken: phone.accessToken}})

    expect((await listFor(desk)).map(({address}) => address)).toEqual(['10.0.0.1'])
  })
})

describe('ending', () => {
  it('one of the own sessions holds at once, and is in the trail', async () => {
    const [ofPhone] = await listFor(desk)

    expect(await end(desk, 'end', {id: ofPhone?.id})).toEqual([204, undefined])

    expect([await isSignedIn(phone), await isSignedIn(desk)]).toEqual([false, true])
    expect(await auditOf(test.database, test.userIds.user)).toContainEqual(
      expect.objectContaining({action: 'session.ended', email: 'user@t.test'}),
    )
  })

  it('all others leaves the own one alone', async () => {
    const another = await signInFrom('10.0.0.4', PHONE)

    expect(await end(desk, 'end-others')).toEqual([204, undefined])

    expect([await isSignedIn(phone), await isSignedIn(another), await isSignedIn(desk)]).toEqual([false, false, true])
    expect((await listFor(desk)).map(({is_current}) => is_current)).toEqual([true])
  })

  it('one of another user answers as if there were none', async () => {
    const stranger = await signInFrom('10.0.0.3', PHONE, 'customer@t.test')
    const [ofStranger] = await listFor(stranger)

    expect(await end(desk, 'end', {id: ofStranger?.id})).toEqual([404, {message: 'Session not found.'}])

    expect(await isSignedIn(stranger)).toBe(true)
  })
})
