import {MINUTE} from '../../../contract/rules/time/durations'
import {tilePeriodStart} from '../../../contract/rules/time/tileMinutes'
import type {EpochMs, Milliseconds} from '../../../contract/wire/common'
import {type StatisticsSeries, watchStatisticsBody} from '../../../contract/wire/telemetry/liveStatistics'
import type {StatisticsAnswer} from '../../../contract/wire/telemetry/telemetry'
import {type Access, mayCall} from '../../access/access'
import {createUnderWay, type Job, type Scheduler} from '../../scheduler'
import type {LiveSocket, LiveSocketServer} from '../socket'
import {statisticsRoom} from './rooms'
import {type Lookups, settled, UNAVAILABLE} from './subscriptions'

export interface StatisticsSource {
  /** Who may ask for statistics. */
  access: Access
  /** Resolves to the statistics as of now; undefined when there is no such device. */
  read(series: StatisticsSeries): Promise<StatisticsAnswer | undefined>
  job: Job
}

/** A second after its time has come is soon enough. */
const LOOK_PERIOD: Milliseconds = 1000
/** So few that those who ask for something find a free connection to the database in the meantime. */
const AT_A_TIME = 2

export function acceptStatisticsWatch(
  socket: LiveSocket,
  {visibleIds, moves}: Pick<Lookups, 'visibleIds' | 'moves'>,
  {access}: Pick<StatisticsSource, 'access'>,
) {
  const {viewer} = socket.data
  let newest = 0

  async function visibleAmong(deviceIds: readonly string[]): Promise<ReadonlySet<string>> {
    if (deviceIds.length === 0 || !mayCall(access, viewer)) return new Set()
    return await settled(moves, () => visibleIds(viewer, [...new Set(deviceIds)]))
  }

  socket.on('watchStatistics', async (body, acknowledge) => {
    if (typeof acknowledge !== 'function') return
    const parsed = watchStatisticsBody.safeParse(body)
    if (!parsed.success) return acknowledge({message: 'series must be a short list of devices, keys and time zones.'})
    const {series} = parsed.data
    const watch = ++newest
    const deviceIds = series.map(({device_id: id}) => id)
    try {
      const visible = await visibleAmong(deviceIds)
      if (watch === newest) {
        replaceWatched(
          socket,
          series.filter(({device_id: id}) => visible.has(id)),
        )
      }
      acknowledge({refused: deviceIds.filter(id => !visible.has(id))})
    } catch {
      acknowledge(UNAVAILABLE)
    }
  })
}

/** Ends the watches of devices that the socket's viewer may see no more. */
export function stopWatching(socket: LiveSocket, hidden: readonly string[]) {
  const {statistics} = socket.data
  if (statistics === undefined) return
  const left = [...statistics.values()].filter(({device_id: id}) => !hidden.includes(id))
  if (left.length < statistics.size) replaceWatched(socket, left)
}

export const watchesStatisticsOf = ({data}: LiveSocket, deviceIds: ReadonlySet<string>): boolean =>
  [...(data.statistics?.values() ?? [])].some(({device_id: id}) => deviceIds.has(id))

function replaceWatched(socket: LiveSocket, series: readonly StatisticsSeries[]) {
  const requested = new Map(series.map(one => [statisticsRoom(one), one]))
  for (const room of socket.data.statistics?.keys() ?? []) if (!requested.has(room)) void socket.leave(room)
  void socket.join([...requested.keys()])
  socket.data.statistics = requested
}

/**
 * Pushes the statistics of each series that is watched when they are due by the clocks of its time zone. They are
 * computed once for all who watch it, a few at a time, so that everybody else is served in the meantime. Those that
 * could not be computed are not pushed, and clients ask for them.
 */
export function createStatisticsUpdates(
  io: LiveSocketServer,
  {read, job}: StatisticsSource,
  {now, every}: Pick<Scheduler, 'now' | 'every'>,
) {
  const due = new Map<string, StatisticsSeries>()
  let lookedAt = now()
  let working = 0
  const {track, underWay} = createUnderWay()

  function look() {
    const since = lookedAt
    lookedAt = now()
    // Nothing is due within a minute, whatever the zone.
    if (Math.floor(since / MINUTE) === Math.floor(lookedAt / MINUTE)) return
    const isDueIn = dueSince(since, lookedAt)
    for (const {data} of io.sockets.sockets.values()) {
      for (const [room, series] of data.statistics ?? []) if (isDueIn(series.time_zone)) due.set(room, series)
    }
    while (working < AT_A_TIME && due.size > 0) void track(work())
  }

  async function work() {
    working++
    for (const [room, series] of due) {
      due.delete(room)
      await push(room, series)
    }
    working--
  }

  async function push(room: string, series: StatisticsSeries) {
    if (!io.sockets.adapter.rooms.has(room)) return
    try {
      const statistics = await read(series)
      if (statistics !== undefined) io.to(room).emit('statistics', {...series, statistics})
      job.succeeded()
    } catch (error) {
      job.failed(error)
    }
  }

  const stopLooking = every(LOOK_PERIOD, look)

  return {
    underWay,
    close() {
      stopLooking()
      due.clear()
    },
  }
}

/** Returns a function that says whether statistics by the clocks of a zone have become due between two times. */
function dueSince(since: EpochMs, now: EpochMs): (zone: string) => boolean {
  const known = new Map<string, boolean>()
  return zone => {
    const isDue = known.get(zone) ?? tilePeriodStart(now, zone) > since
    known.set(zone, isDue)
    return isDue
  }
}
