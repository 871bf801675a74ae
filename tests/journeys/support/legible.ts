import type {Page} from 'playwright-core'
import {drawn} from './axe'

/** Returns the texts that are cut within a word, lie upon others, or are cut off without a way to read on. */
export const illegibleTexts = (page: Page): Promise<string[]> => page.evaluate(illegible)

/**
 * Returns the buttons of forms that move between the press and the release, as one did where leaving a field made the form
 * shorter. The click would be lost.
 */
export async function movingButtons(page: Page): Promise<string[]> {
  const button = page.locator('dialog[open] button[type=submit]:not([aria-disabled=true])').last()
  if ((await button.count()) === 0) return []
  const field = page.locator('dialog[open] :is(input, textarea):not([readonly])').first()
  if ((await field.count()) > 0) await field.focus()
  const before = await button.boundingBox()
  if (before === null) return []
  await page.mouse.move(before.x + before.width / 2, before.y + before.height / 2)
  await page.mouse.down()
  await drawn(page)
  const after = await button.boundingBox()
  await page.mouse.move(0, 0)
  await page.mouse.up()
  const isMoved = after?.x !== before.x || after.y !== before.y
  return isMoved ? [`its button moves from ${before.y} to ${after?.y} px while it is pressed`] : []
}

function illegible(): string[] {
  interface Line {
    text: string
    element: Element
    box: DOMRect
  }
  const SLACK = 1.5
  const lines: Line[] = []
  const found: string[] = []

  const isSeen = (element: Element) =>
    element.checkVisibility({opacityProperty: true, visibilityProperty: true}) && element.closest('[inert]') === null

  /** Whether only screen readers get the text. */
  const isSpoken = (element: Element) => {
    for (let at: Element | null = element; at !== null; at = at.parentElement) {
      const {clipPath, color} = getComputedStyle(at)
      if (clipPath === 'inset(50%)' || color === 'rgba(0, 0, 0, 0)') return true
    }
    return false
  }

  /** How a box sticks out of what surrounds and clips it; null where it can be scrolled to, or an ellipsis says so. */
  function cutBy(element: Element, box: DOMRect): string | null {
    for (let at: Element | null = element; at !== null && at !== document.body; at = at.parentElement) {
      const {overflowX, overflowY, position} = getComputedStyle(at)
      const around = at.getBoundingClientRect()
      const {textOverflow, webkitLineClamp} = getComputedStyle(at)
      if (textOverflow === 'ellipsis' || webkitLineClamp !== 'none') return null
      const isScrolled = (overflow: string) => overflow === 'auto' || overflow === 'scroll'
      if (isScrolled(overflowX) || isScrolled(overflowY)) return null
      const isBeside = box.left < around.left - SLACK || box.right > around.right + SLACK
      if (overflowX !== 'visible' && isBeside) return `beside ${nameOf(at)}`
      const isBelow = box.top < around.top - SLACK || box.bottom > around.bottom + SLACK
      if (overflowY !== 'visible' && isBelow) return `below ${nameOf(at)}`
      if (position === 'fixed') return null
    }
    return null
  }

  const nameOf = (element: Element) =>
    `${element.tagName.toLowerCase()}.${element.getAttribute('class')?.split(' ')[0] ?? ''}`

  function isCovered(element: Element, box: DOMRect): boolean {
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2]
    if (x < 0 || y < 0 || x >= innerWidth || y >= innerHeight) return true
    const top = document.elementFromPoint(x, y)
    return top === null || !(top.contains(element) || element.contains(top))
  }

  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
    const element = node.parentElement
    const text = node.textContent?.trim() ?? ''
    if (element === null || text === '' || /^(SCRIPT|STYLE|OPTION|TEXTAREA|TITLE)$/i.test(element.tagName)) continue
    // A chart draws itself anew only some time after its size has changed.
    if (!isSeen(element) || isSpoken(element) || element.closest('.highcharts-container') !== null) continue
    const range = document.createRange()
    range.selectNodeContents(node)
    for (const box of range.getClientRects()) {
      if (box.width < 1 || box.height < 1) continue
      const cut = cutBy(element, box)
      if (cut === null) lines.push({text, element, box})
      else found.push(`"${text}" is cut ${cut}`)
    }
  }

  const isUpon = (one: DOMRect, other: DOMRect) => {
    const height = Math.min(one.height, other.height) / 4
    return (
      one.left < other.right - 2 &&
      other.left < one.right - 2 &&
      one.top + height < other.bottom - height &&
      other.top + height < one.bottom - height
    )
  }
  lines.sort((one, other) => one.box.top - other.box.top)
  lines.forEach((one, at) => {
    for (const other of lines.slice(at + 1)) {
      if (other.box.top > one.box.bottom) break
      if (one.element === other.element || !isUpon(one.box, other.box)) continue
      if (isCovered(one.element, one.box) || isCovered(other.element, other.box)) continue
      found.push(`"${one.text}" lies upon "${other.text}"`)
    }
  })
  return [...new Set(found)].map(each => each.slice(0, 160))
}
