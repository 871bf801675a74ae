import {finalize, type Observable} from 'rxjs'
import {fromCallback, fromEventObservable, fromPromise} from 'xstate'
import {loadDevices} from '../../api/telemetry/devices'
import type {devicesActors, TelemetryReceived} from '../../machines/telemetry/devicesSetup'
import {clock} from '../../streams/clock'
import {animationFrames} from '../../streams/telemetry/frames'
import type {LiveFeed} from '../../streams/telemetry/live'
import {liveTelemetry} from '../../streams/telemetry/liveTelemetry'
import type {Connections} from '../connections'
import {startReadings} from './readings'

/** What every screen of devices with live values does. */
export function createDevicesActors(connections: Connections): typeof devicesActors {
  const {http, feed, links} = connections
  return {
    clock: fromEventObservable(() => clock({monotonic: () => performance.now()})),
    linkChanges: fromEventObservable(() => links),
    loadDevices: fromPromise(({input: {user}, signal}) =>
      loadDevices(http, {organisationId: user.organisationId, signal}),
    ),
    liveTelemetry: fromEventObservable(() => telemetryReceived(feed)),
    subscribeTelemetry: fromPromise(async ({input}) => {
      await feed.subscribe(input.deviceIds)
    }),
    readings: fromCallback(actor => startReadings(connections, actor)),
  }
}

export const devicesLog = {
  warn: (_: unknown, {deviceId, error}: {deviceId: string | null; error: unknown}) =>
    console.warn(deviceId === null ? 'Failed to load latest values' : `Failed to enrich device ${deviceId}`, error),
  logFailure: (_: unknown, {text, error}: {text: string; error: unknown}) => console.error(text, error),
}

/** When nobody listens any more the server need not push. */
function telemetryReceived(feed: LiveFeed): Observable<TelemetryReceived> {
  return liveTelemetry(feed, animationFrames).pipe(
    finalize(() => {
      feed.subscribe([]).catch(() => {})
    }),
  )
}
