import type {CDPSession, Page} from 'playwright-core'
import {mediaOn} from '../tests/journeys/support/media'
import {taskSeconds, watch} from './liveChart'
import {signedInContext, withBrowser} from './support/browser'
import {openMediaDashboard} from './support/media'
import {information, type Line, timesLine} from './support/report'
import {frameRatesWhileScrolling, scrollingLine} from './support/scrolling'
import {type RunningServer, withServer} from './support/server'
import {byLength, type Settings} from './support/settings'
import {spread} from './support/statistics'
import {type BenchDevice, createOrganisation, settle} from './support/world'

const SCREENS = 2000
const PAINT_LIMIT = 50
const CONNECTIONS = 20
const MINUTE = 60_000
/** The first age that screens are given; each batch is a minute younger, so that all rows in view change. */
const OLDEST_MINUTES = 9

/** The dashboard of a media organisation, whose screens all say at once that they live. */
export async function heartbeats(settings: Settings): Promise<Line[]> {
  return withServer(
    async database => {
      const organisation = await createOrganisation(database, 'Screen', SCREENS)
      await settle(database)
      return organisation
    },
    (server, organisation) =>
      withBrowser(async browser => {
        const context = await signedInContext(browser, server, organisation)
        const page = await openMediaDashboard(context, server, organisation)
        await page.getByText('2,000', {exact: true}).waitFor()
        const session = await watch({context, page})
        await session.send('Debugger.enable')
        const batches: Batch[] = []
        for (let run = 0; run <= byLength(settings, {quick: 3, usual: 7}); run++) {
          const batch = await paint({page, session, server}, organisation.devices, OLDEST_MINUTES - run)
          if (run > 0) batches.push(batch)
        }
        await session.send('Debugger.disable')
        const list = mediaOn(page).region('List of devices')
        return lines(batches, await frameRatesWhileScrolling(page, list, list.getByText(/^Screen \d{4}$/)))
      }),
  )
}

interface Batch {
  /** The time that the main thread was busy until the batch was painted, ms. */
  work: number
  /** From the moment at which the page could take the batch to the frame with it, ms. */
  passed: number
  /** The server has cut the stopped page off, which then read everything again. */
  isCut: boolean
}

interface Target {
  page: Page
  session: CDPSession
  server: RunningServer
}

/** The page is stopped while the heartbeats arrive, so that it finds all of them when it goes on. */
async function paint({page, session, server}: Target, devices: readonly BenchDevice[], age: number): Promise<Batch> {
  const stopped = new Promise(resolve => session.once('Debugger.paused', resolve))
  const painted = page.evaluate(stopUntilPainted, `${age} min`)
  await stopped
  const before = await taskSeconds(session)
  await beat(server, devices, Date.now() - age * MINUTE - MINUTE / 2)
  let isCut = false
  const onSocket = () => {
    isCut = true
  }
  page.on('websocket', onSocket)
  await session.send('Debugger.resume')
  const passed = await painted
  page.off('websocket', onSocket)
  return {work: ((await taskSeconds(session)) - before) * 1000, passed, isCut}
}

async function stopUntilPainted(text: string): Promise<number> {
  // biome-ignore lint/suspicious/noDebugger: this is where the page stops
  debugger
  const startedAt = performance.now()
  const isDrawn = () => {
    const marks = [...document.querySelectorAll('[data-device-status]')]
    return marks.length > 0 && marks.every(({textContent}) => textContent?.includes(text))
  }
  const {port1, port2} = new MessageChannel()
  for (;;) {
    await new Promise<void>(resolve => {
      port1.onmessage = () => resolve()
      requestAnimationFrame(() => port2.postMessage(null))
    })
    if (isDrawn()) return performance.now() - startedAt
  }
}

/** Every device posts its heartbeat, over a few connections. */
async function beat({origin}: RunningServer, devices: readonly BenchDevice[], ts: number) {
  const body = JSON.stringify({heartbeat: {ts}})
  const queue = [...devices]
  const post = async () => {
    for (let device = queue.pop(); device !== undefined; device = queue.pop()) {
      const headers = {'content-type': 'application/json'}
      const answer = await fetch(`${origin}/api/v1/${device.token}/attributes`, {method: 'POST', headers, body})
      if (!answer.ok) throw new Error(`A heartbeat was answered with ${answer.status}`)
      await answer.arrayBuffer()
    }
  }
  await Promise.all(Array.from({length: CONNECTIONS}, post))
}

function lines(batches: readonly Batch[], rates: readonly number[]): Line[] {
  const work = batches.map(batch => batch.work)
  return [
    timesLine(
      'media dashboard of 2,000 screens, a batch of 2,000 heartbeats → painted: main thread',
      work,
      PAINT_LIMIT,
    ),
    scrollingLine(rates),
    information(
      '  from the first of them to the frame with all',
      spread(
        batches.map(({passed}) => passed),
        'ms',
        0,
      ),
    ),
    information(
      '  batches after which the page had to read everything again, as it was stopped for too long',
      `${batches.filter(({isCut}) => isCut).length} of ${batches.length}`,
    ),
  ]
}
