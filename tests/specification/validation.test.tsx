import {fireEvent, screen, waitFor, within} from '@testing-library/react'
import {afterAll, beforeAll, describe, expect, it} from 'vitest'
import {PASSWORD, seedDevice} from '../support/app'
import {sampleTests} from '../support/deep'
import type {Who} from '../support/world'
import {ENTITIES, type Entity, storeEntities} from './entities'
import {createProduct, fill, findField, type Product, prepareDeletion, press} from './product'

sampleTests(8)

let product: Product
let ids: Record<Entity['kind'], string>
beforeAll(async () => {
  product = await createProduct()
  ids = await storeEntities(product.world)
})
afterAll(() => product.close())

interface Typed {
  who: Who
  /** `{organisation}`, `{customer}` …: the id of a stored one. */
  at: string
  typed: Record<string, string>
  button: string
  told: string[]
}

const NEW_ORGANISATION = {who: 'admin', at: '/sys_admin/org-create', button: 'Create organisation'} as const
const ORGANISATION_NEEDS = 'Title, Email, and Phone are required.'
const NEW_DEVICE = {who: 'admin', at: '/sys_admin/device-create/{organisation}', button: 'Create device'} as const
const NEW_ASSET = {who: 'admin', at: '/sys_admin/asset-create/{organisation}', button: 'Create asset'} as const
const ASSET_NEEDS = 'Name and label are required.'
const NEW_USER = {who: 'admin', at: '/sys_admin/user-create/{organisation}', button: 'Create user'} as const

describe('a form', () => {
  it.each<Typed>([
    {...NEW_ORGANISATION, typed: {}, told: [ORGANISATION_NEEDS, 'Title is required.', 'Email is required.']},
    {...NEW_ORGANISATION, typed: {Email: 'a@b.test', Phone: '1'}, told: [ORGANISATION_NEEDS, 'Title is required.']},
    {...NEW_ORGANISATION, typed: {Title: 'Works', Phone: '1'}, told: [ORGANISATION_NEEDS, 'Email is required.']},
    {...NEW_ORGANISATION, typed: {Title: 'Works', Email: 'a@b.test'}, told: [ORGANISATION_NEEDS, 'Phone is required.']},
    {...NEW_DEVICE, typed: {}, told: ['Device name is required.']},
    {...NEW_DEVICE, typed: {Name: ' \t '}, told: ['Device name is required.']},
    {...NEW_ASSET, typed: {Label: 'blob'}, told: [ASSET_NEEDS]},
    {...NEW_ASSET, typed: {Name: 'Hall'}, told: [ASSET_NEEDS]},
    {...NEW_USER, typed: {Password: PASSWORD}, told: ['Email is required.']},
    {...NEW_USER, typed: {Email: 'a@b.test'}, told: ['Password is required.']},
    {
      who: 'admin',
      at: '/sys_admin/customer-create/{organisation}',
      typed: {Title: 'Buyer'},
      button: 'Create customer',
      told: ['Email is required.'],
    },
    {
      who: 'admin',
      at: '/sys_admin/customer-edit/{customer}',
      typed: {Email: ''},
      button: 'Save',
      told: ['Email is required.'],
    },
    {
      who: 'nobody',
      at: '/register',
      typed: {Email: 'a@b.test', Password: PASSWORD, 'Confirm password': `${PASSWORD}.`},
      button: 'Register',
      told: ['Passwords do not match'],
    },
    {
      who: 'nobody',
      at: '/newPassword?token=token',
      typed: {'New password': PASSWORD, 'Confirm new password': `${PASSWORD}.`},
      button: 'Set password',
      told: ['Passwords do not match.'],
    },
  ])('at $at with $typed says $told, and sends nothing', async ({who, at, typed, button, told}) => {
    await product.open(placed(at), who)
    await fill(typed)
    await press(button)
    for (const text of told) await screen.findByText(text)
    expect(sent()).toEqual([])
  })

  it.each([
    ['/sys_admin/device-create', 'admin', 'Missing organisation ID in route.'],
    ['/sys_admin/asset-create', 'admin', 'Missing organisation ID in route.'],
    ['/newPassword', 'nobody', 'Token is missing.'],
    ['/verification', 'nobody', 'Verification token is missing.'],
  ] as const)('at %s, which names too little, is not there for %s: “%s”', async (at, who, told) => {
    await product.open(at, who)
    expect((await screen.findByRole('alert')).textContent).toContain(told)
    expect(screen.queryByRole('textbox')).toBeNull()
    expect(sent()).toEqual([])
  })

  it('of an attribute needs a key and a value', async () => {
    await product.open(placed('/sys_admin/asset/{asset}'), 'admin')
    await press('Add attribute')
    await press('Save')
    await screen.findByText('Key is required.')
    await screen.findByText('Value is required.')
    expect(sent()).toEqual([])
  })

  it('of a new organisation has an email field of that type', async () => {
    await product.open('/sys_admin/org-create', 'admin')
    expect((await findField('Email')).type).toBe('email')
  })

  it('of a new user offers two authorities, the first chosen', async () => {
    await product.open(placed(NEW_USER.at), 'admin')
    expect(await authorities()).toEqual(['ORGANISATION_ADMIN', 'CUSTOMER_USER'])
    expect((await findField('Authority')).value).toBe('ORGANISATION_ADMIN')
  })

  it('of a new customer needs an email alone', async () => {
    await product.open(placed('/sys_admin/customer-create/{organisation}'), 'admin')
    await fill({Email: 'alone@example.test'})
    await press('Create customer')
    await screen.findByText('Customer created.')
  })
})

describe('the form of a stored user', () => {
  it('offers three authorities, and needs no password', async () => {
    await product.open(placed('/sys_admin/user-edit/{user}'), 'admin')
    expect(await authorities()).toEqual(['CUSTOMER_USER', 'CUSTOMER_ADMIN', 'ORGANISATION_ADMIN'])
    await fill({Authority: 'CUSTOMER_USER'})
    await press('Save')
    await screen.findByText('User updated.')
  })

  it('needs a password to restore a deleted one', async () => {
    expect((await product.world.call('admin', 'DELETE', `/api/v0/user/${ids.user}`)).statusCode).toBeLessThan(300)
    await product.open(placed('/sys_admin/user-edit/{user}'), 'admin')
    fireEvent.click(await screen.findByRole('switch', {name: 'Deleted'}))
    await press('Save')
    await screen.findByText('Password is required when restoring a deleted user.')
    expect(sent()).toEqual([])
    await fill({Password: PASSWORD})
    await press('Save')
    await screen.findByText('User updated.')
  })
})

describe('the deletion of an organisation', () => {
  it('starts with the specified words, and waits for the exact title and the tick', async () => {
    await product.open(placed('/sys_admin/organisation/{organisation}'), 'admin')
    await prepareDeletion('salt works')
    const confirm = screen.getByRole<HTMLButtonElement>('button', {name: 'Delete this organisation'})
    expect(screen.getByText(/^Are you absolutely sure/).textContent).toMatch(
      /^Are you absolutely sure you want to delete /,
    )
    expect(confirm.disabled).toBe(true)
    fireEvent.change(screen.getByLabelText(/^Type the /), {target: {value: 'Salt Works'}})
    expect(confirm.disabled).toBe(false)
    fireEvent.click(screen.getByLabelText('I understand what this does.'))
    expect(confirm.disabled).toBe(true)
  })
})

describe('the window of an aggregation', () => {
  it.each([
    ['90', '90'],
    ['', '1'],
    ['0', '1'],
    ['-5', '1'],
  ])('typed as %j counts as %s minutes', async (typed, minutes) => {
    const {app, database, works} = product.world
    const name = `Boiler ${typed}`
    const {id} = await seedDevice(database, {name, organisationId: works})
    await app.inject({
      method: 'POST',
      url: `/api/v1/${encodeURIComponent(`${name}-token`)}/telemetry`,
      body: {level: 3},
    })
    await product.open(`/dashboard?device=${id}&key=level&agg=count&window=20`, 'plant')
    fireEvent.change(await screen.findByLabelText('Minutes'), {target: {value: typed}})
    await waitFor(() => expect(product.address()).toMatch(new RegExp(`[?&]window=${minutes}(&|$)`)))
  })
})

const placed = (at: string) => ENTITIES.reduce((path, {kind}) => path.replace(`{${kind}}`, ids[kind]), at)

/** Returns the calls that change something. */
const sent = () => product.asked.filter(call => !/^GET |auth\//.test(call))

const authorities = async () =>
  within(await findField('Authority'))
    .getAllByRole<HTMLOptionElement>('option')
    .map(({value}) => value)
