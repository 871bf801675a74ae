import type {Pool} from 'pg'
import {unpack} from '../../server/telemetry/rollups/pack'

/** Makes rows of all points, so that they can be compared by plain SQL. */
export async function unpackAll(pool: Pick<Pool, 'query'>): Promise<void> {
  const {rows} = await pool.query(
    'select device_number as "deviceNumber", key_id as "keyId", ts::float8 as ts from telemetry_block',
  )
  await unpack(pool, rows)
}
