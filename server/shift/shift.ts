import {setImmediate as nextTurn} from 'node:timers/promises'
import {asc, inArray} from 'drizzle-orm'
import {SHIFT_LENGTH, SHIFT_LENGTH_MAX, SHIFT_RANGE_MAX, SHIFT_ROWS} from '../../contract/limits'
import {shiftPeriod} from '../../contract/rules/shift'
import {silencesIn} from '../../contract/rules/silences'
import type {EpochMs, Milliseconds} from '../../contract/wire/common'
import type {ChangesInShiftWire, LinksInShiftWire, ShiftWire} from '../../contract/wire/shift'
import {ACCESS, accessTo, mayCall} from '../access/access'
import {reachedIds} from '../access/reach'
import type {Viewer} from '../access/viewer'
import type {CommandRepository} from '../command/repository'
import type {Database} from '../database/connect'
import {namedDevice} from '../device/repository'
import {badRequest} from '../http/failures/errors'
import type {MaintenanceRepository} from '../maintenance/repository'
import type {OnCallRepository} from '../onCall/repository'
import {dataOf} from '../telemetry/repository'
import {earlierHandOvers, handOverToWire, newestHandOver, ownerFor} from './repository'
import {namedSuccessors} from './successors'

/** Both ends are inclusive. */
interface Range {
  startTs: EpochMs
  endTs: EpochMs
}

export interface ReadShiftOptions {
  database: Pick<Database, 'db' | 'pool'>
  now: () => EpochMs
  alarms(viewer: Viewer, organisationId: string, asked: Range & {period: number}): Promise<ShiftWire['alarms']>
  /** The changes that have no list of their own in a shift. */
  changes(viewer: Viewer, organisationId: string, range: Range): Promise<ChangesInShiftWire>
  windows: Pick<MaintenanceRepository, 'periods'>
  commands: Pick<CommandRepository, 'inRange'>
  rotas: Pick<OnCallRepository, 'called'>
}

export type ReadShift = (
  viewer: Viewer,
  organisationId: string,
  asked: {startTs: EpochMs | undefined; endTs: EpochMs | undefined},
) => Promise<ShiftWire>

/** Reads what happened in a shift. The calls that it stands in for say who may read which part. */
export function createReadShift(options: ReadShiftOptions): ReadShift {
  const {database, now, alarms, changes, windows, commands, rotas} = options
  return async (viewer, organisationId, asked) => {
    const at = now()
    const owner = ownerFor(viewer, organisationId)
    const newest = owner && (await newestHandOver(database.db, owner))
    const range = rangeOf(asked, newest?.at, at)
    const period = shiftPeriod(range.endTs - range.startTs)
    const may = (call: string) => mayCall(accessTo(ACCESS, call), viewer)
    const [earlier, ofAlarms, links, maintenance, sent, changed, successors] = await Promise.all([
      owner && newest ? earlierHandOvers(database.db, owner, {...range, except: newest.id}) : [],
      alarms(viewer, organisationId, {...range, period}),
      linksInShift(database, viewer, organisationId, {...range, period}),
      windows.periods(viewer, {organisationId, deviceId: undefined, ...range}),
      may('GET /api/v0/device/:id/commands') ? commands.inRange(viewer, organisationId, range) : undefined,
      may('GET /api/v0/audit') ? changes(viewer, organisationId, range) : undefined,
      owner && may('POST /api/v0/shift/by-org/:id/hand-over') ? namedSuccessors(database.db, rotas, owner) : undefined,
    ])
    return {
      as_of: at,
      start_ts: range.startTs,
      end_ts: range.endTs,
      period_ms: period,
      hand_over: newest ? handOverToWire(newest) : null,
      earlier: earlier.map(handOverToWire),
      alarms: ofAlarms,
      links,
      maintenance,
      ...(sent && {commands: sent}),
      ...(changed && {changes: changed}),
      ...(successors && {successors}),
    }
  }
}

function rangeOf(
  asked: {startTs: EpochMs | undefined; endTs: EpochMs | undefined},
  handedOver: EpochMs | undefined,
  at: EpochMs,
) {
  const endTs = Math.min(asked.endTs ?? at, at)
  const isRecent = handedOver !== undefined && handedOver < endTs && endTs - handedOver <= SHIFT_LENGTH_MAX
  const startTs = asked.startTs ?? (isRecent ? handedOver : endTs - SHIFT_LENGTH)
  if (endTs < startTs) throw badRequest('end_ts: must not be before start_ts')
  if (endTs - startTs > SHIFT_RANGE_MAX) throw badRequest('end_ts: must not be more than 7 days after start_ts')
  return {startTs, endTs}
}

interface Asked {
  startTs: EpochMs
  endTs: EpochMs
  period: Milliseconds
}

/** Their data is read by one statement, and then others get their turn. */
const DEVICES_PER_STEP = 500

/** Reads when the data of the devices within reach stopped in a shift, and for how long. */
async function linksInShift(
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
