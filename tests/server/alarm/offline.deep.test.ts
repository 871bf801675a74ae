import fc from 'fast-check'
import {expect, it, onTestFinished} from 'vitest'
import {THRESHOLDS_ATTRIBUTE, thresholdsValue} from '../../../contract/rules/thresholds'
import {attribute} from '../../../server/database/schema/attribute'
import {device} from '../../../server/database/schema/device'
import {alarmsOf, anyThreshold, type Period, type Sent} from './offline'
import {createAlarmWorld, createServer} from './world'

const SECOND = 1000
const DEVICES = 200
const KEYS = Array.from({length: 10}, (_, index) => `k${index}`)
const TICKS = 40
const SEED = 11

/** The values that a series sends in each second, if any: a present value, and one that it fills in. */
const sending = fc.option(
  fc.record({
    value: fc.oneof(fc.integer({min: 0, max: 100}), fc.constantFrom(50, 70, 90)),
    age: fc.integer({min: 0, max: 900}),
    filledIn: fc.option(
      fc.record({
        value: fc.integer({min: 0, max: 100}),
        age: fc.integer({min: 1000, max: 20_000}),
        isFirst: fc.boolean(),
      }),
    ),
  }),
  {freq: 2},
)
const series = fc.record({
  threshold: anyThreshold,
  seconds: fc.array(sending, {minLength: TICKS, maxLength: TICKS, size: 'max'}),
})

it('raises live, on two servers, the alarms that are computed afterwards for 2,000 series', async () => {
  const world = await createAlarmWorld()
  onTestFinished(() => world.close())
  const {database, clock, organisationId} = world
  const other = createServer(database, clock)
  onTestFinished(() => other.alarms.close())
  const all = fc.sample(series, {numRuns: DEVICES * KEYS.length, seed: SEED})
  const devices = await database.db
    .insert(device)
    .values(Array.from({length: DEVICES}, (_, index) => ({name: `d${index}`, organisationId})))
    .returning()
  await database.db.insert(attribute).values(
    devices.map(({id}, index) => ({
      entityType: 'device' as const,
      entityId: id,
      organisationId,
      scope: 2,
      key: THRESHOLDS_ATTRIBUTE,
      jsonV: thresholdsValue(new Map(seriesOf(index).map((each, key) => [KEYS[key] ?? '', each.threshold]))),
      lastUpdateTs: clock.now,
    })),
  )
  const sent = all.map((): Sent[] => [])
  const startedAt = clock.now

  for (let tick = 0; tick < TICKS; tick++) {
    clock.now = startedAt + tick * SECOND
    await Promise.all(devices.map((each, index) => servers()[index % 2]?.ingest.write(each, pointsOf(index, tick))))
    await Promise.all(servers().map(({alarms}) => alarms.doDue()))
  }

  const live = await periodsOf()
  for (const [index, each] of all.entries()) {
    expect({...each, alarms: live.get(index) ?? []}).toEqual({
      ...each,
      alarms: alarmsOf(sent[index] ?? [], each.threshold, clock.now).sort(byTime),
    })
  }
  expect([...live.values()].flat().length).toBeGreaterThan(all.length)

  function servers() {
    return [world, other]
  }

  function seriesOf(index: number) {
    return all.slice(index * KEYS.length, (index + 1) * KEYS.length)
  }

  function pointsOf(index: number, tick: number) {
    return KEYS.flatMap((key, position) => {
      const number = index * KEYS.length + position
      const [now, before] = [all[number]?.seconds[tick], sent[number] ?? []]
      if (now === null || now === undefined) return []
      const {filledIn} = now
      const arrivals = [{ts: clock.now - now.age, receivedAt: clock.now, value: now.value}]
      const isLate = filledIn !== null && before.some(({ts}) => ts > clock.now - filledIn.age)
      if (isLate) {
        const late = {ts: clock.now - filledIn.age, receivedAt: clock.now, value: filledIn.value}
        arrivals.splice(filledIn.isFirst ? 0 : 1, 0, late)
      }
      before.push(...arrivals)
      return arrivals.map(({ts, value}) => ({key, ts, value}))
    })
  }

  async function periodsOf(): Promise<Map<number, Period[]>> {
    const {rows} = await database.pool.query(
      `select device_number as number, name, kind, alarm_occurrence.severity, raised_at::float8 as from, ended_at::float8 as to
       from alarm_occurrence join alarm on alarm.id = alarm_id join telemetry_key on telemetry_key.id = key_id`,
    )
    const positions = new Map(devices.map(({number}, index) => [number, index]))
    const periods = new Map<number, Period[]>()
    for (const {number, name, ...period} of rows) {
      const index = (positions.get(number) ?? 0) * KEYS.length + KEYS.indexOf(name)
      periods.set(index, [...(periods.get(index) ?? []), period].sort(byTime))
    }
    return periods
  }
})

const byTime = (a: Period, b: Period): number => a.from - b.from || a.kind.localeCompare(b.kind)
