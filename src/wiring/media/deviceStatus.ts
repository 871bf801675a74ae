import {merge, Subject, startWith} from 'rxjs'
import {fromCallback, fromEventObservable} from 'xstate'
import {STATUS_CHECK_PERIOD} from '../../../contract/limits'
import {isPulsewall} from '../../../contract/rules/offer'
import type {EpochMs} from '../../../contract/wire/common'
import {loadScreen, loadScreens, playerReports} from '../../api/media/screens'
import {updateFromAll} from '../../domain/media/screenReport'
import {
  type ChecksCommand,
  type ChecksEvent,
  type ChecksInput,
  deviceStatusMachine,
} from '../../machines/media/deviceStatus'
import {connected} from '../../machines/ports'
import {call} from '../../streams/call'
import {expiries} from '../../streams/media/expiry'
import {checksOfAll, checksOneByOne} from '../../streams/media/screenChecks'
import {liveScreenUpdates} from '../../streams/media/screenUpdates'
import {animationFrames} from '../../streams/telemetry/frames'
import {pollTicks, visibility} from '../../streams/ticks'
import type {Connections} from '../connections'

export function createDeviceStatusLogic(connections: Connections): typeof deviceStatusMachine {
  const {clock, serverClock, feed, links} = connections
  return connected(deviceStatusMachine)({
    actors: {
      clock: fromEventObservable(() => clock.ticks(serverClock.now)),
      linkChanges: fromEventObservable(() => links),
      checks: fromCallback(actor => startChecks(connections, actor)),
      screenUpdates: fromEventObservable(() => liveScreenUpdates(feed.attributes, playerReports, animationFrames)),
      expiry: fromCallback(({receive, sendBack}) => {
        const awaited = new Subject<EpochMs | null>()
        receive(({at}) => awaited.next(at))
        const subscription = expiries(awaited, serverClock.now).subscribe(sendBack)
        return () => subscription.unsubscribe()
      }),
    },
    actions: {warn: (_, {error}) => console.warn('Failed to check screens', error)},
  })
}

interface ChecksActor {
  input: ChecksInput
  sendBack: (event: ChecksEvent) => void
  receive: (listener: (command: ChecksCommand) => void) => void
}

/** Asks in the way that the server offers. The returned function stops that. */
function startChecks({http}: Pick<Connections, 'http'>, {input, sendBack, receive}: ChecksActor): () => void {
  const {organisationId, deviceIds, shownDeviceIds, offer} = input
  const shown = new Subject<readonly string[]>()
  const refreshes = new Subject<void>()
  receive(command => (command.type === 'rows.shown' ? shown.next(command.deviceIds) : refreshes.next()))
  const polls = merge(refreshes, pollTicks(STATUS_CHECK_PERIOD, visibility(document)))
  const checks = isPulsewall(offer)
    ? checksOfAll({
        polls,
        load: () => call(signal => loadScreens(http, {organisationId, updateOf: updateFromAll}, {signal})),
      })
    : checksOneByOne({
        polls,
        deviceIds,
        shown: shown.pipe(startWith(shownDeviceIds)),
        load: deviceId => call(signal => loadScreen(http, {deviceId, updateOf: updateFromAll}, {signal})),
      })
  const subscription = checks.subscribe(sendBack)
  return () => subscription.unsubscribe()
}
