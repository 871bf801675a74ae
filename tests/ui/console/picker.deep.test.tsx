import {act, cleanup, fireEvent, screen, waitFor, within} from '@testing-library/react'
import {afterEach, describe, expect, it} from 'vitest'
import type {ConsoleRecord} from '../../../src/domain/console/records/description'
import type {ChoicesQuestion} from '../../../src/machines/console/record/choices'
import {refused, unreachable} from '../../support/failures'
import {BOILER, field, openConsole, submit, write} from './consoleOnScreen'

afterEach(cleanup)

const record = (id: string, values: ConsoleRecord['values']): ConsoleRecord => ({id, version: 1, counts: {}, values})

const OWNER = record('c1', {title: 'Owner', email: 'owner@harbour.test'})
const TENANT = record('c2', {title: 'Tenant', email: 'tenant@harbour.test'})
const NAMESAKE = record('c3', {title: 'Tenant', email: 'other@harbour.test'})
const CUSTOMERS = [OWNER, TENANT, NAMESAKE]

type Answers = (question: ChoicesQuestion) => Promise<readonly ConsoleRecord[]>
const never = () => new Promise<never>(() => {})

async function open(at: string, list: Answers, stored?: readonly ConsoleRecord[]) {
  const page = await openConsole('/elsewhere', stored)
  const asked: ChoicesQuestion[] = []
  page.server.list = question => {
    asked.push(question)
    return list(question)
  }
  await act(() => page.router.navigate(`/sys_admin${at}`))
  return {...page, asked: () => asked.map(({description, organisationId}) => [description.kind, organisationId])}
}

const openDevice = (list: Answers = async () => CUSTOMERS, customerId: string | null = 'c1') =>
  open('/device-edit/d1', list, [{...BOILER, values: {...BOILER.values, customerId}}])

const picker = (label = 'Customer ID') => screen.getByRole<HTMLInputElement>('combobox', {name: label})
const hintOf = (input: HTMLElement) =>
  document.getElementById(input.getAttribute('aria-describedby') ?? '')?.textContent
const offered = () => within(screen.getByRole('listbox')).getAllByRole('option')
const labels = () => offered().map(({textContent}) => textContent)
const key = (name: string) => act(async () => fireEvent.keyDown(picker(), {key: name, code: name}))

async function search(text: string, label?: string) {
  await act(async () => picker(label).focus())
  await act(async () => void fireEvent.change(picker(label), {target: {value: text}}))
  await optionsMarked()
}

/** Mantine finds the option to begin with in the turn after it has opened its list. */
const optionsMarked = () => act(() => new Promise(resolve => setTimeout(resolve)))

async function choose(name: string, label?: string) {
  await act(async () => void fireEvent.click(picker(label)))
  await act(async () => void fireEvent.click(within(screen.getByRole('listbox')).getByRole('option', {name})))
}

describe('an id that names a record', () => {
  it('says that the list is loading, and keeps its value', async () => {
    const {saves, asked} = await openDevice(never)
    expect([picker().value, picker().readOnly, hintOf(picker())]).toEqual(['c1', true, 'Loading the customers…'])
    expect(asked()).toEqual([['customer', 'o1']])
    write('Label', 'north')
    submit('Edit Boiler')
    expect(saves.asked.map(({changes}) => changes)).toEqual([{label: 'north'}])
  })

  it('shows what is chosen by its title, and offers the others', async () => {
    await openDevice()
    expect([picker().value, hintOf(picker())]).toEqual(['Owner (owner@harbour.test)', '3 customers. Type to search.'])
    await act(async () => void fireEvent.click(picker()))
    expect(labels()).toEqual([
      'No customer',
      'Owner (owner@harbour.test)',
      'Tenant (other@harbour.test)',
      'Tenant (tenant@harbour.test)',
    ])
    expect(
      offered()
        .filter(option => option.ariaSelected === 'true')
        .map(({textContent}) => textContent),
    ).toEqual(['Owner (owner@harbour.test)'])
  })

  it('is found by a part of its title and chosen with the keyboard, and its id is sent', async () => {
    const {saves} = await openDevice()
    await search('TENANT')
    expect(labels()).toEqual(['Tenant (other@harbour.test)', 'Tenant (tenant@harbour.test)'])
    await key('ArrowDown')
    await key('ArrowDown')
    await key('Enter')
    expect([picker().value, screen.queryByRole('listbox')]).toEqual(['Tenant (tenant@harbour.test)', null])
    submit('Edit Boiler')
    expect(saves.asked.map(({changes}) => changes)).toEqual([{customerId: 'c2'}])
  })

  it('keeps Enter from sending the form while it is open, and leaving it keeps what was chosen', async () => {
    await openDevice()
    await search('nobody')
    expect(offered().map(({textContent, ariaDisabled}) => [textContent, ariaDisabled])).toEqual([
      ['Nothing is found.', 'true'],
    ])
    expect(fireEvent.keyDown(picker(), {key: 'Enter', code: 'Enter'})).toBe(false)
    await key('Escape')
    expect(fireEvent.keyDown(picker(), {key: 'Enter', code: 'Enter'})).toBe(true)
    await act(async () => picker().blur())
    expect(picker().value).toBe('Owner (owner@harbour.test)')
  })

  it('is cleared by choosing nothing, which is sent', async () => {
    const {saves} = await openDevice()
    await key('ArrowDown')
    await optionsMarked()
    await key('ArrowUp')
    await key('Enter')
    expect([picker().value, picker().placeholder]).toEqual(['', 'No customer'])
    submit('Edit Boiler')
    expect(saves.asked.map(({changes}) => changes)).toEqual([{customerId: null}])
  })

  it('that is not in the list is shown as itself, and kept', async () => {
    const {saves} = await openDevice(undefined, 'c9')
    expect([picker().value, hintOf(picker())]).toEqual(['c9', 'No customer listed has this ID.'])
    write('Label', 'north')
    submit('Edit Boiler')
    expect(saves.asked.map(({changes}) => changes)).toEqual([{label: 'north'}])
  })

  it('shows markup, marks of direction and long names as text', async () => {
    const [long, markup] = ['x'.repeat(5000), '<img src=x onerror=alert(1)>']
    await openDevice(async () => [
      record('c1', {title: markup, email: 'a@harbour.test'}),
      record('c2', {title: '\u202egnp', email: 'b@harbour.test'}),
      record('c3', {title: long, email: 'c@harbour.test'}),
    ])
    await act(async () => void fireEvent.click(picker()))
    expect(labels()).toEqual([
      'No customer',
      `${markup} (a@harbour.test)`,
      'gnp (b@harbour.test)',
      `${long} (c@harbour.test)`,
    ])
    expect(document.querySelector('main img')).toBeNull()
  })

  it('draws the first hundred of ten thousand, and finds the others', async () => {
    const many = Array.from({length: 10_000}, (_, at) => record(`c${at}`, {title: `Customer ${at}`}))
    await openDevice(async () => many)
    expect(hintOf(picker())).toBe('10,000 customers. Type to search.')
    await search('customer')
    expect([offered().length, labels().at(-1)]).toEqual([101, '9,900 more. Type to find them.'])
    await search('customer 9999')
    expect(labels()).toEqual(['Customer 9999 (c9999)'])
  })

  it('says that there is nothing to choose from', async () => {
    await openDevice(async () => [], null)
    expect([picker().placeholder, hintOf(picker())]).toEqual(['No customer', 'There are no customers to choose from.'])
  })

  it('of an asset does not offer the asset itself as its parent', async () => {
    const rooms = [record('a1', {name: 'Room', organisationId: 'o1'}), record('a2', {name: 'Building'})]
    await open('/asset-edit/a1', async ({description}) => (description.kind === 'asset' ? rooms : []), rooms)
    await act(async () => void fireEvent.click(picker('Parent ID')))
    expect(labels()).toEqual(['No asset', 'Building'])
  })
})

describe('an id whose list can’t be loaded', () => {
  const again = () => screen.getByRole('button', {name: /^(Try again|Trying…) to load the customers$/})

  it.each([
    [unreachable, 'The customers could not be loaded. You can type the ID of the customer instead.'],
    [refused(404, 'Organisation not found.'), 'Organisation not found. You can type the ID of the customer instead.'],
  ])('says why (%s), and can be typed and saved', async (error, text) => {
    const {saves} = await openDevice(() => Promise.reject(error))
    expect([field('Customer ID').value, hintOf(field('Customer ID'))]).toEqual(['c1', text])
    write('Customer ID', ' c9 ')
    submit('Edit Boiler')
    expect(saves.asked.map(({changes}) => changes)).toEqual([{customerId: 'c9'}])
  })

  it('is tried again on request, without losing what was typed meanwhile', async () => {
    const page = await openDevice(() => Promise.reject(unreachable))
    let answer = (_: readonly ConsoleRecord[]) => {}
    page.server.list = () => new Promise(resolve => (answer = resolve))
    again().focus()
    await act(async () => void fireEvent.click(again()))
    expect([again().textContent, again().ariaDisabled, document.activeElement]).toEqual([
      'Trying… to load the customers',
      'true',
      again(),
    ])
    write('Customer ID', 'c2')
    await act(async () => answer(CUSTOMERS))
    expect([picker().value, document.activeElement, screen.queryByText('Try again')]).toEqual([
      'Tenant (tenant@harbour.test)',
      picker(),
      null,
    ])
  })

  it('is still said to be so when it was tried again in vain', async () => {
    const {asked} = await openDevice(() => Promise.reject(unreachable))
    await act(async () => void fireEvent.click(again()))
    expect([asked().length, again().textContent, field('Customer ID').value]).toEqual([
      2,
      'Try again to load the customers',
      'c1',
    ])
  })

  it('leaves the focus in its field', async () => {
    let fail = (_: Error) => {}
    await openDevice(() => new Promise((_, reject) => (fail = reject)))
    picker().focus()
    await act(async () => fail(unreachable))
    expect(document.activeElement).toBe(field('Customer ID'))
  })
})

describe('the organisation of a user', () => {
  const ORGANISATIONS = [record('o1', {title: 'Harbour Works'}), record('o2', {title: 'Salt Works'})]
  const NEIGHBOUR = record('c7', {title: 'Neighbour', email: 'neighbour@salt.test'})
  const PETRA = record('u7', {email: 'petra@harbour.test', organisationId: 'o1', customerId: 'c1'})
  const STRANGER = record('u8', {email: 'stranger@harbour.test', organisationId: null, customerId: null})

  const openUser = (id: string) =>
    open(
      `/user-edit/${id}`,
      async ({description, organisationId}) => {
        if (description.kind === 'organisation') return ORGANISATIONS
        return organisationId === 'o2' ? [NEIGHBOUR] : CUSTOMERS
      },
      [PETRA, STRANGER],
    )

  it('can be chosen, and clears a customer of another one', async () => {
    const {saves, asked} = await openUser('u7')
    expect([picker('Organisation ID').value, picker().value]).toEqual(['Harbour Works', 'Owner (owner@harbour.test)'])
    await choose('Salt Works', 'Organisation ID')
    await waitFor(() => expect(hintOf(picker())).toBe('1 customer. Type to search.'))
    expect([picker().value, asked()]).toEqual([
      '',
      [
        ['organisation', ''],
        ['customer', 'o1'],
        ['customer', 'o2'],
      ],
    ])
    submit('Edit petra@harbour.test')
    expect(saves.asked.map(({changes}) => changes)).toEqual([{organisationId: 'o2', customerId: null}])
  })

  it('brings somebody without one into it, with a customer of it', async () => {
    const {saves} = await openUser('u8')
    expect(hintOf(field('Customer ID'))).toBe('Without an organisation there is nothing to choose from.')
    await choose('Salt Works', 'Organisation ID')
    await waitFor(() => expect(hintOf(picker())).toBe('1 customer. Type to search.'))
    await choose('Neighbour (neighbour@salt.test)')
    submit('Edit stranger@harbour.test')
    expect(saves.asked.map(({changes}) => changes)).toEqual([{organisationId: 'o2', customerId: 'c7'}])
  })

  it('is not sent unless it was changed', async () => {
    const {saves} = await openUser('u7')
    write(/^Email/, 'p@harbour.test')
    submit('Edit petra@harbour.test')
    expect(saves.asked.map(({changes}) => changes)).toEqual([{email: 'p@harbour.test'}])
  })

  it('that is typed is asked for its customers when it is whole', async () => {
    const {asked} = await open(
      '/user-edit/u8',
      async ({description}) => {
        if (description.kind === 'organisation') throw unreachable
        return CUSTOMERS
      },
      [STRANGER],
    )
    write('Organisation ID', 'o')
    write('Organisation ID', 'o1')
    await waitFor(() => expect(hintOf(picker())).toBe('3 customers. Type to search.'))
    expect(asked()).toEqual([
      ['organisation', ''],
      ['customer', 'o1'],
    ])
  })
})
