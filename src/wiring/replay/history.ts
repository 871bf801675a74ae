import {loadReport} from '../../api/alarms/report'
import {loadHistory, loadOldest} from '../../api/replay/history'
import type {ReplayFacts} from '../../domain/moment'
import type {TimeRange} from '../../domain/timeRange/timeRange'
import {playback} from '../../streams/replay/playback'
import type {Connections} from '../connections'

interface Asked extends Pick<Connections, 'http' | 'serverClock'> {
  organisationId: string | null
}

/** Plays what has happened to the devices. */
export const startPlayback = ({http, serverClock, organisationId}: Asked, from: {at: number; rate: number}) =>
  playback({
    ...from,
    now: serverClock.now,
    monotonic: () => performance.now(),
    load: (piece, signal) => loadHistory(http, {organisationId, ...piece}, {signal}),
  })

/** Loads what is known of the past around a moment. Alarms are counted for an organisation alone. */
export async function loadReplayFacts(
  {http, organisationId}: Pick<Asked, 'http' | 'organisationId'>,
  range: TimeRange,
  signal: AbortSignal,
): Promise<ReplayFacts> {
  const [oldestAt, report] = await Promise.all([
    loadOldest(http, {organisationId}, {signal}),
    organisationId === null ? null : loadReport(http, {organisationId, range}, {signal}),
  ])
  return {oldestAt, marks: (report?.periods ?? []).map(({start, raised}) => ({at: start, raised}))}
}
