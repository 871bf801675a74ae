import {THRESHOLDS_ATTRIBUTE} from '../contract/rules/thresholds'
import {createAlarms} from '../server/alarm/alarms'
import type {Database} from '../server/database/connect'
import {attribute} from '../server/database/schema'
import {createIngest} from '../server/telemetry/ingest'
import {createKeyIds} from '../server/telemetry/keyIds'
import {information, type Line, verdict} from './support/report'
import {inDatabaseOf, withDataFolder} from './support/server'
import {byLength, type Settings} from './support/settings'
import {percentile} from './support/statistics'
import {createOrganisation, type Organisation, settle} from './support/world'

const DEVICES = 1000
const KEYS = Array.from({length: 10}, (_, index) => `level${index}`)
const SHARE_LIMIT = 0.9
const PASS_LIMIT = 200
const MINUTE = 60_000

/** Measures what thresholds cost the ingest, and one look at series that have all fallen silent. */
export async function alarms(settings: Settings): Promise<Line[]> {
  const rounds = byLength(settings, {quick: 3, usual: 9})
  return withDataFolder(dataDir => inDatabaseOf(dataDir, database => measure(database, rounds)))
}

async function measure(database: Database, rounds: number): Promise<Line[]> {
  const clock = {ahead: 0}
  const now = () => Date.now() + clock.ahead
  const {findKeyIds, judge} = createJudge(database, now)
  const ingest = createIngest({database, now, publisher: {publish() {}}, alarms: judge.ingest})
  const [bare, watched] = [
    await createOrganisation(database, 'Bare', DEVICES),
    await createOrganisation(database, 'Watched', DEVICES),
  ]
  await findKeyIds(new Set(KEYS))
  await setThresholds(database, watched, {warning: {above: 80}, critical: {above: 90}, clear: 2, silentAfter: 60})
  const rates = {bare: [] as number[], watched: [] as number[]}
  for (let round = 0; round <= rounds; round++) {
    const measured = [await rateOf(ingest, bare, now), await rateOf(ingest, watched, now)] as const
    // The first round begins the alarms, and is not counted.
    if (round === 0) continue
    rates.bare.push(measured[0])
    rates.watched.push(measured[1])
  }
  await settle(database)
  const passes = await silentPasses()
  await ingest.close()
  await judge.close()
  return lines(rates, passes)

  /** All series of the organisation fall silent within a second, and are heard again. */
  async function silentPasses() {
    const passes: number[] = []
    for (let round = 0; round < 3; round++) {
      await rateOf(ingest, watched, now)
      clock.ahead += 2 * MINUTE
      const startedAt = performance.now()
      await judge.doDue()
      passes.push(performance.now() - startedAt)
    }
    return passes
  }
}

function createJudge(database: Database, now: () => number) {
  const findKeyIds = createKeyIds(database).find
  return {findKeyIds, judge: createAlarms({database, now, elapsed: now, log: console, findKeyIds})}
}

async function setThresholds({db}: Database, {id}: Organisation, threshold: object) {
  await db.insert(attribute).values({
    ...{entityType: 'organisation', entityId: id, organisationId: id, scope: 2, key: THRESHOLDS_ATTRIBUTE},
    ...{jsonV: Object.fromEntries(KEYS.map(key => [key, threshold])), lastUpdateTs: Date.now()},
  })
}

const MESSAGES = 20

/** Values a second: each device sends its messages one after the other, as soon as the one before is acknowledged. */
async function rateOf(
  ingest: ReturnType<typeof createIngest>,
  {devices}: Organisation,
  now: () => number,
): Promise<number> {
  const startedAt = performance.now()
  await Promise.all(
    devices.map(async device => {
      for (let message = 0; message < MESSAGES; message++) {
        await ingest.write(
          device,
          KEYS.map((key, index) => ({key, ts: now(), value: 40 + ((message * 7 + index) % 30)})),
        )
      }
    }),
  )
  return (devices.length * MESSAGES * KEYS.length * 1000) / (performance.now() - startedAt)
}

function lines(rates: {bare: readonly number[]; watched: readonly number[]}, passes: readonly number[]): Line[] {
  const [bare, watched] = [percentile(rates.bare, 0.5), percentile(rates.watched, 0.5)]
  const slowest = Math.max(...passes)
  return [
    {
      what: 'ingest with 10,000 series under thresholds over ingest without any, values within the limits',
      measured: `${(watched / bare).toFixed(2)} ×; ${Math.round(watched)} values/s, without ${Math.round(bare)}`,
      limit: `≥ ${SHARE_LIMIT} ×`,
      verdict: verdict(watched >= SHARE_LIMIT * bare),
    },
    {
      what: '10,000 series silent at once: found, raised and written down in one pass',
      measured: `${slowest.toFixed(0)} ms (the slowest of ${passes.length})`,
      limit: `≤ ${PASS_LIMIT} ms`,
      verdict: verdict(slowest <= PASS_LIMIT),
    },
    information('  each of these passes', passes.map(pass => `${pass.toFixed(0)} ms`).join(', ')),
  ]
}
