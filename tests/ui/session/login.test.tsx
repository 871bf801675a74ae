import {act, cleanup, fireEvent, screen, waitFor} from '@testing-library/react'
import {afterEach, describe, expect, it} from 'vitest'
import type {CurrentUser} from '../../../src/domain/user'
import type {SignIn} from '../../../src/machines/session'
import {refused, unreachable} from '../../support/failures'
import {USER} from '../../support/user'
import {openPage, userOf, type WorldOptions} from '../world'

afterEach(cleanup)

async function openLogin(options: Partial<WorldOptions> = {}) {
  const answers = [() => Promise.reject(refused(401)), async () => USER]
  const loadCurrentUser = () => answers.shift()?.() ?? Promise.resolve(USER)
  const page = openPage({at: '/login', loadCurrentUser, ...options})
  const email = await screen.findByLabelText('Email')
  const password = screen.getByLabelText('Password')
  const submit = screen.getByRole('button', {name: 'Log in'})
  const send = (address: string, secret: string) => {
    fireEvent.change(email, {target: {value: address}})
    fireEvent.change(password, {target: {value: secret}})
    fireEvent.click(submit)
  }
  return {...page, email, password, submit, send}
}

describe('the login form', () => {
  it('can be filled in by a password manager and starts at the email', async () => {
    const {email, password} = await openLogin()
    expect([email.getAttribute('autocomplete'), password.getAttribute('autocomplete')]).toEqual([
      'username',
      'current-password',
    ])
    expect(document.activeElement).toBe(email)
  })

  it('sends what was typed and leads to the landing page', async () => {
    const sent: SignIn[] = []
    const {send, path} = await openLogin({
      signIn: async credentials => {
        sent.push(credentials)
        return USER
      },
    })
    send('plant@works.test', ' secret ')
    await waitFor(() => expect(path()).toBe('/dashboard'))
    expect(sent).toEqual([{email: 'plant@works.test', password: ' secret '}])
  })

  it('signs in to the demo account that is chosen', async () => {
    const sent: SignIn[] = []
    const {email, path} = await openLogin({
      demo: {password: 'known', accounts: [{email: 'plant@demo.test', authority: 'ORGANISATION_ADMIN'}]},
      signIn: async credentials => {
        sent.push(credentials)
        return USER
      },
    })
    fireEvent.click(screen.getByRole('button', {name: 'plant@demo.test Organisation admin'}))
    expect(email).toHaveProperty('value', 'plant@demo.test')
    await waitFor(() => expect(path()).toBe('/dashboard'))
    expect(sent).toEqual([{email: 'plant@demo.test', password: 'known'}])
  })

  it('offers no accounts without a demo', async () => {
    await openLogin()
    expect(screen.queryByText('Demo accounts')).toBeNull()
  })

  it('tells of Caps Lock while the password is typed', async () => {
    const {password} = await openLogin()
    fireEvent.keyDown(password, {key: 'A', modifierCapsLock: true})
    expect(screen.queryByText('Caps Lock is on')).not.toBeNull()
    fireEvent.keyUp(password, {key: 'CapsLock'})
    expect(screen.queryByText('Caps Lock is on')).toBeNull()
  })

  it('can’t be sent twice', async () => {
    let sent = 0
    const {send, submit} = await openLogin({
      signIn: () => {
        sent++
        return new Promise(() => {})
      },
    })
    send('plant@works.test', 'secret')
    fireEvent.click(submit)
    fireEvent.click(submit)
    expect([sent, submit.textContent, submit.getAttribute('aria-busy')]).toEqual([1, 'Logging in…', 'true'])
  })

  it('keeps what was typed and puts the password at hand after a failure', async () => {
    const {send, email, password} = await openLogin({
      signIn: () => Promise.reject(refused(401, 'Email or password is wrong.')),
    })
    send('plant@works.test', 'wrong')
    expect((await screen.findByRole('alert')).textContent).toBe('Email or password is wrong.')
    expect([email, password].map(field => field instanceof HTMLInputElement && field.value)).toEqual([
      'plant@works.test',
      'wrong',
    ])
    expect(document.activeElement).toBe(password)
  })

  it.each([
    ['without words of the server', refused(500), 'Failed to login. Please check your credentials.'],
    [
      'without a server',
      unreachable,
      'Failed to login. Please check your credentials.The server can’t be reached right now. What you typed is kept.',
    ],
    ['with an answer of another shape', new TypeError('shape'), 'Failed to login. Please check your credentials.'],
  ])('names a failure %s', async (_, error, text) => {
    const {send} = await openLogin({signIn: () => Promise.reject(error)})
    send('plant@works.test', 'wrong')
    expect((await screen.findByRole('alert')).textContent).toBe(text)
  })

  it('stays while the server can’t say who is signed in', async () => {
    const {path} = await openLogin({loadCurrentUser: () => Promise.reject(unreachable)})
    expect(path()).toBe('/login')
  })

  it('leads on whoever is signed in already', async () => {
    const {path} = openPage({at: '/login'})
    await waitFor(() => expect(path()).toBe('/dashboard'))
  })
})

describe('the way back', () => {
  it('leads to the page that was wanted, with what its address says', async () => {
    const {session, router} = openPage({
      at: '/historical?week=3',
      loadCurrentUser: () => Promise.reject(refused(401)),
    })
    await screen.findByLabelText('Email')
    act(() => session.send({type: 'signIn.submitted', email: 'a', password: 'b'}))
    expect(await screen.findByRole('heading', {name: 'Historical'})).toBeTruthy()
    expect(router.state.location.search).toBe('?week=3')
  })

  it.each([
    ['/sys_admin/customer/c1', 'CUSTOMER_ADMIN', '/dashboard'],
    ['/myhome', 'SYS_ADMIN', '/sys_admin'],
  ])('leads from %s to the landing page of a user who may not see it', async (at, authority, landing) => {
    const answers = [() => Promise.reject(refused(401)), async () => userOf(authority)]
    const {session, path} = openPage({
      at,
      loadCurrentUser: () => answers.shift()?.() ?? Promise.resolve(userOf(authority)),
      signIn: async () => userOf(authority),
    })
    await screen.findByLabelText('Email')
    act(() => session.send({type: 'signIn.submitted', email: 'a', password: 'b'}))
    await waitFor(() => expect(path()).toBe(landing))
  })

  it('forgets the page of whoever logged out', async () => {
    let signedIn: Promise<CurrentUser> = Promise.resolve(USER)
    const {path, session} = openPage({at: '/historical', loadCurrentUser: () => signedIn})
    fireEvent.click(await screen.findByRole('button', {name: 'Log out'}))
    signedIn = Promise.resolve({...USER, id: 'u2'})
    await waitFor(() => expect(session.getSnapshot().matches({signedOut: 'idle'})).toBe(true))
    expect(path()).toBe('/login')
    act(() => session.send({type: 'signIn.submitted', email: 'a', password: 'b'}))
    await waitFor(() => expect(path()).toBe('/dashboard'))
  })

  it('forgets that page however soon the server has answered the logout', async () => {
    const {path, session, router} = openPage({at: '/historical'})
    await screen.findByRole('button', {name: 'Log out'})
    session.send({type: 'signOut.requested'})
    await waitFor(() => expect(path()).toBe('/login'))
    await waitFor(() => expect(session.getSnapshot().matches({signedOut: 'idle'})).toBe(true))
    expect(router.state.location.state).toBeNull()
  })

  it('notes when the server could not be told of a logout', async () => {
    openPage({at: '/historical', signOut: () => Promise.reject(unreachable)})
    fireEvent.click(await screen.findByRole('button', {name: 'Log out'}))
    expect((await screen.findByRole('alert')).textContent).toContain('You are signed out here.')
  })
})
