import {type ActorRefFrom, assign, sendTo, setup} from 'xstate'
import type {Offer} from '../../../contract/wire/capabilities'
import type {EpochMs} from '../../../contract/wire/common'
import {messageOf} from '../../domain/failure'
import {textsOf} from '../../domain/language'
import type {MaintenanceReceived, TitledPeriod} from '../../domain/maintenance'
import type {DeviceFacts, FactsQuestion} from '../../domain/telemetry/devices/deviceFacts'
import {NO_READINGS, type Readings, type ReadingsByDevice} from '../../domain/telemetry/readings/reading'
import type {Series} from '../../domain/telemetry/series/series'
import {extendedSmallChart, type SmallChartId, smallChartsOf} from '../../domain/telemetry/series/smallChart'
import {
  fetchedSparkline,
  missedSparkline,
  type Sparkline,
  type SparklineId,
} from '../../domain/telemetry/series/sparkline'
import {DEFAULT_RANGE, followsNow, isSameRange, type RawRange} from '../../domain/timeRange/timeRange'
import type {CurrentUser} from '../../domain/user'
import {call, type Given, missing, source, task} from '../ports'
import {annotationsMachine} from './annotations'
import type {DevicesNotification} from './devicesEvents'
import {fullScreenMachine} from './fullScreen'

export interface DetailInput {
  user: CurrentUser
  zone: string
  /** The time of the readings; before the first ones that at which the screen was opened. */
  now: EpochMs
}

/** The parts of the detail that are folded at first. */
export type DetailPart = 'events'

interface DetailContext extends DetailInput {
  /** Null as long as nothing is selected. */
  deviceId: string | null
  range: RawRange
  offer: Offer | null
  readings: ReadingsByDevice
  facts: DeviceFacts | null
  unfolded: ReadonlySet<DetailPart>
  /** The keys whose small charts are near the view, from the top down. */
  shownKeys: readonly string[]
  charts: ReadonlyMap<string, Sparkline>
  /** The periods of maintenance of the device in the range. */
  maintenance: readonly TitledPeriod[]
}

/** The actor `smallCharts` sends these. */
export type SmallChartsEvent =
  | ({type: 'sparkline.received'; series: Series} & SparklineId)
  | ({type: 'sparkline.missed'; error: unknown} & SparklineId)

/** The actor `smallCharts` accepts these. */
export type SmallChartsCommand =
  | {type: 'smallCharts.requested'; charts: readonly SmallChartId[]}
  | {type: 'refresh.requested'}

export interface SmallChartsInput {
  requested: readonly SmallChartId[]
  range: RawRange
  zone: string
  offer: Offer | null
}

export interface MaintenanceQuestion {
  deviceId: string | null
  range: RawRange
  zone: string
}

/** The part of the dashboard's view besides the chart's own settings. */
export type ViewShown = {type: 'view.shown'; deviceId: string | null; range: RawRange}

type DetailEvent =
  | Exclude<DevicesNotification, {type: 'clock.ticked'}>
  | ViewShown
  | SmallChartsEvent
  | MaintenanceReceived
  | {type: 'retry.requested'}
  | {type: 'part.toggled'; part: DetailPart}
  | {type: 'cards.shown'; keys: readonly string[]}

export const detailTexts = textsOf('machines.detail', {notLoaded: 'The points could not be loaded.'})

/** Holds the surroundings of the chart: the facts of its device, the small charts of the other keys, and the notes. */
export const detailMachine = setup({
  types: {} as {
    context: DetailContext
    events: DetailEvent
    input: DetailInput
    children: {annotations: 'annotations'; fullScreen: 'fullScreen'; smallCharts: 'smallCharts'}
  },
  actors: {
    annotations: annotationsMachine,
    fullScreen: fullScreenMachine,
    loadFacts: call<DeviceFacts, FactsQuestion>('loadFacts'),
    maintenance: source<MaintenanceReceived, MaintenanceQuestion>('maintenance'),
    smallCharts: task<SmallChartsCommand, SmallChartsInput>('smallCharts'),
  },
  actions: {
    takeView: assign(({event}) => (event.type === 'view.shown' ? {deviceId: event.deviceId, range: event.range} : {})),
    updateSmallCharts: sendTo('smallCharts', ({context}) => ({
      type: 'smallCharts.requested',
      charts: requestedCharts(context),
    })),
    extendCharts: assign({charts: ({context}) => extended(context)}),
    logFailure: (_, _params: Given<{error: unknown}>) => missing('logFailure'),
  },
  guards: {
    hasDevice: ({context}) => context.deviceId !== null,
    isOtherDevice: ({context, event}) => event.type === 'view.shown' && event.deviceId !== context.deviceId,
    isOtherView: ({context, event}) =>
      event.type === 'view.shown' && (event.deviceId !== context.deviceId || !isSameRange(event.range, context.range)),
  },
}).createMachine({
  id: 'detail',
  type: 'parallel',
  context: ({input}) => ({
    ...input,
    deviceId: null,
    range: DEFAULT_RANGE,
    offer: null,
    readings: new Map(),
    facts: null,
    unfolded: new Set(),
    shownKeys: [],
    charts: new Map(),
    maintenance: [],
  }),
  invoke: [
    {
      id: 'annotations',
      src: 'annotations',
      input: ({context: {user}}) => ({by: user.name || user.email, authority: user.authority}),
      onError: {},
    },
    {id: 'fullScreen', src: 'fullScreen', onError: {}},
  ],
  on: {
    'link.changed': {actions: assign({offer: ({event}) => event.offer})},
    'part.toggled': {actions: assign({unfolded: ({context, event}) => toggled(context.unfolded, event.part)})},
  },
  states: {
    facts: {
      initial: 'none',
      on: {'view.shown': {guard: 'isOtherDevice', target: '.deciding', actions: ['takeView', assign({facts: null})]}},
      states: {
        none: {},
        deciding: {
          entry: sendTo('annotations', {type: 'device.left'}),
          always: [{guard: 'hasDevice', target: 'loading'}, {target: 'none'}],
        },
        loading: {
          invoke: {
            src: 'loadFacts',
            input: ({context: {deviceId, user}}) => ({deviceId: deviceId ?? '', authority: user.authority}),
            onDone: {
              target: 'shown',
              actions: [
                assign({facts: ({event}) => event.output}),
                sendTo('annotations', ({context, event}) => ({
                  type: 'notes.read',
                  deviceId: context.deviceId ?? '',
                  stored: event.output.notes,
                })),
              ],
            },
            onError: {target: 'failed', actions: {type: 'logFailure', params: ({event}) => ({error: event.error})}},
          },
        },
        shown: {},
        failed: {on: {'retry.requested': 'loading', 'telemetry.resumed': 'loading'}},
      },
    },
    maintenance: {
      initial: 'none',
      on: {
        'view.shown': {guard: 'isOtherView', target: '.deciding', actions: ['takeView', assign({maintenance: []})]},
      },
      states: {
        none: {},
        deciding: {always: [{guard: 'hasDevice', target: 'watching'}, {target: 'none'}]},
        watching: {
          invoke: {
            src: 'maintenance',
            input: ({context: {deviceId, range, zone}}) => ({deviceId, range, zone}),
            onError: {},
          },
          on: {'maintenance.received': {actions: assign({maintenance: ({event}) => event.periods})}},
        },
      },
    },
    charts: {
      initial: 'none',
      on: {
        'view.shown': {guard: 'isOtherView', target: '.deciding', actions: ['takeView', assign({charts: new Map()})]},
        'offer.changed': '.deciding',
        'cards.shown': {actions: assign({shownKeys: ({event}) => event.keys})},
        'readings.changed': {actions: assign({readings: ({event}) => event.readings, now: ({event}) => event.at})},
      },
      states: {
        none: {},
        deciding: {always: [{guard: 'hasDevice', target: 'fetching'}, {target: 'none'}]},
        fetching: {
          invoke: {
            id: 'smallCharts',
            src: 'smallCharts',
            input: ({context}) => ({
              requested: requestedCharts(context),
              range: context.range,
              zone: context.zone,
              offer: context.offer,
            }),
            onError: {},
          },
          on: {
            'telemetry.resumed': {actions: sendTo('smallCharts', {type: 'refresh.requested'})},
            'cards.shown': {actions: [assign({shownKeys: ({event}) => event.keys}), 'updateSmallCharts']},
            'readings.changed': {
              actions: [
                assign({readings: ({event}) => event.readings, now: ({event}) => event.at}),
                'extendCharts',
                'updateSmallCharts',
              ],
            },
            'sparkline.received': {
              guard: ({context, event}) => event.deviceId === context.deviceId,
              actions: [
                assign({
                  charts: ({context: {charts}, event: {key, series}}) =>
                    new Map([...charts, [key, fetchedSparkline(key, series)]]),
                }),
                'extendCharts',
              ],
            },
            'sparkline.missed': {
              guard: ({context, event}) => event.deviceId === context.deviceId,
              actions: [
                assign({
                  charts: ({context: {charts}, event: {key, error}}) =>
                    new Map([
                      ...charts,
                      [key, missedSparkline(charts.get(key), key, messageOf(error, detailTexts.notLoaded))],
                    ]),
                }),
                {type: 'logFailure', params: ({event}) => ({error: event.error})},
              ],
            },
          },
        },
      },
    },
  },
})

export type DetailLogic = typeof detailMachine
export type DetailRef = ActorRefFrom<DetailLogic>

const readingsOf = ({deviceId, readings}: DetailContext): Readings => readings.get(deviceId ?? '') ?? NO_READINGS

const requestedCharts = (context: DetailContext): SmallChartId[] =>
  smallChartsOf(context.deviceId ?? '', context.shownKeys, readingsOf(context))

/** A range that has ended gets no more values. */
function extended(context: DetailContext): DetailContext['charts'] {
  const {charts, range, now} = context
  if (!followsNow(range)) return charts
  const readings = readingsOf(context)
  const changed = [...charts].flatMap(([key, before]) => {
    const after = extendedSmallChart(before, readings.get(key), now)
    return after === before ? [] : [[key, after] as const]
  })
  return changed.length === 0 ? charts : new Map([...charts, ...changed])
}

const toggled = <T>(values: ReadonlySet<T>, value: T): ReadonlySet<T> =>
  values.has(value) ? new Set([...values].filter(other => other !== value)) : new Set([...values, value])
