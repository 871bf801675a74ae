/** Tells the other tabs of this browser that the user has signed out, and receives the same from them. */
export interface Tabs {
  announceSignOut(): void
}

export function createTabs(channel: TabChannel, onSignOutElsewhere: () => void): Tabs {
  channel.addEventListener('message', event => {
    if ('data' in event && event.data === SIGNED_OUT) onSignOutElsewhere()
  })
  return {announceSignOut: () => channel.postMessage(SIGNED_OUT)}
}

const SIGNED_OUT = 'signedOut'

type TabChannel = EventTarget & Pick<BroadcastChannel, 'postMessage'>

/** Runs one task at a time over all tabs of this browser. */
export type Exclusively = <T>(task: () => Promise<T>, signal?: AbortSignal) => Promise<T>

/** Browsers have no locks for pages over plain http from elsewhere; there the server forgives two refreshes at once. */
export function exclusiveInBrowser(locks: LockManager | undefined): Exclusively {
  if (locks === undefined) return task => task()
  return async (task, signal) => await locks.request(NAME, signal === undefined ? {} : {signal}, task)
}

const NAME = 'pulsewall.accessToken'
