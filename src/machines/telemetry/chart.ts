import {type ActorRefFrom, and, assign, not, raise, sendParent, sendTo, setup, stateIn} from 'xstate'
import {CHART_POINT_LIMIT} from '../../../contract/limits'
import {isLinkUp} from '../../domain/link'
import {firstLevel} from '../../domain/telemetry/level'
import type {PointsReceived} from '../../domain/telemetry/readings/update'
import {changesDrawing, withPoints, withRecent, withRecentPoints} from '../../domain/telemetry/series/chartPoints'
import {hasStartMoved, isEmpty, requestedRange, withEnd} from '../../domain/telemetry/series/chartRange'
import {isAnything, NO_SERIES, type Series} from '../../domain/telemetry/series/series'
import {type ChartSettings, chosenFrom, customWindowMinutes, settingsChanged} from '../../domain/telemetry/view'
import {stepped, zoomedOut} from '../../domain/timeRange/moves'
import {followsNow, isSameRange, type MinuteTicked, type RawRange} from '../../domain/timeRange/timeRange'
import {call, type Given, missing, source} from '../ports'
import {timeRangeMachine} from '../timeRange'
import {changesMachine} from './changes'
import {
  asked,
  type ChartChildren,
  type ChartContext,
  type ChartEvent,
  type ChartInput,
  detailRequested,
  fileRequested,
  isLiveWith,
  isSameView,
  opened,
} from './chartContext'
import {chartFileMachine} from './chartFile'
import {chartShareMachine} from './chartShare'
import {chartZoomMachine} from './chartZoom'
import {usualMachine} from './usual'

/**
 * Draws one key of one device, live or for a chosen range. Holds the settings, the loaded series and whether it follows
 * now.
 */
export const chartMachine = setup({
  types: {} as {context: ChartContext; events: ChartEvent; input: ChartInput; children: ChartChildren},
  actors: {
    minuteTicks: source<MinuteTicked, void>('minuteTicks'),
    points: source<PointsReceived, {deviceId: string; key: string}>('points'),
    loadSeries: call<Series, ReturnType<typeof asked>>('loadSeries'),
    file: chartFileMachine,
    share: chartShareMachine,
    timeRange: timeRangeMachine,
    usual: usualMachine,
    changes: changesMachine,
    zoom: chartZoomMachine,
  },
  actions: {
    /** Runs when `asking` is left, because only then has the other region taken over the time and the pause. */
    takeRange: assign({range: ({context}) => requestedRange(context), recent: []}),
    showSeries: assign({series: ({context}, {series}: {series: Series}) => withRecent(context, series)}),
    pauseAgain: assign({pausedAt: ({context}) => context.now}),
    showNothing: assign({series: NO_SERIES}),
    askDetail: sendTo('zoom', ({context}) => detailRequested(context)),
    askUsual: sendTo('usual', ({context: {range}}) => ({type: 'range.shown', range})),
    appendPoints: assign(({context, event}) => (event.type === 'points.received' ? withPoints(context, event) : {})),
    addRecent: assign(({context, event}) => (event.type === 'points.received' ? withRecentPoints(context, event) : {})),
    pushSettings: sendParent((_, settings: Partial<ChartSettings>) => settingsChanged(settings, 'push')),
    replaceSettings: sendParent((_, settings: Partial<ChartSettings>) => settingsChanged(settings, 'replace')),
    /** Back leads out of a zoom, and not through each of its movements. */
    notifyZoom: sendParent(({context}, zoom: ChartContext['zoom']) =>
      settingsChanged({zoom}, context.zoom === null ? 'push' : 'replace'),
    ),
    moveRange: raise((_, range: RawRange) => ({type: 'range.chosen' as const, range})),
    logFailure: (_, _params: Given<{error: unknown}>) => missing('logFailure'),
  },
  guards: {
    isLive: ({context}) => context.pausedAt === null,
    isRaw: ({context}) => context.aggregation === 'none',
    isLinkUp: ({context}) => isLinkUp(context.link),
    isRangeEmpty: ({context}) => isEmpty(requestedRange(context)),
    isOverfull: ({context}) => (context.series?.points.length ?? 0) >= 2 * CHART_POINT_LIMIT,
    hasFile: ({context}) => context.series !== null && isAnything(context.series),
    hasRecent: ({context}) => changesDrawing(context, context.recent),
    changesDrawing: ({context, event}) =>
      event.type === 'points.received' && changesDrawing(context, [...event.points, ...(event.texts ?? [])]),
  },
  delays: {
    /** Pushed points change buckets, and late ones a paused chart, which are loaded again after this pause, not at each point. */
    changePatience: 5000,
  },
}).createMachine({
  id: 'chart',
  type: 'parallel',
  context: ({input}) => opened(input),
  invoke: [
    {src: 'minuteTicks', onError: {}},
    {src: 'points', input: ({context: {deviceId, key}}) => ({deviceId, key}), onError: {}},
    {id: 'file', src: 'file', onError: {}},
    {id: 'share', src: 'share', onError: {}},
    {id: 'timeRange', src: 'timeRange', onError: {}},
    {id: 'changes', src: 'changes', onError: {}},
    {id: 'usual', src: 'usual', input: ({context: {deviceId, key}}) => ({deviceId, key}), onError: {}},
    {id: 'zoom', src: 'zoom', onError: {}},
  ],
  on: {
    'link.changed': {actions: assign({link: ({event}) => event.link})},
    'clock.ticked': {actions: assign({now: ({event}) => event.at})},
    'limits.toggled': {actions: assign({areLimitsShown: ({context}) => !context.areLimitsShown})},
    'level.opened': {actions: assign({level: ({event}) => firstLevel(event.shown)})},
    'level.changed': {
      actions: assign({level: ({context: {level}, event: {change}}) => level && {...level, ...change}}),
    },
    'level.closed': {actions: assign({level: null})},
    'zoom.settled': [
      {guard: ({context, event}) => isSameView(context.zoom, event.view), actions: 'askDetail'},
      {
        actions: [
          {type: 'notifyZoom', params: ({event}) => event.view},
          assign({zoom: ({event}) => event.view}),
          'askDetail',
        ],
      },
    ],
    'download.requested': {
      guard: and(['hasFile', not(stateIn({load: 'loading'}))]),
      actions: sendTo('file', ({context, event}) => fileRequested(context, event.unit)),
    },
  },
  states: {
    update: {
      initial: 'opening',
      on: {'minute.ticked': {actions: assign({now: ({event}) => event.at})}},
      states: {
        opening: {always: [{guard: 'isLive', target: 'live'}, {target: 'paused'}]},
        live: {
          entry: assign({pausedAt: null}),
          on: {
            'liveUpdate.toggled': {target: 'paused', actions: {type: 'replaceSettings', params: {live: false}}},
            'range.chosen': {guard: ({event}) => !followsNow(event.range), target: 'paused'},
            'settings.restored': {guard: ({event}) => !event.settings.live, target: 'paused'},
          },
        },
        paused: {
          entry: assign({pausedAt: ({context}) => context.pausedAt ?? context.now}),
          on: {
            'liveUpdate.toggled': 'live',
            'range.chosen': [
              {
                guard: ({context, event}) => followsNow(event.range) && !followsNow(context.rangeChosen),
                target: 'live',
              },
              {actions: 'pauseAgain'},
            ],
            'settings.restored': [
              {guard: ({event}) => event.settings.live, target: 'live'},
              {
                guard: ({context, event}) => !isSameRange(event.settings.range, context.rangeChosen),
                actions: 'pauseAgain',
              },
            ],
          },
        },
      },
    },
    load: {
      initial: 'asking',
      on: {
        'refresh.requested': '.askingAgain',
        'liveUpdate.toggled': {
          guard: not('isLive'),
          target: '.asking',
          actions: [
            assign({rangeChosen: ({context}) => ({...context.rangeChosen, to: 'now'})}),
            {type: 'replaceSettings', params: ({context}) => ({live: true, range: context.rangeChosen})},
          ],
        },
        'settings.restored': {target: '.asking', actions: assign(({event}) => chosenFrom(event.settings))},
        'aggregation.chosen': {
          guard: ({context, event}) => event.aggregation !== context.aggregation,
          target: '.asking',
          actions: [
            assign({aggregation: ({event}) => event.aggregation}),
            {type: 'pushSettings', params: ({event: {aggregation}}) => ({aggregation})},
          ],
        },
        'window.chosen': {
          actions: [
            assign({windowMinutes: ({event}) => event.minutes, customWindow: null}),
            {type: 'pushSettings', params: ({context: {windowMinutes}}) => ({windowMinutes})},
            raise({type: 'window.changed'}),
          ],
        },
        'customWindow.chosen': {actions: assign({customWindow: ({context}) => String(context.windowMinutes)})},
        'customWindow.typed': {
          actions: [
            assign(({event: {text}}) => ({customWindow: text, windowMinutes: customWindowMinutes(text)})),
            {type: 'replaceSettings', params: ({context: {windowMinutes}}) => ({windowMinutes})},
            raise({type: 'window.changed'}),
          ],
        },
        'window.changed': {guard: not('isRaw'), target: '.asking'},
        'range.chosen': {
          guard: ({context, event}) => !isSameRange(event.range, context.rangeChosen),
          target: '.asking',
          actions: [
            {
              type: 'pushSettings',
              params: ({context, event: {range}}) => ({range, zoom: null, live: isLiveWith(context, range)}),
            },
            assign({rangeChosen: ({event}) => event.range, zoom: null, requestedZoom: {view: null}}),
            'askDetail',
          ],
        },
        'range.stepped': {
          actions: {
            type: 'moveRange',
            params: ({context: {range, zone}, event}) => stepped(range, event.direction, zone),
          },
        },
        'range.zoomedOut': {
          actions: {type: 'moveRange', params: ({context: {rangeChosen, range}}) => zoomedOut(rangeChosen, range)},
        },
      },
      states: {
        /** Loads the series of new settings. The former drawing stays until the answer, and goes when that fails. */
        asking: {
          exit: 'takeRange',
          always: [{guard: 'isRangeEmpty', target: 'shown', actions: 'showNothing'}, {target: 'loading'}],
        },
        /** Loads the same series at a later time. The drawing stays even if this fails: it is true for its own time. */
        askingAgain: {
          exit: 'takeRange',
          always: [{guard: 'isRangeEmpty', target: 'shown', actions: 'showNothing'}, {target: 'refreshing'}],
        },
        loading: {
          entry: 'askUsual',
          invoke: {
            src: 'loadSeries',
            input: ({context}) => asked(context),
            onDone: {target: 'shown', actions: {type: 'showSeries', params: ({event}) => ({series: event.output})}},
            onError: {target: 'failed', actions: {type: 'logFailure', params: ({event}) => ({error: event.error})}},
          },
          on: {
            'refresh.requested': 'asking',
            'points.received': {actions: 'addRecent'},
          },
        },
        refreshing: {
          invoke: {
            src: 'loadSeries',
            input: ({context}) => asked(context),
            onDone: {target: 'shown', actions: {type: 'showSeries', params: ({event}) => ({series: event.output})}},
            onError: {target: 'outdated', actions: {type: 'logFailure', params: ({event}) => ({error: event.error})}},
          },
          on: {
            'points.received': [
              {guard: and(['isLive', 'isRaw']), actions: ['appendPoints', 'addRecent']},
              {actions: 'addRecent'},
            ],
          },
        },
        shown: {
          entry: ['askDetail', 'askUsual'],
          always: {guard: and([not('isRaw'), 'hasRecent']), target: 'due'},
          on: {
            'minute.ticked': [
              {guard: not('isLive')},
              {guard: ({context}) => context.link.kind === 'polling', target: 'askingAgain'},
              {guard: ({context, event}) => hasStartMoved(context, event.at), target: 'askingAgain'},
              {actions: [assign(({context, event}) => withEnd(context, event.at)), 'askUsual']},
            ],
            'points.received': [
              {guard: not('changesDrawing')},
              {guard: not(and(['isLive', 'isRaw'])), target: 'due'},
              {guard: 'isOverfull', target: 'askingAgain'},
              {actions: 'appendPoints'},
            ],
          },
        },
        /** What is drawn has changed on the server, and is loaded again shortly. */
        due: {entry: assign({recent: []}), after: {changePatience: 'askingAgain'}},
        /** A refresh has failed, so that newer points may be missing. */
        outdated: {
          on: {
            'retry.requested': 'askingAgain',
            'minute.ticked': {guard: 'isLinkUp', target: 'askingAgain'},
            'points.received': {guard: and(['isLive', 'isRaw']), actions: 'appendPoints'},
          },
        },
        failed: {
          entry: assign({series: null, recent: []}),
          on: {
            'refresh.requested': 'asking',
            'retry.requested': 'asking',
            'minute.ticked': {guard: 'isLinkUp', target: 'asking'},
          },
        },
      },
    },
  },
})

export type ChartRef = ActorRefFrom<typeof chartMachine>
