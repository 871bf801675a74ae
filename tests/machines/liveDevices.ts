import {EMPTY, type Observable, Subject} from 'rxjs'
import {fromCallback, fromEventObservable} from 'xstate'
import type {DeviceEntry} from '../../src/domain/telemetry/devices/device'
import type {DeviceChanges} from '../../src/domain/telemetry/devices/deviceChanges'
import type {Watched} from '../../src/domain/telemetry/readings/live'
import type {Overview} from '../../src/domain/telemetry/readings/overview'
import type {Reading} from '../../src/domain/telemetry/readings/reading'
import type {TelemetryReceived} from '../../src/domain/telemetry/readings/update'
import type {CurrentUser} from '../../src/domain/user'
import type {LinkChanged} from '../../src/machines/connectivity'
import {devicesMachine} from '../../src/machines/telemetry/devices'
import type {ClockEvent, DevicesChanged, OverviewOfPage} from '../../src/machines/telemetry/devicesEvents'
import type {
  KeySettingsQuestion,
  KeySettingsReceived,
  ReadingsCommand,
  ReadingsInput,
} from '../../src/machines/telemetry/readings'
import {PULSEWALL} from '../support/offer'
import {createCalls} from './calls'
import {createVoice} from './voice'

export const NOW = Date.parse('2026-01-14T12:00:00Z')

export const reading = (
  value: Reading['value'],
  receivedAt: number | null = NOW,
  ts: number | null = receivedAt,
): Reading => ({value, ts, receivedAt})

/** The devices of a screen; the test sends all their events. */
/** `overviewOfPage` came with the page, which it did not where nothing is given. */
export function createLiveDevices({overviewOfPage = EMPTY}: {overviewOfPage?: Observable<OverviewOfPage>} = {}) {
  const [clock, links] = [new Subject<ClockEvent>(), new Subject<LinkChanged>()]
  const telemetry = new Subject<TelemetryReceived>()
  const deviceChanges = new Subject<DevicesChanged>()
  const list = createCalls<readonly DeviceEntry[], {user: CurrentUser}>()
  const overviews = createCalls<Overview, {user: CurrentUser}>()
  const subscriptions = createCalls<void, {watched: Watched}>()
  const keySettings = new Subject<KeySettingsReceived>()
  const keySettingsAsked: KeySettingsQuestion[] = []
  const readings = createVoice<ReadingsInput, ReadingsCommand>()
  const logged: unknown[] = []
  const logic = devicesMachine.provide({
    actors: {
      clock: fromEventObservable<ClockEvent, void>(() => clock),
      linkChanges: fromEventObservable<LinkChanged, void>(() => links),
      loadDevices: list.logic,
      loadOverview: overviews.logic,
      overviewOfPage: fromEventObservable<OverviewOfPage, void>(() => overviewOfPage),
      liveTelemetry: fromEventObservable<TelemetryReceived, void>(() => telemetry),
      deviceChanges: fromEventObservable<DevicesChanged, {user: CurrentUser}>(() => deviceChanges),
      subscribeTelemetry: subscriptions.logic,
      keySettings: fromEventObservable<KeySettingsReceived, KeySettingsQuestion>(({input}) => {
        keySettingsAsked.push(input)
        return keySettings
      }),
      readings: fromCallback(readings.start),
    },
    actions: {
      warn: (_, {deviceId, error}) => logged.push([deviceId, error]),
      logFailure: (_, {text, error}) => logged.push([text, error]),
    },
  })
  return {
    clock,
    links,
    telemetry,
    list,
    overviews,
    subscriptions,
    keySettings,
    keySettingsAsked,
    readings,
    logged,
    logic,
    moved: (changes: Partial<DeviceChanges>) =>
      deviceChanges.next({type: 'devices.changed', changes: {devices: [], goneIds: [], isAll: false, ...changes}}),
    tick: (at = NOW) => clock.next({type: 'clock.ticked', at}),
    link: (link: LinkChanged['link'], offer: LinkChanged['offer'] = PULSEWALL) =>
      links.next({type: 'link.changed', link, offer}),
    read: (deviceId: string, values: Record<string, Reading | null>, at = NOW) =>
      readings.say({
        type: 'readings.received',
        at,
        readings: new Map([[deviceId, new Map(Object.entries(values))]]),
        keys: new Map([[deviceId, Object.keys(values)]]),
      }),
    push: (deviceId: string, key: string, ts = NOW, value = 5) =>
      telemetry.next({type: 'telemetry.received', updates: [{deviceId, receivedAt: ts, points: [{key, ts, value}]}]}),
  }
}
