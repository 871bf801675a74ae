import {type ActorRefFrom, assign, setup} from 'xstate'
import type {Offer} from '../../../contract/wire/capabilities'
import type {EpochMs, Milliseconds} from '../../../contract/wire/common'
import {messageOf} from '../../domain/failure'
import {textsOf} from '../../domain/language'
import {type KnownLink, PROBING} from '../../domain/link'
import type {Plays} from '../../domain/media/play'
import {followsNow, type RawRange, type TimeRange} from '../../domain/timeRange/timeRange'
import {type LinkChanged, linkChanges, onceKnown, onReconnect, setLink} from '../connectivity'
import {setError} from '../failure'
import {call} from '../ports'
import {type RangeChosen, timeRangeMachine} from '../timeRange'

export const playsTexts = textsOf('machines.plays', {
  unloaded: 'What the screens have played could not be loaded.',
  unsaved: 'The file could not be saved.',
})

export interface PlaysInput {
  organisationId: string
  /** An IANA time zone. */
  zone: string
}

export interface PlaysQuestion extends PlaysInput {
  range: RawRange
  offer: Offer | null
}

/** The plays in the range as of `readAt`. */
export interface PlaysAnswer {
  plays: readonly Plays[]
  range: TimeRange
  readAt: EpochMs
  /** Whether some screens have played more often than could be read. */
  isCut: boolean
}

interface PlaysContext extends PlaysInput, KnownLink {
  range: RawRange
  answer: PlaysAnswer | null
  message: string | null
}

/** Present plays are reported within this time. */
const READ_AGAIN: Milliseconds = 60_000

const LAST_WEEK: RawRange = {from: 'now-7d', to: 'now'}

const playsSetup = setup({
  types: {} as {
    context: PlaysContext
    events: LinkChanged | RangeChosen | {type: 'retry.requested'} | {type: 'file.requested'}
    input: PlaysInput
    children: {timeRange: 'timeRange'}
  },
  actors: {
    timeRange: timeRangeMachine,
    linkChanges,
    loadPlays: call<PlaysAnswer, PlaysQuestion>('loadPlays'),
    saveFile: call<void, PlaysQuestion>('saveFile'),
  },
  actions: {
    setLink: assign((_, {link, offer}: KnownLink) => ({link, offer})),
    setError: assign({
      message: (_, {error, text}: {error: unknown; text: keyof typeof playsTexts}) =>
        messageOf(error, playsTexts[text]),
    }),
  },
})

const questionOf = ({organisationId, zone, range, offer}: PlaysContext): PlaysQuestion => ({
  organisationId,
  zone,
  range,
  offer,
})

/** The proof of play: which screen has played what, when and how often. */
export const playsMachine = playsSetup.createMachine({
  id: 'plays',
  context: ({input}) => ({
    ...input,
    link: PROBING,
    offer: null,
    range: LAST_WEEK,
    answer: null,
    message: null,
  }),
  invoke: [
    {src: 'linkChanges', onError: {}},
    {src: 'timeRange', id: 'timeRange'},
  ],
  on: {
    'link.changed': {actions: setLink},
    'range.chosen': {target: '.loading', actions: assign({range: ({event}) => event.range})},
  },
  initial: 'awaitingServer',
  states: {
    awaitingServer: {
      on: {'range.chosen': {}},
      always: onceKnown('loading', {
        target: 'failed',
        actions: {type: 'setError', params: {error: null, text: 'unloaded'}},
      }),
    },
    loading: {
      entry: assign({message: null}),
      invoke: {
        src: 'loadPlays',
        input: ({context}) => questionOf(context),
        onDone: {target: 'loaded', actions: assign({answer: ({event}) => event.output})},
        onError: {target: 'failed', actions: setError('unloaded')},
      },
    },
    failed: {
      after: {[READ_AGAIN]: 'loading'},
      on: {
        'retry.requested': 'loading',
        'link.changed': onReconnect('loading'),
      },
    },
    loaded: {
      initial: 'idle',
      on: {'retry.requested': 'loading'},
      states: {
        idle: {
          after: {[READ_AGAIN]: {guard: ({context}) => followsNow(context.range), target: '#plays.loading'}},
          on: {'file.requested': 'saving'},
        },
        saving: {
          entry: assign({message: null}),
          invoke: {
            src: 'saveFile',
            input: ({context}) => questionOf(context),
            onDone: 'idle',
            onError: {target: 'idle', actions: setError('unsaved')},
          },
        },
      },
    },
  },
})

export type PlaysLogic = typeof playsMachine
export type PlaysRef = ActorRefFrom<PlaysLogic>
