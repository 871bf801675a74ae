import * as z from 'zod/mini'
import {type LiveTelemetry, liveAttribute, liveTelemetry} from '../../contract/wire/telemetry/live'
import {liveUnusual} from '../../contract/wire/telemetry/usual'
import type {Viewer} from '../access/viewer'
import type {Scheduler} from '../scheduler'
import type {AlarmUpdates} from './rooms/alarms'
import {deviceOf, newestOfEach} from './rooms/attributes'
import {audiencesOf} from './rooms/audiences'
import {coalesce} from './rooms/coalesce'
import type {PacedUpdates} from './rooms/paced'
import {deviceRoom, roomsOfDevice, sessionRoom} from './rooms/rooms'
import type {Connection, LiveSocketServer} from './socket'

/** The sockets of this server, and the updates for which a room and a message are not enough. */
export interface Sockets {
  io: LiveSocketServer
  connections: ReadonlyMap<Connection, Viewer>
  scheduler: Scheduler
  alarms: Pick<AlarmUpdates, 'change' | 'move'>
  paced: Pick<PacedUpdates, 'push'>
  /** Evaluates again who may see the devices, and sends them to sockets that follow all within reach. */
  recheck(deviceIds: readonly string[]): Promise<void>
}

/** Makes the function that shows a change to the sockets of this server. */
type Show<Change> = (sockets: Sockets) => (change: Change) => void | Promise<void>

export interface Handler<Change> {
  /** The server on which the change was emitted. */
  from: 'here' | 'peer' | 'anywhere'
  handle(change: Change): void | Promise<void>
}

export interface Kind<Change> {
  /** Parses changes of other servers, which may have another version. Those of this server are not parsed. */
  schema: z.ZodMiniType<Change>
  show: Show<Change> | undefined
  /** Items of which another server gets only those of devices that it watches. Other changes go to all servers. */
  watched: ((change: Change) => readonly {device_id: string}[]) | undefined
  handlers: Handler<Change>[]
}

const ids = z.readonly(z.array(z.string()))

/**
 * Every kind of change to one noun that matters to others, with what it carries (ids, unless its schema says more), and
 * the room, the rights and the message by which sockets get it. A socket is in the room of a device only while its
 * viewer may see the device. Changes are emitted after their commit, and reach every server.
 */
export const createKinds = () => ({
  'alarms.changed': kind(ids, ({alarms}) => alarms.change),
  'attributes.written': kind(
    z.array(liveAttribute),
    toRooms(
      change => roomsOfDevice(deviceOf(change)),
      (io, room, batch) => io.to(room).emit('attributes', batch),
      newestOfEach,
    ),
  ),
  'command.changed': kind(z.object({deviceId: z.string(), number: z.number()})),
  /** Devices were created or changed, in a way that may change who sees them. */
  'devices.changed': kind(ids, ({recheck}) => recheck),
  'devices.removed': kind(ids, ({recheck}) => recheck),
  /** Units or thresholds that hold for many devices of an organisation were changed. */
  'keySettings.changed': kind(z.string(), ({io}) => organisationId => {
    for (const {data, id} of io.sockets.sockets.values()) {
      const {authority, organisationId: own} = data.viewer
      const isConcerned = data.following !== undefined && (authority === 'SYS_ADMIN' || own === organisationId)
      if (isConcerned) io.to(id).emit('keySettingsChanged')
    }
  }),
  /** Maintenance of devices of an organisation begins or ends, or is planned otherwise. */
  'maintenance.changed': kind(z.string(), ({alarms}) => alarms.move),
  /** A rota of an organisation was changed, or the people in it were. */
  'onCall.changed': kind(z.string(), ({alarms}) => alarms.move),
  /** The screens of an organisation may have to show something else. */
  'screenPlans.changed': kind(z.string()),
  /** A shift of an organisation was handed over, or somebody added a note. */
  'shift.changed': kind(z.string(), ({alarms}) => alarms.move),
  'points.stored': kind(
    z.array(liveTelemetry),
    sockets => {
      const showAtOnce = toRooms<LiveTelemetry>(
        ({device_id: id}) => [deviceRoom(id)],
        (io, room, batch) => io.to(room).emit('telemetry', batch),
      )(sockets)
      return batch => {
        showAtOnce(batch)
        sockets.paced.push(batch)
      }
    },
    batch => batch,
  ),
  /** A user, or a screen with a wall link, may see something else. Its clients connect again and are evaluated again. */
  'reach.changed': kind(z.string(), ({connections}) => userId => {
    for (const [connection, viewer] of connections) if (viewer.userId === userId) connection.close(true)
  }),
  /** Series have become unusual, or are no longer. */
  'series.judged': kind(
    z.array(liveUnusual),
    toRooms(
      ({device_id: id}) => roomsOfDevice(id),
      (io, room, batch) => io.to(room).emit('unusual', batch),
    ),
  ),
  'session.ended': kind(z.string(), endSession),
  /** Access tokens of devices have changed or expired. */
  'tokens.changed': kind(ids),
})

/** Closes the sockets of a session, whose end their clients show. */
export function endSession({io}: Pick<Sockets, 'io'>): (sessionId: string) => void {
  return sessionId => {
    io.in(sessionRoom(sessionId)).emit('sessionEnded')
    io.in(sessionRoom(sessionId)).disconnectSockets(true)
  }
}

function kind<Change>(
  schema: z.ZodMiniType<Change>,
  show?: Show<Change>,
  watched?: Kind<Change>['watched'],
): Kind<Change> {
  return {schema, show, watched, handlers: []}
}

/** Sends each socket the items of its rooms in one packet. Under load, batches are joined and then prepared. */
function toRooms<Item>(
  roomsOf: (item: Item) => readonly string[],
  send: (io: LiveSocketServer, room: string[], items: Item[]) => void,
  prepare: (batch: readonly Item[]) => readonly Item[] = batch => batch,
): (sockets: Sockets) => (batch: readonly Item[]) => void {
  return ({io, scheduler}) =>
    coalesce<Item>(scheduler, batch => {
      for (const {socketIds, items} of audiencesOf(prepare(batch), roomsOf, io.sockets.adapter.rooms)) {
        send(io, socketIds, items)
      }
    })
}
