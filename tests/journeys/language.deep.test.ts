import type {Page} from 'playwright-core'
import {describe, expect, it} from 'vitest'
import {SERVERS, useJourney} from './support/journey'
import {englishOn} from './support/probes'

describe.each(SERVERS)('German with $kind', ({additions}) => {
  const journey = useJourney({additions})

  it('is chosen in the profile, kept over a reload, and given up again', async () => {
    const {systemAdmin} = journey.world
    const page = await journey.open('/profile', {account: systemAdmin})
    await page.getByLabel('Language').selectOption('Deutsch')
    await page.getByRole('heading', {name: 'Einstellungen'}).waitFor()
    expect(await languageOf(page)).toBe('de')
    expect(await englishOn(page)).toEqual([])

    await page.reload()
    await page.getByRole('heading', {name: 'Einstellungen'}).waitFor()
    await page.context().clearCookies()
    await page.goto('/login')
    await page.getByRole('button', {name: 'Anmelden'}).waitFor()
    expect([await languageOf(page), await englishOn(page)]).toEqual(['de', []])
    await page.getByLabel('E-Mail').fill(systemAdmin.email)
    await page.getByLabel('Passwort', {exact: true}).fill('wrong password')
    await page.getByRole('button', {name: 'Anmelden'}).click()
    await page.getByText('Die Anmeldung ist fehlgeschlagen. Bitte die Zugangsdaten prüfen.').waitFor()

    await page.getByLabel('Passwort', {exact: true}).fill(systemAdmin.password)
    await page.getByRole('button', {name: 'Anmelden'}).click()
    await page.getByRole('heading', {name: 'Organisationen'}).waitFor()
    await page.goto('/profile')
    await page.getByLabel('Sprache').selectOption('English')
    await page.getByRole('heading', {name: 'Preferences'}).waitFor()
    expect(await languageOf(page)).toBe('en')
  })
})

const languageOf = (page: Page) => page.evaluate(() => document.documentElement.lang)
