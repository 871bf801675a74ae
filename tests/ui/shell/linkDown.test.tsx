import {act, cleanup, fireEvent, render, screen} from '@testing-library/react'
import {Subject} from 'rxjs'
import {afterEach, expect, it} from 'vitest'
import {createActor, fromEventObservable, fromPromise} from 'xstate'
import type {Offer} from '../../../contract/wire/capabilities'
import {linkMachine} from '../../../src/machines/link'
import type {RetryEvent} from '../../../src/streams/backOff'
import type {ClockEvent} from '../../../src/streams/clock'
import type {NetworkChanged} from '../../../src/streams/session/network'
import type {SocketEvent} from '../../../src/streams/telemetry/live'
import {ApplicationProvider} from '../../../src/ui/kit/application'
import {LinkDown} from '../../../src/ui/shell/bar/TopBar'
import {PULSEWALL} from '../../support/offer'
import {applicationOf} from '../application'

afterEach(cleanup)

async function showCutLink() {
  const clock = new Subject<ClockEvent>()
  const socket = new Subject<SocketEvent>()
  const retries = new Subject<RetryEvent>()
  let probes = 0
  const link = createActor(
    linkMachine.provide({
      actors: {
        networkChanges: fromEventObservable(() => new Subject<NetworkChanged>()),
        clock: fromEventObservable(() => clock),
        probeOffer: fromPromise(async (): Promise<Offer> => {
          probes++
          return PULSEWALL
        }),
        liveConnection: fromEventObservable(() => socket),
        backOff: fromEventObservable(() => retries),
      },
    }),
  ).start()
  await settled()
  socket.next({type: 'socket.opened'})
  clock.next({type: 'clock.ticked', at: 10_000})
  socket.next({type: 'socket.closed'})
  const {container} = render(
    <ApplicationProvider value={applicationOf('UTC')}>
      <LinkDown link={link} />
    </ApplicationProvider>,
  )
  return {clock, retries, socket, words: () => container.querySelector('p')?.textContent, probes: () => probes}
}

const settled = () => act(() => new Promise(resolve => setTimeout(resolve)))

it('says since when the link is down, how old the values are, and when it is tried again', async () => {
  const {clock, retries, words} = await showCutLink()
  act(() => clock.next({type: 'clock.ticked', at: 25_000}))
  act(() => retries.next({type: 'retry.scheduled', at: 29_000}))
  expect(words()).toBe('Link down since 00:00:10 – values are 15 s old · next try in 4 s')
  act(() => clock.next({type: 'clock.ticked', at: 26_000}))
  expect(words()).toBe('Link down since 00:00:10 – values are 16 s old · next try in 3 s')
})

it('says when the server has too many connections from here', async () => {
  const {socket, words} = await showCutLink()
  fireEvent.click(screen.getByRole('button', {name: 'Try now'}))
  await settled()
  act(() => socket.next({type: 'socket.crowded'}))
  expect(words()).toContain('Too many live connections are open from here.')
})

it('is read out once, and not each second', async () => {
  await showCutLink()
  expect(screen.getByRole('status').textContent).toBe('Link down since 00:00:10')
})

it('tries at once when asked to', async () => {
  const {words, probes} = await showCutLink()
  fireEvent.click(screen.getByRole('button', {name: 'Try now'}))
  expect(words()).toContain('trying now')
  expect(probes()).toBe(2)
})
