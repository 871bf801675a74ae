import {fireEvent, screen, waitFor, within} from '@testing-library/react'
import {afterAll, afterEach, beforeAll, describe, expect, it, vi} from 'vitest'
import {PASSWORD, seedDevice} from '../support/app'
import {sampleTests} from '../support/deep'
import {ENTITIES, type Entity, storeEntities} from './entities'
import {type Break, createProduct, fill, filled, type Product, prepareDeletion, press} from './product'
import {storeLink} from './storeLink'

const UNKNOWN_ID = '01890000-0000-7000-8000-000000000000'
const OWN_WORDS = 'The server has words of its own.'
const HINT = 'The server can’t be reached right now. What you typed is kept.'

/** The ways in which a call fails, and the messages; a hint follows the specified text where nothing was answered. */
const WAYS: {by: Break['by']; told(text: string, hint?: string): string}[] = [
  {by: {status: 500, body: null}, told: text => text},
  {by: {status: 500, body: {message: OWN_WORDS}}, told: () => OWN_WORDS},
  {by: 'cut', told: (text, hint = HINT) => text + hint},
]

sampleTests(8)

let product: Product
let ids: Record<Entity['kind'], string>
beforeAll(async () => {
  product = await createProduct()
  ids = await storeEntities(product.world)
})
afterAll(() => product.close())
afterEach(() => vi.restoreAllMocks())

interface Sending {
  filled: Record<string, string>
  button: string | RegExp
  calls: RegExp
  failed: string
  done: string
}

describe('sending what was typed fails in the specified words, keeps it, and succeeds at last:', () => {
  it.each<Sending & {at: string}>([
    {
      at: '/register',
      filled: {Email: 'new@example.test', Password: PASSWORD, 'Confirm password': PASSWORD},
      button: 'Register',
      calls: /^POST \/api\/v0\/user\/register\/$/,
      failed: 'Failed to register. Please try again.',
      done: 'Successful registration, please verify your email to login.',
    },
    {
      at: '/passwordReset',
      filled: {Email: 'plant@t.test'},
      button: 'Send the mail',
      calls: /^POST \/api\/users\/password_reset\/$/,
      failed: 'Failed to send password reset email. Please try again.',
      done: 'Check your email for password reset instructions.',
    },
  ])('at $at', async ({at, ...sending}) => {
    await product.open(at, 'nobody')
    await failThenSucceed(sending)
  })

  it('at /newPassword', async () => {
    await product.open(`/newPassword?token=${await storeLink(product.world, 'passwordReset')}`, 'nobody')
    await failThenSucceed({
      filled: {'New password': PASSWORD, 'Confirm new password': PASSWORD},
      button: 'Set password',
      calls: /^POST \/api\/users\/password_reset\/confirm\//,
      failed: 'Failed to reset password. Please try again.',
      done: 'Your password has been successfully reset.',
    })
  })

  it('at /login', async () => {
    await product.open('/login', 'nobody')
    await failThenSucceed({
      filled: {Email: 'plant@t.test', Password: PASSWORD},
      button: 'Log in',
      calls: /^POST \/api\/v0\/auth\/login$/,
      failed: 'Failed to login. Please check your credentials.',
      done: 'Dashboard',
    })
    await press('Log out')
    await waitFor(() => expect(product.address()).toBe('/login'))
  })

  it('at /profile, whose missing profile can be made', async () => {
    await product.open('/profile', 'user')
    await screen.findByText('You have no profile yet. Fill in what you like and save it.')
    await failThrice({
      filled: {City: 'Bonn'},
      button: 'Save',
      calls: /^POST \/api\/v0\/users\/profile$/,
      failed: 'Failed to save profile.',
    })
  })

  it.each(ENTITIES)('when a $kind is created', async ({kind, createAt, filled, failed, done}) => {
    const place = kind === 'organisation' ? '' : `/${product.world.works}`
    await product.open(`/sys_admin/${createAt}${place}`, 'admin')
    await failThenSucceed({
      filled,
      button: `Create ${kind}`,
      calls: callsOf('POST', kind),
      failed: failed.create,
      done: done.create,
    })
  })

  it.each(ENTITIES)('when a $kind is changed', async ({kind, editAt, changed, failed, done}) => {
    await product.open(`/sys_admin/${editAt}/${ids[kind]}`, 'admin')
    await failThenSucceed({
      filled: changed,
      button: 'Save',
      calls: callsOf('PUT', kind),
      failed: failed.save,
      done: done.save,
    })
    expect(product.address()).toBe(`/sys_admin/${kind}/${ids[kind]}`)
  })

  it('when a user is created with an email that another one has', async () => {
    await product.open(`/sys_admin/user-create/${product.world.works}`, 'admin')
    await fill({Email: 'plant@t.test', Password: PASSWORD})
    await press('Create user')
    await isTold('A user with this email exists already.')
    expect(await filled(['Email'])).toEqual({Email: 'plant@t.test'})
  })

  it('when an attribute is added to an asset', async () => {
    await product.open(`/sys_admin/asset/${ids.asset}`, 'admin')
    await press('Add attribute')
    await failThenSucceed({
      filled: {Key: 'place', Value: 'cellar'},
      button: 'Save',
      calls: /^POST \/api\/v0\/attribute\//,
      failed: 'Failed to add attribute',
      done: 'Attribute added.',
    })
  })
})

describe('loading fails in the specified words, and succeeds when asked again:', () => {
  it('of a verification', async () => {
    const at = `/verification?token=${await storeLink(product.world, 'verification')}`
    await failToLoad(at, /verify-email/, 'Verification failed. Please try again.')
    await screen.findByText('Account successfully verified. Redirecting to login...')
  })

  it('of the profile', async () => {
    for (const {by, told} of WAYS) {
      await product.open('/historical', 'plant')
      const link = await screen.findByRole('link', {name: 'Profile'})
      product.broken = {calls: /^GET \/api\/v0\/users\/profile$/, by}
      fireEvent.click(link)
      await screen.findByText(told('Failed to fetch user info.', ''))
    }
  })

  it.each(ENTITIES)('of a $kind', async ({kind, name, failed}) => {
    await failToLoad(`/sys_admin/${kind}/${ids[kind]}`, callsOf('GET', kind), failed.load)
    await screen.findByRole('heading', {level: 1, name})
  })

  async function failToLoad(at: string, calls: RegExp, failed: string) {
    for (const {by, told} of [...WAYS].reverse()) {
      await product.open(at, at.startsWith('/sys_admin') ? 'admin' : 'nobody', {calls, by})
      await screen.findByText(told(failed, ''))
    }
    product.broken = null
    await press('Retry')
  }
})

describe('deleting', () => {
  it.each(ENTITIES)('a $kind fails in the specified words, and is done at last', async ({kind, name, failed, done}) => {
    await product.open(`/sys_admin/${kind}/${ids[kind]}`, 'admin')
    await screen.findByRole('heading', {level: 1, name})
    await prepareDeletion(name)
    const button = `Delete this ${kind}`
    await failThrice({filled: {}, button, calls: callsOf('DELETE', kind), failed: failed.delete})
    await press(button)
    await screen.findByText(done.delete)
  })
})

describe('an address of the console', () => {
  it.each([
    [`/sys_admin/organisation/${UNKNOWN_ID}`, 'Organisation not found.'],
    ['/sys_admin/organisation', 'Missing organisation ID'],
    ['/sys_admin/org-summary', 'Missing organisation ID'],
    ['/sys_admin/org-edit', 'Missing organisation ID'],
  ])('like %s says “%s”', async (at, text) => {
    await product.open(at, 'admin')
    await isTold(text)
  })
})

describe('the telemetry dashboard', () => {
  let boilerId: string
  beforeAll(async () => {
    const {app, database, works} = product.world
    boilerId = (await seedDevice(database, {name: 'Boiler', organisationId: works})).id
    await app.inject({method: 'POST', url: '/api/v1/Boiler-token/telemetry', body: {temperature: 3}})
  })

  it('logs that its devices can’t be had, and stops loading', async () => {
    const logged = vi.spyOn(console, 'error').mockReturnValue()
    await product.open('/dashboard', 'plant', {calls: /^GET \/api\/v0\/device(\?|$)/, by: {status: 500, body: null}})
    await isTold('The devices could not be loaded.Retry')
    expect(logged.mock.calls).toEqual([['Failed to load devices', expect.anything()]])
    expect(screen.queryByText('Loading...')).toBeNull()
  })

  it('lists a device whose data can’t be had, with a warning in the log', async () => {
    const logged = vi.spyOn(console, 'warn').mockReturnValue()
    const calls = new RegExp(`/telemetry/device/${boilerId}/keys/timeseries$`)
    await product.open('/dashboard', 'plant', {calls, by: {status: 500, body: null}})
    const list = within(await screen.findByRole('list', {name: 'Devices'}))
    await list.findByText('Boiler')
    const warning = [`Failed to enrich device ${boilerId}`, expect.anything()]
    await waitFor(() => expect(logged.mock.calls).toEqual([warning]))
  })

  it('has an empty chart and no tiles when its points can’t be had', async () => {
    vi.spyOn(console, 'warn').mockReturnValue()
    vi.spyOn(console, 'error').mockReturnValue()
    await product.open('/dashboard', 'plant', {calls: /\/values\/timeseries/, by: {status: 500, body: null}})
    await screen.findByText('The chart could not be loaded.')
    await waitFor(() => expect(screen.queryByLabelText('Statistics')).toBeNull())
    expect(document.querySelector('.highcharts-graph')).toBeNull()
  })
})

describe('a 401', () => {
  const calls = /^GET \/api\/v0\/organisation/
  const by = {status: 401, body: {message: 'The access token has expired.'}}
  const asked = () => product.asked.filter(call => calls.test(call) || call.includes('refresh-token'))

  it('is followed by one silent refresh and one retry', async () => {
    await product.open('/sys_admin', 'admin', {calls, by, times: 1})
    await screen.findByRole('link', {name: 'Harbour Works'})
    expect(asked()).toEqual(['GET /api/v0/organisation', 'POST /api/v0/auth/refresh-token', 'GET /api/v0/organisation'])
  })

  it('is passed on when the refresh fails', async () => {
    await product.open('/sys_admin', 'admin', {calls: /^GET \/api\/v0\/organisation|refresh-token/, by})
    await waitFor(() => expect(product.address()).toBe('/login'))
    expect(asked()).toEqual(['GET /api/v0/organisation', 'POST /api/v0/auth/refresh-token'])
  })
})

describe('the start page', () => {
  const calls = /^GET \/api\/v0\/user$/

  it('sends an unknown authority to /unauthorized', async () => {
    const body = {_id: UNKNOWN_ID, email: 'who@example.test', authority: 'SOMETHING_ELSE'}
    await product.open('/', 'plant', {calls, by: {status: 200, body}})
    await waitFor(() => expect(product.address()).toBe('/unauthorized'))
  })

  it.each(WAYS)('sends to /login when the role can’t be read: $by', async ({by}) => {
    await product.open('/', 'plant', {calls, by})
    await waitFor(() => expect(product.address()).toBe('/login'))
  })
})

const callsOf = (method: string, kind: Entity['kind']) =>
  new RegExp(`^${method} /api/v0/${kind}${method === 'GET' ? `/${ids[kind]}$` : '(/|$)'}`)

async function failThenSucceed({done, ...sending}: Sending) {
  await failThrice(sending)
  await press(sending.button)
  await screen.findByText(done)
}

async function failThrice({filled: values, button, calls, failed}: Omit<Sending, 'done'>) {
  await fill(values)
  for (const {by, told} of WAYS) {
    product.broken = {calls, by}
    await press(button)
    await isTold(told(failed))
    expect(await filled(Object.keys(values))).toEqual(values)
  }
  product.broken = null
}

const isTold = (text: string) => waitFor(() => expect(screen.getByRole('alert').textContent).toBe(text))
