import {type ActorRefFrom, and, assign, enqueueActions, sendParent, setup} from 'xstate'
import type {EpochMs} from '../../../contract/wire/common'
import type {LinkState} from '../../domain/link'
import type {DeviceEntry} from '../../domain/telemetry/devices/device'
import {
  type Candidate,
  type Comparison,
  goneFrom,
  isKnown,
  isSameSeries,
  type Placed,
  placed,
  type Refusal,
  refusalOf,
  type SeriesName,
  withoutOwn,
  withoutSeries,
  withSeries,
} from '../../domain/telemetry/series/comparison'
import type {ChartSettings} from '../../domain/telemetry/view'
import {isSameRange} from '../../domain/timeRange/timeRange'
import {type ChartRef, chartMachine} from './chart'
import type {ChartInput} from './chartContext'

export interface ComparisonInput extends Omit<ChartInput, 'deviceId' | 'key'> {
  own: SeriesName
  comparison: Comparison
  devices: readonly DeviceEntry[]
}

/** A series beside the chart's own one. */
export interface Compared extends Placed {
  chart: ChartRef
}

interface ComparisonContext extends ComparisonInput {
  /** The series of the comparison that are there, in the order of their places. */
  compared: readonly Compared[]
  /** Series that the legend has switched off, the own one among them. */
  hidden: readonly SeriesName[]
  /** The end of the range in a paused chart; null while it follows the present. */
  pausedAt: EpochMs | null
  refusal: {why: Refusal; requested: SeriesName} | null
}

type ComparisonEvent =
  | {type: 'clock.ticked'; at: EpochMs}
  | {type: 'link.changed'; link: LinkState}
  | {type: 'refresh.requested'}
  /** The settings of the own chart have changed. */
  | {type: 'settings.changed'; settings: Partial<ChartSettings>}
  /** The address or the list of devices has changed. */
  | {type: 'comparison.shown'; comparison: Comparison; devices: readonly DeviceEntry[]}
  /** `shown` are the series of the drawing, the own one among them. */
  | {type: 'series.requested'; requested: Candidate; shown: readonly Candidate[]}
  | {type: 'series.removed'; name: SeriesName}
  | {type: 'series.toggled'; name: SeriesName}
  | {type: 'refusal.dismissed'}
  | {type: 'gone.dismissed'}

/** The dashboard puts this into the URL. `own` is another series when the own one was removed. */
export type ComparisonChanged = {type: 'comparison.changed'; own: SeriesName; comparison: Comparison}

/** Holds the series drawn beside that of a chart. Each of them is a chart with the settings of the own one. */
export const comparisonMachine = setup({
  types: {} as {context: ComparisonContext; events: ComparisonEvent; input: ComparisonInput},
  actors: {chart: chartMachine},
  actions: {
    /** Keeps the charts of series that stay, so that nothing is loaded again for them. */
    spawnMissing: enqueueActions(({context, enqueue}) => {
      const requested = placed(context.comparison).filter(name => isKnown(context.devices, name))
      for (const {chart, ...name} of context.compared)
        if (!requested.some(other => isSameSeries(other, name))) enqueue.stopChild(chart)
      enqueue.assign({
        compared: ({context: {compared}, spawn}) =>
          requested.map(name => ({
            ...name,
            chart:
              compared.find(other => isSameSeries(other, name))?.chart ??
              spawn('chart', {input: chartInput(context, name)}),
          })),
        hidden: ({context: {hidden, own}}) =>
          hidden.filter(name => [own, ...requested].some(other => isSameSeries(other, name))),
      })
    }),
    forwardToCharts: enqueueActions(({context: {compared}, event, enqueue}) => {
      if (event.type !== 'clock.ticked' && event.type !== 'link.changed' && event.type !== 'refresh.requested') return
      for (const {chart} of compared) enqueue.sendTo(chart, event)
    }),
    forwardSettings: enqueueActions(({context: {compared, settings}, enqueue}, changed: Partial<ChartSettings>) => {
      // Another part in view needs other details, and the points of the whole range stay.
      const isZoom = Object.keys(changed).every(name => name === 'zoom')
      for (const {chart} of compared)
        enqueue.sendTo(
          chart,
          isZoom ? {type: 'zoom.settled', view: settings.zoom} : {type: 'settings.restored', settings},
        )
    }),
    change: sendParent((_, {own, comparison}: Omit<ComparisonChanged, 'type'>): ComparisonChanged => {
      return {type: 'comparison.changed', own, comparison}
    }),
  },
  guards: {
    isRefused: ({context, event}) =>
      event.type === 'series.requested' &&
      !isShown(context, event.requested) &&
      refusalOf(event.shown, event.requested) !== null,
    isOwn: ({context, event}) => event.type === 'series.removed' && isSameSeries(event.name, context.own),
    hasOthers: ({context}) => withoutOwn(context.comparison) !== null,
  },
}).createMachine({
  id: 'comparison',
  context: ({input}) => ({
    ...input,
    compared: [],
    hidden: [],
    pausedAt: input.settings.live ? null : input.now,
    refusal: null,
  }),
  entry: 'spawnMissing',
  on: {
    'clock.ticked': {actions: [assign({now: ({event}) => event.at}), 'forwardToCharts']},
    'link.changed': {actions: [assign({link: ({event}) => event.link}), 'forwardToCharts']},
    'refresh.requested': {actions: 'forwardToCharts'},
    'settings.changed': {
      actions: [
        assign(({context, event}) => withSettings(context, {...context.settings, ...event.settings})),
        {type: 'forwardSettings', params: ({event}) => event.settings},
      ],
    },
    'comparison.shown': {
      actions: [assign(({event: {comparison, devices}}) => ({comparison, devices})), 'spawnMissing'],
    },
    'series.removed': [
      {guard: and(['isOwn', 'hasOthers']), actions: {type: 'change', params: ({context}) => promoted(context)}},
      {
        guard: ({context: {comparison}, event}) => placed(comparison).some(name => isSameSeries(name, event.name)),
        target: '.agreed',
        actions: {
          type: 'change',
          params: ({context: {own, comparison}, event}) => ({own, comparison: withoutSeries(comparison, event.name)}),
        },
      },
    ],
    'series.requested': [
      {
        guard: 'isRefused',
        target: '.refused',
        actions: assign(({event: {shown, requested}}) => ({refusal: refused(shown, requested)})),
      },
      {
        guard: ({context, event}) => !isShown(context, event.requested),
        target: '.agreed',
        actions: {
          type: 'change',
          params: ({context: {own, comparison}, event}) => ({own, comparison: withSeries(comparison, event.requested)}),
        },
      },
    ],
    'series.toggled': {actions: assign(({context, event}) => ({hidden: toggled(context.hidden, event.name)}))},
    'gone.dismissed': {
      actions: {
        type: 'change',
        params: ({context: {own, comparison, devices}}) => ({
          own,
          comparison: goneFrom(comparison, devices).reduce(withoutSeries, comparison),
        }),
      },
    },
  },
  initial: 'agreed',
  states: {
    agreed: {entry: assign({refusal: null})},
    /** The drawing can't hold the requested series. */
    refused: {on: {'refusal.dismissed': 'agreed'}},
  },
})

export type ComparisonRef = ActorRefFrom<typeof comparisonMachine>

const isShown = ({own, comparison}: ComparisonContext, requested: SeriesName): boolean =>
  [own, ...placed(comparison)].some(name => isSameSeries(name, requested))

function refused(shown: readonly Candidate[], requested: Candidate): ComparisonContext['refusal'] {
  const why = refusalOf(shown, requested)
  return why && {why, requested: {deviceId: requested.deviceId, key: requested.key}}
}

function toggled(hidden: readonly SeriesName[], name: SeriesName): SeriesName[] {
  const others = hidden.filter(other => !isSameSeries(other, name))
  return others.length < hidden.length ? others : [...hidden, name]
}

function promoted({own, comparison}: ComparisonContext): Omit<ComparisonChanged, 'type'> {
  return withoutOwn(comparison) ?? {own, comparison}
}

/** Another range counts from the time at which it was chosen, as it does in the chart. */
function withSettings({settings: former, pausedAt, now}: ComparisonContext, settings: ChartSettings) {
  const isPausedAgain = former.live || !isSameRange(former.range, settings.range)
  return {settings, pausedAt: settings.live ? null : isPausedAgain ? now : pausedAt}
}

/** A chart that is added while another is paused ends where that one does. */
function chartInput({zone, offer, now, pausedAt, link, settings}: ComparisonContext, name: SeriesName): ChartInput {
  const {deviceId, key} = name
  return {deviceId, key, zone, offer, now: pausedAt ?? now, link, settings}
}
