import type {Page} from 'playwright-core'
import {withBrowser} from './support/browser'
import {connectDevice} from './support/deviceConnection'
import {type Line, verdict} from './support/report'
import {withServer} from './support/server'
import {byLength, type Settings} from './support/settings'
import {percentile} from './support/statistics'
import {createWallWorld, tilesOf, WALL_KEY, wallContext} from './support/wall'

const DEVICES = 40
const LIMIT = 150

/** Measures the time from the click on a red tile until the card of its device is painted with its chart. */
export async function card(settings: Settings): Promise<Line[]> {
  const trials = byLength(settings, {quick: 20, usual: 200})
  return withServer(
    database => createWallWorld(database, DEVICES, {[WALL_KEY]: {critical: {above: 90}}}),
    (server, organisation) =>
      withBrowser(async browser => {
        for (const {token} of organisation.devices) {
          const connection = connectDevice(server.port, token)
          await connection.post(`{"${WALL_KEY}":95}`)
          connection.close()
        }
        const context = await wallContext(browser, server, organisation)
        const page = await context.newPage()
        await page.goto(`${server.origin}/dashboard`)
        await tilesOf(page, DEVICES)
        await page.waitForLoadState('networkidle')
        const first = await opened(page, 0)
        const times: number[] = []
        for (let trial = 1; trial <= trials; trial++) times.push(await opened(page, trial % DEVICES))
        const p99 = percentile(times, 0.99)
        return [
          {
            what: 'card of a red tile: click → painted with its alarm and chart',
            measured: `p50 ${percentile(times, 0.5).toFixed(0)} ms, p99 ${p99.toFixed(0)} ms; the first, which loads its code, ${first.toFixed(0)} ms`,
            limit: `p99 ≤ ${LIMIT} ms`,
            verdict: verdict(p99 <= LIMIT),
          },
        ]
      }),
  )
}

async function opened(page: Page, at: number): Promise<number> {
  const painted = page.evaluate(cardPainted)
  // Tiles change their order, so that a place is of another device each time.
  await page.locator('[data-tile]').nth(at).click()
  return painted
}

/** Runs in the page: milliseconds from the click until a card with a drawn chart of its own is painted. */
function cardPainted(): Promise<number> {
  return new Promise(resolve => {
    const before = document.querySelector('[data-trend] canvas')
    let clickedAt = Number.NaN
    document.addEventListener('click', ({timeStamp}) => (clickedAt = timeStamp), {capture: true, once: true})
    const {port1, port2} = new MessageChannel()
    port1.onmessage = () => resolve(performance.now() - clickedAt)
    const observer = new MutationObserver(() => {
      const canvas = document.querySelector('[data-alarm-keys] section [data-trend] canvas')
      if (canvas === null || canvas === before) return
      observer.disconnect()
      // The canvas is drawn when its size is observed, which is before the next frame is painted.
      requestAnimationFrame(() => port2.postMessage(null))
    })
    observer.observe(document.body, {subtree: true, childList: true})
  })
}
