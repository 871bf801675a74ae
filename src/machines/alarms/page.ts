import {type ActorRefFrom, assign, setup} from 'xstate'
import type {EpochMs} from '../../../contract/wire/common'
import {type Alarm, newerAlarm} from '../../domain/alarm'
import type {AlarmHistory} from '../../domain/alarms/history'
import {isRefusedWith, messageOf} from '../../domain/failure'
import {textsOf} from '../../domain/language'
import {isLinkDown, type KnownLink, PROBING} from '../../domain/link'
import {type LinkChanged, linkChanges, onceUp, onReconnect, setLink} from '../connectivity'
import {SET_ERROR} from '../failure'
import {call, source} from '../ports'

export const alarmPageTexts = textsOf('machines.alarmPage', {unloaded: 'The alarm could not be loaded.'})

interface AlarmPageContext extends KnownLink {
  id: string
  history: AlarmHistory | null
  message: string | null
  /** On the server's clock. */
  now: EpochMs
  /** The time since which no changes arrive; null while the page is current. */
  outdatedSince: EpochMs | null
}

type AlarmsEvent = {type: 'alarms.changed'; alarms: readonly Alarm[]} | {type: 'alarms.moved'}
type ClockEvent = {type: 'clock.ticked'; at: EpochMs} | {type: 'clock.jumped'; at: EpochMs}

const takeChanges = {type: 'takeChanges', params: ({event}: {event: {alarms: readonly Alarm[]}}) => event} as const
const takeHistory = {
  type: 'takeHistory',
  params: ({event}: {event: {output: AlarmHistory}}) => ({history: event.output}),
} as const

/** Shows one alarm with its history. A change is shown at once, and the history is read again. */
export const alarmPageMachine = setup({
  types: {} as {
    context: AlarmPageContext
    events:
      | LinkChanged
      | ClockEvent
      | AlarmsEvent
      | {type: 'minute.ticked'; at: EpochMs}
      | {type: 'older.requested'}
      | {type: 'retry.requested'}
    input: {id: string; now: EpochMs}
  },
  actors: {
    linkChanges,
    clock: source<ClockEvent, void>('clock'),
    alarmEvents: source<AlarmsEvent, void>('alarmEvents'),
    polls: source<{type: 'minute.ticked'; at: EpochMs}, void>('polls'),
    loadHistory: call<AlarmHistory, {id: string}>('loadHistory'),
    loadOlder: call<Pick<AlarmHistory, 'journal' | 'next'>, {id: string; cursor: string | null}>('loadOlder'),
  },
  actions: {
    setLink: assign(({context: {history, now, outdatedSince}}, {link, offer}: KnownLink) => ({
      link,
      offer,
      outdatedSince: history !== null && isLinkDown(link) ? (outdatedSince ?? now) : outdatedSince,
    })),
    takeChanges: assign(({context: {history, id}}, {alarms}: {alarms: readonly Alarm[]}) => {
      const changed = alarms.findLast(alarm => alarm.id === id)
      if (changed === undefined || history === null) return {}
      return {history: {...history, alarm: newerAlarm(history.alarm, changed)}}
    }),
    /** An answer may have been on its way when the link was lost. */
    takeHistory: assign(({context: {link, now}}, {history}: {history: AlarmHistory}) => ({
      history,
      message: null,
      outdatedSince: isLinkDown(link) ? now : null,
    })),
    setError: assign({message: (_, {error}: {error: unknown}) => messageOf(error, alarmPageTexts.unloaded)}),
  },
  guards: {
    concernsAlarm: ({context, event}) =>
      event.type === 'alarms.changed' && event.alarms.some(({id}) => id === context.id),
  },
  delays: {
    /** In a storm the history is read at most this often. */
    changesPause: 1000,
  },
}).createMachine({
  id: 'alarmPage',
  context: ({input}) => ({
    ...input,
    link: PROBING,
    offer: null,
    history: null,
    message: null,
    outdatedSince: null,
  }),
  invoke: [
    {src: 'linkChanges', onError: {}},
    {src: 'clock', onError: {}},
    {src: 'alarmEvents', onError: {}},
  ],
  on: {
    'clock.ticked': {actions: assign({now: ({event}) => event.at})},
    'clock.jumped': {actions: assign({now: ({event}) => event.at})},
    'link.changed': {actions: setLink},
  },
  initial: 'awaitingLink',
  states: {
    awaitingLink: {
      always: onceUp('loading', {target: 'failed', actions: {type: 'setError', params: {error: null}}}),
    },
    notFound: {on: {'alarms.moved': 'loading'}},
    loading: {
      invoke: {
        src: 'loadHistory',
        input: ({context: {id}}) => ({id}),
        onDone: {
          target: 'shown',
          actions: takeHistory,
        },
        onError: [
          {guard: ({event}) => isRefusedWith(event.error, 400, 404), target: 'notFound'},
          {target: 'failed', actions: SET_ERROR},
        ],
      },
    },
    failed: {
      on: {
        'retry.requested': 'awaitingLink',
        'link.changed': onReconnect('awaitingLink'),
      },
    },
    shown: {
      initial: 'current',
      invoke: {src: 'polls', onError: {}},
      on: {
        // Changes while the link was down were not sent.
        'link.changed': onReconnect('.reading'),
        'minute.ticked': {
          guard: ({context: {link}}) => link.kind === 'polling' || link.kind === 'replay',
          target: '.reading',
        },
        'alarms.moved': '.reading',
      },
      states: {
        current: {
          on: {
            'alarms.changed': {guard: 'concernsAlarm', target: 'pausing', actions: takeChanges},
            'older.requested': {guard: ({context}) => Boolean(context.history?.next), target: 'readingOlder'},
          },
        },
        pausing: {
          after: {changesPause: 'reading'},
          on: {'alarms.changed': {actions: takeChanges}},
        },
        reading: {
          invoke: {
            src: 'loadHistory',
            input: ({context: {id}}) => ({id}),
            onDone: {target: 'current', actions: takeHistory},
            // The link reports an absent server by itself, and the next change reads it again.
            onError: [
              {guard: ({event}) => isRefusedWith(event.error, 404), target: '#alarmPage.notFound'},
              {target: 'missed', actions: SET_ERROR},
            ],
          },
          on: {'alarms.changed': {guard: 'concernsAlarm', target: 'pausing', actions: takeChanges}},
        },
        readingOlder: {
          invoke: {
            src: 'loadOlder',
            input: ({context: {id, history}}) => ({id, cursor: history?.next ?? null}),
            onDone: {
              target: 'current',
              actions: assign({
                history: ({context: {history}, event: {output}}) =>
                  history && {...history, journal: [...history.journal, ...output.journal], next: output.next},
              }),
            },
            onError: {target: 'missed', actions: SET_ERROR},
          },
          on: {'alarms.changed': {guard: 'concernsAlarm', target: 'pausing', actions: takeChanges}},
        },
        missed: {
          on: {
            'retry.requested': 'reading',
            'alarms.changed': {guard: 'concernsAlarm', target: 'pausing', actions: takeChanges},
          },
        },
      },
    },
  },
})

export type AlarmPageLogic = typeof alarmPageMachine
export type AlarmPageRef = ActorRefFrom<AlarmPageLogic>
