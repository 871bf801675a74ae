import type {BrowserContext, Page} from 'playwright-core'
import {signedInContext, withBrowser} from './support/browser'
import {connectDevice} from './support/deviceConnection'
import {type Line, timesLine, verdict} from './support/report'
import {type RunningServer, withServer} from './support/server'
import {byLength, type Settings} from './support/settings'
import {percentile} from './support/statistics'
import {createWallWorld, WALL_KEY} from './support/wall'
import type {Organisation} from './support/world'

const ALARMS = 10_000
const LIMITS = {opened: 600, changed: 300}
const AT_ONCE = 20
const ROWS = 10

/**
 * Measures the time until the list of many alarms is there with the present values of its rows, and until it shows
 * another one.
 */
export async function alarmList(settings: Settings): Promise<Line[]> {
  const openings = byLength(settings, {quick: 5, usual: 20})
  const trials = byLength(settings, {quick: 20, usual: 100})
  return withServer(
    database => createWallWorld(database, ALARMS, {[WALL_KEY]: {critical: {above: 90}}}),
    async (server, organisation) => {
      await raiseAll(server, organisation)
      return withBrowser(async browser => {
        const context = await signedInContext(browser, server, organisation)
        const opened: number[] = []
        for (let run = 0; run <= openings; run++) {
          const {page, painted} = await open(context, server)
          // The first one fills the cache of the browser.
          if (run > 0) opened.push(painted)
          await page.close()
        }
        const {page} = await open(context, server)
        return lines(opened, await agesOfValues(page, server, organisation, trials))
      })
    },
  )
}

/** Raises an alarm of each device. */
export async function raiseAll({origin}: RunningServer, {devices}: Organisation): Promise<void> {
  const left = [...devices]
  const raise = async () => {
    for (let device = left.pop(); device !== undefined; device = left.pop()) {
      const headers = {'content-type': 'application/json'}
      const body = JSON.stringify({[WALL_KEY]: 95})
      const {ok, status} = await fetch(`${origin}/api/v1/${device.token}/telemetry`, {method: 'POST', headers, body})
      if (!ok) throw new Error(`A device's POST: ${status}`)
    }
  }
  await Promise.all(Array.from({length: AT_ONCE}, raise))
}

/** Opens the list from another screen, as a user does who is working already. */
async function open(context: BrowserContext, {origin}: RunningServer): Promise<{page: Page; painted: number}> {
  const page = await context.newPage()
  await page.goto(`${origin}/profile`)
  const link = page.getByRole('link', {name: 'Alarms', exact: true}).first()
  await link.waitFor()
  await page.waitForLoadState('networkidle')
  const painted = page.evaluate(valuesPainted, ROWS)
  await link.click()
  return {page, painted: await painted}
}

/** Runs in the page: milliseconds from the click until this many rows are painted with their present values. */
function valuesPainted(rows: number): Promise<number> {
  return new Promise(resolve => {
    let clickedAt = Number.NaN
    document.addEventListener('click', ({timeStamp}) => (clickedAt = timeStamp), {capture: true, once: true})
    const {port1, port2} = new MessageChannel()
    port1.onmessage = () => resolve(performance.now() - clickedAt)
    const observer = new MutationObserver(() => {
      const known = document.querySelectorAll('[data-alarms] [data-freshness]:not([data-freshness="notRead"])')
      if (known.length < rows) return
      observer.disconnect()
      requestAnimationFrame(() => port2.postMessage(null))
    })
    observer.observe(document.body, {subtree: true, childList: true, attributes: true})
  })
}

/** One device after the other in view sends a value that it has not sent before. */
async function agesOfValues(
  page: Page,
  {port}: RunningServer,
  {devices}: Organisation,
  trials: number,
): Promise<number[]> {
  const shown = await page.evaluate(
    rows =>
      [...document.querySelectorAll<HTMLElement>('[data-alarms] [data-device]')]
        .slice(0, rows)
        .map(each => each.dataset.device),
    ROWS,
  )
  const tokens = new Map(devices.map(({id, token}) => [id, token]))
  const ages: number[] = []
  for (let trial = 0; trial < trials; trial++) {
    const id = shown[trial % shown.length] ?? ''
    const value = 1000 + trial
    const painted = page.evaluate(valuePainted, {id, text: value.toLocaleString('en')})
    const connection = connectDevice(port, tokens.get(id) ?? '')
    const postedAt = Date.now()
    await connection.post(`{"${WALL_KEY}":${value}}`)
    ages.push((await painted) - postedAt)
    connection.close()
  }
  return ages
}

/** Runs in the page: the time at which the row of a device is painted with a text. */
function valuePainted({id, text}: {id: string; text: string}): Promise<number> {
  const {port1, port2} = new MessageChannel()
  return new Promise(resolve => {
    port1.onmessage = () => resolve(Date.now())
    const observer = new MutationObserver(() => {
      if (!document.querySelector(`[data-alarms] [data-device="${id}"]`)?.textContent?.includes(text)) return
      observer.disconnect()
      requestAnimationFrame(() => port2.postMessage(null))
    })
    observer.observe(document.body, {subtree: true, childList: true, characterData: true})
  })
}

function lines(opened: readonly number[], changed: readonly number[]): Line[] {
  const p99 = percentile(changed, 0.99)
  return [
    timesLine(
      `list of ${ALARMS.toLocaleString('en')} active alarms: opened → painted with present values`,
      opened,
      LIMITS.opened,
    ),
    {
      what: '  device POST → its present value painted in the list',
      measured: `p50 ${percentile(changed, 0.5).toFixed(0)} ms, p99 ${p99.toFixed(0)} ms`,
      limit: `p99 ≤ ${LIMITS.changed} ms`,
      verdict: verdict(p99 <= LIMITS.changed),
    },
  ]
}
