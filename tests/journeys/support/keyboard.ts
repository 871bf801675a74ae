import type {Locator, Page} from 'playwright-core'

/** Presses Tab, or the key of a list of tabs, until `target` has the focus. */
export async function tabTo(page: Page, target: Locator, key: 'Tab' | 'ArrowRight' = 'Tab') {
  await target.waitFor()
  for (let presses = 0; presses < 60; presses++) {
    if (await target.evaluate(element => element === document.activeElement)) return
    await page.keyboard.press(key)
  }
  throw new Error(`${key} does not lead to ${target}`)
}

export interface TabStop {
  name: string
  /** Tells whether a visible outline is drawn, by the element or by its substitute. */
  isShown: boolean
}

/** Returns the stops of Tab from the top of the page, until it comes round. */
export async function tabStops(page: Page): Promise<TabStop[]> {
  const stops: TabStop[] = []
  for (let presses = 0; presses < 200; presses++) {
    await page.keyboard.press('Tab')
    const stop = await page.evaluate(focusedStop)
    if (stop === null || (stop.isFirst && stops.length > 0)) return stops
    stops.push(stop)
  }
  throw new Error(`Tab does not come round: ${stops.slice(-5).map(({name}) => name)}`)
}

/** Null when the focus has left the page. */
function focusedStop(): (TabStop & {isFirst: boolean}) | null {
  const element = document.activeElement
  if (element === null || element === document.body) return null
  const isFirst = element.hasAttribute('data-first-stop')
  if (document.querySelector('[data-first-stop]') === null) element.setAttribute('data-first-stop', '')
  const hasOutline = (drawn: Element | null, part?: string) => {
    if (drawn === null) return false
    const {outlineStyle, outlineWidth} = getComputedStyle(drawn, part)
    return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 1
  }
  const {width, height, top, left, bottom, right} = element.getBoundingClientRect()
  const isInView = width > 0 && height > 0 && bottom > 0 && right > 0 && top < innerHeight && left < innerWidth
  const isOutlined =
    hasOutline(element) ||
    hasOutline(element, '::after') ||
    hasOutline(element.nextElementSibling) ||
    hasOutline(element.parentElement)
  return {
    name: `${element.tagName} ${element.getAttribute('aria-label') ?? element.textContent ?? ''}`.slice(0, 60),
    isShown: isInView && isOutlined,
    isFirst,
  }
}
