/** Runs one task at a time over all tabs of this browser. */
export type Exclusively = <T>(task: () => Promise<T>, signal?: AbortSignal) => Promise<T>

/** Browsers have no locks for pages over plain http from elsewhere; there the server forgives two refreshes at once. */
export function exclusiveInBrowser(locks: LockManager | undefined): Exclusively {
  if (locks === undefined) return task => task()
  return async (task, signal) => await locks.request(NAME, signal === undefined ? {} : {signal}, task)
}

const NAME = 'pulsewall.accessToken'
