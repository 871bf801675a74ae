import {act, cleanup, fireEvent, screen, waitFor, within} from '@testing-library/react'
import {afterEach, describe, expect, it, vi} from 'vitest'
import type {CurrentUser} from '../../src/domain/user'
import {refused, unreachable} from '../support/failures'
import {USER} from '../support/user'
import {openPage, userOf} from './world'

afterEach(cleanup)

const signedInAs = (authority: string) => async () => userOf(authority)
function Broken(): never {
  throw new Error('the drawing broke')
}

const Home = () => <h1>MyHome</h1>
const Console = () => <h1>Admin console</h1>

const never = () => new Promise<CurrentUser>(() => {})

describe('the guard', () => {
  it.each(['/', '/login', '/dashboard', '/historical', '/sys_admin', '/myhome'])(
    'shows Loading... at %s while nobody knows who is signed in',
    at => {
      openPage({at, loadCurrentUser: never})
      expect(screen.getByRole('status').textContent).toBe('Loading...')
    },
  )

  it.each(['/', '/dashboard', '/historical', '/sys_admin', '/myhome'])(
    'sends a stranger from %s to /login',
    async at => {
      const {path} = openPage({at, loadCurrentUser: () => Promise.reject(refused(401))})
      await waitFor(() => expect(path()).toBe('/login'))
    },
  )

  it.each([
    ['/sys_admin', 'ORGANISATION_ADMIN'],
    ['/sys_admin', 'CUSTOMER_USER'],
    ['/settings', 'SYS_ADMIN'],
    ['/settings', 'CUSTOMER_USER'],
    ['/myhome', 'SYS_ADMIN'],
    ['/myhome', 'CUSTOMER_ADMIN'],
  ])('sends from %s whoever is %s to /unauthorized', async (at, authority) => {
    const {path} = openPage({at, loadCurrentUser: signedInAs(authority)})
    await waitFor(() => expect(path()).toBe('/unauthorized'))
    expect(await screen.findByRole('heading', {name: 'Unauthorized'})).toBeTruthy()
  })

  it.each([
    ['/sys_admin', 'SYS_ADMIN', 'Admin console'],
    ['/settings', 'ORGANISATION_ADMIN', 'Admin console'],
    ['/settings', 'CUSTOMER_ADMIN', 'Admin console'],
    ['/myhome', 'CUSTOMER_USER', 'MyHome'],
    ['/historical', 'CUSTOMER_ADMIN', 'Historical'],
  ])('opens %s to %s', async (at, authority, heading) => {
    openPage({
      at,
      loadCurrentUser: signedInAs(authority),
      screens: {home: async () => Home, console: async () => Console},
    })
    expect(await screen.findByRole('heading', {name: heading})).toBeTruthy()
  })

  it.each([
    ['can’t be reached', unreachable],
    ['answers in another shape', new TypeError('shape')],
  ])('sends nobody away when the server %s, and asks again on request', async (_, error) => {
    const answers = [() => Promise.reject(error), async () => USER]
    const {path} = openPage({at: '/historical', loadCurrentUser: () => answers.shift()?.() ?? never()})
    expect((await screen.findByRole('alert')).textContent).toContain('Error loading user data')
    expect(path()).toBe('/historical')
    fireEvent.click(screen.getByRole('button', {name: 'Retry'}))
    expect(await screen.findByRole('heading', {name: 'Historical'})).toBeTruthy()
  })
})

describe('the start page', () => {
  it.each([
    ['SYS_ADMIN', '/sys_admin'],
    ['ORGANISATION_ADMIN', '/dashboard'],
    ['CUSTOMER_ADMIN', '/dashboard'],
    ['CUSTOMER_USER', '/dashboard'],
    ['SOMETHING_ELSE', '/unauthorized'],
  ])('sends %s to %s', async (authority, expected) => {
    const {path} = openPage({at: '/', loadCurrentUser: signedInAs(authority)})
    await waitFor(() => expect(path()).toBe(expected))
  })

  it('sends to /login when the user can’t be read', async () => {
    const {path} = openPage({at: '/', loadCurrentUser: () => Promise.reject(unreachable)})
    await waitFor(() => expect(path()).toBe('/login'))
  })
})

describe('the user', () => {
  it('is read again each time the start page is opened, and the page follows what was read', async () => {
    const authorities = ['ORGANISATION_ADMIN', 'SYS_ADMIN']
    const {path, router} = openPage({at: '/historical', loadCurrentUser: async () => userOf(authorities.shift() ?? '')})
    await screen.findByRole('heading', {name: 'Historical'})
    await act(() => router.navigate('/'))
    await waitFor(() => expect(path()).toBe('/sys_admin'))
  })

  it('is read again when the dashboard is opened, which says so', async () => {
    const answers = [async () => USER, never]
    const {router} = openPage({at: '/historical', loadCurrentUser: () => answers.shift()?.() ?? never()})
    await screen.findByRole('heading', {name: 'Historical'})
    await act(() => router.navigate('/dashboard'))
    expect(await screen.findByText('Loading dashboard...')).toBeTruthy()
  })

  it('is not read again when only the view of the dashboard changes', async () => {
    let reads = 0
    const loadCurrentUser = async () => {
      reads++
      return USER
    }
    const {router} = openPage({at: '/historical', loadCurrentUser, screens: {dashboard: async () => Home}})
    await screen.findByRole('heading', {name: 'Historical'})
    await act(() => router.navigate('/dashboard'))
    await screen.findByRole('heading', {name: 'MyHome'})
    await act(() => router.navigate('/dashboard?deviceId=one'))
    expect(reads).toBe(2)
  })

  it('that can’t be read when the dashboard is opened is told there, with a way to try again', async () => {
    const answers = [async () => USER, () => Promise.reject(unreachable), async () => USER]
    const {router} = openPage({
      at: '/historical',
      loadCurrentUser: () => answers.shift()?.() ?? never(),
      screens: {dashboard: async () => Home},
    })
    await screen.findByRole('heading', {name: 'Historical'})
    await act(() => router.navigate('/dashboard'))
    expect((await screen.findByRole('alert')).textContent).toContain('Error loading user data')
    fireEvent.click(screen.getByRole('button', {name: 'Retry'}))
    expect(await screen.findByRole('heading', {name: 'MyHome'})).toBeTruthy()
  })
})

describe('the navigation bar', () => {
  it.each([
    ['SYS_ADMIN', ['Pulsewall', 'Dashboard', 'Alarms', 'Admin', 'Profile']],
    ['CUSTOMER_USER', ['Pulsewall', 'Dashboard', 'Alarms', 'MyHome', 'Profile']],
    ['ORGANISATION_ADMIN', ['Pulsewall', 'Dashboard', 'Alarms', 'Settings', 'Profile']],
    ['CUSTOMER_ADMIN', ['Pulsewall', 'Dashboard', 'Alarms', 'Settings', 'Profile']],
  ])('offers %s %s', async (authority, links) => {
    openPage({at: '/historical', loadCurrentUser: signedInAs(authority)})
    await screen.findByRole('heading', {name: 'Historical'})
    const navigation = within(screen.getByRole('navigation', {name: 'Main'}))
    expect(navigation.getAllByRole('link').map(link => link.textContent)).toEqual([...links, 'API documentation'])
    expect(navigation.getByRole('button', {name: 'Log out'})).toBeTruthy()
  })
})

describe('the dashboard', () => {
  it('says Loading dashboard... until it is there', async () => {
    openPage({at: '/dashboard'})
    expect(await screen.findByText('Loading dashboard...')).toBeTruthy()
  })

  it('says Error loading user data when it can’t read the user', async () => {
    openPage({at: '/dashboard', loadCurrentUser: () => Promise.reject(unreachable)})
    expect((await screen.findByRole('alert')).textContent).toContain('Error loading user data')
  })

  it('that can’t be loaded says so and offers to load again', async () => {
    openPage({at: '/dashboard', screens: {dashboard: () => Promise.reject(new TypeError('failed to fetch'))}})
    expect((await screen.findByRole('alert')).textContent).toContain('This page could not be loaded')
    expect(screen.getByRole('button', {name: 'Load again'})).toBeTruthy()
  })
})

describe('the fallback', () => {
  it('shows an unknown address as an unexpected application error, with a way out', async () => {
    openPage({at: '/no/such/page'})
    expect((await screen.findByRole('alert')).textContent).toContain('Unexpected Application Error!')
    expect(within(screen.getByRole('main')).getByRole('link').getAttribute('href')).toBe('/')
    expect(screen.getByRole('navigation', {name: 'Main'})).toBeTruthy()
  })

  it('has no navigation for somebody who is not signed in', async () => {
    openPage({at: '/no/such/page', loadCurrentUser: () => Promise.reject(refused(401))})
    expect((await screen.findByRole('alert')).textContent).toContain('Unexpected Application Error!')
    expect(screen.queryByRole('navigation', {name: 'Main'})).toBe(null)
  })

  it('shows what failed to draw as an unexpected application error', async () => {
    const complain = vi.spyOn(console, 'error').mockImplementation(() => {})
    openPage({at: '/dashboard', screens: {dashboard: async () => Broken}})
    expect((await screen.findByRole('alert')).textContent).toContain('Unexpected Application Error!')
    expect(screen.getByText('the drawing broke')).toBeTruthy()
    expect(screen.getByRole('navigation', {name: 'Main'})).toBeTruthy()
    complain.mockRestore()
  })
})
