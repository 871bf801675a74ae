import type {Page} from 'playwright-core'
import {describe, expect, it} from 'vitest'
import {accountOn} from './support/account'
import {consoleOn} from './support/adminConsole'
import {visit} from './support/consolePages'
import {type Journey, useJourney} from './support/journey'
import {linkIn, outboxOf} from './support/mail'
import {recordListOn} from './support/recordList'
import type {Account} from './support/seed'

const STRAY = {email: 'stray@example.test', password: 'a fine new password'}
const MANY = ['one@bulk.example', 'two@bulk.example']

describe('users without an organisation', () => {
  const journey = useJourney({additions: true})

  it('are those who have registered: their pages are a click away, and deleting them ends their sessions', async () => {
    const stray = await registerAndLogIn(journey, STRAY)
    const page = await openConsole(journey)
    await headingOf(page).waitFor()
    const admin = consoleOn(page)
    await admin.link(STRAY.email).click()
    await admin.heading(STRAY.email).waitFor()
    await (await admin.prepareDeletion(STRAY.email)).click()

    await admin.announcement.getByText('User deleted.').waitFor()
    await page.waitForURL('**/sys_admin')
    await admin.row(STRAY.email).getByText('Deleted', {exact: true}).waitFor()
    await stray.waitForURL('**/login')
  })

  it('are searched, and deleted many at once', async () => {
    for (const email of MANY) await register(journey, {...STRAY, email})
    const page = await openConsole(journey)
    const list = recordListOn(page)
    await page.getByRole('searchbox', {name: 'Search users'}).fill('@bulk')
    await list.count('2 users').waitFor()
    await page.waitForURL('**/sys_admin?unassigned.q=%40bulk')
    await list.tickShown.check()
    await (await list.prepareDeletion('2')).click()
    await list.outcome('2 deleted').waitFor()
    await list.close()

    for (const email of MANY) await consoleOn(page).row(email).getByText('Deleted', {exact: true}).waitFor()
  })
})

describe('users without an organisation on a server with the specified calls alone', () => {
  const journey = useJourney({additions: false})

  it('are not asked for', async () => {
    const page = await journey.open('/unauthorized', {account: journey.world.systemAdmin})
    const asked: string[] = []
    page.on('request', request => asked.push(new URL(request.url()).pathname))
    await visit(page, '/sys_admin', 'Organisations')
    await consoleOn(page).row('Salt Works').waitFor()

    expect(asked.filter(path => path.startsWith('/api/v0/user/'))).toEqual([])
    expect(await headingOf(page).count()).toBe(0)
  })
})

const headingOf = (page: Page) => page.getByRole('heading', {name: 'Users without an organisation', exact: true})

async function openConsole(journey: Journey): Promise<Page> {
  const page = await journey.open('/sys_admin', {account: journey.world.systemAdmin})
  await visit(page, '/sys_admin', 'Organisations')
  return page
}

async function register(journey: Journey, somebody: Account): Promise<Page> {
  const page = await (await journey.newContext()).newPage()
  await accountOn(page).register(somebody)
  await accountOn(page)
    .done.getByText(/^Successful registration/)
    .waitFor()
  return page
}

async function registerAndLogIn(journey: Journey, somebody: Account): Promise<Page> {
  const page = await register(journey, somebody)
  await page.goto(linkIn(await outboxOf(journey.dataDir).next(somebody.email)))
  await page.getByText(/^Account successfully verified/).waitFor()
  await accountOn(page).logIn(somebody)
  await page.waitForURL('**/dashboard*')
  return page
}
