import {join} from 'node:path'
import {DAY, MINUTE} from '../contract/rules/time/durations'
import type {Database} from '../server/database/connect'
import {exactlyOne} from '../server/database/rows'
import {rollUpSteps} from '../server/telemetry/rollups/rollUps'
import {packSteps} from '../server/telemetry/rollups/upkeep'
import {storeRecording} from './support/recordings'
import {information, type Line, verdict} from './support/report'
import {randomSensor, type Sensor, walkingSensor} from './support/sensors'
import {inDatabaseOf, withDataFolder} from './support/server'
import {byLength, type Settings} from './support/settings'
import {startVictoriaMetrics} from './support/victoriaMetrics'
import {createOrganisation, settle} from './support/world'

const LIMIT = 8
const FEW_POINTS = 1_000_000
const SECOND = 1000

interface Kind {
  what: string
  devices: number
  step: number
}

const KINDS: readonly Kind[] = [
  {what: 'each second', devices: 4, step: SECOND},
  {what: 'each minute', devices: 100, step: MINUTE},
]

/** Measures what the points of days that are over take on the disk, beside rows, and beside VictoriaMetrics. */
export async function disk(settings: Settings): Promise<Line[]> {
  const points = byLength(settings, {quick: FEW_POINTS, usual: 10_000_000})
  const lines: Line[] = []
  for (const kind of KINDS) {
    lines.push(...walkLines(kind, await measure(kind, {wanted: points, createSensor: walkingSensor})))
    lines.push(...randomLines(await measure(kind, {wanted: FEW_POINTS, createSensor: randomSensor, hasRollups: true})))
  }
  return lines
}

const walkLines = ({what}: Kind, {points, row, packed, victoriaMetrics}: Measured): Line[] => [
  {
    what: `disk for a packed point ${what} of ${points.toLocaleString('en')}, a walk with two decimals, indexes included`,
    measured: bytes(packed),
    limit: `≤ ${LIMIT} bytes`,
    verdict: verdict(packed <= LIMIT),
  },
  information('  as a row of a table with its primary key', bytes(row)),
  information('  in VictoriaMetrics, all merged', bytes(victoriaMetrics)),
]

const randomLines = ({points, rollups, packed, victoriaMetrics}: Measured): Line[] => [
  information(
    `  of ${points.toLocaleString('en')} random doubles: packed; in VictoriaMetrics, all merged`,
    `${bytes(packed)}; ${bytes(victoriaMetrics)}`,
  ),
  information('  its share of the rollups, on top of that', bytes(rollups)),
]

const bytes = (count: number | undefined) => (count === undefined ? 'not installed' : `${count.toFixed(2)} bytes`)

/** Bytes of a point, besides `points`. */
interface Measured {
  points: number
  row: number
  rollups: number
  packed: number
  /** Undefined where it is not installed. */
  victoriaMetrics: number | undefined
}

interface What {
  /** At least this many points are stored, in whole days. */
  wanted: number
  createSensor: () => Sensor
  /** They take about as long as everything else, and the same for all numbers. */
  hasRollups?: boolean
}

function measure({devices, step}: Kind, {wanted, createSensor, hasRollups = false}: What): Promise<Measured> {
  const days = Math.ceil((wanted * step) / DAY / devices)
  const each = (days * DAY) / step
  const points = each * devices
  const today = Math.floor(Date.now() / DAY) * DAY
  return withDataFolder(dataDir =>
    inDatabaseOf(dataDir, async database => {
      const victoria = await startVictoriaMetrics(join(dataDir, 'victoria'))
      const organisation = await createOrganisation(database, 'Disk', devices)
      for (const {number: deviceNumber} of organisation.devices) {
        const sensor = createSensor()
        const values = Float64Array.from({length: each}, sensor)
        const recording = {deviceNumber, firstTs: today - days * DAY, step, values}
        await storeRecording(database, recording)
        await victoria?.import(recording)
      }
      await settle(database)
      const row = (await bytesOf(database, 'telemetry')) / points
      if (hasRollups) await rollUpAll(database, points)
      for await (const _ of packSteps(database, today));
      await expectPoints(database, 'telemetry_block', points)
      await settle(database)
      return {
        points,
        row,
        rollups: (await bytesOf(database, 'telemetry_rollup')) / points,
        packed: (await bytesOf(database, 'telemetry_block')) / points,
        victoriaMetrics: victoria && (await victoria.settle()) / points,
      }
    }),
  )
}

async function rollUpAll(database: Database, points: number): Promise<void> {
  for await (const _ of rollUpSteps(database));
  await expectPoints(database, 'telemetry_rollup where minutes = 60', points)
}

/** Counts partitions, indexes and TOAST as well. */
async function bytesOf({pool}: Database, table: string): Promise<number> {
  const {rows} = await pool.query<{bytes: number}>(
    `select sum(pg_total_relation_size(relid))::float8 as bytes
    from (select $1::regclass as relid union select relid from pg_partition_tree($1)) as parts`,
    [table],
  )
  return exactlyOne(rows).bytes
}

/** Throws when not all points are there, because a size without them means nothing. */
async function expectPoints({pool}: Database, table: string, points: number): Promise<void> {
  const {rows} = await pool.query<{points: number}>(`select sum(points)::float8 as points from ${table}`)
  if (exactlyOne(rows).points !== points)
    throw new Error(`${table} has ${exactlyOne(rows).points} points, not ${points}`)
}
