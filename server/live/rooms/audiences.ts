/** Sockets that get exactly the same items. They are grouped so that these are encoded only once. */
export interface Audience<Item> {
  socketIds: string[]
  items: Item[]
}

/**
 * Groups the sockets by what they get of `batch`. `roomsOf` names the rooms of an item, of which a socket is in one at
 * most, and `rooms` holds the ids of the sockets in each. Each socket is in at most one audience, so it gets one packet
 * for a batch.
 */
export function audiencesOf<Item>(
  batch: readonly Item[],
  roomsOf: (item: Item) => readonly string[],
  rooms: ReadonlyMap<string, ReadonlySet<string>>,
): Audience<Item>[] {
  const heardBy = new Map<string, Heard<Item>>()
  for (const item of batch) {
    const continued = new Map<Heard<Item> | undefined, Heard<Item>>()
    for (const socketId of roomsOf(item).flatMap(room => [...(rooms.get(room) ?? [])])) {
      const before = heardBy.get(socketId)
      const heard = continued.get(before) ?? {before, item}
      continued.set(before, heard)
      heardBy.set(socketId, heard)
    }
  }
  const audiences = new Map<Heard<Item>, Audience<Item>>()
  for (const [socketId, heard] of heardBy) {
    const audience = audiences.get(heard) ?? {socketIds: [], items: inOrder(heard)}
    if (audience.socketIds.push(socketId) === 1) audiences.set(heard, audience)
  }
  return [...audiences.values()]
}

/** A linked list from the newest item to the oldest. Sockets that have got the same so far share one list. */
interface Heard<Item> {
  before: Heard<Item> | undefined
  item: Item
}

function inOrder<Item>(newest: Heard<Item>): Item[] {
  const items: Item[] = []
  for (let heard: Heard<Item> | undefined = newest; heard !== undefined; heard = heard.before) items.push(heard.item)
  return items.reverse()
}
