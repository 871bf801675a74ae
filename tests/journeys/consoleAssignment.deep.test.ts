import type {BrowserContext} from 'playwright-core'
import {describe, expect, it} from 'vitest'
import {useJourney} from './support/journey'
import {openDevices, openDevicesOf} from './support/openDevices'
import {cut, store} from './support/records'
import {savedBy} from './support/saved'
import {devicesOf, numbered} from './support/storedDevices'

const CUSTOMERS = /\/api\/v0\/customer\/by-org\//

describe('an assignment of many rows', () => {
  const journey = useJourney({additions: true})

  it('gives them to the customer chosen by title, and takes them back', async () => {
    journey.expectComplaint(/net::ERR_/)
    const {page, list, organisation, customers} = await openAssignable(numbered('Pump', 8))
    for (const name of numbered('Pump', 6)) await list.tick(name).check()
    const mend = await cut(page, 'GET', CUSTOMERS)
    await list.askToAssign()
    await list.heading('Assign 6 devices to a customer').waitFor()
    await list.dialog.getByRole('alert').getByText('The customers could not be loaded.').waitFor()
    await mend()
    await list.inDialog('Retry').click()
    await list.customer.waitFor()
    await expect
      .poll(() => list.customer.locator('option').allTextContents())
      .toEqual([
        'Choose a customer',
        'No customer',
        'untitled@twin.test',
        'Twin (one@twin.test)',
        'Twin (two@twin.test)',
      ])
    expect(await list.confirm('Assign').isDisabled()).toBe(true)
    await list.customer.selectOption('Twin (two@twin.test)')
    await list.confirm('Assign').click()
    await list.outcome('6 assigned').waitFor()
    await list.close()
    expect(await customersOf(page.context(), organisation)).toEqual([
      ...numbered('Pump', 6).map(name => [name, customers.two]),
      ...numbered('Pump', 8)
        .slice(6)
        .map(name => [name, null]),
    ])

    expect(await list.selection.count()).toBe(0)
    for (const name of ['Pump 001', 'Pump 008']) await list.tick(name).check()
    await list.askToAssign()
    await list.customer.selectOption('No customer')
    await list.confirm('Assign').click()
    await list.outcome('2 assigned').waitFor()
    expect((await customersOf(page.context(), organisation)).filter(([, customer]) => customer !== null)).toEqual(
      numbered('Pump', 6)
        .slice(1)
        .map(name => [name, customers.two]),
    )
  })

  it('says of each that failed why, and leaves what somebody else has changed in the others', async () => {
    journey.expectComplaint(/status of 40[49]/)
    const {page, list, organisation, customers, idOf} = await openAssignable(['Alpha', 'Beta', 'Gamma'])
    await list.tickShown.check()
    await list.askToAssign()
    await list.customer.selectOption('Twin (one@twin.test)')
    const {request} = (await openDevicesOf(journey, organisation)).page.context()
    expect((await request.delete(`/api/v0/device/${idOf('Beta')}`)).status()).toBe(204)
    expect((await request.put(`/api/v0/device/${idOf('Gamma')}`, {data: {label: 'theirs'}})).status()).toBe(200)
    await list.confirm('Assign').click()
    await list.outcome('2 assigned, 1 failed').waitFor()
    await expect.poll(() => list.failures.allTextContents()).toEqual(['Beta: Device not found.'])
    const {rows} = await savedBy(page, list.inDialog('Save the outcomes as CSV'))
    expect(rows.map(([, ...row]) => row)).toEqual([
      ['Name', 'Outcome', 'Reason'],
      ['Alpha', 'done', ''],
      ['Beta', 'failed', 'Device not found.'],
      ['Gamma', 'done', ''],
    ])
    await list.close()
    await list.count('2 devices').waitFor()
    expect(await customersOf(page.context(), organisation)).toEqual([
      ['Alpha', customers.one],
      ['Gamma', customers.one],
    ])
    const gamma = await request.get(`/api/v0/device/${idOf('Gamma')}`)
    expect(await gamma.json()).toMatchObject({label: 'theirs', customer_id: customers.one})
  })

  it('changes nothing when the customer is gone', async () => {
    journey.expectComplaint(/status of 40[04]/)
    const {page, list, organisation, customers} = await openAssignable(['Alpha', 'Beta'])
    await list.tickShown.check()
    await list.askToAssign()
    await list.customer.selectOption('untitled@twin.test')
    expect((await page.context().request.delete(`/api/v0/customer/${customers.untitled}`)).status()).toBe(204)
    await list.confirm('Assign').click()
    await list.outcome('0 assigned, 2 failed').waitFor()
    const noSuch = 'customer_id: there is no such customer in the organisation'
    await expect.poll(() => list.failures.allTextContents()).toEqual([`Alpha: ${noSuch}`, `Beta: ${noSuch}`])
    await list.close()
    expect(await customersOf(page.context(), organisation)).toEqual([
      ['Alpha', null],
      ['Beta', null],
    ])
    await list.selection.getByText('2 selected', {exact: true}).waitFor()
    await list.askToAssign()
    await list.customer.selectOption('Twin (one@twin.test)')
    await list.confirm('Assign').click()
    await list.outcome('2 assigned').waitFor()
  })

  async function openAssignable(names: readonly string[]) {
    const opened = await openDevices(journey, names)
    const {page, organisation} = opened
    const customer = (email: string, title?: string) =>
      store(page.context(), 'customer', {email, title, organisation_id: organisation})
    const customers = {
      one: await customer('one@twin.test', 'Twin'),
      two: await customer('two@twin.test', 'Twin'),
      untitled: await customer('untitled@twin.test'),
    }
    return {...opened, customers}
  }
})

const customersOf = async (context: BrowserContext, organisation: string) =>
  (await devicesOf(context, organisation)).map(({name, customer_id}) => [name, customer_id ?? null])
