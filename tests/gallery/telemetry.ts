import {fromCallback, fromPromise} from 'xstate'
import {NO_SERIES} from '../../src/domain/telemetry/series/series'
import type {StretchChanges, UsualReason} from '../../src/domain/telemetry/usual'
import type {TimeRange} from '../../src/domain/timeRange/timeRange'
import {linkMachine} from '../../src/machines/link'
import {replayMachine} from '../../src/machines/replay/replay'
import {annotationsMachine} from '../../src/machines/telemetry/annotations'
import {changesMachine} from '../../src/machines/telemetry/changes'
import {chartMachine} from '../../src/machines/telemetry/chart'
import {chartFileMachine} from '../../src/machines/telemetry/chartFile'
import {chartShareMachine} from '../../src/machines/telemetry/chartShare'
import {chartZoomMachine} from '../../src/machines/telemetry/chartZoom'
import {comparisonMachine} from '../../src/machines/telemetry/comparison'
import {dashboardMachine} from '../../src/machines/telemetry/dashboard'
import {detailMachine} from '../../src/machines/telemetry/detail'
import {devicesMachine} from '../../src/machines/telemetry/devices'
import {fullScreenMachine} from '../../src/machines/telemetry/fullScreen'
import {homeMachine} from '../../src/machines/telemetry/home'
import {navigatorMachine} from '../../src/machines/telemetry/navigator'
import {tilesMachine} from '../../src/machines/telemetry/tiles'
import {usualMachine} from '../../src/machines/telemetry/usual'
import {usualReasonMachine} from '../../src/machines/telemetry/usualReason'
import {timeRangeMachine} from '../../src/machines/timeRange'
import {PULSEWALL} from '../support/offer'
import {type Entry, shows, tell} from './entry'
import {AWAY, answers, BROKEN, DONE, PENDING, refusal, says} from './given'
import type {Parts} from './parts'
import {
  BEYOND,
  CHANGES,
  DEVICES,
  FIGURES,
  LARGE,
  MAINTENANCE,
  REASON,
  SERIES,
  SHARES,
  STATES,
  STATISTICS,
  SWITCHED,
  seriesOf,
  THINNED,
  UNUSUAL,
  USUAL_PARTS,
} from './telemetryWorld'
import {ago, NOW, TENANT, ZONE} from './world'

const BOILER = '/dashboard?device=d-boiler&key=temperature'
const COMPARED = `${BOILER}&with=d-rtl~temperature&with=d-conveyor~speed&with=d-conveyor~running`
const compared = ({chart}: Parts): Partial<Parts> => ({
  chart: chart.provide({actors: {loadSeries: fromPromise(async ({input: {question}}) => seriesOf(question))}}),
})
const point = {type: 'points.received', at: NOW, points: [{ts: NOW, value: 71}]} as const
const unit = 'celsius' as const

const zoomed = [
  ...shows(chartMachine, 'load.shown'),
  ...tell(chartZoomMachine, {
    type: 'detail.requested',
    requested: {
      question: {
        deviceId: 'd-boiler',
        key: 'temperature',
        start: ago(600),
        end: ago(300),
        zone: ZONE,
        aggregation: 'none',
        windowMinutes: 5,
      },
      offer: PULSEWALL,
    },
  }),
]

const shareLink = {type: 'link.requested', link: `https://pulsewall.example${BOILER}&tz=UTC`} as const
const sharePicture = {
  type: 'picture.requested',
  picture: {name: 'chart.png', svg: '<svg/>', width: 640, height: 382},
} as const

const opened = [
  ...shows(chartMachine, 'load.shown'),
  ...tell(timeRangeMachine, {
    type: 'opened',

    range: {from: 'now-2d', to: 'now'},
    resolved: {start: ago(2880), end: NOW},
    now: NOW,
    zone: ZONE,
    isTwelveHours: false,
  }),
]

const MAINTAINED = {type: 'maintenance.received', periods: MAINTENANCE} as const

/** The boiler is unusual, and its usual band is known. */
const unusual = ({usual, navigator}: Parts): Partial<Parts> => ({
  usual: usual.provide({actors: {parts: says({type: 'usual.received', parts: USUAL_PARTS})}}),
  navigator: navigator.provide({actors: {unusual: says(UNUSUAL)}}),
})

const LEARNING: UsualReason = {
  ...REASON,
  verdict: 'learning',
  unusualSince: null,
  score: null,
  band: null,
  expected: null,
  accepted: null,
  days: 1,
  hours: 20,
  missing: {hours: 4, days: 1},
}

const ACCEPTING = [
  {type: 'acceptance.requested'},
  {type: 'draft.changed', change: {reason: 'New burner since the overhaul'}},
  {type: 'save.requested'},
] as const

/** A note is being written. */
const noted = [
  ...shows(annotationsMachine, 'shown'),
  ...tell(
    annotationsMachine,
    {type: 'add.requested', at: ago(60), until: null},
    {type: 'draft.changed', change: {text: 'Valve opened by hand'}},
  ),
]

/** A user who belongs to a customer, and so has MyHome. */
const tenant =
  (given: (parts: Parts) => Partial<Parts> = () => ({})) =>
  (parts: Parts) => ({
    session: parts.session.provide({actors: {loadCurrentUser: answers(TENANT)}}),
    ...given(parts),
  })

/** The dashboard, its comparison and its list of devices. */
export const dashboards: readonly Entry[] = [
  {
    name: 'dashboard-awaiting-server',
    at: '/dashboard',
    given: ({link}) => ({link: link.provide({actors: {probeOffer: answers()}})}),
    shows: [...shows(devicesMachine, 'loading.awaitingServer'), ...shows(dashboardMachine, 'loading')],
  },
  {
    name: 'dashboard-loading',
    at: '/dashboard',
    given: ({devices}) => ({devices: devices.provide({actors: {loadDevices: answers()}})}),
    shows: shows(devicesMachine, 'loading.fetching'),
  },
  {
    name: 'dashboard-failed',
    at: '/dashboard',
    given: ({devices}) => ({devices: devices.provide({actors: {loadDevices: answers(BROKEN)}})}),
    shows: shows(devicesMachine, 'failed'),
  },
  {
    name: 'dashboard-link-down-at-first',
    at: '/dashboard',
    given: ({link}) => ({link: link.provide({actors: {probeOffer: answers(AWAY)}})}),
    shows: shows(devicesMachine, 'failed'),
  },
  {
    name: 'dashboard-empty',
    at: '/dashboard',
    given: ({devices}) => ({devices: devices.provide({actors: {loadDevices: answers([])}})}),
    shows: [
      ...shows(dashboardMachine, 'loaded.none'),
      ...shows(detailMachine, 'facts.none', 'maintenance.none', 'charts.none'),
    ],
  },
  {
    name: 'dashboard-awaiting-link',
    at: '/dashboard',
    given: ({link}) => ({link: link.provide({actors: {liveConnection: says()}})}),
    shows: [...shows(devicesMachine, 'loaded.awaitingLink'), ...shows(dashboardMachine, 'loaded.awaitingKey')],
  },
  {
    name: 'dashboard-subscribing',
    at: '/dashboard',
    given: ({devices}) => ({devices: devices.provide({actors: {subscribeTelemetry: answers()}})}),
    shows: shows(devicesMachine, 'loaded.subscribing'),
  },
  {
    name: 'dashboard-reading-together',
    at: '/dashboard',
    given: ({devices}) => ({devices: devices.provide({guards: {isReadTogether: () => true}})}),
    shows: shows(devicesMachine, 'loaded.readingTogether'),
  },
  {
    name: 'dashboard',
    at: BOILER,
    shows: [
      ...shows(devicesMachine, 'loaded.reading'),
      ...shows(dashboardMachine, 'loaded.series'),
      ...shows(chartMachine, 'update.live', 'load.shown'),
      ...shows(tilesMachine, 'shown.idle'),
      ...shows(chartFileMachine, 'idle'),
      ...shows(chartShareMachine, 'idle'),
      ...shows(chartZoomMachine, 'still'),
      ...shows(fullScreenMachine, 'inPage'),
      ...shows(changesMachine, 'closed'),
      ...shows(usualReasonMachine, 'closed'),
      ...shows(timeRangeMachine, 'closed'),
      ...shows(navigatorMachine, 'search.settled', 'customers.unasked'),
      ...shows(replayMachine, 'off'),
    ],
  },
  {
    name: 'dashboard-thinned',
    at: BOILER,
    given: ({chart}) => ({chart: chart.provide({actors: {loadSeries: fromPromise(async () => THINNED)}})}),
    shows: shows(chartMachine, 'load.shown'),
    until: '57,600',
  },
  {
    name: 'dashboard-figures-of-hours',
    at: BOILER,
    given: ({chart}) => ({
      chart: chart.provide({actors: {loadSeries: fromPromise(async () => FIGURES)}}),
    }),
    shows: shows(chartMachine, 'load.shown'),
    until: 'no longer stored',
  },
  {name: 'dashboard-buckets', at: `${BOILER}&agg=average`, shows: shows(chartMachine, 'load.shown')},
  {
    name: 'comparison',
    at: COMPARED,
    given: compared,
    shows: [...shows(comparisonMachine, 'agreed'), ...shows(chartMachine, 'load.shown')],
    until: '576',
  },
  {
    name: 'comparison-six',
    at: `${COMPARED}&with=d-boiler~vibration&with=d-emoji~temperature`,
    given: compared,
    shows: shows(comparisonMachine, 'agreed'),
    until: '576',
  },
  {
    name: 'comparison-refused',
    at: COMPARED,
    given: compared,
    steps: tell(comparisonMachine, {
      type: 'series.requested',
      requested: {deviceId: 'd-conveyor', key: 'mode', unit: null, kind: 'text'},
      shown: [],
    }),
    shows: shows(comparisonMachine, 'refused'),
    until: 'holds texts',
  },
  {
    name: 'comparison-gone',
    at: `${BOILER}&with=d-sold~temperature&with=d-conveyor~mode`,
    given: compared,
    shows: shows(comparisonMachine, 'agreed'),
    until: 'not here',
  },
  {
    name: 'comparison-not-loaded',
    at: `${COMPARED}&live=0&start=${ago(40 * 24 * 60)}`,
    given: ({chart}) => ({chart: chart.provide({actors: {loadSeries: answers(BROKEN)}})}),
    shows: [...shows(chartMachine, 'load.failed'), ...shows(usualMachine, 'unwatched')],
  },
  {
    name: 'comparison-link-down',
    at: COMPARED,
    given: parts => ({
      ...compared(parts),
      link: parts.link.provide({actors: {backOff: says({type: 'retry.scheduled', at: NOW + 4000})}}),
    }),
    steps: [...shows(chartMachine, 'load.shown'), ...tell(linkMachine, {type: 'socket.closed'})],
    shows: shows(linkMachine, 'waiting'),
    until: '576',
  },
  {
    name: 'dashboard-unread',
    at: BOILER,
    given: ({devices}) => ({
      devices: devices.provide({
        actors: {
          readings: fromCallback(({sendBack}) => {
            for (const {id} of DEVICES) sendBack({type: 'device.notEnriched', deviceId: id, error: AWAY})
          }),
        },
      }),
    }),
    shows: shows(devicesMachine, 'loaded.reading'),
  },
  {
    name: 'dashboard-link-down',
    at: BOILER,
    given: ({link}) => ({
      link: link.provide({actors: {backOff: says({type: 'retry.scheduled', at: NOW + 4000})}}),
    }),
    steps: tell(linkMachine, {type: 'socket.closed'}),
    shows: [...shows(linkMachine, 'waiting'), ...shows(chartMachine, 'load.shown')],
  },
  {name: 'dashboard-device', at: '/dashboard?device=d-dormant', shows: shows(dashboardMachine, 'loaded.device')},
  {name: 'dashboard-long-name', at: '/dashboard?device=d-long', shows: shows(dashboardMachine, 'loaded.device')},
  {
    name: 'navigator-typing',
    at: '/dashboard',
    steps: [...shows(dashboardMachine, 'loaded.series'), ...tell(navigatorMachine, {type: 'search.typed', q: 'pum'})],
    shows: shows(navigatorMachine, 'search.typing', 'order.calm'),
  },
  {
    name: 'navigator-watched',
    at: '/dashboard',
    steps: tell(
      navigatorMachine,
      {type: 'group.chosen', group: 'type'},
      {type: 'attention.changed', attention: {focus: true}},
    ),
    shows: shows(navigatorMachine, 'order.watched'),
  },
  {
    name: 'navigator-customers',
    at: '/dashboard?group=customer',
    shows: shows(navigatorMachine, 'customers.read'),
  },
  {
    name: 'navigator-customers-reading',
    at: '/dashboard?group=customer',
    given: ({navigator}) => ({navigator: navigator.provide({actors: {loadCustomers: answers()}})}),
    shows: shows(navigatorMachine, 'customers.reading'),
  },
  {
    name: 'navigator-customers-failed',
    at: '/dashboard?group=customer',
    given: ({navigator}) => ({navigator: navigator.provide({actors: {loadCustomers: answers(AWAY)}})}),
    shows: shows(navigatorMachine, 'customers.failed'),
  },
]

/** The chart, its surroundings, and the tiles. */
export const charts: readonly Entry[] = [
  {
    name: 'zoom-moving',
    at: BOILER,
    steps: [
      ...shows(chartMachine, 'load.shown'),
      ...tell(chartZoomMachine, {type: 'view.changed', view: {start: ago(600), end: ago(300)}}),
    ],
    shows: shows(chartZoomMachine, 'moving'),
  },
  {
    name: 'zoom-loading',
    at: BOILER,
    given: ({chartZoom}) => ({chartZoom: chartZoom.provide({actors: {loadSeries: answers()}})}),
    steps: zoomed,
    shows: shows(chartZoomMachine, 'loading'),
  },
  {
    name: 'zoom-failed',
    at: BOILER,
    given: ({chartZoom}) => ({chartZoom: chartZoom.provide({actors: {loadSeries: answers(AWAY)}})}),
    steps: zoomed,
    shows: shows(chartZoomMachine, 'failed'),
  },
  {
    name: 'range-open',
    at: BOILER,
    steps: opened,
    shows: shows(timeRangeMachine, 'open.idle'),
  },
  {
    name: 'range-wrong',
    at: BOILER,
    steps: [...opened, ...tell(timeRangeMachine, {type: 'text.typed', text: 'soon'}, {type: 'text.entered'})],
    shows: shows(timeRangeMachine, 'open.idle'),
  },
  {
    name: 'range-copying',
    at: BOILER,
    steps: [...opened, ...tell(timeRangeMachine, {type: 'copy.requested'})],
    shows: shows(timeRangeMachine, 'open.copying'),
  },
  {
    name: 'range-copied',
    at: BOILER,
    given: ({timeRange}) => ({timeRange: timeRange.provide({actors: {copyText: answers(DONE)}})}),
    steps: [...opened, ...tell(timeRangeMachine, {type: 'copy.requested'})],
    shows: shows(timeRangeMachine, 'open.copied'),
  },
  {
    name: 'range-copy-failed',
    at: BOILER,
    given: ({timeRange}) => ({timeRange: timeRange.provide({actors: {copyText: answers(BROKEN)}})}),
    steps: [...opened, ...tell(timeRangeMachine, {type: 'copy.requested'})],
    shows: shows(timeRangeMachine, 'open.copyFailed'),
  },
  {
    name: 'range-pasting',
    at: BOILER,
    steps: [...opened, ...tell(timeRangeMachine, {type: 'paste.requested'})],
    shows: shows(timeRangeMachine, 'open.pasting'),
  },
  {
    name: 'range-paste-failed',
    at: BOILER,
    given: ({timeRange}) => ({timeRange: timeRange.provide({actors: {readCopied: answers(BROKEN)}})}),
    steps: [...opened, ...tell(timeRangeMachine, {type: 'paste.requested'})],
    shows: shows(timeRangeMachine, 'open.pasteFailed'),
  },
  {
    name: 'chart-paused',
    at: `${BOILER}&live=0&start=${ago(600)}`,
    shows: shows(chartMachine, 'update.paused'),
  },
  {
    name: 'chart-loading',
    at: BOILER,
    given: ({chart}) => ({chart: chart.provide({actors: {loadSeries: answers()}})}),
    shows: shows(chartMachine, 'load.loading'),
  },
  {
    name: 'chart-empty',
    at: BOILER,
    given: ({chart}) => ({chart: chart.provide({actors: {loadSeries: answers(NO_SERIES)}})}),
    shows: shows(chartMachine, 'load.shown'),
  },
  {
    name: 'chart-failed',
    at: BOILER,
    given: ({chart, tiles}) => ({
      chart: chart.provide({actors: {loadSeries: answers(BROKEN)}}),
      tiles: tiles.provide({actors: {loadStatistics: answers(BROKEN)}}),
    }),
    shows: [...shows(chartMachine, 'load.failed'), ...shows(tilesMachine, 'hidden.idle')],
  },
  {
    name: 'chart-refreshing',
    at: BOILER,
    given: ({chart}) => ({chart: chart.provide({actors: {loadSeries: answers(SERIES, PENDING)}})}),
    steps: tell(chartMachine, {type: 'refresh.requested'}),
    shows: shows(chartMachine, 'load.refreshing'),
  },
  {
    name: 'chart-due',
    at: `${BOILER}&agg=average`,
    steps: [...shows(chartMachine, 'load.shown'), ...tell(chartMachine, point)],
    shows: shows(chartMachine, 'load.due'),
  },
  {
    name: 'chart-outdated',
    at: BOILER,
    given: ({chart}) => ({chart: chart.provide({actors: {loadSeries: answers(SERIES, AWAY)}})}),
    steps: tell(chartMachine, {type: 'refresh.requested'}),
    shows: shows(chartMachine, 'load.outdated'),
  },
  {
    name: 'chart-file-saving',
    at: BOILER,
    steps: tell(chartMachine, {type: 'download.requested', unit}),
    shows: shows(chartFileMachine, 'saving'),
  },
  {
    name: 'chart-file-failed',
    at: BOILER,
    given: ({chartFile}) => ({chartFile: chartFile.provide({actors: {saveFile: answers(AWAY)}})}),
    steps: tell(chartMachine, {type: 'download.requested', unit}),
    shows: shows(chartFileMachine, 'failed'),
  },
  {
    name: 'dashboard-detail',
    at: BOILER,
    shows: [
      ...shows(detailMachine, 'facts.shown', 'charts.fetching'),
      ...shows(annotationsMachine, 'shown'),
      ...shows(chartMachine, 'load.shown'),
    ],
  },
  {
    name: 'dashboard-maintenance',
    at: BOILER,
    given: ({detail, navigator}) => ({
      detail: detail.provide({actors: {maintenance: says(MAINTAINED)}}),
      navigator: navigator.provide({actors: {maintenance: says(MAINTAINED)}}),
    }),
    shows: [...shows(chartMachine, 'load.shown'), ...shows(detailMachine, 'maintenance.watching')],
  },
  {
    name: 'dashboard-level',
    at: BOILER,
    steps: [
      ...shows(chartMachine, 'load.shown'),
      ...tell(chartMachine, {type: 'level.opened', shown: {min: 20, max: 80}}),
    ],
    shows: [],
  },
  {
    name: 'dashboard-unusual',
    at: BOILER,
    given: unusual,
    shows: [...shows(chartMachine, 'load.shown'), ...shows(usualMachine, 'watched')],
  },
  ...(
    [
      ['usual-loading', 'loading', [], PENDING],
      ['usual-failed', 'failed', [], BROKEN],
      ['usual', 'shown', [], REASON],
      ['usual-learning', 'shown', [], LEARNING],
      ['usual-accepting', 'typing', [{type: 'acceptance.requested'}], REASON],
      ['usual-accepting-sending', 'sending', ACCEPTING, REASON],
    ] as const
  ).map(
    ([name, state, more, answer]): Entry => ({
      name,
      at: BOILER,
      given: parts => ({
        ...unusual(parts),
        usualReason: parts.usualReason.provide({actors: {load: answers(answer), accept: answers(PENDING)}}),
      }),
      steps: [...shows(usualMachine, 'watched'), ...tell(usualReasonMachine, {type: 'reason.requested'}, ...more)],
      shows: shows(usualReasonMachine, state),
    }),
  ),
  ...(
    [
      ['changes-loading', 'loading', PENDING],
      ['changes-failed', 'failed', BROKEN],
      ['changes', 'shown', CHANGES],
      ['changes-none', 'shown', {...CHANGES, changes: [], compared: 0}],
    ] as const
  ).map(
    ([name, state, answer]): Entry => ({
      name,
      at: BOILER,
      given: ({changes}) => ({
        changes: changes.provide({actors: {load: answers<StretchChanges, {stretch: TimeRange}>(answer)}}),
      }),
      steps: tell(changesMachine, {type: 'changes.requested', stretch: CHANGES.stretch}),
      shows: shows(changesMachine, state),
    }),
  ),
  {
    name: 'dashboard-facts-loading',
    at: BOILER,
    given: ({detail}) => ({detail: detail.provide({actors: {loadFacts: answers(PENDING)}})}),
    shows: [...shows(detailMachine, 'facts.loading'), ...shows(annotationsMachine, 'unread')],
  },
  {
    name: 'dashboard-facts-failed',
    at: BOILER,
    given: ({detail}) => ({detail: detail.provide({actors: {loadFacts: answers(BROKEN)}})}),
    shows: shows(detailMachine, 'facts.failed'),
  },
  {
    name: 'full-screen-asking',
    at: BOILER,
    given: ({fullScreen}) => ({fullScreen: fullScreen.provide({actors: {enterFullScreen: answers(PENDING)}})}),
    steps: tell(fullScreenMachine, {type: 'fullScreen.toggled'}),
    shows: shows(fullScreenMachine, 'full.asking'),
  },
  {
    name: 'full-screen',
    at: BOILER,
    steps: tell(fullScreenMachine, {type: 'fullScreen.toggled'}),
    shows: shows(fullScreenMachine, 'full.granted'),
  },
  {
    name: 'full-screen-refused',
    at: BOILER,
    given: ({fullScreen}) => ({fullScreen: fullScreen.provide({actors: {enterFullScreen: answers(BROKEN)}})}),
    steps: tell(fullScreenMachine, {type: 'fullScreen.toggled'}),
    shows: shows(fullScreenMachine, 'full.refused'),
  },
  {name: 'note-typing', at: BOILER, steps: noted, shows: shows(annotationsMachine, 'typing')},
  {
    name: 'note-writing',
    at: BOILER,
    given: ({annotations}) => ({annotations: annotations.provide({actors: {writeNotes: answers(PENDING)}})}),
    steps: [...noted, ...tell(annotationsMachine, {type: 'draft.saved'})],
    shows: shows(annotationsMachine, 'writing'),
  },
  {
    name: 'note-failed',
    at: BOILER,
    given: ({annotations}) => ({annotations: annotations.provide({actors: {writeNotes: answers(BROKEN)}})}),
    steps: [...noted, ...tell(annotationsMachine, {type: 'draft.saved'})],
    shows: shows(annotationsMachine, 'typing'),
  },
  {
    name: 'note-catching-up',
    at: BOILER,
    given: ({annotations}) => ({
      annotations: annotations.provide({actors: {writeNotes: answers(refusal(409)), readNotes: answers(PENDING)}}),
    }),
    steps: [...noted, ...tell(annotationsMachine, {type: 'draft.saved'})],
    shows: shows(annotationsMachine, 'catchingUp'),
  },
  {
    name: 'chart-states',
    at: '/dashboard?device=d-conveyor&key=mode',
    given: ({chart}) => ({chart: chart.provide({actors: {loadSeries: answers(STATES)}})}),
    shows: shows(chartMachine, 'load.shown'),
  },
  {
    name: 'chart-booleans',
    at: '/dashboard?device=d-conveyor&key=running',
    given: ({chart, tiles}) => ({
      chart: chart.provide({actors: {loadSeries: answers(SWITCHED)}}),
      tiles: tiles.provide({actors: {loadStatistics: answers(SHARES)}}),
    }),
    shows: shows(chartMachine, 'load.shown'),
    until: '55',
  },
  {
    name: 'chart-large-numbers',
    at: `${BOILER}&stats=all`,
    given: ({chart, tiles}) => ({
      chart: chart.provide({actors: {loadSeries: answers(BEYOND)}}),
      tiles: tiles.provide({actors: {loadStatistics: answers(LARGE)}}),
    }),
    shows: shows(chartMachine, 'load.shown'),
  },
  {
    name: 'share-copying',
    at: BOILER,
    given: ({chartShare}) => ({chartShare: chartShare.provide({actors: {copyText: answers()}})}),
    steps: tell(chartShareMachine, shareLink),
    shows: shows(chartShareMachine, 'copying'),
  },
  {
    name: 'share-copied',
    at: BOILER,
    steps: tell(chartShareMachine, shareLink),
    shows: shows(chartShareMachine, 'copied'),
  },
  {
    name: 'share-not-copied',
    at: BOILER,
    given: ({chartShare}) => ({chartShare: chartShare.provide({actors: {copyText: answers(BROKEN)}})}),
    steps: tell(chartShareMachine, shareLink),
    shows: shows(chartShareMachine, 'notCopied'),
  },
  {
    name: 'share-drawing',
    at: BOILER,
    given: ({chartShare}) => ({chartShare: chartShare.provide({actors: {savePicture: answers()}})}),
    steps: tell(chartShareMachine, sharePicture),
    shows: shows(chartShareMachine, 'drawing'),
  },
  {
    name: 'share-saved',
    at: BOILER,
    steps: tell(chartShareMachine, sharePicture),
    shows: shows(chartShareMachine, 'saved'),
  },
  {
    name: 'share-not-saved',
    at: BOILER,
    given: ({chartShare}) => ({chartShare: chartShare.provide({actors: {savePicture: answers(BROKEN)}})}),
    steps: tell(chartShareMachine, sharePicture),
    shows: shows(chartShareMachine, 'notSaved'),
  },
  {
    name: 'tiles-loading',
    at: BOILER,
    given: ({tiles}) => ({tiles: tiles.provide({actors: {loadStatistics: answers()}})}),
    shows: shows(tilesMachine, 'loading'),
  },
  {
    name: 'tiles-refreshing',
    at: BOILER,
    given: ({tiles}) => ({
      tiles: tiles.provide({actors: {loadStatistics: answers(STATISTICS, PENDING)}}),
    }),
    steps: tell(tilesMachine, {type: 'statistics.due'}),
    shows: shows(tilesMachine, 'shown.refreshing'),
  },
  {
    name: 'tiles-retrying',
    at: BOILER,
    given: ({tiles, devices}) => ({
      tiles: tiles.provide({actors: {loadStatistics: answers(BROKEN, PENDING)}}),
      devices: devices.provide({actors: {subscribeTelemetry: answers()}}),
    }),
    steps: tell(tilesMachine, {type: 'refresh.requested'}),
    shows: shows(tilesMachine, 'hidden.retrying'),
  },
]

export const homes: readonly Entry[] = [
  {
    name: 'home-loading',
    at: '/myhome',
    given: tenant(({devices}) => ({devices: devices.provide({actors: {loadDevices: answers()}})})),
    shows: shows(homeMachine, 'loading'),
  },
  {
    name: 'home-failed',
    at: '/myhome',
    given: tenant(({devices}) => ({devices: devices.provide({actors: {loadDevices: answers(BROKEN)}})})),
    shows: shows(devicesMachine, 'failed'),
  },
  {
    name: 'home-empty',
    at: '/myhome',
    given: tenant(({devices}) => ({devices: devices.provide({actors: {loadDevices: answers([])}})})),
    shows: shows(homeMachine, 'loaded.charts'),
  },
  {name: 'home', at: '/myhome', given: tenant(), shows: shows(homeMachine, 'loaded.city.settled')},
  {
    name: 'home-none-chosen',
    at: '/myhome?status=linkDown&range=7d',
    given: tenant(),
    shows: shows(homeMachine, 'loaded.city.settled'),
  },
  {
    name: 'home-city-asking',
    at: '/myhome',
    given: tenant(({home}) => ({home: home.provide({actors: {loadCity: answers()}})})),
    shows: shows(homeMachine, 'loaded.city.asking'),
  },
  {
    name: 'home-city-unknown',
    at: '/myhome',
    given: tenant(({home}) => ({home: home.provide({actors: {loadCity: answers(AWAY)}})})),
    shows: shows(homeMachine, 'loaded.city.unknown'),
  },
  {
    name: 'home-charts-missed',
    at: '/myhome',
    given: tenant(({home}) => ({
      home: home.provide({
        actors: {
          sparklines: fromCallback(({sendBack, receive}) =>
            receive(command => {
              if (command.type !== 'sparklines.requested') return
              for (const id of command.sparklines) sendBack({type: 'sparkline.missed', error: BROKEN, ...id})
            }),
          ),
        },
      }),
    })),
    shows: shows(homeMachine, 'loaded.city.settled'),
  },
  {
    name: 'home-link-down',
    at: '/myhome',
    given: tenant(),
    steps: tell(linkMachine, {type: 'network.lost'}),
    shows: [...shows(linkMachine, 'waiting'), ...shows(homeMachine, 'loaded.charts')],
  },
]
