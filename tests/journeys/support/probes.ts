import type {Page} from 'playwright-core'
import {TITLE} from '../../../contract/limits'
import {englishWords} from '../../support/englishTexts'
import {drawn} from './axe'

/** The screens on which pages are looked at. */
export const DESK = {width: 1280, height: 800}
export const PHONE = {width: 360, height: 740}

/** Each probe looks at a page, and returns its faults in words. */
type Probe = (page: Page) => Promise<string[]>

declare global {
  interface Window {
    /** Since the page was begun, as Chromium scores it: a tenth is what Core Web Vitals call good; and what has moved. */
    layoutShift: {score: number; moved: string[]}
  }
}

export const overflow: Probe = page =>
  page.evaluate(() => {
    const {scrollWidth, clientWidth} = document.documentElement
    return scrollWidth > clientWidth ? [`is ${scrollWidth} px wide on a screen of ${clientWidth} px`] : []
  })

/** Shown content stays in place while a page loads: half of the score that counts as good. */
const MAX_SHIFT = 0.05

/** As Chromium tells it; TypeScript doesn't know it yet. */
interface Shift {
  value: number
  sources: readonly {node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly}[]
}

/** Before the page is opened. */
export function watchLayoutShift() {
  const layoutShift: Window['layoutShift'] = {score: 0, moved: []}
  window.layoutShift = layoutShift
  const nameOf = (node: Node | null) =>
    node instanceof Element ? `<${node.tagName} ${node.className}>` : (node?.textContent ?? 'what is gone')
  new PerformanceObserver(list => {
    for (const {value, sources} of list.getEntries() as (PerformanceEntry & Shift)[]) {
      layoutShift.score += value
      for (const {node, previousRect, currentRect} of sources)
        layoutShift.moved.push(`${nameOf(node)} from ${previousRect.y} to ${currentRect.y} px`)
    }
  }).observe({type: 'layout-shift', buffered: true})
}

export const layoutShift: Probe = async page => {
  await drawn(page)
  const {score, moved} = await page.evaluate(() => window.layoutShift)
  return score > MAX_SHIFT ? [`shifts by ${score.toFixed(3)}: ${moved.join(', ')}`] : []
}

/**
 * The focus stays on the button of a failure when that fails again, however often. Presses each, so it must be the last
 * probe.
 */
export const replacedRetries: Probe = page =>
  page.evaluate(async () => {
    const retries = () =>
      [...document.querySelectorAll<HTMLElement>('button')].filter(({textContent}) =>
        /^(Retry|Try again|Save again)/.test(textContent),
      )
    const complaints: string[] = []
    for (const button of retries()) {
      const {textContent} = button
      if (!button.isConnected) continue
      button.focus()
      button.click()
      for (let frame = 0; frame < 3; frame++) await new Promise(drawn => requestAnimationFrame(drawn))
      const isThereAgain = retries().some(other => other.textContent === textContent)
      if (!button.isConnected && isThereAgain) complaints.push(`puts “${textContent}” there anew when it is pressed`)
      if (button.isConnected && button !== document.activeElement)
        complaints.push(`takes the focus from “${textContent}” when it is pressed`)
    }
    return complaints
  })

/** One main part and one heading, in the language that was asked for, with a title of its own. */
export async function frameProblems(page: Page, language: string): Promise<string[]> {
  const {mains, headings, lang, title} = await page.evaluate(() => ({
    mains: document.querySelectorAll('main').length,
    headings: document.querySelectorAll('h1').length,
    lang: document.documentElement.lang,
    title: document.title,
  }))
  return [
    ...(mains === 1 ? [] : [`has ${mains} main parts`]),
    ...(headings === 1 ? [] : [`has ${headings} headings of the first level`]),
    ...(lang === language ? [] : [`is in ${lang}`]),
    ...(title.endsWith(` – ${TITLE}`) ? [] : [`is titled ${title}`]),
  ]
}

/** Returns the English texts on a German page, shown or read out. */
export const englishOn: Probe = async page => {
  const shown = await page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const texts: string[] = []
    while (walker.nextNode() !== null) texts.push(walker.currentNode.textContent?.trim() ?? '')
    for (const name of ['aria-label', 'placeholder', 'title'])
      for (const element of document.querySelectorAll(`[${name}]`)) texts.push(element.getAttribute(name) ?? '')
    return texts
  })
  const english = englishWords()
  return [...new Set(shown.filter(text => english.has(text)))].map(text => `says in English: ${text}`)
}

/** A time that is not known must not be shown as that of 0. The gallery shows nothing else of that year. */
export const epochs = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('body, time, [title]')]
      .flatMap(element => [element.getAttribute('datetime'), element.getAttribute('title'), element.textContent])
      .flatMap(text => /.{0,20}\b1970\b.{0,20}/.exec(text ?? '')?.[0] ?? [])
      .map(text => `shows the time of 0: ${text}`),
  )
