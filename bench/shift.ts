import type {BrowserContext} from 'playwright-core'
import * as z from 'zod'
import {raiseAll} from './alarmList'
import {signedInContext, withBrowser} from './support/browser'
import {information, type Line, timesLine} from './support/report'
import {type RunningServer, withServer} from './support/server'
import {byLength, type Settings} from './support/settings'
import {median} from './support/statistics'
import {createWallWorld, WALL_KEY} from './support/wall'

const ALARMS = 10_000
const LIMIT = 600

/** Measures the time until a shift of many alarms is painted, and how long the server takes for it. */
export async function shift(settings: Settings): Promise<Line[]> {
  const openings = byLength(settings, {quick: 5, usual: 20})
  return withServer(
    database => createWallWorld(database, ALARMS, {[WALL_KEY]: {critical: {above: 90}}}),
    async (server, organisation) => {
      await raiseAll(server, organisation)
      return withBrowser(async browser => {
        const context = await signedInContext(browser, server, organisation)
        const painted: number[] = []
        const answered: number[] = []
        for (let run = 0; run <= openings; run++) {
          const opened = await open(context, server)
          // The first one fills the cache of the browser.
          if (run > 0) painted.push(opened)
          const url = `${server.origin}/api/v0/shift/by-org/${organisation.id}`
          const startedAt = performance.now()
          const answer = found.parse(await (await context.request.get(url)).json())
          answered.push(performance.now() - startedAt)
          if (answer.alarms.raised.critical !== ALARMS) throw new Error('Alarms are missing in the shift')
        }
        const count = ALARMS.toLocaleString('en')
        return [
          timesLine(`shift of ${count} alarms of as many devices: opened → painted`, painted, LIMIT),
          information('  the answer of the server', `p50 ${median(answered).toFixed(0)} ms`),
        ]
      })
    },
  )
}

const found = z.object({alarms: z.object({raised: z.object({critical: z.number()})})})

/** Opens the shift from the list of alarms, as a user does who is working already. */
async function open(context: BrowserContext, {origin}: RunningServer): Promise<number> {
  const page = await context.newPage()
  await page.goto(`${origin}/alarms`)
  const link = page.getByRole('link', {name: 'My shift', exact: true})
  await link.waitFor()
  await page.waitForLoadState('networkidle')
  const painted = page.evaluate(shiftPainted)
  await link.click()
  const time = await painted
  await page.close()
  return time
}

/** Runs in the page: milliseconds from the click until the figures and lists of the shift are painted. */
function shiftPainted(): Promise<number> {
  return new Promise(resolve => {
    let clickedAt = Number.NaN
    document.addEventListener('click', ({timeStamp}) => (clickedAt = timeStamp), {capture: true, once: true})
    const {port1, port2} = new MessageChannel()
    port1.onmessage = () => resolve(performance.now() - clickedAt)
    const observer = new MutationObserver(() => {
      if (document.querySelector('[aria-label="The shift in figures"]') === null) return
      observer.disconnect()
      requestAnimationFrame(() => port2.postMessage(null))
    })
    observer.observe(document.body, {subtree: true, childList: true})
  })
}
