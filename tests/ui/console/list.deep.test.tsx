import {act, fireEvent, screen, within} from '@testing-library/react'
import {describe, expect, it, vi} from 'vitest'
import type {Offer} from '../../../contract/wire/capabilities'
import {refused, unreachable} from '../../support/failures'
import {PULSEWALL} from '../../support/offer'
import {withLayout} from '../telemetry/dashboard/dashboardOnScreen'
import {openDialog, openLists, press, type Row, rowNames, search, tick} from './listsOnScreen'

const DEVICES = '/api/v0/device'
const deviceRow = (_id: string, name: string, more: Record<string, unknown> = {}): Row => ({_id, name, ...more})
const FEW = [
  deviceRow('a', 'Pump 10', {type: 'sensor', createdAt: Date.UTC(2026, 2, 4, 12)}),
  deviceRow('b', 'Pump 9'),
  deviceRow('c', '<b>Fan</b>'),
]
const many = (count: number) => Array.from({length: count}, (_, at) => deviceRow(`d${at}`, `Pump ${at}`))

const openDevices = (rows: Row[] = FEW, query = '', offer: Offer = 'specified') =>
  openLists(`/organisation/o1?tab=devices${query}`, {[DEVICES]: rows}, offer)

const count = () =>
  within(screen.getByRole('main'))
    .getAllByRole('status')
    .map(({textContent}) => textContent)
const dialog = () => within(screen.getByRole('dialog'))
const header = (name: string) => screen.getByRole('columnheader', {name})

withLayout()

describe('the list of organisations', () => {
  const ORGANISATIONS = '/api/v0/organisation'

  it('has the specified columns, with counts where the server sends them', async () => {
    const counts = {customers: 1, users: 2, devices: 3, assets: 0}
    await openLists('', {
      [ORGANISATIONS]: [
        {_id: 'o1', title: 'Harbour', counts},
        {_id: 'o2', title: 'Plain'},
      ],
    })
    expect(screen.getAllByRole('columnheader').map(({textContent}) => textContent)).toEqual([
      'Title',
      'Customers',
      'Users',
      'Devices',
      'Assets',
      'Actions',
    ])
    const cells = screen.getAllByRole('row').map(row =>
      within(row)
        .queryAllByRole('cell')
        .map(cell => cell.textContent),
    )
    expect(cells.slice(1)).toEqual([
      ['1', '2', '3', '0', 'Edit'],
      ['', '', '', '', 'Edit'],
    ])
  })

  it('leads to each, to its form, and to a new one', async () => {
    await openLists('', {[ORGANISATIONS]: [{_id: 'o1', title: 'Harbour'}]})
    const target = (name: string) => screen.getByRole('link', {name}).getAttribute('href')
    expect(['Harbour', 'Edit Harbour', 'Create New Organisation'].map(target)).toEqual([
      '/sys_admin/organisation/o1',
      '/sys_admin/org-edit/o1',
      '/sys_admin/org-create',
    ])
    expect(screen.queryByRole('checkbox')).toBeNull()
  })

  it('is where the customers of one of them are managed', async () => {
    const {address} = await openLists('?q=har&customer.q=old', {
      [ORGANISATIONS]: [{_id: 'o1', title: 'Harbour'}],
      '/api/v0/customer/by-org/o1': [{_id: 'c1', email: 'c@works.test', title: 'Cargo'}],
    })
    expect(screen.getByText('Choose an organisation to see its customers.')).toBeTruthy()
    const choice = screen.getByLabelText('Of the organisation')
    await act(async () => void fireEvent.change(choice, {target: {value: 'o1'}}))
    expect([address(), rowNames()]).toEqual(['/sys_admin?q=har&organisation=o1', ['Harbour', 'c@works.test']])
    const target = (name: string) => screen.getByRole('link', {name}).getAttribute('href')
    expect(['c@works.test', 'Edit c@works.test', 'Create customer'].map(target)).toEqual([
      '/sys_admin/customer/c1',
      '/sys_admin/customer-edit/c1',
      '/sys_admin/customer-create/o1',
    ])
  })
})

describe('a list', () => {
  it('shows names as text, in order, and says how many there are', async () => {
    await openDevices()
    expect([rowNames(), count()]).toEqual([['<b>Fan</b>', 'Pump 9', 'Pump 10'], ['3 devices']])
  })

  it('is a table that says how many rows it has, of which only those in view are there', async () => {
    await openDevices(many(10_000))
    const table = screen.getByRole('table', {name: 'Devices'})
    const rows = within(table).getAllByRole('row')
    expect(table.getAttribute('aria-rowcount')).toBe('10001')
    expect(rows.slice(0, 2).map(row => row.getAttribute('aria-rowindex'))).toEqual(['1', '2'])
    expect(rows.length).toBeLessThan(100)
  })

  it('is searched and the address remembers it', async () => {
    const {address} = await openDevices()
    await search('Search devices', 'pump')
    expect([rowNames(), count()]).toEqual([['Pump 9', 'Pump 10'], ['2 of 3 devices']])
    await vi.waitFor(() => expect(address()).toBe('/sys_admin/organisation/o1?tab=devices&q=pump'))
  })

  it('opens as the address says', async () => {
    await openDevices(FEW, '&q=pump&sort=-name')
    expect([rowNames(), screen.getByRole<HTMLInputElement>('searchbox').value]).toEqual([['Pump 10', 'Pump 9'], 'pump'])
    expect(header('Name').getAttribute('aria-sort')).toBe('descending')
  })

  it('is sorted by its headers, and Back undoes it', async () => {
    const {address, goBack} = await openDevices()
    await press('Name')
    expect([rowNames(), address(), header('Name').getAttribute('aria-sort')]).toEqual([
      ['Pump 10', 'Pump 9', '<b>Fan</b>'],
      '/sys_admin/organisation/o1?tab=devices&sort=-name',
      'descending',
    ])
    await goBack()
    expect([rowNames(), header('Name').getAttribute('aria-sort')]).toEqual([
      ['<b>Fan</b>', 'Pump 9', 'Pump 10'],
      'ascending',
    ])
    expect(header('Type').getAttribute('aria-sort')).toBe('none')
  })

  it('says what to do when there is nothing, and when nothing is found', async () => {
    await openDevices([])
    expect(screen.getByText('No devices yet.')).toBeTruthy()
    await search('Search devices', 'x')
    expect(screen.getByText('Nothing found for “x”.')).toBeTruthy()
    await press('Clear the search')
    expect(screen.getByText('No devices yet.')).toBeTruthy()
  })

  it('that can’t be had says so, and tries again', async () => {
    const {server} = await openLists('/organisation/o1', {[DEVICES]: FEW})
    server.refused.set(`GET ${DEVICES}`, unreachable)
    await act(async () => void fireEvent.click(screen.getByRole('tab', {name: 'Devices'})))
    expect(screen.getByRole('alert').textContent).toContain('Devices could not be loaded.')
    server.refused.clear()
    await press('Retry')
    expect(rowNames()).toHaveLength(3)
  })

  it('stands behind a tab, and Back leads to the tab before', async () => {
    const {address, goBack} = await openLists('/organisation/o1?tab=devices', {
      [DEVICES]: FEW,
      '/api/v0/user/by-org/o1': [{_id: 'u1', email: 'petra@works.test', userDeleted: true}],
    })
    await act(async () => void fireEvent.click(screen.getByRole('tab', {name: 'Users'})))
    expect([address(), rowNames()]).toEqual(['/sys_admin/organisation/o1?tab=users', ['petra@works.test']])
    const row = screen.getByRole('row', {name: /petra/})
    expect([row.dataset.struck, within(row).getByText('Deleted').tagName]).toEqual(['true', 'TD'])
    await goBack()
    expect(rowNames()).toHaveLength(3)
  })

  it('leads to what can be made of it', async () => {
    await openDevices()
    const target = (name: string) => screen.getByRole('link', {name}).getAttribute('href')
    expect(['Create device', 'Import devices'].map(target)).toEqual([
      '/sys_admin/device-create/o1',
      '/sys_admin/device-import/o1',
    ])
  })

  it('is saved as a file named after its organisation', async () => {
    const saved: string[] = []
    vi.stubGlobal('URL', Object.assign(URL, {createObjectURL: () => 'blob:x', revokeObjectURL: () => {}}))
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      saved.push(this.download)
    })
    await openDevices()
    await press('Export CSV')
    expect(saved).toEqual(['Harbour Works-devices.csv'])
  })
})

describe('the keyboard in a list', () => {
  const table = () => screen.getByRole('region', {name: 'Devices'})
  const type = async (...keys: string[]) => {
    for (const key of keys) {
      const at = document.activeElement
      await act(async () => void fireEvent.keyDown(at !== null && table().contains(at) ? at : table(), {key}))
    }
  }
  const present = () => document.activeElement?.querySelector('th')?.textContent

  it('goes from row to row and to both ends', async () => {
    await openDevices(many(10_000))
    const places = []
    for (const key of ['j', 'ArrowDown', 'k', 'End', 'Home']) {
      await type(key)
      places.push(document.activeElement?.getAttribute('aria-rowindex'))
    }
    expect(places).toEqual(['2', '3', '2', '10001', '2'])
  })

  it('selects a row, and opens it', async () => {
    const {address} = await openDevices()
    await type('j', 'j', ' ')
    expect([present(), document.activeElement?.getAttribute('aria-selected')]).toEqual(['Pump 9', 'true'])
    await type('Enter')
    expect(address()).toBe('/sys_admin/device/b')
  })

  it('shows a row beside the list, and Escape takes it away', async () => {
    const {address} = await openDevices()
    await type('j', 'p')
    const beside = screen.getByRole('complementary', {name: 'Beside the list'})
    expect([address(), within(beside).getByRole('heading').textContent]).toEqual([
      '/sys_admin/organisation/o1?tab=devices&peek=c',
      '<b>Fan</b>',
    ])
    await type('j')
    expect(address()).toBe('/sys_admin/organisation/o1?tab=devices&peek=b')
    await type('Escape')
    expect([address(), screen.queryByRole('complementary', {name: 'Beside the list'})]).toEqual([
      '/sys_admin/organisation/o1?tab=devices',
      null,
    ])
  })
})

describe('a filter', () => {
  it('in the address is a chip, which Delete removes', async () => {
    const {address} = await openDevices(FEW, '&filter=type:SENSOR&filter=nothing:x')
    expect([rowNames(), count()]).toEqual([
      ['Pump 10'],
      ['1 of 3 devices', 'This is unknown here and was left out: “nothing:x”OK'],
    ])
    const remove = screen.getByRole('button', {name: 'Remove the filter Type: SENSOR'})
    await act(async () => void fireEvent.keyDown(remove, {key: 'Delete'}))
    expect([rowNames().length, address()]).toEqual([3, '/sys_admin/organisation/o1?tab=devices'])
  })
})

describe('a paged list', () => {
  const PAGED = PULSEWALL

  it('asks for what comes into view, and says how much of it has come', async () => {
    const {server} = await openDevices(many(450), '', PAGED)
    expect([count(), server.asked]).toEqual([
      ['200 of 450 devices'],
      [`GET ${DEVICES}?organisation_id=o1&with=last_seen&sort=name&limit=200`],
    ])
    expect(screen.getByRole('table').getAttribute('aria-rowcount')).toBe('451')
  })

  it('says that a page was missed, keeps the rest, and asks again', async () => {
    const {server} = await openDevices(many(450), '', PAGED)
    server.refused.set(`GET ${DEVICES}`, refused(500, 'Broken.'))
    await press('Type')
    expect([screen.getByRole('alert').textContent, rowNames().length > 0]).toEqual([
      'Broken. What is shown may not be all.Retry',
      true,
    ])
    server.refused.clear()
    await press('Retry')
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('offers to select the rest, too', async () => {
    await openDevices(many(450), '', PAGED)
    await tick('Select all shown')
    await press('Select all 450')
    await vi.waitFor(() => expect(count()).toEqual(['450 devices', '450 selected']))
  })
})

describe('many at once', () => {
  async function openDeletion() {
    const world = await openDevices()
    await search('Search devices', 'pump')
    await tick('Select all shown')
    await openDialog('Delete…')
    return world
  }
  const type = (label: string, value: string) =>
    act(async () => void fireEvent.change(dialog().getByLabelText(label), {target: {value}}))
  const pressIn = (name: string) =>
    act(async () => {
      for (const button of dialog().getAllByRole('button', {name}).slice(-1)) fireEvent.click(button)
    })
  const confirm = async () => {
    await type('Type 2, how many they are', '2')
    await act(async () => void fireEvent.click(dialog().getByLabelText('I understand what this does.')))
  }
  const canDelete = () => !dialog().getByRole<HTMLButtonElement>('button', {name: 'Delete'}).disabled

  it('says how many are selected, and how many of them are out of sight', async () => {
    await openDevices()
    await tick('Select all shown')
    await search('Search devices', 'fan')
    expect(count()).toEqual(['1 of 3 devices', '3 selected, 2 of them not shown'])
    await press('Clear')
    expect(screen.queryByRole('button', {name: 'Delete…'})).toBeNull()
  })

  it('are deleted only after their number and the tick', async () => {
    await openDeletion()
    expect(dialog().getByText('Are you absolutely sure you want to delete 2 devices?')).toBeTruthy()
    expect(
      dialog()
        .getAllByRole('listitem')
        .map(({textContent}) => textContent),
    ).toEqual([
      'Pump 9',
      'Pump 10',
      'Its credentials, attributes and telemetry go with it. The device itself can’t send any more.',
    ])
    expect(canDelete()).toBe(false)
    await type('Type 2, how many they are', '2')
    expect(canDelete()).toBe(false)
    await confirm()
    expect(canDelete()).toBe(true)
  })

  it('each have an outcome, and those that failed another try', async () => {
    const {server} = await openDeletion()
    server.refused.set(`DELETE ${DEVICES}/a`, refused(409, 'Somebody else is at it.'))
    server.refused.set(`DELETE ${DEVICES}/b`, refused(404, 'Device not found.'))
    await confirm()
    await pressIn('Delete')
    expect(await dialog().findByText('1 deleted, 1 failed')).toBeTruthy()
    expect(dialog().getByRole('listitem').textContent).toBe('Pump 10: Somebody else is at it.')
    server.refused.clear()
    await pressIn('Retry the failed')
    expect(await dialog().findByText('2 deleted')).toBeTruthy()
    expect(dialog().queryByRole('button', {name: 'Retry the failed'})).toBeNull()
    server.lists[DEVICES] = FEW.slice(2)
    await pressIn('Close')
    await search('Search devices', '')
    expect([rowNames(), screen.queryByRole('dialog')]).toEqual([['<b>Fan</b>'], null])
  })

  it('of one ask for its name', async () => {
    await openDevices()
    await tick('Select Pump 9')
    await openDialog('Delete…')
    await act(async () => void fireEvent.click(dialog().getByLabelText('I understand what this does.')))
    await type('Type Pump 9', 'Pump')
    expect(canDelete()).toBe(false)
    await type('Type Pump 9', 'Pump 9')
    expect(canDelete()).toBe(true)
  })

  it('are assigned to a customer of the organisation', async () => {
    const {server} = await openLists('/organisation/o1?tab=devices', {
      [DEVICES]: FEW.map(row => ({...row, version: 3})),
      '/api/v0/customer/by-org/o1': [
        {_id: 'c1', email: 'c@works.test', title: 'Cargo'},
        {_id: 'c2', email: 'd@works.test', title: null},
      ],
    })
    await tick('Select Pump 9')
    const options = (await openDialog('Assign to customer…')).getAllByRole('option').map(({textContent}) => textContent)
    expect(options).toEqual(['Choose a customer', 'No customer', 'Cargo (c@works.test)', 'd@works.test'])
    await type('Customer', 'c1')
    await pressIn('Assign')
    expect(await dialog().findByText('1 assigned')).toBeTruthy()
    expect(server.asked.filter(call => call.startsWith('PUT'))).toEqual([
      `PUT ${DEVICES}/b {"name":"Pump 9","customer_id":"c1","version":3}`,
    ])
  })
})
