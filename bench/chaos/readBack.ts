import {readdir} from 'node:fs/promises'
import {join} from 'node:path'
import type {Pool} from 'pg'
import * as z from 'zod'
import {seriesAnswer} from '../../contract/wire/telemetry/telemetry'
import {type Gaps, gapsIn} from '../support/gaps'
import type {Session} from '../support/session'
import type {BenchDevice} from '../support/world'
import {type Fleet, SEQUENCE_KEY} from './fleet'
import type {KeptAlarm} from './judge'

const WINDOW = 20 * 60_000
const LIMIT = 10_000

/** Compares the values of a device in the API with the acknowledged ones. */
export async function gapsOf(session: Session, {id}: BenchDevice, fleet: Fleet): Promise<Gaps> {
  const {from, to} = fleet.range()
  const values: number[] = []
  for (let startTs = from; startTs <= to; startTs += WINDOW) {
    const endTs = Math.min(startTs + WINDOW - 1, to)
    const query = new URLSearchParams({
      keys: SEQUENCE_KEY,
      agg: 'none',
      limit: String(LIMIT),
      startTs: String(startTs),
      endTs: String(endTs),
    })
    const [series] = seriesAnswer.parse(await session.json(`/api/v0/telemetry/device/${id}/values/timeseries?${query}`))
    values.push(...(series?.values ?? []).map(({dbl_v, long_v}) => dbl_v ?? long_v ?? Number.NaN))
  }
  return gapsIn(values, fleet.acknowledgedOf(id))
}

const keptAlarms = z.array(
  z.object({
    deviceName: z.string(),
    key: z.string(),
    occurrences: z.number(),
    raised: z.number(),
    ended: z.number(),
  }),
)

/** Reads the journal as well, which the list of alarms leaves out. */
export async function readAlarms(pool: Pool): Promise<KeptAlarm[]> {
  const {rows} = await pool.query(`
    select device.name as "deviceName", telemetry_key.name as key,
      (select count(*)::int from alarm_occurrence where alarm_id = alarm.id) as occurrences,
      (select count(*)::int from alarm_journal where alarm_id = alarm.id and kind = 'raised') as raised,
      (select count(*)::int from alarm_occurrence where alarm_id = alarm.id and ended_at is not null) as ended
    from alarm join device on device.id = device_id join telemetry_key on telemetry_key.id = key_id`)
  return keptAlarms.parse(rows)
}

/** Returns the faults of the files, after the server has had the time to remove files without a record. */
export async function judgeFiles(pool: Pool, dataDir: string, kept: readonly string[]): Promise<string[]> {
  const {rows} = await pool.query<{id: string; assetId: string}>('select id, asset_id as "assetId" from digital_asset')
  const files = await filesOf(dataDir)
  const assets = new Set(rows.map(({assetId}) => assetId))
  const ids = new Set(rows.map(({id}) => id))
  return [
    ...kept.filter(id => !assets.has(id)).map(id => `video ${id} was acknowledged, and is not there`),
    ...rows.filter(({id}) => !files.stored.includes(id)).map(({id}) => `video ${id} has no file`),
    ...files.stored.filter(name => !ids.has(name)).map(name => `file ${name} is nobody’s`),
    ...files.incoming.map(name => `file ${name} has never arrived`),
    ...(rows.length === assets.size ? [] : ['a video is there twice']),
  ]
}

async function filesOf(dataDir: string): Promise<{stored: string[]; incoming: string[]}> {
  const within = async (folder: string) => {
    const entries = await readdir(join(dataDir, 'assets', folder), {recursive: true, withFileTypes: true}).catch(
      () => [],
    )
    return entries.flatMap(entry => (entry.isFile() ? [entry.name] : []))
  }
  return {stored: await within('stored'), incoming: await within('incoming')}
}
