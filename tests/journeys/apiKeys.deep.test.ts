import type {Page} from 'playwright-core'
import {describe, expect, it} from 'vitest'
import {useJourney} from './support/journey'

describe('an API key', () => {
  const journey = useJourney({additions: true})

  const ask = (key: string) => fetch(`${journey.origin}/api/v0/device`, {headers: {authorization: `Bearer ${key}`}})

  async function open(path: string): Promise<Page> {
    const context = await journey.newContext()
    await journey.signIn(context, journey.world.systemAdmin)
    const page = await context.newPage()
    await page.goto(path)
    return page
  }

  async function issue(page: Page, name: string): Promise<string> {
    await page.getByLabel('Name').fill(name)
    await page.getByRole('button', {name: 'Issue key'}).click()
    const told = page.getByRole('status').filter({hasText: `The key of “${name}”.`})
    return (await told.locator('code').first().textContent()) ?? ''
  }

  async function revoke(page: Page, name: string) {
    await page.getByRole('button', {name: `Revoke the key of “${name}”`}).click()
    await page.getByRole('button', {name: 'Revoke key'}).click()
    await page.getByText('No API key has been issued.').waitFor()
  }

  it('of an organisation is issued by an admin, lets a program call, and is refused once it is revoked', async () => {
    const {plantId} = journey.world
    const page = await open(`/sys_admin/organisation/${plantId}/keys`)
    await page.getByText("curl -H 'Authorization: Bearer pwk_…'").waitFor()

    const key = await issue(page, 'Export')

    expect(key).toMatch(/^pwk_/)
    const answer = await ask(key)
    expect(answer.status).toBe(200)
    expect(JSON.stringify(await answer.json())).toContain('Conveyor')
    await page.getByRole('row', {name: 'Export'}).getByText('Organisation admin').waitFor()
    expect(await page.getByText(`Bearer ${key}`).count()).toBe(1)

    await page.reload()
    await page.getByRole('row', {name: 'Export'}).waitFor()
    expect(await page.getByText(key).count()).toBe(0)

    await revoke(page, 'Export')
    expect((await ask(key)).status).toBe(401)
  })

  it('of the system is issued on a page of its own', async () => {
    const page = await open('/sys_admin')
    await page.getByRole('link', {name: 'API keys'}).click()
    await page.getByRole('heading', {name: 'API keys'}).waitFor()

    const key = await issue(page, 'Backup')

    expect((await ask(key)).status).toBe(200)
    await revoke(page, 'Backup')
    expect((await ask(key)).status).toBe(401)
  })
})
