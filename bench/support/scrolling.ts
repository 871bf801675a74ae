import type {Locator, Page} from 'playwright-core'
import {type Line, verdict} from './report'
import {median} from './statistics'

const SECONDS = 3
const SPEED = 4000
const FRAME_RATE_LIMIT = 55

/** Scrolls with the wheel, faster than anybody reads, and counts the frames of the main thread. */
export async function frameRatesWhileScrolling(page: Page, list: Locator, rows: Locator): Promise<number[]> {
  const rates: number[] = []
  for (let run = 0; run < 3; run++) rates.push(await frameRateWhileScrolling(page, list, rows))
  return rates
}

async function frameRateWhileScrolling(page: Page, list: Locator, rows: Locator): Promise<number> {
  const before = await rows.last().textContent()
  const box = await list.boundingBox()
  if (box === null) throw new Error('The list is not on screen')
  const session = await page.context().newCDPSession(page)
  const scrolling = session.send('Input.synthesizeScrollGesture', {
    x: Math.round(box.x + box.width / 2),
    y: Math.round(box.y + box.height / 2),
    yDistance: -SPEED * SECONDS,
    speed: SPEED,
    gestureSourceType: 'mouse',
  })
  const counting = page.evaluate(milliseconds => window.probe.frameRate(milliseconds), SECONDS * 1000)
  const [measured] = await Promise.all([counting, scrolling])
  if ((await rows.last().textContent()) === before) throw new Error('The rows did not scroll')
  return measured
}

export const scrollingLine = (rates: readonly number[]): Line => ({
  what: '  scrolling by wheel',
  measured: `${median(rates).toFixed(0)} frames/s (${rates.map(rate => rate.toFixed(0)).join(', ')})`,
  limit: `≥ ${FRAME_RATE_LIMIT} frames/s`,
  verdict: verdict(median(rates) >= FRAME_RATE_LIMIT),
})
