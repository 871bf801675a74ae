import type {Pool} from 'pg'
import {CLOCK_TOLERANCE} from '../../../contract/limits'
import type {EpochMs, Milliseconds} from '../../../contract/wire/common'
import {HttpError} from '../../http/failures/errors'

const REMEMBERED_DEVICES = 10_000

/** The moment at which values without a time count as measured. `keys` have a value of that moment already. */
interface Moment {
  at: EpochMs
  keys: Set<string>
}

export interface Arrivals {
  /**
   * The time of the next value of a key, which has arrived at `now`. It is that of no other value of the key that
   * this server has been asked about, and no earlier than that of the value before, whatever its key. Throws 429 for a
   * device that sends more values of a key than there are milliseconds, for a minute.
   */
  next(deviceNumber: number, key: string, now: EpochMs): EpochMs
}

/** Times given by other servers, or by this one before its clock was set back, aren't known here: see `moveTaken`. */
export function createArrivals(): Arrivals {
  const moments = new Map<number, Moment>()
  let before = Number.NEGATIVE_INFINITY
  let most = REMEMBERED_DEVICES

  function begin(deviceNumber: number, at: EpochMs, key: string) {
    moments.set(deviceNumber, {at, keys: new Set([key])})
    return at
  }

  function forgetPast(now: EpochMs) {
    for (const [deviceNumber, {at}] of moments) if (at < now) moments.delete(deviceNumber)
    most = Math.max(REMEMBERED_DEVICES, 2 * moments.size)
  }

  return {
    next(deviceNumber, key, now) {
      if (now < before) moments.clear()
      before = now
      const moment = moments.get(deviceNumber)
      if (moment === undefined || moment.at < now) {
        if (moments.size >= most) forgetPast(now)
        return begin(deviceNumber, now, key)
      }
      if (!moment.keys.has(key)) {
        moment.keys.add(key)
        return moment.at
      }
      if (moment.at >= now + CLOCK_TOLERANCE) throw tooFast()
      return begin(deviceNumber, moment.at + 1, key)
    },
  }
}

const tooFast = () =>
  new HttpError(429, 'More than a thousand values of a key in a second need times of their own.', {'retry-after': '1'})

/** Whether an arrival of `rows` has the time of another point, for which nothing of them was stored. */
export const isTaken = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === BY_STORED || error.code === BY_ROW)

/** The SQLSTATEs of a unique key that is there already, and of one that a statement would write twice. */
const BY_STORED = '23505'
const BY_ROW = '21000'

/** The place of a point. An arrival's time is not the device's, and must differ from that of each point of the key. */
export interface Place {
  deviceNumber: number
  keyId: number
  ts: EpochMs
  isArrival?: boolean
}

/**
 * The same rows with arrivals at the next times that no point of their keys has, in their order within a key;
 * undefined when all have such times.
 */
export async function moveTaken<Row extends Place>(
  pool: Pick<Pool, 'query'>,
  rows: readonly Row[],
): Promise<Row[] | undefined> {
  const arrivals = rows.filter(({isArrival}) => isArrival)
  const taken = new Set(rows.filter(({isArrival}) => !isArrival).map(nameOf))
  const {rows: found} = await pool.query<Place>(STORED, [
    arrivals.map(({deviceNumber}) => deviceNumber),
    arrivals.map(({keyId}) => keyId),
    arrivals.map(({ts}) => ts),
    arrivals.length + LOOKED_AT,
  ])
  for (const point of found) taken.add(nameOf(point))
  const moved = rows.map(row => {
    if (!row.isArrival) return row
    let {ts} = row
    while (taken.has(nameOf({...row, ts}))) ts++
    taken.add(nameOf({...row, ts}))
    return ts === row.ts ? row : {...row, ts}
  })
  return moved.some((row, index) => row !== rows[index]) ? moved : undefined
}

/** The times of this span after the arrivals of a key are read at once, so that many in a row need no further tries. */
const LOOKED_AT: Milliseconds = 1_000

/** The stored points from the first arrival of each key until the last time to which one may be moved. */
const STORED = `
  select device_number as "deviceNumber", key_id as "keyId", ts::float8 as ts
  from (
    select device_number, key_id, min(ts) as first, max(ts) + $4 as last
    from unnest($1::int4[], $2::int4[], $3::int8[]) as arrival (device_number, key_id, ts) group by 1, 2
  ) as arrival
  join telemetry using (device_number, key_id) where ts between first and last`

const nameOf = ({deviceNumber, keyId, ts}: Place): string => `${deviceNumber} ${keyId} ${ts}`
