import {defer, map, merge, type Observable, retry, startWith, switchMap} from 'rxjs'
import type {EpochMs, Milliseconds} from '../../contract/wire/common'
import {loadMaintenancePeriods} from '../api/alarms/maintenance'
import type {MaintenanceReceived} from '../domain/maintenance'
import type {TimeRange} from '../domain/timeRange/timeRange'
import {call} from '../streams/call'
import {upAgain} from '../streams/telemetry/upAgain'
import type {Connections} from './connections'
import {whileOffered} from './links'

type MaintenanceConnections = Pick<Connections, 'http' | 'feed' | 'links' | 'polls' | 'serverClock' | 'isReplay'>

/** A period without an event begins this late at the latest. */
const READ_PERIOD: Milliseconds = 60_000
/** The past tells of no changes. */
const REPLAY_PERIOD: Milliseconds = 1000
const RETRY_PATIENCE: Milliseconds = 10_000

/** The periods that touch a range, of all devices within reach or of one, as long as the server keeps any. */
export const maintenanceOf = (
  {http, feed, links, polls, serverClock, isReplay}: MaintenanceConnections,
  {deviceId, rangeAt}: {deviceId: string | null; rangeAt: (now: EpochMs) => TimeRange},
): Observable<MaintenanceReceived> => {
  const load = () =>
    call(signal => loadMaintenancePeriods(http, {deviceId, ...rangeAt(serverClock.now())}, {signal})).pipe(
      map(periods => ({type: 'maintenance.received' as const, periods})),
      retry({delay: RETRY_PATIENCE}),
    )
  return whileOffered(links, () =>
    merge(feed.alarmsMoved, polls(isReplay ? REPLAY_PERIOD : READ_PERIOD), upAgain(links)).pipe(
      startWith(null),
      switchMap(() => defer(load)),
    ),
  )
}

/** Those that run, or begin before they are read again. */
export const presentMaintenance = (connections: MaintenanceConnections): Observable<MaintenanceReceived> =>
  maintenanceOf(connections, {deviceId: null, rangeAt: now => ({start: now, end: now + 2 * READ_PERIOD})})
