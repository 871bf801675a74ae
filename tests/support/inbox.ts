/** Holds the received items in order. */
export interface Inbox<Item> {
  put(item: Item): void
  /** All received items. */
  items: Item[]
  /** The oldest one that was not asked for yet; waits for it. */
  next(): Promise<Item>
}

export function createInbox<Item>(): Inbox<Item> {
  const items: Item[] = []
  const waiting: ((item: Item) => void)[] = []
  let asked = 0

  return {
    put(item) {
      waiting[items.length]?.(item)
      items.push(item)
    },
    items,
    next() {
      const place = asked++
      const item = items[place]
      if (item !== undefined) return Promise.resolve(item)
      return new Promise(resolve => {
        waiting[place] = resolve
      })
    },
  }
}
