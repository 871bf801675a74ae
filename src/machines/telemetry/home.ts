import {type ActorRefFrom, assign, enqueueActions, type SnapshotFrom, sendTo, setup} from 'xstate'
import type {Offer} from '../../../contract/wire/capabilities'
import {messageOf} from '../../domain/failure'
import {textsOf} from '../../domain/language'
import {type LinkState, PROBING} from '../../domain/link'
import type {DeviceEntry} from '../../domain/telemetry/devices/device'
import {
  type DeviceStates,
  deviceStatesOf,
  NO_COUNTS,
  NO_DEVICE_STATES,
  type StatusCounts,
  statusCounts,
} from '../../domain/telemetry/devices/deviceStates'
import {type HomeView, withStatusToggled} from '../../domain/telemetry/devices/homeView'
import type {Freshness} from '../../domain/telemetry/readings/freshness'
import type {Series} from '../../domain/telemetry/series/series'
import {
  extendSparklines,
  fetchedSparkline,
  missedSparkline,
  type Span,
  type SparklineId,
  type SparklinesByDevice,
  sparklinesOf,
} from '../../domain/telemetry/series/sparkline'
import {call, type Given, missing, source, task} from '../ports'
import {type DevicesContext, type DevicesInput, devicesMachine} from './devices'
import type {DevicesNotification} from './devicesEvents'

export interface HomeInput extends Pick<DevicesInput, 'user' | 'lateAfter' | 'now'> {
  zone: string
  view: HomeView
}

/** Keeps of the devices what the small charts need. The screen selects the rest from the actor `devices`. */
interface HomeContext extends HomeInput, Pick<DevicesContext, 'offer' | 'readings' | 'shownDeviceIds'> {
  /** The city of the user's profile; null without one. */
  city: string | null
  sparklines: SparklinesByDevice
  link: LinkState
  devices: readonly DeviceEntry[]
  /** The present state of each device. */
  deviceStates: DeviceStates
  counts: StatusCounts
  /** The devices whose values are all shown. */
  unfoldedDeviceIds: ReadonlySet<string>
}

/** The actor `sparklines` sends these. */
export type SparklinesEvent =
  | ({type: 'sparkline.received'; series: Series} & SparklineId)
  | ({type: 'sparkline.missed'; error: unknown} & SparklineId)

/** The actor `sparklines` accepts these: the charts in view, and that points may have been missed. */
export type SparklinesCommand =
  | {type: 'sparklines.requested'; sparklines: readonly SparklineId[]}
  | {type: 'refresh.requested'}

export interface SparklinesInput {
  requested: readonly SparklineId[]
  span: Span
  zone: string
  offer: Offer | null
}

type HomeEvent =
  | DevicesNotification
  | SparklinesEvent
  | {type: 'address.changed'; view: HomeView}
  | {type: 'span.chosen'; span: Span}
  /** The span of the charts has changed. */
  | {type: 'span.changed'}
  | {type: 'status.toggled'; status: Freshness}
  | {type: 'filter.cleared'}
  | {type: 'rows.shown'; deviceIds: readonly string[]}
  | {type: 'values.toggled'; deviceId: string}

export const homeTexts = textsOf('machines.home', {notLoaded: 'The points could not be loaded.'})

/** MyHome shows the user's devices, a small chart of each one in view, and the city of the profile. */
export const homeMachine = setup({
  types: {} as {
    context: HomeContext
    events: HomeEvent
    input: HomeInput
    children: {devices: 'devices'; sparklines: 'sparklines'}
  },
  actors: {
    devices: devicesMachine,
    addressChanges: source<Extract<HomeEvent, {type: 'address.changed'}>, void>('addressChanges'),
    loadCity: call<string | null, void>('loadCity'),
    sparklines: task<SparklinesCommand, SparklinesInput>('sparklines'),
  },
  actions: {
    extendSparklines: assign({
      sparklines: ({context: {sparklines, readings, now, view}}) =>
        extendSparklines(sparklines, readings, now, view.span),
    }),
    evaluate: assign(({context}) => {
      const deviceStates = deviceStatesOf(context.devices, context.readings, context, context.deviceStates)
      return {deviceStates, counts: statusCounts(context.devices, deviceStates, context.counts)}
    }),
    /** Charts of another span are of no use; no card shows them while the new ones are fetched. */
    turnTo: enqueueActions(({context, enqueue}, view: HomeView) => {
      enqueue.assign({view})
      if (view.span === context.view.span) return
      enqueue.assign({sparklines: new Map()})
      enqueue.raise({type: 'span.changed'})
    }),
    pushToUrl: (_, _params: Given<HomeView>) => missing('pushToUrl'),
    updateSparklines: sendTo('sparklines', ({context}) => ({
      type: 'sparklines.requested',
      sparklines: requestedSparklines(context),
    })),
    warn: (_, _params: Given<{deviceId: string; error: unknown}>) => missing('warn'),
  },
}).createMachine({
  id: 'home',
  context: ({input}) => ({
    ...input,
    offer: null,
    readings: new Map(),
    shownDeviceIds: [],
    city: null,
    sparklines: new Map(),
    link: PROBING,
    devices: [],
    deviceStates: NO_DEVICE_STATES,
    counts: NO_COUNTS,
    unfoldedDeviceIds: new Set(),
  }),
  invoke: [
    {
      id: 'devices',
      src: 'devices',
      input: ({context: {user, lateAfter, now}}) => ({
        user,
        lateAfter,
        now,
        device: null,
        watchedDeviceId: null,
      }),
      onError: {},
    },
    {src: 'addressChanges', onError: {}},
  ],
  on: {
    'clock.ticked': {actions: [assign({now: ({event}) => event.at}), 'evaluate']},
    'keys.appeared': {actions: [assign({devices: ({event}) => event.devices}), 'evaluate']},
    'link.changed': {
      actions: [assign({link: ({event}) => event.link, offer: ({event}) => event.offer}), 'evaluate'],
    },
    'address.changed': {actions: {type: 'turnTo', params: ({event}) => event.view}},
    'span.chosen': {
      actions: [
        {type: 'turnTo', params: ({context: {view}, event: {span}}) => ({...view, span})},
        {type: 'pushToUrl', params: ({context: {view}, event: {span}}) => ({...view, span})},
      ],
    },
    'status.toggled': {
      actions: [
        assign({view: ({context: {view}, event}) => withStatusToggled(view, event.status)}),
        {type: 'pushToUrl', params: ({context}) => context.view},
      ],
    },
    'filter.cleared': {
      actions: [
        assign({view: ({context: {view}}) => ({...view, statuses: []})}),
        {type: 'pushToUrl', params: ({context}) => context.view},
      ],
    },
    'values.toggled': {
      actions: assign({unfoldedDeviceIds: ({context, event}) => toggled(context.unfoldedDeviceIds, event.deviceId)}),
    },
  },
  initial: 'loading',
  states: {
    loading: {
      on: {
        'devices.loaded': {target: 'loaded', actions: [assign({devices: ({event}) => event.devices}), 'evaluate']},
      },
    },
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
            'span.changed': {target: 'charts', reenter: true},
            'telemetry.resumed': {actions: sendTo('sparklines', {type: 'refresh.requested'})},
            'rows.shown': {
              actions: [
                assign({shownDeviceIds: ({event}) => event.deviceIds}),
                sendTo('devices', ({event}) => event),
                'updateSparklines',
              ],
            },
            'readings.changed': {
              actions: [
                assign({readings: ({event}) => event.readings, now: ({event}) => event.at}),
                'evaluate',
                'extendSparklines',
                'updateSparklines',
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
export type HomeSnapshot = SnapshotFrom<HomeLogic>

function withMissed(
  sparklines: SparklinesByDevice,
  {deviceId, key, error}: SparklineId & {error: unknown},
): SparklinesByDevice {
  const missed = missedSparkline(sparklines.get(deviceId), key, messageOf(error, homeTexts.notLoaded))
  return new Map([...sparklines, [deviceId, missed]])
}

function sparklinesInput(context: HomeContext): SparklinesInput {
  return {
    requested: requestedSparklines(context),
    span: context.view.span,
    zone: context.zone,
    offer: context.offer,
  }
}

const requestedSparklines = ({shownDeviceIds, readings}: HomeContext) => sparklinesOf(shownDeviceIds, readings)

function toggled(ids: ReadonlySet<string>, id: string): ReadonlySet<string> {
  return ids.has(id) ? new Set([...ids].filter(other => other !== id)) : new Set([...ids, id])
}
