/** A queue for each party, served in turns. */
export interface Turns<Item> {
  /** An item is no larger than `perTurn`. */
  add(party: string, item: Item, size: number): void
  /** Takes what comes next: whole items of at most this size together, in each queue the oldest first. */
  take(most: number): Item[]
  /** The size of all that waits, or of what waits for one party. */
  waiting(party?: string): number
  /** The number of waiting parties. */
  parties(): number
}

interface Queue<Item> {
  items: {item: Item; size: number}[]
  /** Items before it were taken. */
  next: number
  waiting: number
  /** The amount that may still be taken in this turn. */
  credit: number
}

/**
 * Deficit round robin (Shreedhar and Varghese, 1995): each party in turn may have `perTurn`, and saves the unused rest
 * while it waits. So a party that sends a thousand times as much gets no more than its share as long as others wait,
 * and everything when nobody does.
 */
export function createTurns<Item>(perTurn: number): Turns<Item> {
  /** The queues in the order of their turns. */
  const queues = new Map<string, Queue<Item>>()
  let total = 0

  function endTurn(party: string, queue: Queue<Item>) {
    queues.delete(party)
    if (queue.next > queue.items.length / 2) {
      queue.items = queue.items.slice(queue.next)
      queue.next = 0
    }
    queue.credit += perTurn
    queues.set(party, queue)
  }

  return {
    add(party, item, size) {
      const queue = queues.get(party) ?? {items: [], next: 0, waiting: 0, credit: perTurn}
      queue.items.push({item, size})
      queue.waiting += size
      total += size
      queues.set(party, queue)
    },
    take(most) {
      const batch: Item[] = []
      let room = most
      for (;;) {
        const [first] = queues
        if (first === undefined) return batch
        const [party, queue] = first
        const next = queue.items[queue.next]
        if (next === undefined || next.size > queue.credit) {
          endTurn(party, queue)
          continue
        }
        if (next.size > room) return batch
        batch.push(next.item)
        queue.next++
        queue.credit -= next.size
        queue.waiting -= next.size
        room -= next.size
        total -= next.size
        if (queue.next === queue.items.length) queues.delete(party)
      }
    },
    waiting: party => (party === undefined ? total : (queues.get(party)?.waiting ?? 0)),
    parties: () => queues.size,
  }
}
