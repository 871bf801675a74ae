import type {Page} from 'playwright-core'
import {describe, expect, it} from 'vitest'
import {useJourney} from './support/journey'

const REFUSED = /status of (409|410)/

describe('a screen that shows a code', () => {
  const journey = useJourney({additions: true, isMedia: true})

  async function openScreen() {
    const context = await journey.newContext({viewport: {width: 640, height: 360}})
    const screen = await context.newPage()
    await screen.goto('/player')
    const code = (await screen.getByText(/^[A-Z0-9]{6}$/).textContent()) ?? ''
    return {screen, code}
  }

  async function typeCode(dashboard: Page, code: string, button = 'Pair a screen') {
    await dashboard.getByRole('button', {name: button}).click()
    const dialog = dashboard.getByRole('dialog')
    await dialog.getByLabel('Code on the screen').fill(code)
    return dialog
  }

  it('becomes a new device, makes room for another screen, and becomes a second device beside that', async () => {
    journey.expectComplaint(REFUSED)
    const dashboard = await journey.open('/dashboard')
    await dashboard.getByRole('heading', {name: 'Device Management'}).click()
    const first = await openScreen()
    const creation = await typeCode(dashboard, first.code, 'Pair a new screen')
    await creation.getByRole('textbox', {name: 'Name of the new screen'}).fill('Lobby')
    await creation.getByRole('button', {name: 'Pair a screen'}).click()
    await first.screen.getByRole('heading', {name: 'Lobby'}).waitFor()
    await expect.poll(() => new URL(dashboard.url()).searchParams.get('device')).not.toBe(null)
    await dashboard.getByRole('row', {name: /Lobby.*Active/}).waitFor()

    const second = await openScreen()
    const question = await typeCode(dashboard, second.code)
    await question.getByRole('button', {name: 'Pair a screen'}).click()
    await question.getByText('This device has a screen. Replace it, or make another?').waitFor()
    await question.getByRole('button', {name: 'Replace it'}).click()
    await question.getByText('The screen is paired.').waitFor()
    await question.getByRole('button', {name: 'Close'}).click()
    await second.screen.getByRole('heading', {name: 'Lobby'}).waitFor()
    await first.screen.getByText('Another screen has taken the place of this one.').waitFor()

    const shown = (await first.screen.getByText(/^[A-Z0-9]{6}$/).textContent()) ?? ''
    const again = await typeCode(dashboard, shown)
    await again.getByRole('button', {name: 'Pair a screen'}).click()
    await again.getByRole('button', {name: 'Make another'}).click()
    await first.screen.getByRole('heading', {name: 'Lobby 2'}).waitFor()
    await dashboard.getByRole('row', {name: /Lobby 2.*Active/}).waitFor()
  })
})
