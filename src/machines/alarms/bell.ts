import {type ActorRefFrom, assign, enqueueActions, type SnapshotFrom, setup, stateIn} from 'xstate'
import type {EpochMs} from '../../../contract/wire/common'
import type {Alarm, AlarmCounts} from '../../domain/alarm'
import {type KnownCalls, knownAfter, newCalls} from '../../domain/alarms/calls'
import {isLinkUp, type KnownLink, PROBING} from '../../domain/link'
import {type LinkChanged, linkChanges} from '../connectivity'
import {call, type Given, missing, source} from '../ports'

export interface BellInput {
  /** Earlier changes are not notified. On the server's clock. */
  since: EpochMs
  sound: 'on' | 'muted'
  right: NotificationRight
}

/** Whether the browser shows notifications of this page. */
export type NotificationRight = 'unasked' | 'allowed' | 'refused'

interface BellContext extends BellInput, KnownLink {
  /** Null before they are counted for the first time. */
  counts: AlarmCounts | null
  known: KnownCalls
}

type CountsEvent = {type: 'alarms.counted'; counts: AlarmCounts} | {type: 'alarms.uncounted'}
type AlarmsChanged = {type: 'alarms.changed'; alarms: readonly Alarm[]}
/** The counts are asked for again by themselves. */
type AlarmsMoved = {type: 'alarms.moved'}

const storeSwitch = (sound: BellInput['sound']) => ({type: 'storeSound', params: {sound}}) as const

/**
 * Calls a person, whatever screen is open: it counts the alarms that nobody has acknowledged, and when one becomes
 * critical, it rings and notifies. Browsers let a page ring only once it was touched, and notify only when the person
 * allows it.
 */
export const bellMachine = setup({
  types: {} as {
    context: BellContext
    events:
      | LinkChanged
      | CountsEvent
      | AlarmsChanged
      | AlarmsMoved
      | {type: 'page.touched'}
      | {type: 'sound.switched'}
      | {type: 'notifications.requested'}
    input: BellInput
    tags: 'counted'
  },
  actors: {
    linkChanges,
    alarmEvents: source<AlarmsChanged | AlarmsMoved, void>('alarmEvents'),
    alarmCounts: source<CountsEvent, {isPushed: boolean}>('alarmCounts'),
    pageTouch: source<{type: 'page.touched'}, void>('pageTouch'),
    askToNotify: call<NotificationRight>('askToNotify'),
  },
  actions: {
    storeSound: (_, _params: Given<{sound: BellInput['sound']}>) => missing('storeSound'),
    ring: (_, _params?: Given) => missing('ring'),
    notify: (_, _params: Given<{calls: readonly Alarm[]}>) => missing('notify'),
  },
  guards: {
    isRight: ({context}, {right}: {right: NotificationRight}) => context.right === right,
    isUp: ({context}) => isLinkUp(context.link),
  },
}).createMachine({
  id: 'bell',
  context: ({input}) => ({...input, link: PROBING, offer: null, counts: null, known: new Map()}),
  invoke: {src: 'linkChanges', onError: {}},
  on: {
    'link.changed': {actions: assign(({event: {link, offer}}) => ({link, offer}))},
    'alarms.changed': {
      actions: enqueueActions(({context: {known, since}, event: {alarms}, enqueue, check}) => {
        const calls = newCalls(alarms, known, since)
        if (calls.length > 0 && check(stateIn({sound: 'on'}))) enqueue('ring')
        if (calls.length > 0 && check(stateIn({notifications: 'allowed'}))) enqueue({type: 'notify', params: {calls}})
        enqueue.assign({known: knownAfter(alarms, known)})
      }),
    },
  },
  type: 'parallel',
  states: {
    counting: {
      initial: 'awaitingLink',
      states: {
        /** The last counts stay, and are marked as old. */
        awaitingLink: {always: {guard: 'isUp', target: 'current'}},
        current: {
          always: [{guard: ({context}) => !isLinkUp(context.link), target: 'awaitingLink'}],
          invoke: [
            {src: 'alarmEvents', onError: {}},
            {
              src: 'alarmCounts',
              input: ({context}) => ({isPushed: context.link.kind === 'live'}),
              onError: {},
            },
          ],
          initial: 'reading',
          on: {
            'alarms.counted': {target: '.counted', actions: assign({counts: ({event}) => event.counts})},
            'alarms.uncounted': '.missed',
          },
          /** While they are read, the counts from before the link was lost are old. */
          states: {reading: {}, counted: {tags: 'counted'}, missed: {}},
        },
      },
    },
    sound: {
      initial: 'remembering',
      states: {
        remembering: {
          always: [{guard: ({context}) => context.sound === 'muted', target: 'muted'}, {target: 'awaitingTouch'}],
        },
        awaitingTouch: {
          invoke: {src: 'pageTouch', onError: {}},
          on: {'page.touched': 'on', 'sound.switched': {target: 'muted', actions: storeSwitch('muted')}},
        },
        on: {on: {'sound.switched': {target: 'muted', actions: storeSwitch('muted')}}},
        /** The click that switches the sound on is the touch that browsers require. */
        muted: {on: {'sound.switched': {target: 'on', actions: storeSwitch('on')}}},
      },
    },
    notifications: {
      initial: 'remembering',
      states: {
        remembering: {
          always: [
            {guard: {type: 'isRight', params: {right: 'allowed'}}, target: 'allowed'},
            {guard: {type: 'isRight', params: {right: 'unasked'}}, target: 'unasked'},
            {target: 'refused'},
          ],
        },
        unasked: {on: {'notifications.requested': 'asking'}},
        asking: {
          invoke: {
            src: 'askToNotify',
            onDone: {target: 'remembering', actions: assign({right: ({event}) => event.output})},
            onError: 'refused',
          },
        },
        allowed: {},
        refused: {},
      },
    },
  },
})

export type BellLogic = typeof bellMachine
export type BellRef = ActorRefFrom<BellLogic>
export type BellSnapshot = SnapshotFrom<BellLogic>
