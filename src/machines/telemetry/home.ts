import {type ActorRefFrom, assign, fromCallback, fromPromise, sendTo, setup} from 'xstate'
import type {Capabilities} from '../../../contract/wire/capabilities'
import {messageOf} from '../../domain/failure'
import {textsOf} from '../../domain/language'
import type {Series} from '../../domain/telemetry/series'
import {
  extendSparklines,
  fetchedSparkline,
  missedSparkline,
  type SparklineId,
  type SparklinesByDevice,
  sparklinesOf,
} from '../../domain/telemetry/sparkline'
import {type DevicesContext, type DevicesInput, type DevicesTold, devicesMachine} from './devices'

export interface HomeInput extends Pick<DevicesInput, 'user' | 'lateAfter'> {
  zone: string
}

/** Keeps of the devices what the small charts need. The screen selects the rest from the actor `devices`. */
interface HomeContext extends HomeInput, Pick<DevicesContext, 'capabilities' | 'readings' | 'now' | 'shownDeviceIds'> {
  /** The city of the user's profile; null without one. */
  city: string | null
  sparklines: SparklinesByDevice
  /** The devices whose values are all shown. */
  unfoldedDeviceIds: ReadonlySet<string>
}

/** What the actor `sparklines` sends. */
export type SparklinesEvent =
  | ({type: 'sparkline.received'; series: Series} & SparklineId)
  | ({type: 'sparkline.missed'; error: unknown} & SparklineId)

/** What the actor `sparklines` accepts: which charts are in view, and that points may have been missed. */
export type SparklinesCommand =
  | {type: 'sparklines.wanted'; sparklines: readonly SparklineId[]}
  | {type: 'refresh.requested'}

export interface SparklinesInput {
  wanted: readonly SparklineId[]
  zone: string
  capabilities: Capabilities
}

type HomeEvent =
  | DevicesTold
  | SparklinesEvent
  | {type: 'rows.shown'; deviceIds: readonly string[]}
  | {type: 'values.toggled'; deviceId: string}

export const homeTexts = textsOf('machines.home', {notLoaded: 'The points could not be loaded.'})

/** MyHome shows the user's devices, the last 24 hours of each one in view, and the city of the profile. */
export const homeMachine = setup({
  types: {} as {
    context: HomeContext
    events: HomeEvent
    input: HomeInput
    children: {devices: 'devices'; sparklines: 'sparklines'}
  },
  actors: {
    devices: devicesMachine,
    loadCity: fromPromise<string | null, void>(() => {
      throw new Error('`loadCity` must be provided')
    }),
    sparklines: fromCallback<SparklinesCommand, SparklinesInput>(() => {
      throw new Error('`sparklines` must be provided')
    }),
  },
  actions: {
    extendSparklines: assign({
      sparklines: ({context: {sparklines, readings, now}}) => extendSparklines(sparklines, readings, now),
    }),
    tellSparklines: sendTo('sparklines', ({context}) => ({
      type: 'sparklines.wanted',
      sparklines: wantedSparklines(context),
    })),
    warn: (_, _params: {deviceId: string; error: unknown}) => {
      throw new Error('`warn` must be provided')
    },
  },
}).createMachine({
  id: 'home',
  context: ({input}) => ({
    ...input,
    capabilities: {},
    readings: new Map(),
    now: 0,
    shownDeviceIds: [],
    city: null,
    sparklines: new Map(),
    unfoldedDeviceIds: new Set(),
  }),
  invoke: {
    id: 'devices',
    src: 'devices',
    input: ({context: {user, lateAfter}}) => ({user, lateAfter, device: null, watchedDeviceId: null}),
    onError: {},
  },
  on: {
    'link.changed': {actions: assign({capabilities: ({event}) => event.capabilities})},
    'values.toggled': {
      actions: assign({unfoldedDeviceIds: ({context, event}) => toggled(context.unfoldedDeviceIds, event.deviceId)}),
    },
  },
  initial: 'loading',
  states: {
    loading: {on: {'devices.loaded': 'loaded'}},
    loaded: {
      type: 'parallel',
      states: {
        city: {
          initial: 'asking',
          states: {
            asking: {
              invoke: {
                src: 'loadCity',
                onDone: {target: 'settled', actions: assign({city: ({event}) => event.output})},
                onError: 'unknown',
              },
            },
            settled: {},
            /** A failure stays without a message, because nothing else depends on the city. */
            unknown: {on: {'telemetry.resumed': 'asking'}},
          },
        },
        charts: {
          invoke: {id: 'sparklines', src: 'sparklines', input: ({context}) => sparklinesInput(context), onError: {}},
          on: {
            'offer.changed': {target: 'charts', reenter: true},
            'telemetry.resumed': {actions: sendTo('sparklines', {type: 'refresh.requested'})},
            'rows.shown': {
              actions: [
                assign({shownDeviceIds: ({event}) => event.deviceIds}),
                sendTo('devices', ({event}) => event),
                'tellSparklines',
              ],
            },
            'readings.changed': {
              actions: [
                assign({readings: ({event}) => event.readings, now: ({event}) => event.at}),
                'extendSparklines',
                'tellSparklines',
              ],
            },
            'sparkline.received': {
              actions: [
                assign({
                  sparklines: ({context: {sparklines}, event: {deviceId, key, series}}) =>
                    new Map([...sparklines, [deviceId, fetchedSparkline(key, series)]]),
                }),
                'extendSparklines',
              ],
            },
            'sparkline.missed': {
              actions: [
                assign({sparklines: ({context, event}) => withMissed(context.sparklines, event)}),
                {type: 'warn', params: ({event}) => event},
              ],
            },
          },
        },
      },
    },
  },
})

export type HomeLogic = typeof homeMachine
export type HomeRef = ActorRefFrom<HomeLogic>

function withMissed(
  sparklines: SparklinesByDevice,
  {deviceId, key, error}: SparklineId & {error: unknown},
): SparklinesByDevice {
  const missed = missedSparkline(sparklines.get(deviceId), key, messageOf(error, homeTexts.notLoaded))
  return new Map([...sparklines, [deviceId, missed]])
}

function sparklinesInput(context: HomeContext): SparklinesInput {
  return {wanted: wantedSparklines(context), zone: context.zone, capabilities: context.capabilities}
}

const wantedSparklines = ({shownDeviceIds, readings}: HomeContext) => sparklinesOf(shownDeviceIds, readings)

function toggled(ids: ReadonlySet<string>, id: string): ReadonlySet<string> {
  return ids.has(id) ? new Set([...ids].filter(other => other !== id)) : new Set([...ids, id])
}
