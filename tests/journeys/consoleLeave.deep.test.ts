import {describe, expect, it} from 'vitest'
import {consoleOn} from './support/adminConsole'
import {useJourney} from './support/journey'

describe('a changed form', () => {
  const journey = useJourney({additions: true})

  it('asks before it is left by logging out', async () => {
    const page = await journey.open('/sys_admin/org-create', {account: journey.world.systemAdmin})
    const admin = consoleOn(page)
    await admin.fill({Title: 'Brick Works'})
    await admin.button('Log out').click()
    await admin.dialog.getByText('Leave without saving?').waitFor()
    await admin.dialog.getByRole('button', {name: 'Stay'}).click()
    expect(await admin.field('Title').inputValue()).toBe('Brick Works')

    await admin.button('Log out').click()
    await admin.dialog.getByRole('button', {name: 'Leave'}).click()
    await page.getByLabel('Email').waitFor()
    await expect.poll(async () => (await page.request.get('/api/v0/user')).status()).toBe(401)
  })
})
