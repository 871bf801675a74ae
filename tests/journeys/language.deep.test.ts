import type {Page} from 'playwright-core'
import {describe, expect, it} from 'vitest'
import {englishWords} from '../support/englishTexts'
import {SERVERS, useJourney} from './support/journey'

describe.each(SERVERS)('German with $kind', ({additions}) => {
  const journey = useJourney({additions})

  it('is chosen in the profile, spoken on every page, kept over a reload, and given up again', async () => {
    const {boiler, systemAdmin} = journey.world
    const page = await journey.open('/profile', {account: systemAdmin})
    await page.getByLabel('Language').selectOption('Deutsch')
    await page.getByRole('heading', {name: 'Einstellungen'}).waitFor()
    expect(await languageOf(page)).toBe('de')
    expect(await englishOn(page)).toEqual([])

    await page.reload()
    await page.getByRole('heading', {name: 'Einstellungen'}).waitFor()
    for (const [path, heading] of [
      ['/sys_admin', 'Organisationen'],
      [`/sys_admin/device/${boiler.id}`, 'Boiler'],
      [`/dashboard?device=${boiler.id}&key=temperature`, 'Dashboard'],
    ] as const) {
      await page.goto(path)
      await page.getByRole('heading', {name: heading, level: 1}).waitFor()
      expect([path, await englishOn(page)]).toEqual([path, []])
    }

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

/** What of the English catalogue stands on the page, or is read out of it. */
async function englishOn(page: Page): Promise<string[]> {
  const shown = await page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const texts: string[] = []
    while (walker.nextNode() !== null) texts.push(walker.currentNode.textContent?.trim() ?? '')
    for (const name of ['aria-label', 'placeholder', 'title'])
      for (const element of document.querySelectorAll(`[${name}]`)) texts.push(element.getAttribute(name) ?? '')
    return texts
  })
  const english = englishWords()
  return [...new Set(shown.filter(text => english.has(text)))]
}
