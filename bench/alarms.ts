import {ALARM_ROUTES_ATTRIBUTE} from '../contract/rules/alarmRoutes'
import {THRESHOLDS_ATTRIBUTE} from '../contract/rules/thresholds'
import {ATTRIBUTE_SCOPES} from '../contract/wire/entities/attribute'
import {Alarms} from '../server/alarm/alarms'
import {createReadNotifiedAlarms} from '../server/alarm/notified'
import {createAttributeRepository} from '../server/attribute/repository'
import type {Database} from '../server/database/connect'
import {attribute} from '../server/database/schema/attribute'
import {mail} from '../server/database/schema/mail'
import {createMailRepository} from '../server/mail/repository'
import {createReadRoutes} from '../server/notification/repository'
import {createDispatch} from '../server/notification/sending/dispatch'
import {enqueue} from '../server/notification/sending/enqueue'
import {createSorting} from '../server/notification/sending/sorting'
import {realTime} from '../server/scheduler'
import {Ingest} from '../server/telemetry/ingest/ingest'
import {createKeyIds} from '../server/telemetry/ingest/keyIds'
import {NO_BROWSERS} from '../tests/support/noBrowsers'
import {information, type Line, verdict} from './support/report'
import {inDatabaseOf, withDataFolder} from './support/server'
import {byLength, type Settings} from './support/settings'
import {percentile} from './support/statistics'
import {createOrganisation, type Organisation, settle} from './support/world'

const DEVICES = 1000
const KEYS = Array.from({length: 10}, (_, index) => `level${index}`)
const SHARE_LIMIT = 0.95
const PASS_LIMIT = 200
const MINUTE = 60_000
const FLEET = 10_000
const SILENCES = 3

/**
 * Measures the costs of thresholds for the ingest, of a look at 10,000 devices that have all fallen silent, and of the
 * notifications about them.
 */
export async function alarms(settings: Settings): Promise<Line[]> {
  const rounds = byLength(settings, {quick: 3, usual: 9})
  return withDataFolder(dataDir => inDatabaseOf(dataDir, database => measure(database, rounds)))
}

async function measure(database: Database, rounds: number): Promise<Line[]> {
  const clock = {ahead: 0}
  const now = () => Date.now() + clock.ahead
  const {findKeyIds, judge} = createJudge(database, now)
  const ingest = new Ingest({
    database,
    scheduler: {...realTime, now},
    publish() {},
    alarms: judge.ingest,
  })
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
  const silences = await fallSilent()
  await ingest.close()
  await judge.close()
  return [...ratioLines(rates), ...silenceLines(silences)]

  /** All devices of a fleet fall silent within a second, which is notified, and return. */
  async function fallSilent(): Promise<Silence[]> {
    const fleet = await createOrganisation(database, 'Fleet', FLEET)
    await setThresholds(database, fleet, {silentAfter: 60}, ['alive'])
    await setRoute(database, fleet)
    const tell = createDispatcher(database, now)
    const hearAll = () =>
      Promise.all(fleet.devices.map(each => ingest.write(each, [{key: 'alive', ts: now(), value: 1}])))
    const silences: Silence[] = []
    for (let round = 0; round <= SILENCES; round++) {
      const back = await timeOf(hearAll)
      await tell(clock)
      await database.db.delete(mail)
      await settle(database)
      clock.ahead += 2 * MINUTE
      const pass = await timeOf(() => judge.doDue())
      // In the first round others fall silent as well, and stay so.
      if (round > 0) silences.push({pass, ...(await tell(clock)), back})
      else await tell(clock)
    }
    return silences
  }
}

interface Silence {
  pass: number
  digest: number
  mails: number
  back: number
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await work()
  return performance.now() - startedAt
}

/** Finds the recipients of events, waits until a storm is notified, and writes the notifications. */
function createDispatcher(database: Database, now: () => number) {
  const attributes = createAttributeRepository({database, now, publish() {}})
  const options = {
    database,
    now,
    readAlarms: createReadNotifiedAlarms(attributes),
    readRoutes: createReadRoutes(attributes),
    mails: createMailRepository(database, now),
    recipients: NO_BROWSERS,
    marks: async () => String,
  }
  const [sortSome, dispatchNext] = [createSorting(options), createDispatch(options)]
  const untilDone = async (work: (at: number) => Promise<boolean>) => {
    while (await work(now()));
  }
  return async (clock: {ahead: number}) => {
    const sorting = await timeOf(() => untilDone(sortSome))
    clock.ahead += 2 * MINUTE
    const digest = sorting + (await timeOf(() => untilDone(dispatchNext)))
    return {digest, mails: await database.db.$count(mail)}
  }
}

function createJudge(database: Database, now: () => number) {
  const findKeyIds = createKeyIds(database).find
  return {
    findKeyIds,
    judge: new Alarms({
      database,
      scheduler: {...realTime, now, elapsed: now},
      job: {succeeded() {}, failed: console.warn},
      findKeyIds,
      enqueue,
    }),
  }
}

const setThresholds = (database: Database, owner: Organisation, threshold: object, keys: readonly string[] = KEYS) =>
  setAttribute(database, owner, {
    scope: ATTRIBUTE_SCOPES.shared,
    key: THRESHOLDS_ATTRIBUTE,
    jsonV: Object.fromEntries(keys.map(key => [key, threshold])),
  })

const setRoute = (database: Database, owner: Organisation) =>
  setAttribute(database, owner, {
    scope: ATTRIBUTE_SCOPES.server,
    key: ALARM_ROUTES_ATTRIBUTE,
    jsonV: [{name: 'Noc', targets: [{kind: 'email', address: 'noc@bench.test'}]}],
  })

async function setAttribute(
  {db}: Database,
  {id}: Organisation,
  written: Pick<typeof attribute.$inferInsert, 'scope' | 'key' | 'jsonV'>,
) {
  const owner = {entityType: 'organisation' as const, entityId: id, organisationId: id}
  await db.insert(attribute).values({...owner, ...written, lastUpdateTs: Date.now()})
}

const MESSAGES = 20

/** Values a second: each device sends its messages one after the other, as soon as the one before is acknowledged. */
async function rateOf(ingest: Ingest, {devices}: Organisation, now: () => number): Promise<number> {
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

function ratioLines(rates: {bare: readonly number[]; watched: readonly number[]}): Line[] {
  const [bare, watched] = [percentile(rates.bare, 0.5), percentile(rates.watched, 0.5)]
  return [
    {
      what: 'ingest with 10,000 series under thresholds over ingest without any, values within the limits',
      measured: `${(watched / bare).toFixed(2)} ×; ${Math.round(watched)} values/s, without ${Math.round(bare)}`,
      limit: `≥ ${SHARE_LIMIT} ×`,
      verdict: verdict(watched >= SHARE_LIMIT * bare),
    },
  ]
}

function silenceLines(silences: readonly Silence[]): Line[] {
  const slowest = Math.max(...silences.map(({pass}) => pass))
  const mails = Math.max(...silences.map(each => each.mails))
  const each = (name: 'pass' | 'digest' | 'back') =>
    silences.map(silence => `${silence[name].toFixed(0)} ms`).join(', ')
  return [
    {
      what: '10,000 devices silent at once: found, raised and written down in one pass',
      measured: `${slowest.toFixed(0)} ms (the slowest of ${silences.length})`,
      limit: `≤ ${PASS_LIMIT} ms`,
      verdict: verdict(slowest <= PASS_LIMIT),
    },
    information('  each of these passes', each('pass')),
    {
      what: '  what is told of them',
      measured: `${mails} ${mails === 1 ? 'mail' : 'mails'} each time`,
      limit: '1 mail',
      verdict: verdict(mails === 1),
    },
    information('  finding out whom they concern, and writing that mail down', each('digest')),
    information('  all of them heard again: stored, and each alarm returned', each('back')),
  ]
}
