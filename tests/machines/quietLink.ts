import {Observable} from 'rxjs'
import {fromEventObservable, fromPromise} from 'xstate'
import {linkMachine} from '../../src/machines/link'
import type {ClockEvent} from '../../src/streams/clock'
import type {NetworkChanged} from '../../src/streams/network'

/** A link that hears nothing and finds nothing. */
export const quietLink = linkMachine.provide({
  actors: {
    networkChanges: fromEventObservable(() => new Observable<NetworkChanged>()),
    clock: fromEventObservable(() => new Observable<ClockEvent>()),
    probeCapabilities: fromPromise(() => new Promise(() => {})),
  },
})
