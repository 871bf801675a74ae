import {type ActorRefFrom, and, not} from 'xstate'
import {type ChartContext, chartSetup, chosenFrom, wantedRange} from './chartSetup'

/** One device's key as a drawing: what is asked for, what is shown, and whether it follows now. */
export const chartMachine = chartSetup.createMachine({
  id: 'chart',
  type: 'parallel',
  context: ({input: {settings, ...rest}}) => {
    const chosen = {...rest, ...chosenFrom(settings), opensLive: settings.live, until: rest.now}
    return {...chosen, range: wantedRange(chosen), ahead: 0, series: null, recent: []}
  },
  invoke: {src: 'minuteTicks', onError: {}},
  on: {
    'link.changed': {actions: {type: 'rememberLink', params: ({event}) => event}},
    'clock.ticked': {actions: {type: 'rememberNow', params: ({event}) => event}},
  },
  states: {
    // First, so that what follows sees the end moved.
    update: {
      initial: 'opening',
      states: {
        opening: {always: [{guard: 'opensLive', target: 'live'}, {target: 'paused'}]},
        live: {
          entry: 'followNow',
          on: {
            'clock.ticked': {
              actions: [
                {type: 'rememberNow', params: ({event}) => event},
                {type: 'followClock', params: ({event}) => event},
              ],
            },
            'minute.ticked': {actions: {type: 'followClock', params: ({event}) => event}},
            'points.received': {actions: {type: 'followPoint', params: ({event}) => event}},
            'liveUpdate.toggled': {
              target: 'paused',
              actions: 'reportPaused',
            },
            'end.chosen': {guard: {type: 'isTime', params: ({event}) => event}, target: 'paused'},
            'settings.restored': {
              guard: {type: 'isPausing', params: ({event}) => event},
              target: 'paused',
            },
          },
        },
        paused: {
          entry: 'standStill',
          on: {
            'liveUpdate.toggled': 'live',
            'end.chosen': {guard: {type: 'isDefault', params: ({event}) => event}, target: 'live'},
            'settings.restored': {guard: {type: 'isResuming', params: ({event}) => event}, target: 'live'},
          },
        },
      },
    },
    load: {
      initial: 'asking',
      on: {
        'refresh.requested': '.askingAgain',
        'liveUpdate.toggled': {guard: not('isLive'), target: '.asking', actions: ['clearEnd', 'reportLive']},
        'settings.restored': {target: '.asking', actions: {type: 'rememberSettings', params: ({event}) => event}},
        'aggregation.chosen': {
          guard: {type: 'isOtherAggregation', params: ({event}) => event},
          target: '.asking',
          actions: [{type: 'rememberAggregation', params: ({event}) => event}, 'reportAggregation'],
        },
        'window.chosen': [
          {
            guard: 'isRaw',
            actions: [{type: 'rememberWindow', params: ({event}) => event}, 'reportWindow'],
          },
          {
            target: '.asking',
            actions: [{type: 'rememberWindow', params: ({event}) => event}, 'reportWindow'],
          },
        ],
        'customWindow.chosen': {actions: 'openCustomWindow'},
        'customWindow.typed': [
          {
            guard: 'isRaw',
            actions: [{type: 'rememberCustomWindow', params: ({event}) => event}, 'reportCustomWindow'],
          },
          {
            target: '.asking',
            actions: [{type: 'rememberCustomWindow', params: ({event}) => event}, 'reportCustomWindow'],
          },
        ],
        'start.chosen': {
          guard: {type: 'isOtherStart', params: ({event}) => event},
          target: '.asking',
          actions: [{type: 'rememberStart', params: ({event}) => event}, 'reportStart'],
        },
        'end.chosen': {
          guard: {type: 'isOtherEnd', params: ({event}) => event},
          target: '.asking',
          actions: [{type: 'rememberEnd', params: ({event}) => event}, 'reportEnd'],
        },
      },
      states: {
        /** Another question: what is drawn stays until the answer is there, and goes if there is none. */
        asking: {
          entry: 'forgetRecent',
          always: [
            {guard: 'isRangeEmpty', target: 'shown', actions: ['takeRange', 'showNothing']},
            {guard: 'hasSeries', target: 'shown.changing', actions: 'takeRange'},
            {target: 'loading', actions: 'takeRange'},
          ],
        },
        /** The same question at another time: what is drawn is true of its time in any case. */
        askingAgain: {
          entry: 'forgetRecent',
          always: [
            {guard: 'isRangeEmpty', target: 'shown', actions: ['takeRange', 'showNothing']},
            {guard: 'hasSeries', target: 'shown.refreshing', actions: 'takeRange'},
            {target: 'loading', actions: 'takeRange'},
          ],
        },
        loading: {
          invoke: {
            src: 'loadSeries',
            input: ({context}) => asked(context),
            onDone: {target: 'shown', actions: {type: 'showSeries', params: ({event}) => ({series: event.output})}},
            onError: {target: 'failed', actions: {type: 'logFailure', params: ({event}) => event}},
          },
          on: {'points.received': {actions: {type: 'keepRecent', params: ({event}) => event}}},
        },
        shown: {
          initial: 'idle',
          states: {
            idle: {
              always: {guard: 'hasRecent', target: 'due'},
              on: {
                'minute.ticked': [
                  {guard: not('isLive')},
                  {guard: 'isPolled', target: '#chart.load.askingAgain'},
                  {
                    guard: {type: 'hasStartMoved', params: ({event}) => event},
                    target: '#chart.load.askingAgain',
                  },
                  {actions: 'takeRange'},
                ],
                'points.received': [
                  {guard: not('isLive')},
                  {guard: not('isRaw'), target: 'due'},
                  {guard: 'isOverfull', target: '#chart.load.askingAgain'},
                  {actions: ['takeRange', {type: 'appendPoints', params: ({event}) => event}]},
                ],
              },
            },
            /** Buckets have changed. */
            due: {
              entry: 'forgetRecent',
              after: {bucketPatience: '#chart.load.askingAgain'},
            },
            changing: {
              invoke: {
                src: 'loadSeries',
                input: ({context}) => asked(context),
                onDone: {target: 'idle', actions: {type: 'showSeries', params: ({event}) => ({series: event.output})}},
                onError: {target: '#chart.load.failed', actions: {type: 'logFailure', params: ({event}) => event}},
              },
              on: {
                'refresh.requested': '#chart.load.asking',
                'points.received': {actions: {type: 'keepRecent', params: ({event}) => event}},
              },
            },
            refreshing: {
              invoke: {
                src: 'loadSeries',
                input: ({context}) => asked(context),
                onDone: {target: 'idle', actions: {type: 'showSeries', params: ({event}) => ({series: event.output})}},
                onError: {target: 'outdated', actions: {type: 'logFailure', params: ({event}) => event}},
              },
              on: {
                'points.received': [
                  {
                    guard: and(['isLive', 'isRaw']),
                    actions: [
                      'takeRange',
                      {type: 'appendPoints', params: ({event}) => event},
                      {type: 'keepRecent', params: ({event}) => event},
                    ],
                  },
                  {actions: {type: 'keepRecent', params: ({event}) => event}},
                ],
              },
            },
            /** Could not be refreshed: points may be missing since. */
            outdated: {
              on: {
                'retry.requested': '#chart.load.askingAgain',
                'minute.ticked': {guard: and(['isLive', 'isLinkUp']), target: '#chart.load.askingAgain'},
                'points.received': {
                  guard: and(['isLive', 'isRaw']),
                  actions: ['takeRange', {type: 'appendPoints', params: ({event}) => event}],
                },
              },
            },
          },
        },
        failed: {
          entry: 'clearSeries',
          on: {
            'retry.requested': 'asking',
            'minute.ticked': {guard: 'isLinkUp', target: 'asking'},
          },
        },
      },
    },
  },
})

export type ChartRef = ActorRefFrom<typeof chartMachine>

function asked({deviceId, key, range, ahead, aggregation, windowMinutes, zone, capabilities}: ChartContext) {
  const {start, end} = range
  return {question: {deviceId, key, start, end: end + ahead, aggregation, windowMinutes, zone}, capabilities}
}
