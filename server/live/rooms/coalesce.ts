import type {Scheduler} from '../../scheduler'

/**
 * Hands items on at once, and then pauses for as long as that took. Items that come during the pause are handed on
 * together after it. So a single item never waits, and `handOn` takes at most half of the server's time.
 */
export function coalesce<Item>(
  {elapsed, after}: Pick<Scheduler, 'elapsed' | 'after'>,
  handOn: (items: readonly Item[]) => void,
): (items: readonly Item[]) => void {
  let waiting: Item[] = []
  let isResting = false

  function takeTurn() {
    const items = waiting
    waiting = []
    const startedAt = elapsed()
    handOn(items)
    isResting = true
    after(elapsed() - startedAt, endRest)
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
