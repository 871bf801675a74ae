import {KEYS_OF_DEVICE} from '../../../contract/limits'
import {badRequest} from '../../http/failures/errors'
import type {BoundWriter, IngestDevice, TelemetryPoint, TelemetryRepository, TelemetryWriter} from '../repository'

/** The number of new keys that a device may send before its stored ones have to be counted again. */
interface Room {
  left: number
  /** The numbers of keys in all messages that were let through, and in those that have ended. */
  admitted: number
  ended: number
  /** The end of the last of those, and so of all of them. It never rejects. */
  last: Promise<void>
}

const REMEMBERED_DEVICES = 100_000
/** The share of all keys that another server may store before this one counts again. */
const UNSEEN_SHARE = 10

/**
 * Refuses messages by which a device would have more keys than it may. Each message counts as if its keys were all
 * new, so that the keys of most devices are counted once in some hundred messages.
 */
export function boundKeys(
  writer: TelemetryWriter,
  {countKeys, findKeys}: Pick<TelemetryRepository, 'countKeys' | 'findKeys'>,
  most = KEYS_OF_DEVICE,
): BoundWriter {
  const rooms = new Map<number, Room>()

  function roomOf(deviceNumber: number): Room {
    const known = rooms.get(deviceNumber)
    if (known !== undefined) return known
    if (rooms.size >= REMEMBERED_DEVICES) rooms.clear()
    const room = {left: 0, admitted: 0, ended: 0, last: Promise.resolve()}
    rooms.set(deviceNumber, room)
    return room
  }

  async function makeRoom(deviceNumber: number, keys: ReadonlySet<string>, room: Room): Promise<void> {
    // Messages under way may be stored already when the keys are counted, or not.
    const ended = room.ended
    const stored = await countKeys(deviceNumber)
    const free = () => most - stored - (room.admitted - ended)
    if (keys.size > free()) {
      const added = keys.size - (await findKeys(deviceNumber, [...keys])).size
      if (added > 0 && added > free()) {
        if (room.admitted === ended) throw badRequest(`A device has at most ${most} telemetry keys.`)
        // The keys may belong to messages under way.
        await room.last
        return makeRoom(deviceNumber, keys, room)
      }
    }
    // The keys of this message are added, so that it passes even when all of them are known.
    room.left = Math.min(Math.max(0, free() - keys.size), most / UNSEEN_SHARE) + keys.size
  }

  async function passOn(device: IngestDevice, points: readonly TelemetryPoint[], count: number, room: Room) {
    room.left -= count
    room.admitted += count
    try {
      await writer.write(device, points)
    } finally {
      room.ended += count
    }
  }

  return {
    async begin(device, points) {
      const keys = new Set(points.map(({key}) => key))
      const room = roomOf(device.number)
      if (keys.size > room.left) await makeRoom(device.number, keys, room)
      const stored = passOn(device, points, keys.size, room)
      room.last = stored.catch(() => {})
      return {stored}
    },
  }
}
