import {EMPTY, filter, from, map, merge, NEVER, type Observable} from 'rxjs'
import {fromCallback, fromEventObservable, fromPromise} from 'xstate'
import type {Milliseconds} from '../../../contract/wire/common'
import {loadDevices} from '../../api/telemetry/devices'
import {loadOverview, overviewOfPage} from '../../api/telemetry/overview'
import {telemetryOf} from '../../api/telemetry/telemetryOf'
import type {Pace} from '../../domain/telemetry/readings/live'
import type {CurrentUser} from '../../domain/user'
import {connected} from '../../machines/ports'
import {type DevicesLogic, devicesMachine} from '../../machines/telemetry/devices'
import type {KeySettingsQuestion, KeySettingsReceived} from '../../machines/telemetry/readings'
import {call} from '../../streams/call'
import {deviceChanges} from '../../streams/telemetry/deviceChanges'
import {animationFrames, quarterSeconds} from '../../streams/telemetry/frames'
import {keySettings} from '../../streams/telemetry/keySettings'
import {liveTelemetry} from '../../streams/telemetry/liveTelemetry'
import {upAgain} from '../../streams/telemetry/upAgain'
import {pollTicks, visibility} from '../../streams/ticks'
import {ask} from '../ask'
import type {Connections} from '../connections'
import {startReadings} from './readings'

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
const REFETCH_PERIOD: Milliseconds = 5 * 60_000

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
