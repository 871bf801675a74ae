/** Tells the other tabs of this browser that the user has signed out, and is told by them. */
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
