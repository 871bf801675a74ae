import type {AlarmWire} from '../../../contract/wire/alarm'
import type {Milliseconds} from '../../../contract/wire/common'
import {REACH} from '../../access/access'
import type {Viewer} from '../../access/viewer'
import {createUnderWay, type Scheduler} from '../../scheduler'
import type {LiveSocket, LiveSocketServer} from '../socket'
import {groupByReach} from './recheck'
import {ALARM_WATCH, ALL_ALARMS, customerAlarms, organisationAlarms, WALL_ALARMS} from './rooms'
import type {VisibleIds} from './subscriptions'

/** Resolves to the alarms with these ids as they are now, oldest change first. Those that are gone are left out. */
export type ReadAlarms = (ids: readonly string[]) => Promise<AlarmWire[]>

const ALARMS_PER_PACKET = 500
const PAUSE: Milliseconds = 250
/** Many devices may be removed one after the other, and each time the watchers read all their alarms. */
const MOVE_PAUSE: Milliseconds = 2000

/** The viewer's reach decides which alarms the socket gets. */
export function acceptAlarmWatch(socket: LiveSocket) {
  socket.on('watchAlarms', acknowledge => {
    if (typeof acknowledge !== 'function') return
    const room = roomOf(socket.data.viewer)
    if (room !== undefined) void socket.join([ALARM_WATCH, room])
    acknowledge({})
  })
}

/** Undefined for someone who reaches no device. */
function roomOf({authority, organisationId, customerId}: Viewer): string | undefined {
  const reach = REACH.device[authority]
  switch (reach) {
    case 'everything':
      return ALL_ALARMS
    case 'organisation':
      return organisationId === null ? undefined : organisationAlarms(organisationId)
    case 'customer':
      return customerId === null ? undefined : customerAlarms(customerId)
    case 'wall':
      return WALL_ALARMS
    case 'nothing':
      return undefined
    default:
      return reach satisfies never
  }
}

export type AlarmUpdates = ReturnType<typeof createAlarmUpdates>

/**
 * Sends changed alarms to the sockets that watch them: at once, and then four times a second at most. They are read
 * when they are sent, so an alarm that changed often is sent once, and only to those who may see it now.
 */
export function createAlarmUpdates(
  io: LiveSocketServer,
  readAlarms: ReadAlarms,
  visibleIds: VisibleIds,
  {delay, after}: Pick<Scheduler, 'delay' | 'after'>,
) {
  const changed = new Set<string>()
  let isShowing = false
  let isMoving = false
  /** The organisations whose alarms have moved; null for those of any. */
  let moving: Set<string> | null = new Set()
  const {track, underWay} = createUnderWay()

  async function showChanged() {
    isShowing = true
    while (changed.size > 0) {
      const ids = [...changed]
      changed.clear()
      if (watching(io).size > 0) await track(show(ids))
      await delay(PAUSE)
    }
    isShowing = false
  }

  async function show(ids: readonly string[]) {
    try {
      for (let at = 0; at < ids.length; at += ALARMS_PER_PACKET) {
        const alarms = await readAlarms(ids.slice(at, at + ALARMS_PER_PACKET))
        for (const [room, batch] of byRoom(alarms)) io.to(room).emit('alarms', batch)
        await showOnWalls(alarms)
      }
    } catch {
      // Their clients connect again and read what they missed.
      for (const id of watching(io)) io.sockets.sockets.get(id)?.conn.close(true)
    }
  }

  async function showOnWalls(alarms: readonly AlarmWire[]) {
    const ids = io.sockets.adapter.rooms.get(WALL_ALARMS) ?? new Set()
    const walls = [...ids].flatMap(id => io.sockets.sockets.get(id) ?? [])
    for (const sockets of groupByReach(walls)) {
      const deviceIds = alarms.map(({device_id: id}) => id)
      const visible = await visibleIds(sockets[0].data.viewer, deviceIds)
      const shown = alarms.filter(({device_id: id}) => visible.has(id))
      if (shown.length > 0) io.to(sockets.map(({id}) => id)).emit('alarms', shown)
    }
  }

  function sendMoved() {
    const concerned = moving
    moving = new Set()
    isMoving = false
    for (const id of watching(io)) {
      const {authority, organisationId} = io.sockets.sockets.get(id)?.data.viewer ?? {}
      if (concerned === null || authority === 'SYS_ADMIN' || concerned.has(organisationId ?? ''))
        io.to(id).emit('alarmsMoved')
    }
  }

  return {
    underWay,
    change(ids: readonly string[]) {
      for (const id of ids) changed.add(id)
      if (!isShowing) void showChanged()
    },
    /** Call it when devices were removed, or belong to others, or when maintenance in an organisation has changed. */
    move(organisationId?: string) {
      if (organisationId === undefined) moving = null
      else moving?.add(organisationId)
      if (isMoving) return
      isMoving = true
      after(MOVE_PAUSE, sendMoved)
    },
  }
}

function byRoom(alarms: readonly AlarmWire[]): Map<string, AlarmWire[]> {
  const batches = new Map<string, AlarmWire[]>()
  for (const alarm of alarms) {
    const {organisation_id: organisationId, customer_id: customerId} = alarm
    const ofCustomer = customerId === null ? [] : [customerAlarms(customerId)]
    for (const room of [ALL_ALARMS, organisationAlarms(organisationId), ...ofCustomer]) {
      const batch = batches.get(room)
      if (batch === undefined) batches.set(room, [alarm])
      else batch.push(alarm)
    }
  }
  return batches
}

const watching = ({sockets}: LiveSocketServer): ReadonlySet<string> =>
  sockets.adapter.rooms.get(ALARM_WATCH) ?? new Set()
