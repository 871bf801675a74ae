import {describe, expect, it} from 'vitest'
import {accountOn} from './support/account'
import {consoleOn} from './support/adminConsole'
import {useJourney} from './support/journey'
import {linkIn, outboxOf} from './support/mail'
import {store} from './support/records'

const ann = {email: 'ann@harbour.test', password: 'a fine new password'}
const REFUSED = /status of (400|401|403)/

describe('the users of the console', () => {
  const journey = useJourney({additions: true})

  it('are invited by mail: they set the password by the newest one, and sign in with it', async () => {
    journey.expectComplaint(REFUSED)
    const outbox = outboxOf(journey.dataDir)
    const admin = await journey.open(`/sys_admin/user-create/${journey.world.plantId}`, {
      account: journey.world.systemAdmin,
    })
    const adminConsole = consoleOn(admin)
    await adminConsole.fill({Email: ann.email, Authority: 'ORGANISATION_ADMIN'})
    await adminConsole.field('Invite by mail: the user sets a password').check()
    expect(await adminConsole.field('Password').count()).toBe(0)
    await adminConsole.submit.click()

    const invitation = await outbox.next(ann.email)
    expect(invitation.subject).toBe('You are invited to Salt Works at Pulsewall')
    await adminConsole.link(ann.email).click()
    await adminConsole.heading(ann.email).waitFor()
    await admin.getByText('This user was invited by mail and has not set a password yet.').waitFor()
    await adminConsole.button('Send the invitation again').click()
    await admin.getByText('The invitation is sent.').waitFor()
    const link = linkIn(await outbox.next(ann.email))

    const page = await (await journey.newContext()).newPage()
    const account = accountOn(page)
    await account.logIn(ann)
    await account.failure.waitFor()
    await account.choosePassword(link, ann.password)
    await account.logIn(ann)
    await page.waitForURL('**/dashboard*')

    await account.choosePassword(linkIn(invitation), 'another password than before')
    await account.failure.waitFor()
    await admin.reload()
    await adminConsole.heading(ann.email).waitFor()
    expect(await adminConsole.button('Send the invitation again').count()).toBe(0)
  })

  it('change their own password with the present one alone', async () => {
    journey.expectComplaint(REFUSED)
    const {systemAdmin} = journey.world
    const page = await journey.open('/sys_admin', {account: systemAdmin})
    const {_id} = await (await page.request.get('/api/v0/user')).json()
    await page.goto(`/sys_admin/user-edit/${_id}`)
    const form = consoleOn(page)
    const password = 'quite another password'
    await form.fill({Password: password})
    await form.submit.click()
    await form.failure.getByText('Your present password is needed').waitFor()
    await form.fill({'Current password': 'short'})
    await form.submit.click()
    await form.failure.getByText('This is not your present password.').waitFor()
    await form.fill({'Current password': systemAdmin.password})
    await form.submit.click()
    await form.announcement.getByText('User updated.').waitFor()

    const elsewhere = await (await journey.newContext()).newPage()
    await accountOn(elsewhere).logIn({...systemAdmin, password})
    await elsewhere.waitForURL('**/sys_admin')
    const other = await store(page.context(), 'user/register', {
      email: 'other@example.test',
      password,
      authority: 'ORGANISATION_ADMIN',
      organisation_id: journey.world.plantId,
    })
    await page.goto(`/sys_admin/user-edit/${other}`)
    await form.field('Password').waitFor()
    expect(await form.field('Current password').count()).toBe(0)
  })
})
