import {distinctUntilChanged, filter, map, merge, type Observable, timer} from 'rxjs'
import {createActor, fromEventObservable, fromPromise} from 'xstate'
import {isPulsewall} from '../../../contract/rules/offer'
import {DAY} from '../../../contract/rules/time/durations'
import type {EpochMs} from '../../../contract/wire/common'
import {fetchPage} from '../../api/wall/page'
import {isKiosk} from '../../domain/shell/shell'
import {lately, type Outdated} from '../../domain/wall/reloads'
import {connected} from '../../machines/ports'
import type {SessionRef, SessionSnapshot} from '../../machines/session'
import {type Access, type KioskLogic, type KioskRef, kioskMachine} from '../../machines/wall/kiosk'
import {pulses} from '../../streams/wall/pulses'
import {watchingOf} from '../../streams/watching'
import type {AddressRouter} from '../addressZone'
import type {Connections} from '../connections'
import {snapshotsOf} from '../links'
import type {TabStateStore} from './tabState'

export interface KioskConnections extends Pick<Connections, 'clock' | 'serverClock' | 'links'> {
  router: AddressRouter
  session: SessionRef
}

interface KioskParts extends KioskConnections {
  stored: TabStateStore
  /** Emits when the wall itself is another one than that which was opened. */
  wallChanges: Observable<unknown>
}

/**
 * Starts what keeps the page alive when it is first needed, and hands out the same from then on. It outlives the
 * screen, so that it also mends one that failed to be drawn, and ends with the kiosk or the session.
 */
export function createKiosk(parts: KioskParts): () => KioskRef {
  const {router, session, serverClock} = parts
  let running: KioskRef | undefined
  const stop = () => {
    running?.stop()
    running = undefined
  }
  session.subscribe(snapshot => !snapshot.matches('signedIn') && stop())
  router.subscribe(({location}) => !isUnattended(location) && stop())
  return () => {
    if (running !== undefined) return running
    const now = serverClock.now()
    const input = {now, ahead: Date.now() - now, reloads: parts.stored.read().reloads}
    running = createActor(createKioskLogic(parts), {input}).start()
    return running
  }
}

const isUnattended = ({pathname, search}: AddressRouter['state']['location']): boolean =>
  pathname === '/wall' || isKiosk(search)

function createKioskLogic({clock, serverClock, links, session, stored, wallChanges}: KioskParts): KioskLogic {
  return connected(kioskMachine)({
    actors: {
      linkChanges: fromEventObservable(() => links),
      accessChanges: fromEventObservable(() =>
        snapshotsOf(session).pipe(
          map(accessOf),
          distinctUntilChanged(),
          map(access => ({type: 'access.changed' as const, access})),
        ),
      ),
      pulses: fromEventObservable(() =>
        pulses({
          monotonic: () => performance.now(),
          heap: usedHeap,
          shown: shownTick,
          isVisible: () => document.visibilityState === 'visible',
          frame: callback => {
            const frame = requestAnimationFrame(callback)
            return () => cancelAnimationFrame(frame)
          },
        }),
      ),
      clockChecks: fromEventObservable(() =>
        clock.ticks(serverClock.now).pipe(
          map(({type, at}) => ({
            type: 'clock.checked' as const,
            at,
            ahead: Date.now() - at,
            hasJumped: type === 'clock.jumped',
          })),
        ),
      ),
      watching: fromEventObservable(() => watchingOf(document, 'data-wall')),
      ageing: fromEventObservable(() =>
        merge(
          links
            .pipe(filter(({offer}) => isPulsewall(offer) && isOtherBuild(offer.build)))
            .pipe(map((): Outdated => 'version')),
          wallChanges.pipe(map((): Outdated => 'wall')),
          timer(DAY).pipe(map((): Outdated => 'day')),
        ).pipe(map(why => ({type: 'page.outdated' as const, why}))),
      ),
      fetchPage: fromPromise(({signal}) => fetchPage(window.location.pathname, signal)),
    },
    actions: {
      reload: ({context}, reload) => {
        stored.write({reloads: [...lately(context.reloads, context.now), reload]})
        window.location.reload()
      },
    },
  })
}

function accessOf(snapshot: SessionSnapshot): Access {
  if (snapshot.matches({signedIn: {accessToken: 'refreshing'}})) return 'renewing'
  return snapshot.matches({signedIn: {user: 'unreadable'}}) ? 'unreadable' : 'fresh'
}

const isOtherBuild = (build: string | undefined): boolean =>
  build !== undefined && document.documentElement.dataset.build !== build

/** Only Chromium tells it. */
function usedHeap(): number | null {
  const memory = 'memory' in performance ? performance.memory : undefined
  if (typeof memory !== 'object' || memory === null) return null
  if (!('usedJSHeapSize' in memory && 'jsHeapSizeLimit' in memory)) return null
  return Number(memory.usedJSHeapSize) / Number(memory.jsHeapSizeLimit)
}

function shownTick(): EpochMs | null {
  const tick = document.querySelector<HTMLElement>('[data-tick]')?.dataset.tick
  return tick === undefined ? null : Number(tick)
}
