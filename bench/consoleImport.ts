import {mkdtemp, rm, writeFile} from 'node:fs/promises'
import {tmpdir} from 'node:os'
import {dirname, join} from 'node:path'
import type {BrowserContext, Page} from 'playwright-core'
import type {Database} from '../server/database/connect'
import {organisation} from '../server/database/schema/organisation'
import {signedInContext, usedHeap, withBrowser} from './support/browser'
import {information, type Line, verdict} from './support/report'
import {type RunningServer, withServer} from './support/server'
import {byLength, type Settings} from './support/settings'
import {median, spread} from './support/statistics'
import {createSystemAdmin} from './support/world'

const ROWS = 5000
const FILE_LIMIT_ROWS = 100_000
const TIME_LIMIT = 20_000
const TASK_LIMIT = 50
/** The heap may grow by this many bytes in a run, besides its outcomes. */
const MEMORY_LIMIT = 10_000_000

/** Measures the import of devices with access tokens from a file, through the page that people use. */
export async function consoleImport(settings: Settings): Promise<Line[]> {
  return withServer(createWorld, (server, {admin, organisationIds}) =>
    withBrowser(async browser => {
      const context = await signedInContext(browser, server, admin)
      const runs: Run[] = []
      for (const organisationId of organisationIds.slice(0, byLength(settings, {quick: 2, usual: 5}))) {
        runs.push(await importOnce(context, server, organisationId))
      }
      const [organisationId = ''] = organisationIds.slice(-1)
      return lines(runs, await readLargest(context, server, organisationId))
    }),
  )
}

async function createWorld(database: Database) {
  const titles = ['One', 'Two', 'Three', 'Four', 'Five', 'Six'].map(title => ({title}))
  const organisations = await database.db.insert(organisation).values(titles).returning()
  return {admin: await createSystemAdmin(database), organisationIds: organisations.map(({id}) => id)}
}

interface Run {
  milliseconds: number
  longestTask: number
  /** The growth of the page's heap in bytes, after a garbage collection. */
  growth: number
}

async function importOnce(context: BrowserContext, server: RunningServer, organisationId: string): Promise<Run> {
  const page = await openChecked(context, server, organisationId, ROWS)
  const session = await context.newCDPSession(page)
  const before = await usedHeap(session)
  await clearTasks(page)
  const startedAt = performance.now()
  await page.getByRole('button', {name: 'Import the 5,000 good ones'}).click()
  await page.getByRole('heading', {name: 'The import is done'}).waitFor({timeout: 120_000})
  const milliseconds = performance.now() - startedAt
  const longestTask = await longestTaskOf(page)
  const growth = (await usedHeap(session)) - before
  await page.close()
  return {milliseconds, longestTask, growth}
}

interface Largest {
  milliseconds: number
  longestTask: number
}

/** Measures from the choice of the largest accepted file until its rows are checked. */
async function readLargest(context: BrowserContext, server: RunningServer, organisationId: string): Promise<Largest> {
  const startedAt = performance.now()
  const page = await openChecked(context, server, organisationId, FILE_LIMIT_ROWS)
  const milliseconds = performance.now() - startedAt
  const longestTask = await longestTaskOf(page)
  await page.close()
  return {milliseconds, longestTask}
}

async function openChecked(
  context: BrowserContext,
  {origin}: RunningServer,
  organisationId: string,
  rows: number,
): Promise<Page> {
  const page = await context.newPage()
  await page.goto(`${origin}/sys_admin/device-import/${organisationId}`)
  await page.getByRole('heading', {name: 'Choose a CSV file'}).waitFor()
  await clearTasks(page)
  // The file is on the disk, because handing over a buffer would keep the page busy.
  const file = join(await mkdtemp(join(tmpdir(), 'pulsewall-bench-')), 'devices.csv')
  await writeFile(file, csvOf(organisationId, rows))
  await page.locator('input[type=file]').setInputFiles(file)
  await page.getByRole('button', {name: 'Check the rows'}).click()
  await page.getByRole('heading', {name: 'Nothing is written yet'}).waitFor({timeout: 120_000})
  await rm(dirname(file), {recursive: true})
  return page
}

function csvOf(organisationId: string, rows: number): string {
  const lines = Array.from(
    {length: rows},
    (_, at) => `Device ${at},sensor,"hall ""${at % 10}"", left",,token-${organisationId.slice(-12)}-${at}`,
  )
  return ['name,type,label,customer,access_token', ...lines].join('\r\n')
}

const clearTasks = (page: Page) => page.evaluate(() => void window.probe.longTasks.splice(0))
const longestTaskOf = (page: Page) => page.evaluate(() => Math.max(0, ...window.probe.longTasks))

function lines(runs: readonly Run[], largest: Largest): Line[] {
  const times = runs.map(({milliseconds}) => milliseconds)
  const longestTask = Math.max(...runs.map(run => run.longestTask))
  const growth = Math.max(...runs.map(run => run.growth))
  return [
    {
      what: 'import of 5,000 devices with access tokens from a file, by the page',
      measured: spread(times, 'ms', 0),
      limit: '≤ 20 s',
      verdict: verdict(median(times) <= TIME_LIMIT),
    },
    {
      what: '  the longest task of the page meanwhile',
      measured: taskText(longestTask),
      limit: '≤ 50 ms',
      verdict: verdict(longestTask <= TASK_LIMIT),
    },
    {
      what: '  heap of the page afterwards, more than before',
      measured: `${(growth / 1e6).toFixed(1)} MB`,
      limit: '≤ 10 MB',
      verdict: verdict(growth <= MEMORY_LIMIT),
    },
    information(
      '  a file of 100,000 rows: opened, read and checked; the longest task meanwhile',
      `${largest.milliseconds.toFixed(0)} ms; ${taskText(largest.longestTask)}`,
    ),
  ]
}

/** Browsers do not report tasks below 50 ms. */
const taskText = (milliseconds: number): string =>
  milliseconds === 0 ? 'below 50 ms' : `${milliseconds.toFixed(0)} ms`
