import type {Page} from 'playwright-core'

/** The words that can be seen in each row of a table without scrolling, line by line, and those of each counter. */
export const seenOn = (page: Page) => page.evaluate(seen)

/** Runs in the page. Words that are out of view, cut or covered are left out. */
function seen() {
  const ELLIPSIS = 14
  const isIn = (word: DOMRect, box: DOMRect, room: number) =>
    word.top >= box.top - 1 &&
    word.bottom <= box.bottom + 1 &&
    word.left >= box.left - 1 &&
    word.right <= box.right - room
  const isSeen = (word: DOMRect, holder: Element) => {
    const window_ = new DOMRect(0, 0, window.innerWidth, window.innerHeight)
    if (word.width === 0 || !isIn(word, window_, 0)) return false
    for (let around: Element | null = holder; around !== null; around = around.parentElement) {
      const isCut = around.scrollWidth > around.clientWidth + 1 && getComputedStyle(around).textOverflow === 'ellipsis'
      if (getComputedStyle(around).overflowX === 'visible') continue
      if (!isIn(word, around.getBoundingClientRect(), isCut ? ELLIPSIS : -1)) return false
    }
    const hit = document.elementFromPoint(word.left + word.width / 2, word.top + word.height / 2)
    return hit !== null && (hit.contains(holder) || holder.contains(hit))
  }
  const linesOf = (part: Element) => {
    const lines = new Map<number, string[]>()
    const texts = document.createTreeWalker(part, NodeFilter.SHOW_TEXT)
    for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
      for (const {index, 0: word} of (text.textContent ?? '').matchAll(/\S+/g)) {
        const range = document.createRange()
        range.setStart(text, index)
        range.setEnd(text, index + word.length)
        const box = range.getBoundingClientRect()
        if (text.parentElement === null || !isSeen(box, text.parentElement)) continue
        const line = Math.round(box.top)
        lines.set(line, [...(lines.get(line) ?? []), word])
      }
    }
    return Array.from(lines.values(), words => words.join(' '))
  }
  const isWhole = (row: Element) =>
    isIn(row.getBoundingClientRect(), row.closest('section')?.getBoundingClientRect() ?? new DOMRect(), -1) &&
    row.getBoundingClientRect().bottom <= window.innerHeight
  return {
    rows: Array.from(document.querySelectorAll('tbody tr[data-device]')).filter(isWhole).map(linesOf),
    counters: Array.from(document.querySelectorAll('fieldset[aria-label] button')).flatMap(linesOf),
  }
}
