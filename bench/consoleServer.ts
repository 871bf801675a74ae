import {randomBytes} from 'node:crypto'
import * as z from 'zod/mini'
import {IMPORT_BATCH_LENGTH} from '../contract/limits'
import {deviceImportAnswer} from '../contract/wire/entities/device'
import {page} from '../contract/wire/list'
import {information, type Line, verdict} from './support/report'
import {cookiesOf, type RunningServer, signIn, withServer} from './support/server'
import {byLength, type Settings} from './support/settings'
import {median, percentile} from './support/statistics'
import {createOrganisation, type Organisation, settle} from './support/world'

const DEVICES = 10_000
const PAGE_LENGTH = 200
const PAGE_LIMIT = 30
const IMPORTED = 5000
const IMPORT_LIMIT = 20

/** Measures the console's requests: pages of a long list, and the import of many devices. */
export async function consoleServer(settings: Settings): Promise<Line[]> {
  return withServer(
    async database => {
      const listed = await createOrganisation(database, 'Console', DEVICES)
      await settle(database)
      return listed
    },
    async (server, listed) => [
      ...(await measurePages(server, listed, byLength(settings, {quick: 20, usual: 100}))),
      await measureImport(server, listed),
    ],
  )
}

/** `%` is replaced by the cursor of a page in the middle. */
const QUESTIONS = {
  'first page by name': 'sort=name',
  'a page in the middle': 'sort=name&cursor=%',
  'newest first': 'sort=-createdAt',
  'found by two digits': 'sort=name&q=42',
  'found by nothing in common': 'sort=type&q=no%20such%20device',
}

async function measurePages(server: RunningServer, {emails}: Organisation, rounds: number): Promise<Line[]> {
  const get = await signIn(server, emails[0])
  const ask = async (question: string) => devicePage.parse(await get(`/api/v0/device?limit=${PAGE_LENGTH}&${question}`))
  const middle = await cursorAfter(DEVICES / 2, ask)
  const took: [string, number[]][] = []
  for (const [what, question] of Object.entries(QUESTIONS)) {
    const times: number[] = []
    for (let round = 0; round < rounds; round++) {
      const startedAt = performance.now()
      await ask(question.replace('%', middle))
      times.push(performance.now() - startedAt)
    }
    took.push([what, times])
  }
  const all = took.flatMap(([, times]) => times)
  return [
    {
      what: `page of ${PAGE_LENGTH} of ${DEVICES.toLocaleString('en')} devices by the API, read and parsed`,
      measured: `p50 ${median(all).toFixed(1)} ms, p95 ${percentile(all, 0.95).toFixed(1)} ms`,
      limit: `p50 ≤ ${PAGE_LIMIT} ms`,
      verdict: verdict(median(all) <= PAGE_LIMIT),
    },
    ...took.map(([what, times]) => information(`  ${what}`, `p50 ${median(times).toFixed(1)} ms`)),
  ]
}

const devicePage = page(z.object({_id: z.string(), name: z.string()}))
type Ask = (question: string) => Promise<z.infer<typeof devicePage>>

async function cursorAfter(rows: number, ask: Ask): Promise<string> {
  let {next} = await ask('sort=name')
  for (let read = PAGE_LENGTH; read < rows && next !== null; read += PAGE_LENGTH) {
    next = (await ask(`sort=name&cursor=${next}`)).next
  }
  if (next === null) throw new Error('The list ended too soon')
  return next
}

/** Sends one call after the other, as the console does to show the progress. */
async function measureImport(server: RunningServer, {emails, id}: Organisation): Promise<Line> {
  const cookie = await cookiesOf(server, emails[0])
  const rows = Array.from({length: IMPORTED}, (_, index) => ({
    name: `Imported ${index}`,
    type: 'sensor',
    label: 'from a file',
    access_token: randomBytes(20).toString('hex'),
  }))
  const startedAt = performance.now()
  let made = 0
  for (let first = 0; first < rows.length; first += IMPORT_BATCH_LENGTH) {
    const answer = await fetch(`${server.origin}/api/v0/device/import`, {
      method: 'POST',
      headers: {cookie, 'content-type': 'application/json'},
      body: JSON.stringify({organisation_id: id, rows: rows.slice(first, first + IMPORT_BATCH_LENGTH)}),
    })
    if (!answer.ok) throw new Error(`Import: ${answer.status} ${await answer.text()}`)
    made += deviceImportAnswer.parse(await answer.json()).outcomes.filter(outcome => '_id' in outcome).length
  }
  const seconds = (performance.now() - startedAt) / 1000
  if (made !== IMPORTED) throw new Error(`${made} of ${IMPORTED} devices were made`)
  return {
    what:
      `import of ${IMPORTED.toLocaleString('en')} devices with access tokens by the API, ` +
      `${IMPORT_BATCH_LENGTH} a call`,
    measured: `${seconds.toFixed(2)} s`,
    limit: `≤ ${IMPORT_LIMIT} s`,
    verdict: verdict(seconds <= IMPORT_LIMIT),
  }
}
