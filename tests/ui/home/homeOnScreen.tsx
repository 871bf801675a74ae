import {MantineProvider} from '@mantine/core'
import {act, cleanup, configure, render} from '@testing-library/react'
import {afterEach, beforeEach, vi} from 'vitest'
import {createActor, fromCallback, fromEventObservable, fromPromise} from 'xstate'
import type {DeviceEntry} from '../../../src/domain/device'
import type {LinkState} from '../../../src/domain/link'
import type {Reading} from '../../../src/domain/reading'
import {NO_SERIES, type Series} from '../../../src/domain/series'
import type {CurrentUser} from '../../../src/domain/user'
import {homeMachine} from '../../../src/machines/home'
import {Home} from '../../../src/ui/home/Home'

export const NOW = Date.UTC(2026, 2, 4, 12, 30)
export const LATE_AFTER = 90_000

export const device = (id: string, keys: readonly string[] = ['temperature']): DeviceEntry => ({
  id,
  name: `Device ${id}`,
  label: null,
  type: null,
  keys,
  isRead: true,
})
export const reading = (value: Reading['value'], receivedAt: number | null = NOW): Reading => ({
  value,
  ts: NOW,
  receivedAt,
})
export const series = (overrides: Partial<Series> = {}): Series => ({
  ...NO_SERIES,
  aggregation: 'average',
  points: [
    {ts: NOW - 1_800_000, value: 1},
    {ts: NOW - 900_000, value: 2.123456},
  ],
  ...overrides,
})

interface World {
  loadDevices?: () => Promise<readonly DeviceEntry[]>
  loadCity?: () => Promise<string | null>
  temperatureUnit?: CurrentUser['temperatureUnit']
}

const silent = () => ({subscribe: () => ({unsubscribe: () => {}})})

/** The real machine with what it asks for faked, drawn; events stand in for the link, the clock and the calls. */
export function homeOnScreen(world: World = {}) {
  const home = createActor(
    homeMachine.provide({
      actors: {
        clock: fromEventObservable(silent),
        linkChanges: fromEventObservable(silent),
        liveTelemetry: fromEventObservable(silent),
        loadDevices: fromPromise(world.loadDevices ?? (async () => [device('d1'), device('d2')])),
        subscribeTelemetry: fromPromise(async () => {}),
        loadCity: fromPromise(world.loadCity ?? (async () => null)),
        readings: fromCallback(() => {}),
        sparklines: fromCallback(() => {}),
      },
      actions: {warn: () => {}, logFailure: () => {}},
    }),
    {
      input: {
        user: {
          id: 'u',
          email: 'user@demo.test',
          name: null,
          authority: 'CUSTOMER_USER',
          organisationId: 'o',
          customerId: 'c',
          temperatureUnit: world.temperatureUnit ?? 'celsius',
        },
        zone: 'UTC',
        lateAfter: LATE_AFTER,
      },
    },
  ).start()
  const screen = render(
    <MantineProvider>
      <Home home={home} />
    </MantineProvider>,
  )
  const tell = (...events: Parameters<typeof home.send>[0][]) => act(async () => events.forEach(home.send))
  return {
    home,
    ...screen,
    tell,
    linkIs: (link: LinkState) => tell({type: 'link.changed', link, capabilities: {}}),
    clockIs: (at: number) => tell({type: 'clock.ticked', at}),
    read: (deviceId: string, values: Record<string, Reading>) =>
      tell({
        type: 'readings.received',
        readings: new Map([[deviceId, new Map(Object.entries(values))]]),
        keys: new Map([[deviceId, Object.keys(values)]]),
      }),
  }
}

/** A loaded home at NOW with its link up. */
export async function loadedHome(world: World = {}) {
  const shown = homeOnScreen(world)
  await shown.clockIs(NOW)
  await shown.linkIs({kind: 'polling'})
  await act(async () => {})
  return shown
}

// What is hidden is not told from the rest by role: jsdom takes seconds to find out.
configure({defaultHidden: true})

/** Tells of an element that it came into view or left it. */
export type Sight = (element: Element | null, isInView: boolean) => Promise<void>

/** jsdom lays nothing out. Every card is in view at once, until `see` says something else. */
export function withView(): {see: Sight} {
  let tell: (entry: {target: Element; isIntersecting: boolean}) => void = () => {}
  beforeEach(() => {
    vi.stubGlobal(
      'ResizeObserver',
      class {
        observe() {}
        disconnect() {}
      },
    )
    vi.stubGlobal(
      'IntersectionObserver',
      class {
        constructor(callback: (entries: {target: Element; isIntersecting: boolean}[]) => void) {
          tell = entry => callback([entry])
        }
        observe(target: Element) {
          queueMicrotask(() => tell({target, isIntersecting: true}))
        }
        unobserve() {}
      },
    )
    vi.stubGlobal('matchMedia', () => ({matches: false, addEventListener() {}, removeEventListener() {}}))
  })
  afterEach(() => {
    cleanup()
    vi.unstubAllGlobals()
  })
  return {
    see: (element, isIntersecting) =>
      act(async () => {
        if (element !== null) tell({target: element, isIntersecting})
      }),
  }
}
