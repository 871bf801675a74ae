import type {Page} from 'playwright-core'
import {describe, expect, it} from 'vitest'
import {deep} from '../support/deep'
import {CUT} from './support/console'
import {useJourney} from './support/journey'
import {pressAndKeep} from './support/kept'

const WALLS = 'walls'

describe('a composed wall', () => {
  const journey = useJourney({additions: true})

  /** The plant has a wall of all its devices, of this name. */
  async function openWall(name: string): Promise<Page> {
    const {plantId, plantAdmin} = journey.world
    const context = await journey.newContext({viewport: {width: 1600, height: 900}})
    await context.route('**/config.json', route => route.fulfill({json: {dashboards: {media: [], wall: [plantId]}}}))
    await journey.signIn(context, plantAdmin)
    await keep(context.request, [{name}])
    const page = await context.newPage()
    await page.goto(`/dashboard?wall=${name}`)
    await page.getByRole('list', {name: 'Devices on the wall'}).getByRole('button').first().waitFor()
    return page
  }

  const keep = async (request: Page['request'], walls: readonly object[]) => {
    const path = `/api/v0/attribute/organisation/${journey.world.plantId}/2/${WALLS}`
    const answer = await request.put(path, {data: {json_v: walls}})
    expect(answer.ok()).toBe(true)
  }

  const panel = (page: Page, name: RegExp) => page.getByRole('button', {name})

  it('is composed by the pointer, and shown as it was kept', async () => {
    const page = await openWall('Mouse')
    await page.getByRole('button', {name: 'Compose panels'}).click()
    const tiles = panel(page, /^Tiles: column 1, row 1, 24 wide, 12 high/)
    const box = await tiles.boundingBox()
    if (box === null) throw new Error('The tiles have no place')
    await page.mouse.move(box.x + box.width - 5, box.y + box.height - 5)
    await page.mouse.down()
    await page.mouse.move(box.x + box.width / 2, box.y + box.height - 5, {steps: 5})
    await page.mouse.up()
    await panel(page, /^Tiles: column 1, row 1, 12 wide, 12 high/).waitFor()
    await page.getByRole('button', {name: 'Add panel'}).click()
    await page.getByRole('menuitem', {name: 'Number'}).click()
    const form = page.getByRole('complementary', {name: 'Panel'})
    await form.getByRole('textbox', {name: 'Title'}).fill('Belt')
    await form.getByRole('combobox', {name: 'Device and key'}).click()
    await form.getByRole('option', {name: 'Conveyor · speed'}).click()
    await panel(page, /^Number, Belt: column 13, row 1, 6 wide, 4 high/).waitFor()
    await pressAndKeep(page, page.getByRole('button', {name: 'Save'}))
    await page.getByRole('button', {name: 'Compose panels'}).waitFor()
    await page.reload()
    await journey.post(journey.world.conveyor.accessToken, {speed: 7.25})
    await page.getByRole('group', {name: 'Belt'}).getByText('7.25').waitFor()
    await page
      .getByRole('list', {name: /^Devices /})
      .getByText('Boiler')
      .first()
      .waitFor()
  })

  it('shows its tiles at once in a copy of itself, and leaves everybody’s first wall what it was', async () => {
    const page = await openWall('Original')
    const tiles = {id: 't', kind: 'tiles', x: 0, y: 0, w: 24, h: 12}
    await keep(page.request, [{name: 'Original', home: false, panels: [tiles]}])
    await page.reload()
    const onWall = page.getByRole('list', {name: 'Devices on the wall'}).getByRole('button')
    await onWall.first().waitFor()
    await page.getByRole('button', {name: 'Duplicate wall'}).click()
    const form = page.getByRole('dialog', {name: 'Duplicate wall'})
    await form.getByRole('textbox', {name: 'Name'}).fill('Copy')
    await pressAndKeep(page, form.getByRole('button', {name: 'Save'}))
    await page.getByRole('heading', {name: 'Copy', level: 1}).waitFor()
    await onWall.first().waitFor()
    await page.getByRole('combobox', {name: 'Wall', exact: true}).selectOption('All devices')
    await page.getByRole('heading', {name: 'Wall', level: 1}).waitFor()
    await page.goto('/dashboard')
    await page.getByRole('heading', {name: 'Wall', level: 1}).waitFor()
  })

  deep('is composed by keys alone, and each step can be undone', async () => {
    const page = await openWall('Keys')
    await tabTo(page, 'Compose panels')
    await page.keyboard.press('Enter')
    await panel(page, /^Tiles/).waitFor()
    await tabTo(page, 'Add panel')
    await page.keyboard.press('Enter')
    await page.getByRole('menuitem', {name: 'Tiles'}).and(page.locator(':focus')).waitFor()
    await page.keyboard.press('End')
    await page.keyboard.press('Enter')
    await panel(page, /^Clock: column 1, row 13, 6 wide, 3 high/).waitFor()
    await tabTo(page, 'Clock: column 1')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Shift+ArrowRight')
    await page.keyboard.press('ArrowUp')
    await panel(page, /^Clock: column 2, row 1, 7 wide, 3 high/).waitFor()
    await page.getByRole('status').getByText('Clock: column 2, row 1, 7 wide, 3 high').waitFor()
    await page.keyboard.press('Control+z')
    await panel(page, /^Clock: column 2, row 13, 7 wide/).waitFor()
    await page.keyboard.press('Control+Shift+Z')
    await panel(page, /^Clock: column 2, row 1, 7 wide/).waitFor()
    await page.keyboard.press('Enter')
    await page.keyboard.type('Hall')
    await page.keyboard.press('Escape')
    await panel(page, /^Clock, Hall: column 2/)
      .and(page.locator(':focus'))
      .waitFor()
    await tabTo(page, 'Tiles')
    await page.keyboard.press('Delete')
    await panel(page, /^Tiles/).waitFor({state: 'detached'})
    await tabTo(page, 'Save')
    await page.keyboard.press('Enter')
    await page.getByRole('group', {name: 'Hall'}).waitFor()
    await page.getByRole('button', {name: 'Compose panels'}).waitFor()
  })

  it('keeps what two people change at once, and shows both to who saves later', async () => {
    journey.expectComplaint(/409 \(Conflict\)/)
    const page = await openWall('Two')
    await page.getByRole('button', {name: 'Compose panels'}).click()
    await page.getByRole('button', {name: 'Add panel'}).click()
    await page.getByRole('menuitem', {name: 'Clock'}).click()
    const form = page.getByRole('complementary', {name: 'Panel'})
    await form.getByRole('textbox', {name: 'Title'}).fill('Mine')
    const theirs = {id: 'z', kind: 'text', title: 'Notice', text: 'Mind the belt', x: 0, y: 0, w: 8, h: 3}
    await keep(page.request, [{name: 'Two', panels: [theirs]}])
    await page.getByRole('button', {name: 'Save'}).click()
    await page.getByRole('group', {name: 'Mine'}).waitFor()
    await page.getByRole('group', {name: 'Notice'}).getByText('Mind the belt').waitFor()
  })

  deep('is what it was before when somebody brings that back, also when it was deleted', async () => {
    const page = await openWall('Before')
    const sign = {id: 'n', kind: 'text', title: 'Sign', text: 'Mind the belt', x: 0, y: 0, w: 8, h: 3}
    await keep(page.request, [{name: 'Before', panels: [sign]}])
    await keep(page.request, [{name: 'Before', panels: [{...sign, text: 'Mind the crane'}]}, {name: 'Other'}])
    await page.reload()
    await page.getByText('Mind the crane').waitFor()
    await page.getByRole('button', {name: 'Versions'}).click()
    const dialog = page.getByRole('dialog', {name: 'Versions'})
    const version = dialog.getByRole('listitem').filter({hasText: 'Added: Sign.'})
    await version.getByText(`by ${journey.world.plantAdmin.email}`).waitFor()
    await pressAndKeep(page, version.getByRole('button', {name: /^Bring back/}))
    await page.getByText('Mind the belt').waitFor()
    await keep(page.request, [{name: 'Other'}])
    await page.reload()
    await page.getByText('There is no wall named “Before”.').waitFor()
    await page.getByRole('button', {name: 'Versions'}).click()
    await dialog.getByRole('combobox', {name: 'Wall'}).selectOption('Before')
    await dialog
      .getByRole('button', {name: /^Bring back/})
      .first()
      .click()
    await page.getByText('Mind the belt').waitFor()
  })

  it('says on each panel that the link is down, shows nothing as current, and recovers by itself', async () => {
    journey.expectComplaint(CUT)
    const {boiler, conveyor} = journey.world
    const page = await openWall('Cut')
    await keep(page.request, [{name: 'Cut', panels: panelsOf({deviceId: conveyor.id, key: 'speed'})}])
    await page.reload()
    await journey.post(boiler.accessToken, {latitude: 50, longitude: 8})
    await journey.post(conveyor.accessToken, {speed: 2, latitude: 48, longitude: 9})
    const region = (name: string) => page.getByRole('group', {name, exact: true})
    for (const name of MEASURED) await region(name).getByText('2', {exact: true}).first().waitFor()
    await region('Number').locator('[data-freshness="fresh"]').waitFor()
    await page.context().setOffline(true)
    await page.locator('[data-wall][data-cut]').waitFor()
    for (const name of [...MEASURED, ...TOLD])
      await region(name)
        .getByText(/link (is )?down/i)
        .first()
        .waitFor()
    await page.locator('[data-freshness="fresh"]').first().waitFor({state: 'detached'})
    await journey.post(conveyor.accessToken, {speed: 3.5})
    await page.context().setOffline(false)
    for (const name of MEASURED) await region(name).getByText('3.5').first().waitFor()
    for (const name of TOLD)
      await region(name)
        .getByText(/link (is )?down/i)
        .waitFor({state: 'detached'})
  })
})

/** Presses Tab until what has the focus begins with this name. */
async function tabTo(page: Page, name: string) {
  for (let at = 0; at < 80; at++) {
    const said = await page.evaluate(
      () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent ?? '',
    )
    if (said.startsWith(name)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab does not lead to ${name}`)
}

/** Panels that show the value of a series. */
const MEASURED = ['Number', 'Gauge', 'Indicators', 'Chart', 'Top']
/** Panels that show facts of several devices. */
const TOLD = ['Map', 'Unusual', 'Late']

function panelsOf(series: {deviceId: string; key: string}): object[] {
  const panel = (kind: string, at: number, more: object) => ({
    kind,
    title: `${kind.charAt(0).toUpperCase()}${kind.slice(1)}`,
    x: 6 * (at % 4),
    y: 4 * Math.floor(at / 4),
    w: 6,
    h: 4,
    ...more,
  })
  return [
    panel('number', 0, {series}),
    panel('gauge', 1, {series}),
    panel('indicators', 2, {of: 'series', series: [series]}),
    panel('chart', 3, {series: [series], span: '1h'}),
    panel('top', 4, {key: series.key, count: 5}),
    panel('map', 5, {}),
    panel('unusual', 6, {count: 5}),
    panel('late', 7, {count: 5}),
    panel('tiles', 8, {}),
    panel('alarms', 9, {}),
  ]
}
