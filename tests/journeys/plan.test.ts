import type {Page} from 'playwright-core'
import {describe, expect, it} from 'vitest'
import * as z from 'zod/mini'
import {CUT} from './support/console'
import {useJourney} from './support/journey'
import {pressAndKeep} from './support/kept'
import {importDevices, numbered} from './support/storedDevices'

const DRAWING =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 200"><rect width="400" height="200" fill="#ddd"/>' +
  '<script>document.title = "scripted"</script></svg>'

const issued = z.object({token: z.string()})

const mark = (page: Page, name: string) =>
  page.getByRole('list', {name: 'Devices on the plan'}).getByRole('button', {name: new RegExp(`^${name}`)})
const handle = (page: Page, name: string) => page.getByRole('button', {name: new RegExp(`^${name}: .*from the left`)})

describe('a plan', () => {
  const journey = useJourney({additions: true, hasOwnTime: true})

  it('has ten devices on an uploaded picture, and says how they are, also on a screen that nobody signs in on', async () => {
    journey.expectComplaint(CUT)
    journey.expectComplaint(/status of 400 .*broken\.svg/)
    const {plantId, plantAdmin, conveyor} = journey.world
    const context = await journey.newContext({viewport: {width: 1600, height: 900}})
    await context.route('**/config.json', route =>
      route.fulfill({json: {lateAfter: 10_000, dashboards: {media: [], wall: [plantId]}}}),
    )
    await journey.signIn(context, plantAdmin)
    const pumps = numbered('Pump', 8)
    await importDevices(context, plantId, pumps)
    const walls = `/api/v0/attribute/organisation/${plantId}/2/walls`
    await context.request.put(walls, {data: {json_v: [{name: 'Plan', panels: []}]}})
    const page = await context.newPage()
    await page.goto('/dashboard?wall=Plan')

    await page.getByRole('button', {name: 'Compose panels'}).click()
    await page.getByRole('button', {name: 'Add panel'}).click()
    await page.getByRole('menuitem', {name: 'Plan'}).click()
    const form = page.getByRole('complementary', {name: 'Panel'})
    const upload = async (name: string, buffer: Buffer) => {
      const chooser = page.waitForEvent('filechooser')
      await form.getByRole('button', {name: 'Upload a picture'}).click()
      await (await chooser).setFiles({name, mimeType: 'image/svg+xml', buffer})
    }
    await upload('broken.svg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 2">'))
    await form.getByRole('alert').getByText('The picture is broken').waitFor()
    await upload('Hall.svg', Buffer.from(DRAWING))
    await form.getByText('Hall.svg').or(form.locator('input[value="Hall.svg"]')).first().waitFor()

    const add = form.getByRole('combobox', {name: 'Add a device'})
    for (const name of ['Boiler', 'Conveyor', ...pumps]) {
      await add.fill(name)
      await form.getByRole('option', {name, exact: true}).click()
      await handle(page, name).waitFor()
    }
    await page.getByRole('status').getByText('Added. Pump 008').waitFor()

    const box = await handle(page, 'Conveyor').boundingBox()
    if (box === null) throw new Error('The conveyor has no place')
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
    await page.mouse.down()
    await page.mouse.move(box.x + 200, box.y + 120, {steps: 5})
    await page.mouse.up()
    const dragged = (await handle(page, 'Conveyor').getAttribute('aria-label')) ?? ''
    expect(dragged).not.toContain('20 % from the left, 10 % from the top')

    await handle(page, 'Boiler').focus()
    await page.keyboard.press('Shift+ArrowDown')
    await page.keyboard.press('ArrowRight')
    await page.getByRole('button', {name: 'Boiler: 11 % from the left, 15 % from the top'}).waitFor()
    await page.getByRole('status').getByText('Boiler: 11 % from the left').waitFor()
    await page.keyboard.press('Control+z')
    await page.getByRole('button', {name: 'Boiler: 10 % from the left, 15 % from the top'}).waitFor()
    await form.getByRole('spinbutton', {name: 'Pump 008: from the left'}).fill('150')
    await page.getByRole('button', {name: /^Pump 008: 100 % from the left/}).waitFor()
    await form.getByRole('combobox', {name: 'Value beside each device'}).click()
    await form.getByRole('option', {name: 'speed', exact: true}).click()

    await pressAndKeep(page, page.getByRole('button', {name: 'Save'}))
    await page.getByRole('button', {name: 'Compose panels'}).waitFor()
    await page.reload()
    await journey.post(conveyor.accessToken, {speed: 7.25})
    await mark(page, 'Conveyor')
      .and(page.getByRole('button', {name: /7\.25/}))
      .waitFor()
    await mark(page, 'Pump 008, never').waitFor()
    expect(await page.getByRole('list', {name: 'Devices on the plan'}).getByRole('button').count()).toBe(10)
    expect(await page.title()).not.toContain('scripted')

    await journey.pass(15_000)
    await mark(page, 'Conveyor, 7.25, late').waitFor()

    await context.setOffline(true)
    await page.getByText('Link down: nothing on this plan is current.').waitFor()
    await mark(page, 'Conveyor, 7.25, link down').waitFor()
    await context.setOffline(false)
    await page.getByText('Link down: nothing on this plan is current.').waitFor({state: 'detached'})

    const answer = await context.request.post(`/api/v0/wall-link/by-org/${plantId}`, {
      data: {wall: 'Plan', name: 'Control room'},
    })
    const {token} = issued.parse(await answer.json())
    const screen = await (await journey.newContext({viewport: {width: 1600, height: 900}})).newPage()
    await screen.goto(`/wall#token=${token}`)
    await mark(screen, 'Conveyor').waitFor()
    const width = () =>
      screen.locator('[data-kind="plan"] img').evaluate((image: HTMLImageElement) => image.naturalWidth)
    expect(await width()).toBeGreaterThan(0)
  })
})
