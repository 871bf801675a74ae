import {Observable} from 'rxjs'
import {fromEventObservable, fromPromise} from 'xstate'
import type {Offer} from '../../contract/wire/capabilities'
import {linkMachine} from '../../src/machines/link'
import type {ClockEvent} from '../../src/streams/clock'
import type {NetworkChanged} from '../../src/streams/session/network'
import type {ServerMissed} from '../../src/streams/session/serverMisses'
import type {SocketEvent} from '../../src/streams/telemetry/live'

/** A link that receives nothing and finds nothing. */
export const quietLink = linkMachine.provide({
  actors: {
    networkChanges: fromEventObservable(() => new Observable<NetworkChanged>()),
    clock: fromEventObservable(() => new Observable<ClockEvent>()),
    probeOffer: fromPromise(() => new Promise(() => {})),
  },
})

/** A link to a server that has sent its offer, and no more. */
export const linkOffering = (offer: Offer) =>
  quietLink.provide({
    actors: {
      probeOffer: fromPromise(async () => offer),
      liveConnection: fromEventObservable(() => new Observable<SocketEvent>()),
      serverMisses: fromEventObservable(() => new Observable<ServerMissed>()),
    },
  })
