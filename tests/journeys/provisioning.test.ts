import {execFile} from 'node:child_process'
import {promisify} from 'node:util'
import {describe, expect, it} from 'vitest'
import {useJourney} from './support/journey'

const run = promisify(execFile)

describe('a provisioning profile', () => {
  const journey = useJourney({additions: true})

  it('is issued by an admin, lets a device register itself, and lets none once it is revoked', async () => {
    const {plantId, systemAdmin} = journey.world
    const page = await journey.open(`/sys_admin/organisation/${plantId}/keys`, {account: systemAdmin})
    const panel = page.getByRole('region', {name: 'Provisioning profiles'})
    await panel.getByText('No provisioning profile has been issued.').waitFor()

    await panel.getByLabel('Which devices').fill('Line 1')
    await panel.getByRole('button', {name: 'Issue profile'}).click()
    const told = panel.getByRole('status').filter({hasText: 'The key and the secret of “Line 1”.'})
    const [provisionDeviceKey, provisionDeviceSecret] = (
      (await told.locator('code').first().textContent()) ?? ''
    ).split(' ')

    const line = (await panel.locator('pre').first().textContent()) ?? ''
    const {stdout} = await run('sh', ['-c', line])
    expect(JSON.parse(stdout)).toMatchObject({status: 'SUCCESS'})

    const register = async (deviceName: string) => {
      const body = JSON.stringify({deviceName, provisionDeviceKey, provisionDeviceSecret})
      return (await fetch(`${journey.origin}/api/v1/provision`, {method: 'POST', body})).json()
    }
    const {credentialsValue, status} = await register('Robot 9')
    expect(status).toBe('SUCCESS')
    await journey.post(credentialsValue, {load: 1})

    await panel.getByRole('button', {name: 'Revoke the profile “Line 1”'}).click()
    await page.getByRole('dialog').getByRole('button', {name: 'Revoke profile'}).click()
    await panel.getByText('No provisioning profile has been issued.').waitFor()
    expect(await register('Robot 10')).toEqual({errorMsg: 'Provision data was not found!', status: 'NOT_FOUND'})
  })
})
