import {Readable} from 'node:stream'
import {pipeline} from 'node:stream/promises'
import {from as copyFrom} from 'pg-copy-streams'
import type {Database} from '../../server/database/connect'
import {exactlyOne} from '../../server/database/rows'
import {unlimited} from './unlimited'

/** A value of a device every `step` milliseconds, from `firstTs` on. */
export interface Recording {
  deviceNumber: number
  firstTs: number
  step: number
  values: Float64Array
}

const KEY = 'recorded'
const ROWS_PER_CHUNK = 10_000

/** Stores the values as rows, and the newest one as the latest. */
export async function storeRecording(database: Database, recording: Recording): Promise<void> {
  const {deviceNumber, firstTs, step, values} = recording
  await unlimited(database, async client => {
    await client.query('insert into telemetry_key (name) values ($1) on conflict do nothing', [KEY])
    const {rows} = await client.query<{id: number}>('select id from telemetry_key where name = $1', [KEY])
    const keyId = exactlyOne(rows).id
    const copy = client.query(copyFrom('copy telemetry (device_number, key_id, ts, value) from stdin'))
    await pipeline(Readable.from(linesOf(recording, keyId)), copy)
    await client.query(
      'insert into latest (device_number, key_id, ts, received_at, value) values ($1, $2, $3, $3, $4)',
      [deviceNumber, keyId, firstTs + step * (values.length - 1), values.at(-1)],
    )
  })
}

function* linesOf({deviceNumber, firstTs, step, values}: Recording, keyId: number): Generator<string> {
  const series = `${deviceNumber}\t${keyId}\t`
  for (let start = 0; start < values.length; start += ROWS_PER_CHUNK) {
    let lines = ''
    for (const [at, value] of values.subarray(start, start + ROWS_PER_CHUNK).entries())
      lines += `${series}${firstTs + step * (start + at)}\t${value}\n`
    yield lines
  }
}
