import type {Locator, Page} from 'playwright-core'

/** A rectangle of the page. */
export interface Clip {
  x: number
  y: number
  width: number
  height: number
}

const LOWEST = 2400
const MARGIN = 8

/** Returns the whole page, but no more than what one may want to look at. */
export async function clipOfPage(page: Page): Promise<Clip> {
  const window = clipOfWindow(page)
  const whole = await page.evaluate(() => document.documentElement.scrollHeight)
  return {...window, height: Math.min(Math.max(whole, window.height), LOWEST)}
}

/** Returns what is to be seen with a margin, whole, but no more than what one may want to look at. */
export async function clipOf(page: Page, seen: Locator): Promise<Clip> {
  // A chart and a long table draw themselves once they are in the window.
  await seen.scrollIntoViewIfNeeded()
  const box = await seen.evaluate(element => {
    scrollTo(0, 0)
    const {left, top, right, bottom} = element.getBoundingClientRect()
    return {left, top, right, bottom}
  })
  const x = Math.max(0, box.left - MARGIN)
  const y = Math.max(0, box.top - MARGIN)
  const width = Math.min(clipOfWindow(page).width, box.right + MARGIN) - x
  return {x, y, width, height: Math.min(box.bottom + MARGIN - y, LOWEST)}
}

export function clipOfWindow(page: Page): Clip {
  return {x: 0, y: 0, width: 1280, height: 800, ...page.viewportSize()}
}

const DIALOG = ':is(dialog:modal, [aria-modal=true])'

/** Returns the region that an entry is seen in, or the dialog that is open before it. */
export async function seenOn(page: Page, region: string): Promise<Locator> {
  const dialog = page.locator(DIALOG)
  return (await dialog.count()) > 0 ? dialog : page.locator(region)
}
