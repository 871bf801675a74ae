import {setImmediate as nextTurn} from 'node:timers/promises'
import {asc, inArray} from 'drizzle-orm'
import {SHIFT_ROWS} from '../../contract/limits'
import {silencesIn} from '../../contract/rules/silences'
import type {EpochMs, Milliseconds} from '../../contract/wire/common'
import type {LinksInShiftWire} from '../../contract/wire/shift'
import {reachedIds} from '../access/reach'
import type {Viewer} from '../access/viewer'
import type {Database} from '../database/connect'
import {namedDevice} from '../device/repository'
import {dataOf} from '../telemetry/repository'

interface Asked {
  startTs: EpochMs
  endTs: EpochMs
  period: Milliseconds
}

/** Their data is read by one statement, and then others get their turn. */
const DEVICES_PER_STEP = 500

/** Reads when the data of the devices within reach stopped in a shift, and for how long. */
export async function linksInShift(
  {db, pool}: Pick<Database, 'db' | 'pool'>,
  viewer: Viewer,
  organisationId: string,
  {startTs, endTs, period}: Asked,
): Promise<LinksInShiftWire> {
  const {id, number, name, label} = namedDevice
  const found = await db
    .select({id, number, name, label})
    .from(namedDevice)
    .where(inArray(id, reachedIds(db, viewer, 'device', organisationId)))
    .orderBy(asc(number))
  const periods = new Map<EpochMs, number>()
  const devices: LinksInShiftWire['devices'] = []
  for (let from = 0; from < found.length; from += DEVICES_PER_STEP) {
    const some = found.slice(from, from + DEVICES_PER_STEP)
    const numbers = some.map(device => device.number)
    const data = await dataOf(pool, numbers, {startTs, endTs})
    for (const [place, device] of some.entries()) {
      const known = data[place]
      if (known === undefined) continue
      const {lost, silentFor, since} = silencesIn(known, {start: startTs, end: endTs})
      if (silentFor === 0) continue
      for (const at of lost) {
        const start = at - (at % period)
        periods.set(start, (periods.get(start) ?? 0) + 1)
      }
      const named = {device_id: device.id, name: device.name, label: device.label}
      devices.push({...named, lost: lost.length, silent_for: silentFor, since})
    }
    await nextTurn()
  }
  return {
    lost: devices.reduce((sum, device) => sum + device.lost, 0),
    silent_devices: devices.filter(({since}) => since !== null).length,
    periods: [...periods].sort(([a], [b]) => a - b).map(([start_ts, lost]) => ({start_ts, lost})),
    devices: devices.sort((a, b) => b.silent_for - a.silent_for || (a.name < b.name ? -1 : 1)).slice(0, SHIFT_ROWS),
  }
}
