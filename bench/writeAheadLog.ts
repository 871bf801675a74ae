import {readdirSync, statSync} from 'node:fs'
import {join} from 'node:path'
import {startEmbeddedDatabase} from '../server/cluster/start'
import {connectDatabase} from '../server/database/connect'
import {realTime} from '../server/scheduler'
import {Ingest} from '../server/telemetry/ingest/ingest'
import {information, type Line, verdict} from './support/report'
import {inDatabaseOf, withDataFolder} from './support/server'
import {byLength, type Settings} from './support/settings'
import {createOrganisation} from './support/world'

const SIZE_LIMIT = 256 * 1024 ** 2
const REOPEN_LIMIT = 1000
const DEVICES = 100
const POINTS_PER_MESSAGE = 500

/** Measures the write-ahead log. The rows go through the server's own ingest, without HTTP. */
export async function writeAheadLog(settings: Settings): Promise<Line[]> {
  const rows = byLength(settings, {quick: 1_000_000, usual: 5_000_000})
  return withDataFolder(async dataDir => {
    const folder = join(dataDir, 'postgres', 'pg_wal')
    let largest = 0
    const sampling = setInterval(() => {
      largest = Math.max(largest, sizeOf(folder))
    }, 200)
    const startedAt = performance.now()
    await inDatabaseOf(dataDir, async database => {
      const {devices} = await createOrganisation(database, 'Log', DEVICES)
      const ingest = new Ingest({database, scheduler: realTime, publish() {}})
      const firstTs = Date.now() - 86_400_000
      const messages = rows / DEVICES / POINTS_PER_MESSAGE
      await Promise.all(
        devices.map(async device => {
          for (let message = 0; message < messages; message++) {
            await ingest.write(device, pointsOf(firstTs + message * POINTS_PER_MESSAGE))
          }
        }),
      )
      await ingest.close()
    }).finally(() => clearInterval(sampling))
    const seconds = (performance.now() - startedAt) / 1000
    return lines({rows, seconds, largest, reopened: await timeToReopen(dataDir)})
  })
}

function pointsOf(firstTs: number) {
  return Array.from({length: POINTS_PER_MESSAGE}, (_, index) => ({
    key: 'level',
    ts: firstTs + index,
    value: 20 + (index % 17) / 8,
  }))
}

function sizeOf(folder: string): number {
  try {
    return readdirSync(folder).reduce(
      (total, name) => total + (statSync(join(folder, name), {throwIfNoEntry: false})?.size ?? 0),
      0,
    )
  } catch {
    return 0
  }
}

async function timeToReopen(dataDir: string): Promise<number> {
  const startedAt = performance.now()
  const embedded = await startEmbeddedDatabase({dataDir, log: () => {}})
  const database = await connectDatabase(embedded.url, {answerWithinMilliseconds: 0})
  await database.pool.query('select ts from telemetry limit 1')
  const milliseconds = performance.now() - startedAt
  await database.close()
  await embedded.stop()
  return milliseconds
}

interface Run {
  rows: number
  seconds: number
  largest: number
  reopened: number
}

function lines({rows, seconds, largest, reopened}: Run): Line[] {
  return [
    {
      what: `write-ahead log during ${rows.toLocaleString('en')} rows, the largest size`,
      measured: `${(largest / 1024 ** 2).toFixed(0)} MB`,
      limit: '≤ 256 MB',
      verdict: verdict(largest <= SIZE_LIMIT),
    },
    {
      what: '  opening the database again, to its first answer',
      measured: `${reopened.toFixed(0)} ms`,
      limit: '< 1 s',
      verdict: verdict(reopened < REOPEN_LIMIT),
    },
    information('  rows stored by the way', `${Math.round(rows / seconds).toLocaleString('en')} rows/s`),
  ]
}
