import type {Page} from 'playwright-core'
import {describe, it} from 'vitest'
import {deep} from '../support/deep'
import {type Journey, useJourney} from './support/journey'

const panel = (page: Page) => page.getByRole('region', {name: 'Commands'})
const item = (page: Page, method: string) => panel(page).getByRole('listitem').filter({hasText: method})

async function openDevice(journey: Journey, deviceId: string): Promise<Page> {
  const page = await journey.open(`/sys_admin/device/${deviceId}`, {account: journey.world.systemAdmin})
  await panel(page).getByLabel('Method').waitFor()
  return page
}

async function send(page: Page, method: string, params: string) {
  await panel(page).getByLabel('Method').fill(method)
  await panel(page).getByLabel('Parameters (JSON)').fill(params)
  await panel(page).getByRole('button', {name: 'Send'}).click()
}

/** Takes one command as ThingsBoard's firmware does, and answers it. */
async function obeyOnce(
  origin: string,
  accessToken: string,
  obey: (request: {method: string; params: unknown}) => unknown,
) {
  const url = `${origin}/api/v1/${accessToken}/rpc`
  let asked = await fetch(`${url}?timeout=1000`)
  while (asked.status === 408) asked = await fetch(`${url}?timeout=1000`)
  const request = await asked.json()
  await fetch(`${url}/${request.id}`, {method: 'POST', body: JSON.stringify(obey(request))})
}

describe('a command', () => {
  const journey = useJourney({additions: true})

  it('reaches a real device, and its answer is shown', async () => {
    const {id, accessToken} = journey.world.boiler
    const page = await openDevice(journey, id)
    await panel(page).getByText('No commands yet.').waitFor()
    await send(page, 'setPoint', '{"celsius": }')
    await panel(page).getByText('This is no valid JSON.').waitFor()

    await send(page, 'setPoint', '{"celsius": 62.5}')
    await item(page, 'setPoint').getByText('queued').waitFor()
    await obeyOnce(journey.origin, accessToken, ({method, params}) => ({did: method, with: params}))

    await item(page, 'setPoint').getByText('answered').waitFor()
    await item(page, 'setPoint').getByText('{"did":"setPoint","with":{"celsius":62.5}}').waitFor()
    await item(page, 'setPoint').getByText(journey.world.systemAdmin.email).waitFor()
  })

  deep('that nobody waits for any more goes on, and is told of to whoever comes back', async () => {
    const {id, accessToken} = journey.world.conveyor
    const page = await openDevice(journey, id)
    await send(page, 'reboot', '')
    await panel(page).getByRole('button', {name: 'Stop waiting'}).click()
    await panel(page).getByRole('button', {name: 'Send'}).waitFor()
    await item(page, 'reboot').getByText('queued').waitFor()
    await obeyOnce(journey.origin, accessToken, () => 'rebooting')

    await item(page, 'reboot').getByText('"rebooting"').waitFor()
    await page.reload()
    await item(page, 'reboot').getByText('"rebooting"').waitFor()
  })
})
