import {type ActorRefFrom, assign, not, raise, type SnapshotFrom, setup} from 'xstate'
import {isPulsewall} from '../../../contract/rules/offer'
import type {EpochMs} from '../../../contract/wire/common'
import {isServerKnown, type KnownLink, PROBING} from '../../domain/link'
import {
  type AskedMoment,
  FIRST_LOOK_BACK,
  isSameMoment,
  type Moment,
  type Rate,
  type ReplayFacts,
  type SliderSpan,
  sliderAround,
  sliderFor,
} from '../../domain/moment'
import type {TelemetryUpdate} from '../../domain/telemetry/readings/update'
import type {TimeRange} from '../../domain/timeRange/timeRange'
import {type LinkChanged, linkChanges, setLink} from '../connectivity'
import {call, type Given, missing, source} from '../ports'

interface ReplayContext extends KnownLink {
  /** The moment in the address. */
  asked: AskedMoment | null
  /** The moment of the replay. */
  at: EpochMs
  /** The speed at which it plays, if it does. */
  rate: Rate
  /** The present, on the server's clock. */
  now: EpochMs
  span: SliderSpan
  slider: TimeRange
  /** The moment at which the slider is held; null while nobody does. */
  held: EpochMs | null
  facts: ReplayFacts | null
  /** Counts how often screens had to start again, because the time has jumped. */
  jumps: number
}

/** `isFollowed`: a link has led there, and not Back. `isReplayable`: the shown page has a past. */
export interface ReplayAddressChanged {
  type: 'address.changed'
  asked: AskedMoment | null
  isFollowed: boolean
  isReplayable: boolean
}

export type PlaybackEvent =
  | {type: 'time.passed'; at: EpochMs; updates: readonly TelemetryUpdate[]}
  /** The next piece is on its way. */
  | {type: 'history.awaited'}
  | {type: 'history.missed'; error: unknown}
  | {type: 'present.reached'}

interface MomentShown {
  moment: Moment | null
  history: 'push' | 'replace'
}

export type ReplayEvent =
  | LinkChanged
  | {type: 'present.ticked'; at: EpochMs}
  | ReplayAddressChanged
  | PlaybackEvent
  | {type: 'replay.requested'}
  | {type: 'live.requested'}
  | {type: 'play.toggled'}
  | {type: 'rate.chosen'; rate: Rate}
  | {type: 'slider.moved'; at: EpochMs}
  | {type: 'moment.chosen'; at: EpochMs}
  | {type: 'span.chosen'; span: SliderSpan}
  | {type: 'retry.requested'}

const replaySetup = setup({
  types: {} as {context: ReplayContext; events: ReplayEvent; input: {now: EpochMs}},
  actors: {
    linkChanges,
    addressChanges: source<ReplayAddressChanged, void>('addressChanges'),
    /** Tells the present now and then. */
    presents: source<Extract<ReplayEvent, {type: 'present.ticked'}>, void>('presents'),
    playback: source<PlaybackEvent, {at: EpochMs; rate: Rate}>('playback'),
    loadFacts: call<ReplayFacts, {range: TimeRange}>('loadFacts'),
  },
  actions: {
    /** Lets the screens know the time, and what has come by then. */
    publishTime: (_, _params: Given<{at: EpochMs; updates: readonly TelemetryUpdate[]}>) => missing('publishTime'),
    /** Lets the screens read all again, because they have seen only parts while it was played. */
    catchUp: (_, _params?: Given) => missing('catchUp'),
    pushToUrl: (_, _params: Given<MomentShown>) => missing('pushToUrl'),
    warn: (_, _params: Given<{error: unknown}>) => missing('warn'),
    setLink: assign((_, {link, offer}: LinkChanged) => ({link, offer})),
    pauseInUrl: assign({asked: ({context: {at}}) => ({at, rate: null})}),
    playInUrl: assign({asked: ({context: {at, rate}}) => ({at, rate})}),
    /** The future can't be shown. */
    jump: assign(({context: {slider, now, span, jumps}}, {at: requested}: {at: EpochMs}) => {
      const at = Math.min(requested, now)
      return {at, held: null, jumps: jumps + 1, slider: sliderFor(slider, at, now, span)}
    }),
  },
  guards: {
    isOffered: ({context}) => isPulsewall(context.offer),
    isServerKnown: ({context}) => isServerKnown(context),
    isUnreadable: ({context}) => context.asked === 'unreadable',
    isAhead: ({context: {asked, now}}) => typeof asked === 'object' && asked !== null && asked.at > now,
    isPlayed: ({context: {asked}}) => typeof asked === 'object' && asked !== null && asked.rate !== null,
    isPresent: ({context: {at, now}}) => at >= now,
  },
  delays: {
    /** A slider is pulled through many moments. */
    holdPatience: 250,
  },
})

interface Now {
  context: ReplayContext
}

const publishTime = {
  type: 'publishTime',
  params: ({context: {at}}: Now) => ({at, updates: []}),
} as const
const pushToUrl = {
  type: 'pushToUrl',
  params: ({context}: Now): MomentShown => ({moment: momentOf(context), history: 'replace'}),
} as const
const begin = {
  type: 'pushToUrl',
  params: ({context}: Now): MomentShown => ({moment: momentOf(context), history: 'push'}),
} as const
const warn = {type: 'warn', params: ({event}: {event: {error: unknown}}) => event} as const

/** Shows a past moment on the screens that have a past. It follows the address, which says which one. */
export const replayMachine = replaySetup.createMachine({
  id: 'replay',
  context: ({input: {now}}) => ({
    link: PROBING,
    offer: null,
    asked: null,
    at: now,
    rate: 60,
    now,
    held: null,
    facts: null,
    jumps: 0,
    span: 'day',
    slider: sliderAround(now, now, 'day'),
  }),
  invoke: [
    {src: 'linkChanges', onError: {}},
    {src: 'presents', onError: {}},
    {src: 'addressChanges', onError: {}},
  ],
  on: {
    'link.changed': {actions: setLink},
    'present.ticked': {actions: assign({now: ({event}) => event.at})},
  },
  initial: 'off',
  states: {
    off: {
      on: {
        'address.changed': {
          guard: ({event}) => event.asked !== null && event.isReplayable,
          target: 'on',
          actions: assign({asked: ({event}) => event.asked}),
        },
        'replay.requested': {
          guard: 'isOffered',
          target: 'on',
          actions: [assign({asked: ({context: {now}}) => ({at: lookBack(now), rate: null})}), begin],
        },
      },
    },
    on: {
      initial: 'deciding',
      exit: assign({jumps: ({context}) => context.jumps + 1, facts: null}),
      on: {
        'address.changed': [
          {
            // Links within these screens name no moment, and lead to the same one.
            guard: ({context, event}) =>
              event.asked === null && event.isFollowed && event.isReplayable && momentOf(context) !== null,
            actions: pushToUrl,
          },
          {guard: ({event}) => event.asked === null || !event.isReplayable, target: 'off'},
          {guard: ({context, event}) => isSameMoment(context.asked, event.asked)},
          {target: '.deciding', actions: assign({asked: ({event}) => event.asked})},
        ],
        'live.requested': {target: 'off', actions: [assign({asked: null}), begin]},
      },
      states: {
        deciding: {
          always: [
            {guard: 'isUnreadable', target: 'unreadable'},
            {guard: 'isAhead', target: 'ahead'},
            {guard: 'isOffered', target: 'shown'},
            {guard: 'isServerKnown', target: 'notOffered'},
          ],
        },
        /** The address names no time. */
        unreadable: {},
        /** The address names a time that is still to come. */
        ahead: {on: {'present.ticked': {target: 'deciding', actions: assign({now: ({event}) => event.at})}}},
        notOffered: {on: {'link.changed': {target: 'deciding', actions: setLink}}},
        shown: {
          type: 'parallel',
          on: {
            // Another server would answer with the present.
            'link.changed': {
              guard: ({event}) => isServerKnown(event) && !isPulsewall(event.offer),
              target: 'notOffered',
              actions: setLink,
            },
          },
          entry: [{type: 'jump', params: ({context}) => ({at: momentOf(context)?.at ?? context.at})}, publishTime],
          states: {
            progress: {
              initial: 'deciding',
              on: {
                'moment.chosen': {
                  target: '.deciding',
                  actions: [{type: 'jump', params: ({event}) => event}, publishTime],
                },
              },
              states: {
                deciding: {
                  always: [
                    {
                      guard: 'isPlayed',
                      target: 'playing',
                      actions: assign(({context}) => ({rate: momentOf(context)?.rate ?? context.rate})),
                    },
                    {target: 'paused'},
                  ],
                },
                paused: {
                  entry: ['pauseInUrl', pushToUrl],
                  on: {
                    'play.toggled': {guard: not('isPresent'), target: 'playing'},
                    'rate.chosen': {actions: assign({rate: ({event}) => event.rate})},
                  },
                },
                playing: {
                  entry: ['playInUrl', pushToUrl],
                  invoke: {
                    src: 'playback',
                    input: ({context: {at, rate}}) => ({at, rate}),
                    onError: {target: '.missed', actions: warn},
                  },
                  on: {
                    'play.toggled': {target: 'paused', actions: 'catchUp'},
                    'rate.chosen': {
                      target: 'playing',
                      reenter: true,
                      actions: assign({rate: ({event}) => event.rate}),
                    },
                    'present.reached': {target: 'ended', actions: 'catchUp'},
                    'history.missed': {target: '.missed', actions: warn},
                    'time.passed': {
                      target: '.running',
                      actions: [
                        assign(({context: {slider, now, span}, event: {at}}) => ({
                          at,
                          slider: sliderFor(slider, at, now, span),
                        })),
                        {type: 'publishTime', params: ({event}) => event},
                      ],
                    },
                  },
                  initial: 'running',
                  states: {
                    running: {on: {'history.awaited': 'waiting'}},
                    /** The time stops until the next piece is there. */
                    waiting: {},
                    /** The next piece could not be loaded. It is tried again by itself, or on request. */
                    missed: {on: {'retry.requested': {target: '#replay.on.shown.progress.playing', reenter: true}}},
                  },
                },
                /** The replay has reached the present, and stops. */
                ended: {entry: ['pauseInUrl', pushToUrl]},
              },
            },
            facts: {
              initial: 'loading',
              on: {
                'moment.chosen': '.loading',
                'span.chosen': {
                  target: '.loading',
                  actions: assign(({context: {at, now}, event: {span}}) => ({
                    span,
                    slider: sliderAround(at, now, span),
                  })),
                },
              },
              states: {
                loading: {
                  invoke: {
                    src: 'loadFacts',
                    input: ({context}) => ({range: context.slider}),
                    onDone: {target: 'known', actions: assign({facts: ({event}) => event.output})},
                    onError: {target: 'missed', actions: warn},
                  },
                },
                known: {},
                missed: {},
              },
            },
            hand: {
              initial: 'free',
              on: {
                'slider.moved': {target: '.holding', actions: assign({held: ({event}) => event.at})},
                'moment.chosen': '.free',
              },
              states: {
                free: {},
                holding: {
                  after: {
                    holdPatience: {
                      target: 'free',
                      actions: raise(({context: {held, at}}) => ({type: 'moment.chosen', at: held ?? at})),
                    },
                  },
                },
              },
            },
          },
        },
      },
    },
  },
})

export type ReplayLogic = typeof replayMachine
export type ReplayRef = ActorRefFrom<ReplayLogic>
export type ReplaySnapshot = SnapshotFrom<ReplayLogic>

const momentOf = ({asked}: Pick<ReplayContext, 'asked'>): Moment | null => (asked === 'unreadable' ? null : asked)

const lookBack = (now: EpochMs): EpochMs => Math.floor((now - FIRST_LOOK_BACK) / 1000) * 1000
