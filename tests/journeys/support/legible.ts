import type {Page} from 'playwright-core'
import {drawn} from './axe'

/** Returns the texts that are cut within a word, lie upon others, or are cut off without a way to read on. */
export const illegibleTexts = (page: Page): Promise<string[]> => page.evaluate(illegible)

/** A button that is pressed may sink in by a pixel. */
const SINKS = 1

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
  const by = after === null ? Number.POSITIVE_INFINITY : Math.hypot(after.x - before.x, after.y - before.y)
  return by > SINKS ? [`its button moves from ${before.y} to ${after?.y} px while it is pressed`] : []
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
      const {clip, clipPath, color} = getComputedStyle(at)
      if (clip === 'rect(0px, 0px, 0px, 0px)' || clipPath === 'inset(50%)' || color === 'rgba(0, 0, 0, 0)') return true
    }
    return false
  }

  /**
   * How a box sticks out of what surrounds and clips it; null where it can be scrolled to, an ellipsis says so, or all of
   * it is on a line that wraps out of sight, as words do that have no room at all.
   */
  function cutBy(element: Element, inked: DOMRect): string | null {
    let box = inked
    let line: DOMRect | null = null
    let isInline = true
    for (let at: Element | null = element; at !== null && at !== document.body; at = at.parentElement) {
      const {display, overflowX, overflowY, position, flexWrap, textOverflow, webkitLineClamp} = getComputedStyle(at)
      const around = at.getBoundingClientRect()
      if (webkitLineClamp !== 'none') return null
      // An ellipsis is drawn for what is inline, not for a box within the line, nor for the items of a flex box.
      if (textOverflow === 'ellipsis' && isInline && !/flex|grid/.test(display)) box = inLine(around, box)
      isInline &&= display === 'inline'
      if (flexWrap === 'wrap') line ??= around
      if (line !== null && overflowY !== 'visible' && isBelow(line, box) && line.bottom < around.bottom + SLACK)
        return null
      const isScrolled = (overflow: string) => overflow === 'auto' || overflow === 'scroll'
      if (isScrolled(overflowX) || isScrolled(overflowY)) return null
      const isBeside = box.left < around.left - SLACK || box.right > around.right + SLACK
      if (overflowX !== 'visible' && isBeside) return `beside ${nameOf(at)}`
      const isAboveOrBelow = box.top < around.top - SLACK || box.bottom > around.bottom + SLACK
      if (overflowY !== 'visible' && isAboveOrBelow) return `below ${nameOf(at)}`
      if (position === 'fixed') return null
    }
    return null
  }

  /** A line with an ellipsis is as wide as its box; its letters are lower, as the box has the height of the line. */
  function inLine({left, top, width, bottom}: DOMRect, inked: DOMRect): DOMRect {
    const from = Math.max(top, inked.top)
    return new DOMRect(left, from, width, Math.max(0, Math.min(bottom, inked.bottom) - from))
  }

  const isBelow = (line: DOMRect, box: DOMRect) => box.top > line.bottom - SLACK

  /** The part of a box that is within all that clips its element; an ellipsis is drawn for the rest, or it is scrolled to. */
  function shownOf(element: Element, {left, top, right, bottom}: DOMRect): DOMRect {
    for (let at: Element | null = element; at !== null && at !== document.body; at = at.parentElement) {
      const {overflowX, overflowY, position} = getComputedStyle(at)
      const around = at.getBoundingClientRect()
      if (overflowX !== 'visible') [left, right] = [Math.max(left, around.left), Math.min(right, around.right)]
      if (overflowY !== 'visible') [top, bottom] = [Math.max(top, around.top), Math.min(bottom, around.bottom)]
      if (position === 'fixed') break
    }
    return new DOMRect(left, top, Math.max(0, right - left), Math.max(0, bottom - top))
  }

  const nameOf = (element: Element) =>
    `${element.tagName.toLowerCase()}.${element.getAttribute('class')?.split(' ')[0] ?? ''}`

  /** A box of text is as high as its font, and its letters are lower. */
  const pen = document.createElement('canvas').getContext('2d')
  function inkOf(element: Element, text: string, {left, top, width, height}: DOMRect): DOMRect {
    if (pen === null) return new DOMRect(left, top, width, height)
    const {fontStyle, fontWeight, fontSize, fontFamily} = getComputedStyle(element)
    pen.font = `${fontStyle} ${fontWeight} ${fontSize} ${fontFamily}`
    const {actualBoundingBoxAscent, actualBoundingBoxDescent, fontBoundingBoxAscent} = pen.measureText(text)
    const above = fontBoundingBoxAscent - actualBoundingBoxAscent
    return new DOMRect(left, top + above, width, actualBoundingBoxAscent + actualBoundingBoxDescent)
  }

  /** Whether something without holes lies upon an element at a point, as an open panel does upon a list. */
  function isCovered(element: Element, x: number, y: number): boolean {
    for (const top of document.elementsFromPoint(x, y)) {
      if (top.contains(element) || element.contains(top)) return false
      if (!/^rgba|\//.test(getComputedStyle(top).backgroundColor)) return true
    }
    return true
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
    for (const whole of range.getClientRects()) {
      const box = shownOf(element, whole)
      if (whole.width < 1 || whole.height < 1) continue
      const cut = cutBy(element, inkOf(element, text, whole))
      if (cut === null && box.width > SLACK && box.height > 2 * SLACK) lines.push({text, element, box})
      if (cut !== null) found.push(`"${text}" is cut ${cut}`)
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
      const x = (Math.max(one.box.left, other.box.left) + Math.min(one.box.right, other.box.right)) / 2
      const y = (Math.max(one.box.top, other.box.top) + Math.min(one.box.bottom, other.box.bottom)) / 2
      if (isCovered(one.element, x, y) || isCovered(other.element, x, y)) continue
      found.push(`"${one.text}" lies upon "${other.text}"`)
    }
  })
  return [...new Set(found)].map(each => each.slice(0, 160))
}
