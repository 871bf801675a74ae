import {Subject} from 'rxjs'
import {expect, it} from 'vitest'
import {createActor, fromEventObservable, fromPromise} from 'xstate'
import type {Offer} from '../../contract/wire/capabilities'
import {LIVE, PROBING, RECONNECTING} from '../../src/domain/link'
import {sessionMachine} from '../../src/machines/session'
import type {RetryEvent} from '../../src/streams/backOff'
import type {SessionEnded, SocketEvent} from '../../src/streams/telemetry/live'
import {linkChanges} from '../../src/wiring/links'
import {quietLink} from '../machines/quietLink'
import {PULSEWALL} from '../support/offer'
import {USER} from '../support/user'

const settled = () => new Promise(resolve => setImmediate(resolve))

it('tells the link of whoever is signed in, each change once, and nothing after', async () => {
  const socket = new Subject<SocketEvent>()
  const ends = new Subject<SessionEnded>()
  const session = createActor(
    sessionMachine.provide({
      actors: {
        link: quietLink.provide({
          actors: {
            probeOffer: fromPromise(async (): Promise<Offer> => PULSEWALL),
            liveConnection: fromEventObservable(() => socket),
            backOff: fromEventObservable(() => new Subject<RetryEvent>()),
          },
        }),
        loadCurrentUser: fromPromise(async () => USER),
        sessionEnds: fromEventObservable(() => ends),
      },
    }),
  ).start()
  const told: unknown[] = []
  linkChanges(session).subscribe(({link, offer}) => told.push([link, offer]))
  expect(told).toEqual([])
  await settled()
  socket.next({type: 'socket.opened'})
  socket.next({type: 'socket.closed'})
  ends.next({type: 'session.ended'})
  const offers = PULSEWALL
  expect(told).toEqual([
    [PROBING, null],
    [PROBING, offers],
    [LIVE, offers],
    [RECONNECTING, offers],
  ])
})

it('tells a late listener how it stands', async () => {
  const session = createActor(
    sessionMachine.provide({
      actors: {
        link: quietLink,
        loadCurrentUser: fromPromise(async () => USER),
        sessionEnds: fromEventObservable(() => new Subject<SessionEnded>()),
      },
    }),
  ).start()
  await settled()
  const told: unknown[] = []
  linkChanges(session).subscribe(({link}) => told.push(link))
  expect(told).toEqual([PROBING])
})
