import type {Page} from 'playwright-core'
import {describe, expect, it} from 'vitest'
import {deep} from '../support/deep'
import type {Fields, ForeignKind} from '../support/foreign/store'
import {consoleOn} from './support/adminConsole'
import {useForeignJourney} from './support/foreign'
import {recordListOn} from './support/recordList'

interface Life {
  kind: ForeignKind
  noun: string
  createPath: string
  editPath: string
  tab?: string
  filled: Record<string, string>
  name: string
  nameField: string
  /** The heading of the page, where it is not the name. */
  heading?: string
  changed: [label: string, field: string, value: string]
  /** The shown text of the changed value, where it is not the value. */
  changedTo?: string
}

const LIVES: readonly Life[] = [
  {
    kind: 'organisation',
    noun: 'Organisation',
    createPath: 'org-create',
    editPath: 'org-edit',
    filled: {Title: 'Sugar Works', Email: 'sugar@example.test', Phone: '2', City: 'Kiel'},
    name: 'Sugar Works',
    nameField: 'title',
    changed: ['City', 'city', 'Bonn'],
  },
  {
    kind: 'customer',
    noun: 'Customer',
    createPath: 'customer-create',
    editPath: 'customer-edit',
    tab: 'Customers',
    filled: {Email: 'buyer@example.test', Title: 'The buyer'},
    name: 'buyer@example.test',
    heading: 'The buyer',
    nameField: 'email',
    changed: ['City', 'city', 'Bonn'],
  },
  {
    kind: 'user',
    noun: 'User',
    createPath: 'user-create',
    editPath: 'user-edit',
    tab: 'Users',
    filled: {Email: 'chief@example.test', Password: 'correct horse battery'},
    name: 'chief@example.test',
    nameField: 'email',
    changed: ['Authority', 'authority', 'CUSTOMER_ADMIN'],
    changedTo: 'Customer admin',
  },
  {
    kind: 'device',
    noun: 'Device',
    createPath: 'device-create',
    editPath: 'device-edit',
    tab: 'Devices',
    filled: {Name: 'Pump', Type: 'pump'},
    name: 'Pump',
    nameField: 'name',
    changed: ['Label', 'label', 'north'],
  },
  {
    kind: 'asset',
    noun: 'Asset',
    createPath: 'asset-create',
    editPath: 'asset-edit',
    tab: 'Assets',
    filled: {Name: 'Boiler room', Label: 'blob', Type: 'room'},
    name: 'Boiler room',
    nameField: 'name',
    changed: ['Name', 'name', 'Engine room'],
  },
]

describe('the console with a server that is not ours', () => {
  const journey = useForeignJourney()

  deep.each(LIVES)('makes, shows, changes and deletes one $kind and its attributes', async life => {
    const {kind, noun, name, filled} = life
    const page = await journey.open('/sys_admin', {account: journey.world.systemAdmin})
    const admin = consoleOn(page)
    const stored = () => [...journey.server.store.entities[kind]].filter(([, one]) => one[life.nameField] === name)
    const owner = kind === 'organisation' ? '' : `/${journey.world.plant}`

    journey.callsTaken(/./)
    await admin.create(`/sys_admin/${life.createPath}${owner}`, filled)
    await admin.announcement.getByText(`${noun} created.`).waitFor()
    expect([stored().length, journey.callsTaken(/^POST /).length]).toEqual([1, 1])
    const [[id = ''] = []] = stored()
    if (life.tab !== undefined) await admin.tab(life.tab).click()
    await admin.row(name).getByRole('link', {name, exact: true}).click()
    await admin.heading(life.heading ?? name).waitFor()
    for (const [label, value] of Object.entries(filled)) {
      if (label !== 'Password') await admin.shown(label).getByText(value, {exact: true}).waitFor()
    }

    const [label, field, value] = life.changed
    await page.goto(`/sys_admin/${life.editPath}/${id}`)
    await admin.fill({[label]: value})
    await admin.submit.click()
    await admin.announcement.getByText(`${noun} updated.`).waitFor()
    await admin
      .shown(label)
      .getByText(life.changedTo ?? value, {exact: true})
      .waitFor()
    const changed = journey.server.store.entities[kind].get(id)
    expect(changed?.[field]).toBe(value)
    await liveOfAnAttribute(page)
    expect([...(journey.server.store.attributes.get(`${kind}/${id}`) ?? [])]).toEqual([])

    const finalName = field === life.nameField ? value : name
    await (await admin.prepareDeletion(finalName)).click()
    await admin.announcement.getByText(`${noun} deleted.`).waitFor()
    const left = journey.server.store.entities[kind].get(id)
    expect(kind === 'user' ? left?.userDeleted : left).toBe(kind === 'user' ? true : undefined)
  })

  deep('makes one device where the access token runs out before it is sent', async () => {
    const page = await journey.open(`/sys_admin/device-create/${journey.world.plant}`, {
      account: journey.world.systemAdmin,
    })
    const admin = consoleOn(page)
    await admin.fill({Name: 'Fan'})
    journey.server.store.expireAccess()
    journey.callsTaken(/./)
    await admin.submit.click()
    await admin.announcement.getByText('Device created.').waitFor()
    await admin.row('Fan').waitFor()
    const call = 'POST /api/v0/device'
    expect(journey.callsTaken(/^POST /)).toEqual([call, 'POST /api/v0/auth/refresh-token', call])
    expect(devicesWith(({name}) => name === 'Fan')).toHaveLength(1)
  })

  deep('makes the devices of a file, with their access tokens', async () => {
    const page = await journey.open(`/sys_admin/device-import/${journey.world.plant}`, {
      account: journey.world.systemAdmin,
    })
    const admin = consoleOn(page)
    const accessToken = 'an-access-token-of-its-own'
    await page.locator('input[type="file"]').setInputFiles({
      name: 'devices.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(`Name,Type,Customer,Access token\nMixer,mixer,tenant@example.test,${accessToken}\nSieve,,,`),
    })
    await admin.button('Check the rows').click()
    await admin.button('Import 2 devices').click()
    await admin.button('2 created').waitFor()
    const made = devicesWith(({name}) => name === 'Mixer' || name === 'Sieve')
    const owned = {organisation_id: journey.world.plant, createdAt: expect.any(Number)}
    expect(made.map(([, device]) => device)).toMatchObject([
      {name: 'Mixer', type: 'mixer', customer_id: journey.world.tenant, ...owned},
      {name: 'Sieve', ...owned},
    ])
    expect(made.map(([id]) => journey.server.store.accessTokens.get(id))).toEqual([accessToken, undefined])
  })

  deep('assigns many devices to a customer, and deletes them', async () => {
    const {plant, systemAdmin, tenant} = journey.world
    for (const name of ['Lift 1', 'Lift 2']) journey.server.store.add('device', {name, organisation_id: plant})
    const page = await journey.open(`/sys_admin/organisation/${plant}?tab=devices`, {account: systemAdmin})
    const list = recordListOn(page)
    await list.search.fill('lift ')
    await list.tick('Lift 1').check()
    await list.tick('Lift 2').check()
    await list.askToAssign()
    await list.customer.selectOption('The tenant (tenant@example.test)')
    await list.confirm('Assign').click()
    await list.outcome('2 assigned').waitFor()
    await list.close()
    const lifts = () => devicesWith(({name}) => String(name).startsWith('Lift'))
    expect(lifts().map(([, {customer_id}]) => customer_id)).toEqual([tenant, tenant])

    await list.tickShown.check()
    await (await list.prepareDeletion('2')).click()
    await list.outcome('2 deleted').waitFor()
    expect(lifts()).toEqual([])
  })

  deep('searches a list that the server tells whole', async () => {
    const page = await journey.open(`/sys_admin/organisation/${journey.world.plant}?tab=devices`, {
      account: journey.world.systemAdmin,
    })
    const admin = consoleOn(page)
    await admin.row('Boiler').waitFor()
    await recordListOn(page).search.fill('convey')
    await admin.row('Boiler').waitFor({state: 'detached'})
    await admin.row('Conveyor').waitFor()
  })

  deep('restores a deleted user with a password', async () => {
    const email = 'back@example.test'
    const gone = {email, authority: 'CUSTOMER_USER', organisation_id: journey.world.plant, userDeleted: true}
    const id = journey.server.store.add('user', gone)
    const page = await journey.open(`/sys_admin/user-edit/${id}`, {account: journey.world.systemAdmin})
    const admin = consoleOn(page)
    await page.getByRole('switch', {name: 'Deleted'}).uncheck()
    await admin.fill({Password: 'another horse battery'})
    await admin.submit.click()
    await admin.announcement.getByText('User updated.').waitFor()
    expect(journey.server.store.entities.user.get(id)).toMatchObject({email, userDeleted: false})
  })

  it('makes credentials of a device once, shows and deletes them', async () => {
    const id = journey.world.conveyor
    const page = await journey.open(`/sys_admin/device/${id}`, {account: journey.world.systemAdmin})
    const admin = consoleOn(page)
    journey.callsTaken(/./)
    await admin
      .panel('Latest telemetry')
      .getByRole('row', {name: /^speed 1\.25/})
      .waitFor()
    await admin.button('Create credentials').click()
    await admin.announcement.getByText('Credentials created.').waitFor()
    await admin.button('Show the access token').click()
    const accessToken = journey.server.store.accessTokens.get(id) ?? ''
    await admin.panel('Credentials').getByText(accessToken, {exact: true}).waitFor()
    expect(journey.callsTaken(/^POST /)).toEqual([`POST /api/v0/device/${id}/credentials`])

    await admin.button('Delete the credentials').click()
    await admin.dialog.getByRole('button', {name: 'Delete', exact: true}).click()
    await admin.announcement.getByText('Credentials deleted.').waitFor()
    expect(journey.server.store.accessTokens.has(id)).toBe(false)
  })

  deep('says in the words of the server what it refuses', async () => {
    journey.expectComplaint(/status of 40[04] /)
    const page = await journey.open('/sys_admin/device/no-such-one', {account: journey.world.systemAdmin})
    const admin = consoleOn(page)
    await page.getByText('There is no device by this name here.').waitFor()

    const id = journey.server.store.add('device', {name: 'Doomed', organisation_id: journey.world.plant})
    await page.goto(`/sys_admin/device-edit/${id}`)
    await admin.fill({Label: 'north'})
    journey.server.store.entities.device.delete(id)
    await admin.submit.click()
    await admin.failure.getByText('There is no device by this name here.').waitFor()
    expect(await admin.field('Label').inputValue()).toBe('north')

    await admin.create(`/sys_admin/device-create/${journey.world.plant}`, {Name: 'Boiler'})
    await admin.failure.getByText('There is a device by this name.').waitFor()
    expect(await admin.field('Name').inputValue()).toBe('Boiler')
  })

  function devicesWith(isWanted: (device: Fields) => boolean): [id: string, device: Fields][] {
    return [...journey.server.store.entities.device].filter(([, device]) => isWanted(device))
  }
})

/** On the page of its owner, which has no attributes before and after. */
async function liveOfAnAttribute(page: Page) {
  const admin = consoleOn(page)
  const attributes = admin.panel('Attributes')
  await admin.addAttribute('place', 'Cellar')
  await admin.announcement.getByText('Attribute added.').waitFor()
  await attributes.getByRole('row', {name: /^place .*Cellar/}).waitFor()

  await admin.button('Edit the attribute place').click()
  await admin.dialog.getByRole('textbox', {name: 'Value'}).fill('Attic')
  await admin.dialog.getByRole('button', {name: 'Save'}).click()
  await admin.announcement.getByText('Attribute updated.').waitFor()
  await attributes.getByRole('row', {name: /^place .*Attic/}).waitFor()

  await admin.button('Delete the attribute place').click()
  await admin.dialog.getByRole('button', {name: 'Delete', exact: true}).click()
  await admin.announcement.getByText('Attribute deleted.').waitFor()
  await page.getByText('No shared attributes yet.').waitFor()
}
