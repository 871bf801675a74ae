import {
  concat,
  EMPTY,
  filter,
  from,
  map,
  merge,
  NEVER,
  type Observable,
  of,
  Subject,
  startWith,
  switchMap,
  throwError,
} from 'rxjs'
import {fromCallback, fromEventObservable, fromPromise} from 'xstate'
import {LIVE_UPDATE_PERIOD} from '../../../contract/limits'
import {isPulsewall} from '../../../contract/rules/offer'
import {MINUTE} from '../../../contract/rules/time/durations'
import type {Milliseconds} from '../../../contract/wire/common'
import {loadDevices} from '../../api/telemetry/devices'
import {loadOverview, overviewOfPage} from '../../api/telemetry/overview'
import {loadKeys, loadLatest, loadLatestOfMany} from '../../api/telemetry/telemetry'
import {telemetryOf} from '../../api/telemetry/telemetryOf'
import type {KeysByDevice} from '../../domain/telemetry/devices/device'
import type {Pace} from '../../domain/telemetry/readings/live'
import {NO_READINGS} from '../../domain/telemetry/readings/reading'
import type {CurrentUser} from '../../domain/user'
import {connected} from '../../machines/ports'
import {type DevicesLogic, devicesMachine} from '../../machines/telemetry/devices'
import type {
  KeySettingsQuestion,
  KeySettingsReceived,
  ReadingsCommand,
  ReadingsEvent,
  ReadingsInput,
} from '../../machines/telemetry/readings'
import {call} from '../../streams/call'
import {deviceChanges} from '../../streams/telemetry/deviceChanges'
import {type DeviceTelemetry, enrichment, type ReadingsReceived} from '../../streams/telemetry/enrichment'
import {animationFrames, quarterSeconds} from '../../streams/telemetry/frames'
import {keySettings} from '../../streams/telemetry/keySettings'
import {latestReadings} from '../../streams/telemetry/latestReadings'
import {liveTelemetry} from '../../streams/telemetry/liveTelemetry'
import {readingsOfView} from '../../streams/telemetry/readingsOfView'
import {upAgain} from '../../streams/telemetry/upAgain'
import {pollTicks, visibility} from '../../streams/ticks'
import {ask} from '../ask'
import type {Connections} from '../connections'

/** The devices of a screen. Where many are looked at from afar, their values come at a pace. */
export function createDevicesLogic(
  connections: Connections,
  {isShowingAll = false, pace = 'atOnce'}: {isShowingAll?: boolean; pace?: Pace} = {},
): DevicesLogic {
  const {http, clock, serverClock, feed, links, isReplay} = connections
  return connected(devicesMachine)({
    actors: {
      clock: fromEventObservable(() => clock.ticks(serverClock.now)),
      linkChanges: fromEventObservable(() => links),
      loadDevices: ask(http, (_, {user}, options) => loadDevices(http, user, options)),
      overviewOfPage: fromEventObservable(() =>
        isReplay
          ? EMPTY
          : from(overviewOfPage(http)).pipe(
              filter(known => known !== null),
              map(known => ({type: 'overview.came' as const, overview: {...known, at: serverClock.now()}})),
            ),
      ),
      loadOverview: ask(http, async (_, {user}, options) => ({
        ...(await loadOverview(http, user, options)),
        at: serverClock.now(),
      })),
      liveTelemetry: fromEventObservable(() =>
        // Of the past, what has come by a time must be known at that time.
        liveTelemetry(feed, isReplay ? null : pace === 'steady' ? quarterSeconds : animationFrames),
      ),
      // Where all is shown, one that comes is shown, too. Other screens have a list that a user works with.
      deviceChanges: fromEventObservable(({input: {user}}) =>
        isShowingAll ? deviceChangesOf(connections, user) : NEVER,
      ),
      subscribeTelemetry: fromPromise(async ({input}) => {
        await feed.subscribe(input.watched, pace)
      }),
      keySettings: fromEventObservable(({input}) => keySettingsOf(connections, input)),
      readings: fromCallback(actor => startReadings(connections, actor)),
    },
    actions: {
      warn: (_, {deviceId, error}) =>
        console.warn(deviceId === null ? 'Failed to load latest values' : `Failed to enrich device ${deviceId}`, error),
      logFailure: (_, {text, error}) => console.error(text, error),
    },
  })
}

const deviceChangesOf = ({http, feed, links}: Connections, {organisationId}: CurrentUser) =>
  deviceChanges({
    changes: feed.devices,
    gaps: upAgain(links),
    load: () => call(signal => loadDevices(http, {organisationId}, {signal})),
  })

/** For servers that don't tell what an organisation or a customer says. */
const REFETCH_PERIOD: Milliseconds = 5 * MINUTE

const keySettingsOf = (
  {http, feed, links}: Pick<Connections, 'http' | 'feed' | 'links'>,
  question: KeySettingsQuestion,
): Observable<KeySettingsReceived> =>
  keySettings({
    load: signal => telemetryOf(http, question.offer).keySettings(question, {signal}),
    update: feed.attributes,
    changes: feed.keySettingsChanged,
    polls: merge(pollTicks(REFETCH_PERIOD, visibility(document)), upAgain(links)),
    isJustRead: question.isJustRead,
  })

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
function startReadings(connections: ReadingsConnections, {input, sendBack, receive}: ReadingsActor): () => void {
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
