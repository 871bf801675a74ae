import {act, cleanup, render} from '@testing-library/react'
import {Subject} from 'rxjs'
import {afterEach, expect, it} from 'vitest'
import {createActor, fromEventObservable, fromPromise} from 'xstate'
import type {Offer} from '../../../contract/wire/capabilities'
import {linkMachine} from '../../../src/machines/link'
import type {RetryEvent} from '../../../src/streams/backOff'
import type {ClockEvent} from '../../../src/streams/clock'
import type {NetworkChanged} from '../../../src/streams/session/network'
import type {ServerMissed} from '../../../src/streams/session/serverMisses'
import type {SocketEvent} from '../../../src/streams/telemetry/live'
import {LinkMark} from '../../../src/ui/shell/bar/TopBar'
import {PULSEWALL} from '../../support/offer'

afterEach(cleanup)

function showLink(offer: Offer) {
  const network = new Subject<NetworkChanged>()
  const clock = new Subject<ClockEvent>()
  const socket = new Subject<SocketEvent>()
  const retries = new Subject<RetryEvent>()
  const link = createActor(
    linkMachine.provide({
      actors: {
        networkChanges: fromEventObservable(() => network),
        clock: fromEventObservable(() => clock),
        probeOffer: fromPromise(async (): Promise<Offer> => offer),
        liveConnection: fromEventObservable(() => socket),
        serverMisses: fromEventObservable(() => new Subject<ServerMissed>()),
        backOff: fromEventObservable(() => retries),
      },
    }),
  ).start()
  const {container} = render(<LinkMark link={link} />)
  const text = () => container.textContent
  return {network, clock, socket, retries, text}
}

const settled = () => act(() => new Promise(resolve => setTimeout(resolve)))

it('says live when values are pushed, and polling when they are asked for', async () => {
  const pushed = showLink(PULSEWALL)
  expect(pushed.text()).toBe('connecting')
  await settled()
  act(() => pushed.socket.next({type: 'socket.opened'}))
  expect(pushed.text()).toBe('live')
  const asked = showLink('specified')
  await settled()
  expect(asked.text()).toBe('polling')
})

it('says offline without a network', async () => {
  const {network, text} = showLink(PULSEWALL)
  await settled()
  act(() => network.next({type: 'network.lost'}))
  expect(text()).toBe('offline')
})
