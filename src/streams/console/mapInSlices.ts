import type {Milliseconds} from '../../../contract/wire/common'

/** Half a frame; the page needs the other half. */
const WORKING_TIME: Milliseconds = 8

/** Maps many items without blocking the page. Rejects with the reason of `signal` when that is aborted. */
export async function mapInSlices<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Result,
  signal: AbortSignal,
): Promise<Result[]> {
  const results: Result[] = []
  let until = performance.now() + WORKING_TIME
  for (const item of items) {
    if (performance.now() > until) {
      await nextTask()
      signal.throwIfAborted()
      until = performance.now() + WORKING_TIME
    }
    results.push(work(item))
  }
  return results
}

/** Unlike a timer, this is not slowed down in a hidden page. */
export function nextTask(): Promise<void> {
  const {port1, port2} = new MessageChannel()
  return new Promise(resolve => {
    port1.onmessage = () => {
      port1.close()
      resolve()
    }
    port2.postMessage(null)
  })
}
