import {concat, EMPTY, map, merge, type Observable, of, Subject, startWith, switchMap, throwError} from 'rxjs'
import {LIVE_UPDATE_PERIOD} from '../../../contract/limits'
import {isPulsewall} from '../../../contract/rules/offer'
import {loadKeys, loadLatest, loadLatestOfMany} from '../../api/telemetry/telemetry'
import type {KeysByDevice} from '../../domain/telemetry/devices/device'
import {NO_READINGS} from '../../domain/telemetry/readings/reading'
import type {ReadingsCommand, ReadingsEvent, ReadingsInput} from '../../machines/telemetry/readings'
import {call} from '../../streams/call'
import {type DeviceTelemetry, enrichment, type ReadingsReceived} from '../../streams/telemetry/enrichment'
import {latestReadings} from '../../streams/telemetry/latestReadings'
import {readingsOfView} from '../../streams/telemetry/readingsOfView'
import {pollTicks, visibility} from '../../streams/ticks'
import type {Connections} from '../connections'

type ReadingsConnections = Pick<Connections, 'http' | 'serverClock' | 'feed'>

interface ReadingsActor {
  input: ReadingsInput
  sendBack: (event: ReadingsEvent) => void
  receive: (listener: (command: ReadingsCommand) => void) => void
}

/**
 * Starts reading the latest values: of all devices in one call, where the server answers it, and else of one device after
 * another. So is one that is given, because the call for many shortens long texts. The returned function stops that.
 */
export function startReadings(connections: ReadingsConnections, {input, sendBack, receive}: ReadingsActor): () => void {
  const shown = new Subject<readonly string[]>()
  const refreshes = new Subject<void>()
  receive(command => (command.type === 'rows.shown' ? shown.next(command.deviceIds) : refreshes.next()))
  const readings: Observable<Exclude<ReadingsEvent, {type: 'readings.received'}> | ReadingsReceived> = input.isOfView
    ? readingsOfView({
        shown: shown.pipe(startWith(input.shownDeviceIds)),
        subscribe: connections.feed.subscribe,
        read: deviceIds => allReadings(connections, {...input, deviceIds}, refreshes),
      })
    : isPulsewall(input.offer) && !input.isGiven
      ? allReadings(connections, input, refreshes)
      : readingsOneByOne(connections, input, shown.pipe(startWith(input.shownDeviceIds)), refreshes)
  const subscription = readings.subscribe(event =>
    sendBack(event.type === 'readings.received' ? {...event, at: connections.serverClock.now()} : event),
  )
  return () => subscription.unsubscribe()
}

function allReadings(
  {http}: ReadingsConnections,
  {organisationId, deviceIds, isJustRead, isOfView}: ReadingsInput,
  refreshes: Observable<void>,
) {
  const asked = isOfView ? {deviceIds} : {organisationId}
  const load = () => call(signal => loadLatestOfMany(http, asked, {signal}))
  return latestReadings({load, refreshes, isJustRead}).pipe(
    map(event => (event.type === 'readings.received' ? {...event, keys: keysOfAll(deviceIds, event.keys)} : event)),
  )
}

/** A device that is missing from the answer has no keys. */
function keysOfAll(deviceIds: readonly string[], keys: KeysByDevice): KeysByDevice {
  return new Map(deviceIds.map(deviceId => [deviceId, keys.get(deviceId) ?? []]))
}

function readingsOneByOne(
  connections: ReadingsConnections,
  {deviceIds, offer}: ReadingsInput,
  shown: Observable<readonly string[]>,
  refreshes: Observable<void>,
) {
  // Values that are pushed need not be polled.
  const polls = isPulsewall(offer) ? refreshes : merge(refreshes, pollTicks(LIVE_UPDATE_PERIOD, visibility(document)))
  return enrichment({deviceIds, shown, polls, enrich: deviceId => deviceTelemetry(connections, deviceId)})
}

/** Emits the keys as soon as they are known, then their values as far as they can be read. */
function deviceTelemetry({http}: ReadingsConnections, deviceId: string): Observable<DeviceTelemetry> {
  return call(signal => loadKeys(http, {deviceId}, {signal})).pipe(
    switchMap(keys =>
      concat(
        of({keys, readings: NO_READINGS}),
        call(signal => loadLatest(http, {deviceId, keys}, {signal})).pipe(
          switchMap(({readings, failure}) =>
            concat(of({keys, readings}), failure === null ? EMPTY : throwError(() => failure)),
          ),
        ),
      ),
    ),
  )
}
