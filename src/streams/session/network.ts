import {fromEvent, map, merge, type Observable, of} from 'rxjs'

export type NetworkChanged = {type: 'network.lost'} | {type: 'network.found'}

/** Says what the browser reports of its network; at the start it says so only when there is none. */
export function networkChanges(window: NetworkWindow): Observable<NetworkChanged> {
  const lost = {type: 'network.lost'} as const
  return merge(
    window.navigator.onLine ? of() : of(lost),
    fromEvent(window, 'offline').pipe(map(() => lost)),
    fromEvent(window, 'online').pipe(map(() => ({type: 'network.found'}) as const)),
  )
}

export type NetworkWindow = EventTarget & {navigator: {onLine: boolean}}
