import type {Page} from 'playwright-core'
import {dashboardOn} from '../tests/journeys/support/dashboard'
import {signedInContext, withBrowser} from './support/browser'
import {type Line, timesLine} from './support/report'
import {withServer} from './support/server'
import {byLength, type Settings} from './support/settings'
import {typed} from './support/typing'
import {createOrganisation, settle, storePoints} from './support/world'

const DEVICES = 1000
const KEYS = ['temperature', 'humidity', 'pressure', 'voltage', 'signal']
const KEY_LIMIT = 30
const GROUPING_LIMIT = 50

export async function navigator(settings: Settings): Promise<Line[]> {
  return withServer(
    async database => {
      const organisation = await createOrganisation(database, 'List', DEVICES)
      const {devices} = organisation
      await storePoints(database, {devices, keys: KEYS, firstTs: Date.now() - 600_000, step: 60_000, count: 10})
      await database.pool.query("update device set type = 'type ' || length(name), label = 'label ' || right(name, 1)")
      await settle(database)
      return organisation
    },
    (server, organisation) =>
      withBrowser(async browser => {
        const context = await signedInContext(browser, server, organisation)
        const page = await context.newPage()
        await page.goto(`${server.origin}/dashboard`)
        const panel = dashboardOn(page).devices
        await panel.getByText('1,000 devices').waitFor()
        await page.waitForLoadState('networkidle')
        const runs = byLength(settings, {quick: 5, usual: 20})
        const keys = await keysPainted(page, runs)
        await panel.getByRole('searchbox').fill('')
        await panel.getByText('1,000 devices').waitFor()
        return lines(keys, await groupingsPainted(page, runs))
      }),
  )
}

/** Milliseconds from each typed letter to the frame with its list. */
async function keysPainted(page: Page, runs: number): Promise<number[]> {
  const painted: number[] = []
  for (let run = 0; run < runs; run++)
    for (const q of ['', 'l', 'li', 'lis', 'list', 'list 7', 'list 77'])
      painted.push(...(await typed(page, '[data-search]', q)))
  return painted
}

/** Milliseconds from each choice of a grouping to the frame with its list. */
async function groupingsPainted(page: Page, runs: number): Promise<number[]> {
  const painted: number[] = []
  for (let run = 0; run < runs; run++)
    for (const grouping of ['label', 'status', 'type', 'none']) painted.push(await grouped(page, grouping))
  return painted
}

async function grouped(page: Page, grouping: string): Promise<number> {
  return await page.evaluate(
    value =>
      new Promise<number>((resolve, reject) => {
        const choice = [...document.querySelectorAll('select')].find(({options}) =>
          [...options].some(option => option.value === 'status'),
        )
        if (choice === undefined) return reject(new Error('There is no choice of a grouping'))
        const chosenAt = performance.now()
        choice.value = value
        choice.dispatchEvent(new Event('change', {bubbles: true}))
        const {port1, port2} = new MessageChannel()
        port1.onmessage = () => resolve(performance.now() - chosenAt)
        requestAnimationFrame(() => port2.postMessage(null))
      }),
    grouping,
  )
}

const lines = (keys: readonly number[], groupings: readonly number[]): Line[] => [
  timesLine('navigator of 1,000 devices × 5 keys: letter typed → list painted', keys, KEY_LIMIT),
  timesLine('  grouping switched → list painted', groupings, GROUPING_LIMIT),
]
