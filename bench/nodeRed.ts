import {setTimeout as delay} from 'node:timers/promises'
import type {BrowserContext, Page} from 'playwright-core'
import {patientContext, withBrowser} from './support/browser'
import {startLoad} from './support/load'
import {withNodeRed} from './support/nodeRed'
import {descendants, watchTrees} from './support/processes'
import {information, type Line, verdict} from './support/report'
import {withServer} from './support/server'
import {byLength, type Settings} from './support/settings'
import {createWallWorld, tilesOf, wallContext} from './support/wall'

const DEVICES = 200
const BROWSER_LIMIT = 1 / 20
const SCRIPTS_LIMIT = 1 / 10
const SERVER_LIMIT = 1 / 2

/** The same values on a wall of ours and on one of Node-RED with Dashboard 2, which stores nothing. */
export async function nodeRed(settings: Settings): Promise<Line[]> {
  const seconds = byLength(settings, {quick: 15, usual: 60})
  const ours = await measureOurs(seconds)
  const theirs = await measureTheirs(seconds)
  const [browser, scripts, server] = [
    ours.browser / theirs.browser,
    ours.scripts / theirs.scripts,
    ours.server / theirs.server,
  ]
  return [
    {
      what: `beside Node-RED 4.1 with Dashboard 2, ${DEVICES} devices, a value a second: CPU of all processes of the browser for a value`,
      measured: `1/${(1 / browser).toFixed(0)}: ${ours.browser.toFixed(2)} ms, theirs ${theirs.browser.toFixed(2)} ms`,
      limit: '≤ 1/20',
      verdict: verdict(browser <= BROWSER_LIMIT),
    },
    {
      what: '  JavaScript as served',
      measured: `1/${(1 / scripts).toFixed(1)}: ${kilobytes(ours.scripts)}, theirs ${kilobytes(theirs.scripts)}`,
      limit: '≤ 1/10',
      verdict: verdict(scripts <= SCRIPTS_LIMIT),
    },
    {
      what: '  CPU of the server for a message, ours with its database',
      measured: `1/${(1 / server).toFixed(1)}: ${ours.server.toFixed(2)} ms, theirs ${theirs.server.toFixed(2)} ms`,
      limit: '≤ 1/2',
      verdict: verdict(server <= SERVER_LIMIT),
    },
    information(
      '  messages that were answered, and values that were shown in the time measured, ours and theirs',
      `${ours.messages} and ${ours.painted}, ${theirs.messages} and ${theirs.painted}`,
    ),
  ]
}

interface Measured {
  /** Milliseconds for a value. */
  browser: number
  /** Milliseconds for a message. */
  server: number
  /** Bytes. */
  scripts: number
  messages: number
  /** The values shown during the measurement: a page that can't keep up shows fewer than were sent. */
  painted: number
}

const measureOurs = (seconds: number): Promise<Measured> =>
  withServer(
    database => createWallWorld(database, DEVICES, {}),
    (server, organisation) =>
      withOwnBrowser(async (browser, pids) => {
        const context = await wallContext(browser, server, organisation)
        const {page, scripts} = await opened(context, `${server.origin}/dashboard?kiosk=1&tiles=device`)
        await tilesOf(page, DEVICES)
        const tokens = organisation.devices.map(({token}) => token)
        return {
          ...(await underLoad({...server, tokens, page, value: '[data-part="value"]'}, pids, seconds)),
          scripts: scripts(),
        }
      }),
  )

const measureTheirs = (seconds: number): Promise<Measured> =>
  withNodeRed(DEVICES, nodeRed =>
    withOwnBrowser(async (browser, pids) => {
      const context = await patientContext(browser, {viewport: {width: 1920, height: 1080}})
      const {page, scripts} = await opened(context, nodeRed.page)
      await page.waitForFunction(count => document.querySelectorAll('.nrdb-ui-text-label').length === count, DEVICES)
      const tokens = Array.from({length: DEVICES}, (_, device) => String(device))
      return {
        ...(await underLoad({...nodeRed, tokens, page, value: '.nrdb-ui-text-value'}, pids, seconds)),
        scripts: scripts(),
      }
    }),
  )

/** `pids` are the processes that have come with the browser. */
async function withOwnBrowser<T>(
  use: (browser: Parameters<Parameters<typeof withBrowser>[0]>[0], pids: readonly number[]) => Promise<T>,
): Promise<T> {
  const before = new Set(descendants(process.pid))
  return withBrowser(browser =>
    use(
      browser,
      descendants(process.pid).filter(pid => !before.has(pid)),
    ),
  )
}

async function opened(context: BrowserContext, address: string): Promise<{page: Page; scripts: () => number}> {
  const page = await context.newPage()
  const watch = await context.newCDPSession(page)
  await watch.send('Network.enable')
  const ofScripts = new Set<string>()
  let bytes = 0
  watch.on('Network.responseReceived', ({requestId, type}) => {
    if (type === 'Script') ofScripts.add(requestId)
  })
  watch.on('Network.loadingFinished', ({requestId, encodedDataLength}) => {
    if (ofScripts.has(requestId)) bytes += encodedDataLength
  })
  await page.goto(address)
  return {page, scripts: () => bytes}
}

interface Loaded {
  port: number
  pid: number
  tokens: readonly string[]
  page: Page
  /** Selects the elements that hold values. */
  value: string
}

async function underLoad({port, pid, tokens, page, value}: Loaded, browserPids: readonly number[], seconds: number) {
  const load = startLoad({
    port,
    tokens: [...tokens],
    valuesPerMessage: 1,
    messagesPerSecond: DEVICES,
    seconds: seconds + 6,
    firstTs: Date.now(),
  })
  await delay(5000)
  const [ofBrowser, ofServer] = [watchTrees(browserPids.slice(0, 1)), watchTrees([pid])]
  const startedAt = performance.now()
  const painted = await page.evaluate(countChanges, [value, seconds * 1000] as const)
  const messages = (DEVICES * (performance.now() - startedAt)) / 1000
  const [browser, server] = [ofBrowser() / painted, ofServer() / messages]
  const {acknowledged} = await load.result
  return {browser, server, painted, messages: acknowledged.reduce((sum, count) => sum + count, 0)}
}

/** Runs in the page: counts how often the text of an element changes. */
function countChanges([selector, milliseconds]: readonly [string, number]): Promise<number> {
  let changes = 0
  const observer = new MutationObserver(records => {
    for (const {target} of records) {
      const element = target instanceof Element ? target : target.parentElement
      if (element?.closest(selector)) changes++
    }
  })
  observer.observe(document.body, {subtree: true, characterData: true, childList: true})
  return new Promise(resolve => setTimeout(() => resolve(changes), milliseconds))
}

const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(0)} kB`
