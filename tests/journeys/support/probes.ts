import type {Page} from 'playwright-core'
import {TITLE} from '../../../contract/limits'
import {englishWords} from '../../support/englishTexts'
import {drawn} from './axe'

declare global {
  interface Window {
    layoutShift: number
  }
}

/** Counts from the next address on how far what is on screen moves by itself. */
export const watchShifts = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    window.layoutShift = 0
    new PerformanceObserver(list => {
      for (const entry of list.getEntries())
        if ('value' in entry && typeof entry.value === 'number') window.layoutShift += entry.value
    }).observe({type: 'layout-shift', buffered: true})
  })

/** What moved more than an eye forgives, until the page waits for nothing more and has been drawn. */
export async function shifts(page: Page): Promise<string[]> {
  await page.waitForLoadState('networkidle')
  await drawn(page)
  const shift = await page.evaluate(() => window.layoutShift)
  return shift > MOST_SHIFT ? [`shifts by ${shift.toFixed(3)}`] : []
}

const MOST_SHIFT = 0.02

/** One main part, one heading and a title of its own. */
export const frameProblems = (page: Page): Promise<string[]> =>
  page.evaluate(product => {
    const count = (selector: string) => document.querySelectorAll(selector).length
    const problems: string[] = []
    for (const one of ['main', 'h1']) if (count(one) !== 1) problems.push(`has ${count(one)} ${one}`)
    if (!document.title.endsWith(` – ${product}`)) problems.push(`is titled ${document.title}`)
    return problems
  }, TITLE)

/** The language that the page says it is in. */
export const languageOf = (page: Page): Promise<string> => page.evaluate(() => document.documentElement.lang)

/** What of the English catalogue stands on the page, or is read out of it. */
export async function englishOn(page: Page): Promise<string[]> {
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

export const overflow = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const {scrollWidth, clientWidth} = document.documentElement
    return scrollWidth > clientWidth ? [`is ${scrollWidth} px wide on a screen of ${clientWidth} px`] : []
  })
