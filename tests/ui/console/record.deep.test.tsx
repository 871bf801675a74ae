import {act, cleanup, fireEvent, screen, within} from '@testing-library/react'
import {afterEach, describe, expect, it} from 'vitest'
import {draftOf} from '../../../src/domain/console/records/draft'
import {organisations} from '../../../src/domain/console/records/organisations'
import {signOutEverywhereMachine} from '../../../src/machines/console/record/userActions'
import {createCalls} from '../../machines/calls'
import {refused, unreachable} from '../../support/failures'
import {PULSEWALL} from '../../support/offer'
import {BOILER, DELETED_USER, field, follow, HARBOUR, openConsole, press, submit, write} from './consoleOnScreen'

afterEach(cleanup)

const overview = () =>
  within(screen.getByRole('main'))
    .getAllByRole('term')
    .map(term => [term.textContent, term.nextElementSibling?.textContent])

const crumbs = () =>
  within(screen.getByRole('navigation', {name: 'Breadcrumbs'}))
    .getAllByRole('listitem')
    .map(({textContent}) => textContent)

describe('the page of a record', () => {
  it('shows what is known of it as what it is, and leaves out what may be empty', async () => {
    await openConsole('/organisation/o1')
    expect(overview()).toEqual([
      ['Organisation profile ID', '—'],
      ['Title', 'Harbour Works'],
      ['Email', 'office@harbour.test'],
      ['Phone', '+49 40 1234'],
      ['Address', '—'],
      ['City', 'Hamburg'],
      ['State', '—'],
      ['Country', '—'],
      ['Region', '—'],
      ['ZIP', '—'],
      ['Additional info', '{\n  "shift": "night"\n}'],
      ['Created at', '14 Nov 2023, 23:13:20'],
      ['Version', '3'],
      ['ID', 'o1Copy'],
    ])
    expect(screen.getByText('14 Nov 2023, 23:13:20').title).toBe('14 Nov 2023, 23:13:20, Europe/Berlin, UTC+1')
    expect(document.title).toBe('Harbour Works – Pulsewall')
  })

  it('leads to what it belongs to', async () => {
    await openConsole('/device/d1')
    expect(await screen.findAllByText('Harbour Works')).toHaveLength(2)
    expect(crumbs()).toEqual(['Admin', 'Harbour Works', 'Devices', 'Boiler'])
    const targets = screen.getAllByRole('link').map(link => link.getAttribute('href'))
    expect(targets).toEqual(
      expect.arrayContaining([
        '/sys_admin',
        '/sys_admin/organisation/o1',
        '/sys_admin/organisation/o1?tab=devices',
        '/sys_admin/customer/c1',
        '/sys_admin/device-edit/d1',
        '/dashboard?device=d1',
        '/sys_admin/audit?entityType=device&entityId=d1',
      ]),
    )
  })

  it('shows markup and marks of direction as text', async () => {
    const name = '<img src=x onerror=alert(1)>\u202egnp'
    await openConsole('/device/d1', [{...BOILER, values: {...BOILER.values, name}}])
    expect(screen.getByRole('heading', {level: 1}).textContent).toBe(name)
    expect(document.querySelector('main img')).toBeNull()
  })

  it('of a user signs that user out everywhere, once more on request, where the server offers it', async () => {
    const ended = createCalls<void, {values: {id: string}}>()
    const parts = {signOutEverywhere: signOutEverywhereMachine.provide({actors: {submit: ended.logic}})}
    const user = {...DELETED_USER, values: {...DELETED_USER.values, userDeleted: false}}
    await openConsole('/user/u7', [user], parts, PULSEWALL)
    press('Sign out everywhere')
    expect(screen.getByRole('button', {name: 'Signing out…'}).getAttribute('aria-busy')).toBe('true')
    await act(async () => ended.answer())
    expect(screen.getByText('The user is signed out everywhere.').getAttribute('role')).toBe('status')
    press('Sign out everywhere')
    await act(async () => ended.fail(refused(403, 'Your account may not change this user.')))
    expect(screen.getByText('Your account may not change this user.')).not.toBeNull()
    expect(ended.asked.map(({values}) => values)).toEqual([{id: 'u7'}, {id: 'u7'}])
    cleanup()
    await openConsole('/user/u7', [user])
    expect(screen.queryByRole('button', {name: 'Sign out everywhere'})).toBeNull()
  })

  it('of an organisation opens the tab in the address, and another in its place', async () => {
    const {address} = await openConsole('/organisation/o1?tab=users', undefined, {}, PULSEWALL)
    expect(screen.getByRole('tab', {selected: true}).textContent).toBe('Users')
    expect(screen.getAllByRole('tab').map(({textContent}) => textContent)).toEqual([
      ...['Overview', 'Thresholds', 'Units', 'Notifications', 'Time zone', 'Walls'],
      ...['Users', 'API keys', 'Customers 1', 'Devices 3', 'Assets 0'],
    ])
    fireEvent.click(screen.getByRole('tab', {name: 'Overview'}))
    expect([address(), overview().length]).toEqual(['/sys_admin/organisation/o1', 14])
  })

  it.each([
    ['/organisation/o9', 'Organisation not found.'],
    ['/device/d9', 'Device not found.'],
    ['/organisation', 'Missing organisation ID'],
    ['/org-edit', 'Missing organisation ID'],
    ['/device-create', 'Missing organisation ID in route.'],
    ['/asset-create', 'Missing organisation ID in route.'],
    ['/user-create', 'Missing organisation ID in route.'],
  ])('at %s says %s and leads back', async (at, text) => {
    const {address} = await openConsole(at)
    expect((await screen.findByRole('alert')).textContent).toBe(text)
    await follow('Back to the organisations')
    expect(address()).toBe('/sys_admin')
  })

  it.each([
    [refused(404, 'It has moved.'), 'Organisation not found.It has moved.'],
    [refused(400, 'id: Invalid UUID'), 'Organisation not found.id: Invalid UUID'],
    [refused(404, 'Organisation not found.'), 'Organisation not found.'],
    [refused(404), 'Organisation not found.'],
  ])('says what the server says of an id that names nothing (%s)', async (failure, text) => {
    const {server, router} = await openConsole('/elsewhere')
    server.failure = failure
    await act(() => router.navigate('/sys_admin/organisation/o9'))
    expect((await screen.findByRole('alert')).textContent).toBe(text)
  })

  it('says that it could not be loaded and asks again on request', async () => {
    const {server, router} = await openConsole('/elsewhere')
    server.failure = unreachable
    await act(() => router.navigate('/sys_admin/organisation/o1'))
    expect(screen.getByRole('alert').textContent).toBe('Failed to load organisation.')
    server.failure = null
    await act(async () => press('Retry'))
    expect(screen.getByRole('heading', {level: 1}).textContent).toBe('Harbour Works')
  })

  it('of a deleted user says how to restore it instead of deleting it again', async () => {
    await openConsole('/user/u7')
    expect(screen.getByText('To restore it, edit it: switch off “Deleted” and set a new password.')).toBeTruthy()
    expect(screen.queryByRole('button', {name: 'Delete'})).toBeNull()
  })
})

describe('creating', () => {
  it('sends what was filled, says so, and leads to the devices of the organisation', async () => {
    const {creations, address} = await openConsole('/device-create/o1')
    expect(document.activeElement).toBe(field(/^Name/))
    write(/^Name/, 'Boiler 2')
    submit('Create device')
    submit('Create device')
    const button = screen.getByRole('button', {name: 'Saving…'})
    expect([button.getAttribute('aria-disabled'), field(/^Name/).readOnly]).toEqual(['true', true])
    expect(creations.asked.map(({organisationId, values}) => [organisationId, values])).toEqual([
      ['o1', {name: 'Boiler 2'}],
    ])
    await act(() => creations.answer({...BOILER, id: 'd2'}))
    expect(address()).toBe('/sys_admin/organisation/o1?tab=devices')
    expect(screen.getByText('Device created.').closest('[role=status]')).toBeTruthy()
    press('Close the message')
    expect(screen.queryByText('Device created.')).toBeNull()
  })

  it('leads to the list where the server tells no more than that it was made', async () => {
    const {creations, address} = await openConsole('/org-create')
    for (const label of [/^Title/, /^Email/, /^Phone/]) write(label, 'a@b.test')
    submit('Create organisation')
    await act(() => creations.answer(null))
    expect(address()).toBe('/sys_admin')
    expect(screen.getByText('Organisation created.')).toBeTruthy()
  })

  it.each([
    ['/asset-create/o1', 'Create asset', '/sys_admin/organisation/o1?tab=devices'],
    ['/user-create/o1', 'Create user', '/sys_admin/organisation/o1?tab=users'],
    ['/org-create', 'Create organisation', '/sys_admin/organisation/n1'],
  ])('at %s leads to %s', async (at, form, target) => {
    const {creations, address} = await openConsole(at)
    for (const input of screen.getAllByRole('textbox')) {
      const isInfo = input.tagName === 'TEXTAREA'
      fireEvent.change(input, {target: {value: isInfo ? '' : 'a@b.test'}})
    }
    if (at.startsWith('/asset')) write(/^Label/, 'firmware')
    if (at.startsWith('/user')) write('Password *', 'a fine new one')
    submit(form)
    await act(() => creations.answer({...BOILER, id: 'n1'}))
    expect(address()).toBe(target)
  })

  it('of an organisation asks for what it needs in the specified words, at the first wrong field', async () => {
    const {creations} = await openConsole('/org-create')
    write(/^Title/, 'Harbour')
    submit('Create organisation')
    expect(screen.getByRole('alert').textContent).toBe('Title, Email, and Phone are required.')
    expect(screen.getAllByText(/ is required\.$/).map(({textContent}) => textContent)).toEqual([
      'Email is required.',
      'Phone is required.',
    ])
    expect(document.activeElement).toBe(field(/^Email/))
    expect(field(/^Email/).type).toBe('email')
    expect(creations.asked).toEqual([])
  })

  it('of a user offers two authorities, of which the first is chosen', async () => {
    await openConsole('/user-create/o1')
    const options = within(field(/^Authority/)).getAllByRole<HTMLOptionElement>('option')
    expect(options.map(({value, selected}) => [value, selected])).toEqual([
      ['ORGANISATION_ADMIN', true],
      ['CUSTOMER_USER', false],
    ])
    expect(field('Password *').autocomplete).toBe('new-password')
  })

  it('keeps what was typed when the server is gone, and can be sent again', async () => {
    const {creations} = await openConsole('/device-create/o1')
    write(/^Name/, 'Boiler 2')
    submit('Create device')
    await act(() => creations.fail(unreachable))
    expect(screen.getByRole('alert').textContent).toBe(
      'Failed to create deviceThe server can’t be reached right now. What you typed is kept.',
    )
    expect([field(/^Name/).value, field(/^Name/).readOnly]).toEqual(['Boiler 2', false])
    submit('Create device')
    expect(creations.asked).toHaveLength(2)
  })
})

describe('editing', () => {
  it('sends what was changed and leads to the page of the record', async () => {
    const {saves, address} = await openConsole('/org-edit/o1')
    expect([field('City').value, field('Additional info').value]).toEqual(['Hamburg', '{\n  "shift": "night"\n}'])
    write('City', 'Kiel')
    expect(screen.getByText('Not saved yet.')).toBeTruthy()
    submit('Edit Harbour Works')
    expect(saves.asked.map(({record, changes}) => [record, changes])).toEqual([[HARBOUR, {city: 'Kiel'}]])
    await act(() => saves.answer())
    expect(address()).toBe('/sys_admin/organisation/o1')
    expect(screen.getByText('Organisation updated.')).toBeTruthy()
  })

  it('of a deleted user asks for a password to restore it', async () => {
    const {saves} = await openConsole('/user-edit/u7')
    fireEvent.click(screen.getByRole('switch', {name: 'Deleted'}))
    submit('Edit petra@harbour.test')
    expect(screen.getByText('Password is required when restoring a deleted user.')).toBeTruthy()
    expect(document.activeElement).toBe(field(/^Password/))
    write(/^Password/, 'a fine new one')
    submit('Edit petra@harbour.test')
    expect(saves.asked[0]?.changes).toEqual({userDeleted: false, password: 'a fine new one'})
  })

  it('keeps an authority that it does not offer', async () => {
    const root = {...BOILER, id: 'u0', values: {email: 'root@harbour.test', authority: 'SYS_ADMIN'}}
    await openConsole('/user-edit/u0', [root])
    expect(field(/^Authority/).value).toBe('SYS_ADMIN')
  })
})

describe('a save over a newer version', () => {
  const pressIn = (name: string) => fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', {name}))

  const NEWER = {...HARBOUR, version: 4, values: {...HARBOUR.values, city: 'Bremen', phone: '2'}}

  async function openConflict() {
    const page = await openConsole('/org-edit/o1')
    write('City', 'Kiel')
    write(/^Title/, 'Harbour')
    submit('Edit Harbour Works')
    page.server.stored = [NEWER]
    await act(() => page.saves.fail(refused(409, 'Somebody else has changed this organisation meanwhile.')))
    return page
  }

  const side = (legend: RegExp, name: 'Mine' | 'Theirs') =>
    within(screen.getByRole('group', {name: legend})).getByRole<HTMLInputElement>('radio', {name})

  it('shows what each made of it, and what it was before', async () => {
    await openConflict()
    const groups = within(screen.getByRole('dialog')).getAllByRole('group')
    expect(groups.map(({textContent}) => textContent)).toEqual([
      'Title only I changed itBefore: Harbour WorksMineHarbourTheirsHarbour Works',
      'Phone only they changed itBefore: +49 40 1234Mine+49 40 1234Theirs2',
      'City both changed itBefore: HamburgMineKielTheirsBremen',
    ])
    expect([side(/^Title/, 'Mine'), side(/^Phone/, 'Theirs'), side(/^City/, 'Theirs')]).toMatchObject(
      Array(3).fill({checked: true}),
    )
  })

  it('says who has changed it, and when', async () => {
    const {changes} = await openConflict()
    expect(screen.getByText('Changed by somebody else')).toBeTruthy()
    await act(() => changes.answer({at: 1_700_000_000_000, email: 'petra@harbour.test'}))
    expect(screen.getByText(/^Changed by/).textContent).toBe('Changed by petra@harbour.test · 14 Nov 2023, 23:13:20')
  })

  it('overwrites nothing of theirs unasked', async () => {
    const {saves, address} = await openConflict()
    await act(async () => pressIn('Save'))
    expect(saves.asked.at(-1)).toMatchObject({record: {version: 4}, changes: {title: 'Harbour'}})
    await act(() => saves.answer())
    expect(address()).toBe('/sys_admin/organisation/o1')
  })

  it('saves what was chosen on top of theirs', async () => {
    const {saves} = await openConflict()
    fireEvent.click(side(/^City/, 'Mine'))
    await act(async () => pressIn('Save'))
    expect(saves.asked.at(-1)).toMatchObject({record: {version: 4}, changes: {title: 'Harbour', city: 'Kiel'}})
  })

  it('can be given up without being asked again', async () => {
    const {address, kept} = await openConflict()
    fireEvent.click(side(/^Title/, 'Theirs'))
    await act(async () => pressIn('Save'))
    expect([address(), kept.size]).toEqual(['/sys_admin/organisation/o1', 0])
  })

  it('can be gone back from', async () => {
    await openConflict()
    press('Back to the form')
    expect(screen.queryByRole('dialog')).toBeNull()
    expect([field('City').value, screen.getByRole('alert').textContent]).toEqual([
      'Kiel',
      'Somebody else has changed this organisation meanwhile.',
    ])
  })
})

describe('leaving a changed form', () => {
  it('is asked about, and stays where it is', async () => {
    const {address} = await openConsole('/org-edit/o1')
    write('City', 'Kiel')
    await follow('Cancel')
    expect(screen.getByRole('dialog', {name: 'Leave without saving?'})).toBeTruthy()
    await act(async () => press('Stay'))
    expect([address(), field('City').value]).toEqual(['/sys_admin/org-edit/o1', 'Kiel'])
  })

  it('loses what was typed once that is agreed to', async () => {
    const {address, kept} = await openConsole('/org-edit/o1')
    write('City', 'Kiel')
    expect(kept.size).toBe(1)
    await follow('Cancel')
    await act(async () => press('Leave'))
    expect([address(), kept.size]).toEqual(['/sys_admin/organisation/o1', 0])
  })

  it('is not asked about when nothing has changed', async () => {
    const {address} = await openConsole('/org-edit/o1')
    await follow('Cancel')
    expect(address()).toBe('/sys_admin/organisation/o1')
  })

  it('by closing the page is asked about by the browser', async () => {
    await openConsole('/org-edit/o1')
    const unload = () => window.dispatchEvent(new Event('beforeunload', {cancelable: true}))
    expect(unload()).toBe(true)
    write('City', 'Kiel')
    expect(unload()).toBe(false)
  })

  it('against one’s will is not asked about, and keeps what was typed', async () => {
    const {session, path, kept} = await openConsole('/org-edit/o1')
    write('City', 'Kiel')
    act(() => session.send({type: 'session.ended'}))
    expect([path(), screen.queryByRole('dialog')]).toEqual(['/login', null])
    expect([...kept.values()].map(({draft}) => draft.city)).toEqual(['Kiel'])
  })

  it('and coming back goes on with what was typed', async () => {
    const {kept, router} = await openConsole('/elsewhere')
    const draft = {...draftOf(organisations, HARBOUR), city: 'Kiel'}
    kept.set('u1 organisation o1 ', {record: HARBOUR, draft})
    await act(() => router.navigate('/sys_admin/org-edit/o1'))
    expect([field('City').value, screen.queryByText('Not saved yet.') !== null]).toEqual(['Kiel', true])
  })
})

describe('deleting', () => {
  const confirm = () => screen.getByRole<HTMLButtonElement>('button', {name: 'Delete this organisation'})

  async function openDeletion() {
    const page = await openConsole('/organisation/o1')
    press('Delete')
    return page
  }

  it('tells what goes with it and waits for the exact title and the tick', async () => {
    const {deletions} = await openDeletion()
    const dialog = screen.getByRole('dialog', {name: 'Delete organisation'})
    expect(within(dialog).getByText(/^Are you absolutely sure you want to delete/).textContent).toBe(
      'Are you absolutely sure you want to delete Harbour Works?',
    )
    expect(
      within(dialog)
        .getAllByRole('listitem')
        .map(({textContent}) => textContent),
    ).toEqual([
      'This also deletes 1 customer, 2 users, 3 devices, 0 assets, and the telemetry of its devices.',
      'Its attributes and those of all that belongs to it go, too.',
    ])
    expect(confirm().disabled).toBe(true)
    write('Type the title to confirm', 'harbour works')
    fireEvent.click(field('I understand what this does.'))
    expect(confirm().disabled).toBe(true)
    write('Type the title to confirm', 'Harbour Works')
    expect(confirm().disabled).toBe(false)
    fireEvent.submit(confirm())
    expect(deletions.asked.map(({id}) => id)).toEqual(['o1'])
  })

  it('leads to the organisations and says so', async () => {
    const {deletions, address} = await openDeletion()
    write('Type the title to confirm', 'Harbour Works')
    fireEvent.click(field('I understand what this does.'))
    fireEvent.submit(confirm())
    await act(() => deletions.answer())
    expect([address(), screen.getByText('Organisation deleted.').closest('[role=status]') !== null]).toEqual([
      '/sys_admin',
      true,
    ])
  })

  it('says why it failed and can be tried again', async () => {
    const {deletions} = await openDeletion()
    write('Type the title to confirm', 'Harbour Works')
    fireEvent.click(field('I understand what this does.'))
    fireEvent.submit(confirm())
    await act(() => deletions.fail(refused(500)))
    expect(screen.getByRole('alert').textContent).toBe('Failed to delete organisation.')
    expect(confirm().disabled).toBe(false)
  })

  it('finds that somebody else was first', async () => {
    const {deletions} = await openDeletion()
    write('Type the title to confirm', 'Harbour Works')
    fireEvent.click(field('I understand what this does.'))
    fireEvent.submit(confirm())
    await act(() => deletions.fail(refused(404)))
    expect(screen.getByRole('alert').textContent).toBe('Organisation not found.')
  })

  it('is given up by Escape', async () => {
    await openDeletion()
    fireEvent.keyDown(screen.getByRole('dialog'), {key: 'Escape'})
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('of a device leads to the devices of its organisation', async () => {
    const {deletions, address} = await openConsole('/device/d1')
    press('Delete')
    write('Type the name to confirm', 'Boiler')
    fireEvent.click(field('I understand what this does.'))
    fireEvent.submit(screen.getByRole('button', {name: 'Delete this device'}))
    await act(() => deletions.answer())
    expect(address()).toBe('/sys_admin/organisation/o1?tab=devices')
  })
})
