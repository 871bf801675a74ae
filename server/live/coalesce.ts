/**
 * Hands items on at once, and then rests for as long as that took: what comes meanwhile goes together in the next turn. So
 * a lone item never waits, and a busy server spends half of its time here at most.
 */
export function coalesce<Item>(handOn: (items: readonly Item[]) => void): (items: readonly Item[]) => void {
  let waiting: Item[] = []
  let isResting = false

  function takeTurn() {
    const items = waiting
    waiting = []
    const startedAt = performance.now()
    handOn(items)
    isResting = true
    setTimeout(endRest, performance.now() - startedAt)
  }

  function endRest() {
    isResting = false
    if (waiting.length > 0) takeTurn()
  }

  return items => {
    for (const item of items) waiting.push(item)
    if (!isResting && waiting.length > 0) takeTurn()
  }
}
