import {setTimeout as delay} from 'node:timers/promises'
import type {Page} from 'playwright-core'
import {withBrowser} from './support/browser'
import {connectDevice} from './support/deviceConnection'
import {startLoad} from './support/load'
import {information, type Line, verdict} from './support/report'
import {cookiesFor, type RunningServer, withServer} from './support/server'
import {byLength, type Settings} from './support/settings'
import {percentile} from './support/statistics'
import {createWallWorld, tilesOf, wallContext} from './support/wall'
import {startWatchers} from './support/watchers'
import type {Organisation} from './support/world'

const DEVICES = 1000
const WALLS = 50
const LIMITS = {p50: 300, p99: 700, alarm: 700, cut: 5000}

/**
 * Measures the age of values and alarms when a wall paints them while many walls are open, and the time until it shows a
 * lost link.
 */
export async function wallLatency(settings: Settings): Promise<Line[]> {
  const seconds = byLength(settings, {quick: 15, usual: 60})
  const trials = byLength(settings, {quick: 20, usual: 200})
  return withServer(
    database => createWallWorld(database, DEVICES, {hot: {critical: {above: 90}}}),
    (server, organisation) =>
      withBrowser(async browser => {
        const {devices, emails} = organisation
        const watchers = await startWatchers('socketsProcess.ts', {
          origin: server.origin,
          cookies: await cookiesFor(server, emails[0], WALLS),
          watches: Array.from({length: WALLS - 1}, () => devices.map(({id}) => id)),
          isPaced: true,
        })
        const page = await (await wallContext(browser, server, organisation)).newPage()
        await page.goto(`${server.origin}/dashboard?kiosk=1&tiles=device&order=name`)
        await tilesOf(page, DEVICES)
        const load = startLoad({
          port: server.port,
          tokens: devices.map(({token}) => token),
          valuesPerMessage: 1,
          values: 'shortClock',
          messagesPerSecond: DEVICES,
          seconds: seconds + trials * TRIAL_SECONDS + 10,
          firstTs: Date.now(),
        })
        await delay(5000)
        const values = await page.evaluate(agesOfValues, seconds * 1000)
        const alarms = await agesOfAlarms(page, server, organisation, trials)
        await load.result
        const cut = await timeOfCut(page, server)
        await watchers.end()
        return lines(values, alarms, cut, seconds)
      }),
  )
}

const TRIAL_SECONDS = 0.3

/** Runs in the page: the ages of the values when they are painted. A value is the end of the time of its POST. */
function agesOfValues(milliseconds: number): Promise<number[]> {
  const ages: number[] = []
  let written: number[] = []
  const {port1, port2} = new MessageChannel()
  port1.onmessage = () => {
    const painted = Date.now()
    for (const value of written) ages.push((((painted - value) % 10_000_000) + 10_000_000) % 10_000_000)
    written = []
  }
  const observer = new MutationObserver(changes => {
    if (written.length === 0) requestAnimationFrame(() => port2.postMessage(null))
    for (const {target} of changes) {
      if (target.parentElement?.dataset.part === 'value')
        written.push(Number(target.textContent?.replaceAll(/\D/g, '')))
    }
  })
  observer.observe(document.body, {subtree: true, characterData: true})
  return new Promise(resolve =>
    setTimeout(() => {
      observer.disconnect()
      resolve(ages)
    }, milliseconds),
  )
}

/** One device after the other sends a value beyond its limit. */
async function agesOfAlarms(
  page: Page,
  {port}: RunningServer,
  {devices}: Organisation,
  trials: number,
): Promise<number[]> {
  const ages: number[] = []
  for (const {id, token} of devices.slice(0, trials)) {
    const painted = page.evaluate(paintedAsCritical, id)
    const connection = connectDevice(port, token)
    const postedAt = Date.now()
    await connection.post('{"hot":99}')
    ages.push((await painted) - postedAt)
    connection.close()
    await delay(50)
  }
  return ages
}

/** Runs in the page: the time at which a tile is painted as critical. */
function paintedAsCritical(id: string): Promise<number> {
  const tile = document.querySelector(`[data-tile="${id}"]`)?.parentElement
  return new Promise(resolve => {
    if (!tile) return resolve(Number.NaN)
    const {port1, port2} = new MessageChannel()
    port1.onmessage = () => resolve(Date.now())
    const observer = new MutationObserver(() => {
      if (tile.dataset.severity !== 'critical') return
      observer.disconnect()
      requestAnimationFrame(() => port2.postMessage(null))
    })
    observer.observe(tile, {attributes: true})
  })
}

/** A server that is stopped says nothing any more, as when its cable is cut. */
async function timeOfCut(page: Page, {pid}: RunningServer): Promise<number> {
  const seen = page.waitForSelector('[data-wall][data-cut]', {timeout: 60_000})
  const cutAt = Date.now()
  process.kill(pid, 'SIGSTOP')
  try {
    await seen
    return Date.now() - cutAt
  } finally {
    process.kill(pid, 'SIGCONT')
  }
}

function lines(values: readonly number[], alarms: readonly number[], cut: number, seconds: number): Line[] {
  const [p50, p99] = [percentile(values, 0.5), percentile(values, 0.99)]
  const alarm = percentile(alarms, 0.99)
  return [
    {
      what: `device POST → painted on a wall of 1,000 tiles, 1,000 values/s, ${WALLS} walls open`,
      measured: `p50 ${p50.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms`,
      limit: `p50 ≤ ${LIMITS.p50} ms, p99 ≤ ${LIMITS.p99} ms`,
      verdict: verdict(p50 <= LIMITS.p50 && p99 <= LIMITS.p99),
    },
    information('  values painted', `${(values.length / seconds).toFixed(0)} /s`),
    {
      what: '  device POST over a threshold → alarm painted',
      measured: `p50 ${percentile(alarms, 0.5).toFixed(0)} ms, p99 ${alarm.toFixed(0)} ms`,
      limit: `p99 ≤ ${LIMITS.alarm} ms`,
      verdict: verdict(alarm <= LIMITS.alarm),
    },
    {
      what: '  nothing comes any more, as if the cable were cut → the wall says so',
      measured: `${cut.toFixed(0)} ms`,
      limit: `≤ ${LIMITS.cut} ms`,
      verdict: verdict(cut <= LIMITS.cut),
    },
  ]
}
