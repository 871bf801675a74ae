import {Observable, Subject} from 'rxjs'
import type {Alarm, AlarmReader} from '../../domain/alarm'
import type {DeviceChanges} from '../../domain/telemetry/devices/deviceChanges'
import type {
  AttributeUpdate,
  LiveSocket,
  OpenLiveSocket,
  Pace,
  StatisticsWatch,
  Watched,
} from '../../domain/telemetry/readings/live'
import type {TelemetryUpdate} from '../../domain/telemetry/readings/update'
import type {PushedStatistics} from '../../domain/telemetry/series/seriesStatistics'
import type {UnusualChange} from '../../domain/telemetry/usual'

export type SocketEvent =
  | {type: 'socket.opened'}
  | {type: 'socket.closed'}
  | {type: 'socket.rejected'}
  | {type: 'socket.crowded'}
export type SessionEnded = {type: 'session.ended'}

export interface LiveFeed {
  /** Goes on from socket to socket; it never ends and never fails. */
  telemetry: Observable<readonly TelemetryUpdate[]>
  /** Attributes of the devices, from a server with additions. */
  attributes: Observable<readonly AttributeUpdate[]>
  /** Alarms that have changed, once they are watched. */
  alarms: Observable<readonly Alarm[]>
  /** Alarms may have entered or left the reach without a change of their own. */
  alarmsMoved: Observable<void>
  /** Statistics of the series that is watched. */
  statistics: Observable<PushedStatistics>
  /** Devices within reach that have changed, while all of them are subscribed. */
  devices: Observable<DeviceChanges>
  /** Other units or thresholds hold for keys, by the word of an organisation or a customer. */
  keySettingsChanged: Observable<void>
  /** Series of the devices that are unusual now, or are so no longer, from a server with additions. */
  unusual: Observable<readonly UnusualChange[]>
  /**
   * Replaces the set of devices for this and every later socket. A socket counts as open only once the server has the
   * set, so what is read after the link is live misses no point; call this before reading. Resolves with the refused
   * ids, which are none while no socket is open. Rejects, and gives the socket up, when it doesn't answer.
   */
  subscribe(watched: Watched, pace?: Pace): Promise<readonly string[]>
  /** Watches the alarms on this and every later socket. Resolves once the server knows. It must offer `alarms`. */
  watchAlarms(read: AlarmReader): Promise<void>
  /**
   * Replaces the series whose statistics are pushed, on this and every later socket. The server must offer
   * `statisticsNews`.
   */
  watchStatistics(watch: StatisticsWatch | null): void
  /**
   * Each subscription opens a socket and closes it at its end. Completes after any but `socket.opened`.
   */
  connection: Observable<SocketEvent>
  sessionEnds: Observable<SessionEnded>
}

export function createLiveFeed(open: OpenLiveSocket): LiveFeed {
  const pushed = {
    telemetry: new Subject<readonly TelemetryUpdate[]>(),
    attributes: new Subject<readonly AttributeUpdate[]>(),
    alarms: new Subject<readonly Alarm[]>(),
    alarmsMoved: new Subject<void>(),
    statistics: new Subject<PushedStatistics>(),
    devices: new Subject<DeviceChanges>(),
    keySettingsChanged: new Subject<void>(),
    unusual: new Subject<readonly UnusualChange[]>(),
    sessionEnds: new Subject<SessionEnded>(),
  }
  let requested: {watched: Watched; pace: Pace} = {watched: [], pace: 'atOnce'}
  let readAlarms: AlarmReader | null = null
  let statisticsWatch: StatisticsWatch | null = null
  let current: {socket: LiveSocket; giveUp(): void} | undefined

  const connection = new Observable<SocketEvent>(subscriber => {
    const end = (event: SocketEvent) => {
      subscriber.next(event)
      subscriber.complete()
    }
    const giveUp = () => end({type: 'socket.closed'})
    const socket = open({
      opened: () => takeUp().then(() => subscriber.next({type: 'socket.opened'}), giveUp),
      telemetry: updates => pushed.telemetry.next(updates),
      attributes: changes => pushed.attributes.next(changes),
      alarms: changed => pushed.alarms.next(changed),
      alarmsMoved: () => pushed.alarmsMoved.next(),
      statistics: statistics => pushed.statistics.next(statistics),
      devices: changes => pushed.devices.next(changes),
      keySettingsChanged: () => pushed.keySettingsChanged.next(),
      unusual: changes => pushed.unusual.next(changes),
      closed: giveUp,
      rejected: () => end({type: 'socket.rejected'}),
      crowded: () => end({type: 'socket.crowded'}),
      sessionEnded: () => pushed.sessionEnds.next({type: 'session.ended'}),
    })
    return () => {
      current = undefined
      socket.close()
    }

    /** The set may change while the server takes it, so it is sent again until it is the current one. */
    async function takeUp(): Promise<void> {
      for (
        let subscribed: typeof requested | null = null;
        subscribed !== requested && !isNothing(requested.watched);
      ) {
        subscribed = requested
        await socket.subscribe(subscribed.watched, subscribed.pace)
      }
      if (readAlarms !== null) await socket.watchAlarms(readAlarms)
      if (subscriber.closed) return
      current = {socket, giveUp}
      if (statisticsWatch !== null) socket.watchStatistics(statisticsWatch)
    }
  })

  return {...pushed, connection, subscribe, watchAlarms, watchStatistics}

  async function watchAlarms(read: AlarmReader): Promise<void> {
    if (readAlarms !== null) return
    readAlarms = read
    await answered(socket => socket.watchAlarms(read))
  }

  function watchStatistics(watch: StatisticsWatch | null) {
    statisticsWatch = watch
    current?.socket.watchStatistics(watch)
  }

  async function subscribe(watched: Watched, pace: Pace = 'atOnce'): Promise<readonly string[]> {
    requested = {watched, pace}
    return (await answered(socket => socket.subscribe(watched, pace))) ?? []
  }

  /** Asks the open socket, if there is one, which is given up when it doesn't answer. */
  async function answered<T>(ask: (socket: LiveSocket) => Promise<T>): Promise<T | undefined> {
    const connected = current
    if (connected === undefined) return undefined
    try {
      return await ask(connected.socket)
    } catch (error) {
      connected.giveUp()
      throw error
    }
  }
}

const isNothing = (watched: Watched): boolean => 'length' in watched && watched.length === 0
