import {Observable, Subject} from 'rxjs'
import type {AttributeNews} from '../../domain/telemetry/attributeNews'
import type {LiveSocket, OpenLiveSocket} from '../../domain/telemetry/live'
import type {TelemetryUpdate} from '../../domain/telemetry/update'

export type SocketEvent = {type: 'socket.opened'} | {type: 'socket.closed'} | {type: 'socket.rejected'}
export type SessionEnded = {type: 'session.ended'}

export interface LiveFeed {
  /** Goes on from socket to socket; it never ends and never fails. */
  telemetry: Observable<readonly TelemetryUpdate[]>
  /** Attributes of the devices, from a server that offers `attributes`. */
  attributes: Observable<readonly AttributeNews[]>
  /**
   * Replaces the set of devices for this and every later socket. A socket counts as open only once the server has the
   * set, so what is read after the link is live misses no point; call this before reading. Resolves with the refused
   * ids, which are none while no socket is open. Rejects, and gives the socket up, when it doesn't answer.
   */
  subscribe(deviceIds: readonly string[]): Promise<readonly string[]>
  /**
   * Each subscription opens a socket and closes it at its end. Completes after `socket.closed` or `socket.rejected`.
   */
  connection: Observable<SocketEvent>
  sessionEnds: Observable<SessionEnded>
}

export function createLiveFeed(open: OpenLiveSocket): LiveFeed {
  const telemetry = new Subject<readonly TelemetryUpdate[]>()
  const attributes = new Subject<readonly AttributeNews[]>()
  const sessionEnds = new Subject<SessionEnded>()
  let devices: readonly string[] = []
  let current: {socket: LiveSocket; giveUp(): void} | undefined

  const connection = new Observable<SocketEvent>(subscriber => {
    const end = (event: SocketEvent) => {
      subscriber.next(event)
      subscriber.complete()
    }
    const giveUp = () => end({type: 'socket.closed'})
    const socket = open({
      opened: () => takeUp().then(() => subscriber.next({type: 'socket.opened'}), giveUp),
      telemetry: updates => telemetry.next(updates),
      attributes: news => attributes.next(news),
      closed: giveUp,
      rejected: () => end({type: 'socket.rejected'}),
      sessionEnded: () => sessionEnds.next({type: 'session.ended'}),
    })
    return () => {
      current = undefined
      socket.close()
    }

    /** The set may change while the server takes it, so it is sent again until it is the current one. */
    async function takeUp(): Promise<void> {
      for (let told: readonly string[] = []; told !== devices && devices.length > 0; ) {
        told = devices
        await socket.subscribe(told)
      }
      if (!subscriber.closed) current = {socket, giveUp}
    }
  })

  return {telemetry, attributes, sessionEnds, connection, subscribe}

  async function subscribe(deviceIds: readonly string[]): Promise<readonly string[]> {
    devices = [...deviceIds]
    const connected = current
    if (connected === undefined) return []
    try {
      return await connected.socket.subscribe(devices)
    } catch (error) {
      connected.giveUp()
      throw error
    }
  }
}
