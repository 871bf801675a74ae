import {act, cleanup} from '@testing-library/react'
import {MemoryRouter} from 'react-router-dom'
import {NEVER} from 'rxjs'
import {afterEach, beforeEach, vi} from 'vitest'
import {createActor, fromCallback, fromEventObservable, fromPromise} from 'xstate'
import type {DeviceEntry} from '../../../../src/domain/telemetry/devices/device'
import type {HomeView} from '../../../../src/domain/telemetry/devices/homeView'
import {NO_SERIES, type Series} from '../../../../src/domain/telemetry/series/series'
import type {CurrentUser} from '../../../../src/domain/user'
import {homeMachine} from '../../../../src/machines/telemetry/home'
import {Home} from '../../../../src/ui/telemetry/home/HomeScreen'
import {createLiveDevices} from '../../../machines/liveDevices'
import {device} from '../../../support/device'
import {USER} from '../../../support/user'
import {drawDevices, LATE_AFTER, loaded, NOW} from '../devicesOnScreen'

const DEVICES = [device('d1', ['temperature']), device('d2', ['temperature'])]
export const series = (overrides: Partial<Series> = {}): Series => ({
  ...NO_SERIES,
  aggregation: 'average',
  window: null,
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

/** The real machine with fake requests, drawn; `tell` replaces the small charts. */
export function homeOnScreen({
  loadDevices = async () => DEVICES,
  loadCity = async () => null,
  temperatureUnit = 'celsius',
}: World = {}) {
  const live = createLiveDevices()
  const home = createActor(
    homeMachine.provide({
      actors: {
        devices: live.logic.provide({actors: {loadDevices: fromPromise(loadDevices)}}),
        addressChanges: fromEventObservable<{type: 'address.changed'; view: HomeView}, void>(() => NEVER),
        loadCity: fromPromise(loadCity),
        sparklines: fromCallback(() => {}),
      },
      actions: {pushToUrl: () => {}, warn: () => {}},
    }),
    {
      input: {
        user: {...USER, authority: 'CUSTOMER_USER', customerId: 'c1', temperatureUnit},
        zone: 'UTC',
        view: {span: '24h', statuses: []},
        lateAfter: LATE_AFTER,
        now: NOW,
      },
    },
  ).start()
  return {
    home,
    ...drawDevices(
      live,
      <MemoryRouter>
        <Home home={home} />
      </MemoryRouter>,
    ),
    tell: (...events: Parameters<typeof home.send>[0][]) => act(async () => events.forEach(home.send)),
  }
}

export const loadedHome = (world: World = {}) => loaded(homeOnScreen(world))

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
