import {CHANGED_SERIES} from '../../contract/limits'
import {DAY, HOUR, MINUTE} from '../../contract/rules/time/durations'
import {changesIn, mostFirst, type StretchChange} from '../../contract/rules/usual/changes'
import type {UsualHour} from '../../contract/rules/usual/hour'
import type {EpochMs, Milliseconds} from '../../contract/wire/common'
import type {ChangesAnswerWire} from '../../contract/wire/telemetry/usual'
import type {Database} from '../database/connect'
import {badRequest} from '../http/failures/errors'
import {keyNames, numericSeries, piecesOf, type SeriesRef} from '../telemetry/repository'
import {toUsual} from './learning'
import {countersOf, nameOf} from './repository'

export interface Stretch {
  startTs: EpochMs
  endTs: EpochMs
  limit: number
}

/** The pieces to compare have the first of these lengths that divides a stretch into few enough. */
const PIECES: readonly Milliseconds[] = [MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR, 3 * HOUR, 12 * HOUR, DAY]
const MAX_PIECES = 8
/** The pieces before the stretch that are its past. */
const PAST_PIECES = 24
/** Few enough that joining their rows and comparing them are short turns of the event loop. */
const SERIES_PER_STEP = 100

/** Finds the series of the devices, given with their ids by their numbers, that changed most in a stretch of time. */
export async function changesOf(
  {pool}: Pick<Database, 'pool'>,
  devices: ReadonlyMap<number, string>,
  {startTs, endTs, limit}: Stretch,
): Promise<ChangesAnswerWire> {
  const width = PIECES.find(each => endTs - startTs <= each * MAX_PIECES) ?? DAY
  // Whole pieces are read from rollups.
  const [start, end] = [Math.floor(startTs / width) * width, Math.ceil(endTs / width) * width]
  const since = start - PAST_PIECES * width
  const series = await numericSeries(pool, [...devices.keys()], CHANGED_SERIES)
  if (series.length > CHANGED_SERIES) throw badRequest(TOO_MANY)
  const ranges = Array.from({length: (end - since) / width}, (_, place) => ({
    startTs: since + place * width,
    endTs: since + (place + 1) * width - 1,
  }))
  const counters = await countersOf(pool, [...devices.keys()])
  const changes: StretchChange<SeriesRef>[] = []
  for (let from = 0; from < series.length; from += SERIES_PER_STEP) {
    const some = series.slice(from, from + SERIES_PER_STEP)
    const compared = some.map(id => ({
      id,
      isCounter: counters.has(nameOf(id)),
      before: [] as UsualHour[],
      during: [] as UsualHour[],
    }))
    for (const {series: index, place, ...numbers} of await piecesOf(pool, some, ranges))
      compared[index]?.[place < PAST_PIECES ? 'before' : 'during'].push(
        toUsual({ts: since + place * width, ...numbers}),
      )
    changes.push(...changesIn(compared).changes)
  }
  const shown = changes.sort(mostFirst).slice(0, limit)
  const names = await keyNames(pool, [...new Set(shown.map(({id}) => id.keyId))])
  return {
    start_ts: start,
    end_ts: end,
    past_ts: since,
    minutes: width / MINUTE,
    series: shown.map(({id, before, during, spread, by}) => ({
      device_id: devices.get(id.deviceNumber) ?? '',
      key: names.get(id.keyId) ?? '',
      before,
      during,
      spread,
      by,
      is_counter: counters.has(nameOf(id)),
    })),
    compared: changes.length,
    too_little: series.length - changes.length,
  }
}

const TOO_MANY = `These devices have more than ${CHANGED_SERIES} series of numbers. Ask for those of one organisation.`
