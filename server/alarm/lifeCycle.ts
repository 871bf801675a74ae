import {assign, not, raise, type SnapshotFrom, setup, stateIn} from 'xstate'
import type {Severity, Threshold} from '../../contract/rules/thresholds'
import type {EpochMs, Milliseconds} from '../../contract/wire/common'

/** What of a threshold matters here, for one alarm: values beyond limits, or silence. */
export type AlarmRule = Pick<Threshold, 'delay' | 'isLatching'>

export interface Shelf {
  until: EpochMs
  by: string
  reason: string
}

/** What an alarm remembers from one event to the next. It is stored as JSON. */
export interface AlarmContext {
  rule: AlarmRule
  severity: Severity | null
  /** When the value went beyond a limit, or came back; null when nothing is waited for. */
  since: EpochMs | null
  shelf: Shelf | null
}

export type AlarmEvent =
  /** What a value, or its absence, means by the threshold. `value` is null for silence. */
  | {type: 'condition.judged'; severity: Severity | null; value: number | null; at: EpochMs}
  /** A time has come for which `dueAt` has asked. */
  | {type: 'time.due'; at: EpochMs}
  | {type: 'alarm.acknowledged'; by: string; note: string; at: EpochMs}
  | {type: 'alarm.reset'; by: string; at: EpochMs}
  | {type: 'alarm.shelved'; shelf: Shelf; at: EpochMs}
  | {type: 'alarm.unshelved'; by: string; at: EpochMs}
  | {type: 'service.left'; by: string; reason: string; at: EpochMs}
  | {type: 'service.returned'; by: string; at: EpochMs}
  /** The threshold is another one, or gone (null): what it opened is closed with this reason. */
  | {type: 'rule.changed'; rule: AlarmRule | null; at: EpochMs}

/** What the journal tells of an alarm. An occurrence begins with `raised` and ends with `cleared` or `closed`. */
export type JournalKind =
  | 'raised'
  | 'severityChanged'
  | 'returned'
  | 'cleared'
  | 'closed'
  | 'acknowledged'
  | 'reset'
  | 'shelved'
  | 'unshelved'
  | 'shelfEnded'
  | 'outOfService'
  | 'backInService'

type Inner =
  | {type: 'occurrence.raised'}
  | {type: 'occurrence.worsened'}
  | {type: 'occurrence.ended'}
  | {type: 'hiding.ended'}

/**
 * An alarm in the terms of ISA-18.2: whether its condition holds, whether somebody has acknowledged it, whether it is shelved,
 * and whether it is in service. Each goes its own way: a hidden alarm is judged on, and comes back as its condition is then.
 * All time comes with the events, and `dueAt` says when the next one is needed.
 */
export const alarmMachine = setup({
  types: {} as {
    input: {rule: AlarmRule}
    context: AlarmContext
    events: AlarmEvent | Inner
  },
  actions: {
    /** Whoever makes a transition reads these of it, and writes them. */
    journal: (_, _entry: {kind: JournalKind}) => {},
    judge: assign({
      severity: ({context, event}) => (event.type === 'condition.judged' ? event.severity : context.severity),
    }),
    wait: assign({since: ({event}) => ('at' in event ? event.at : null)}),
    stopWaiting: assign({since: null}),
    takeRule: assign({
      rule: ({context, event}) => (event.type === 'rule.changed' && event.rule !== null ? event.rule : context.rule),
      severity: null,
      since: null,
    }),
    shelve: assign({shelf: ({context, event}) => (event.type === 'alarm.shelved' ? event.shelf : context.shelf)}),
    unshelve: assign({shelf: null}),
  },
  guards: {
    isBeyond: ({event}) => event.type === 'condition.judged' && event.severity !== null,
    isWorse: ({context, event}) =>
      event.type === 'condition.judged' && event.severity === 'critical' && context.severity === 'warning',
    isMilder: ({context, event}) =>
      event.type === 'condition.judged' && event.severity === 'warning' && context.severity === 'critical',
    isLatching: ({context}) => context.rule.isLatching,
    hasNoOnDelay: ({context}) => context.rule.delay.on === 0,
    hasNoOffDelay: ({context}) => context.rule.delay.off === 0,
    isOnDelayOver: ({context, event}) => isOver(context.since, context.rule.delay.on, event),
    isOffDelayOver: ({context, event}) => isOver(context.since, context.rule.delay.off, event),
    isShelfOver: ({context, event}) => isOver(context.shelf?.until ?? null, 0, event),
  },
}).createMachine({
  id: 'alarm',
  context: ({input}) => ({rule: input.rule, severity: null, since: null, shelf: null}),
  type: 'parallel',
  states: {
    condition: {
      initial: 'normal',
      states: {
        normal: {
          on: {
            'condition.judged': {guard: 'isBeyond', target: 'pending', actions: ['judge', 'wait']},
            'rule.changed': {actions: 'takeRule'},
          },
        },
        pending: {
          always: {guard: 'hasNoOnDelay', target: 'raised'},
          on: {
            'condition.judged': [
              {guard: not('isBeyond'), target: 'normal', actions: ['judge', 'stopWaiting']},
              {guard: 'isOnDelayOver', target: 'raised', actions: 'judge'},
              {actions: 'judge'},
            ],
            'time.due': {guard: 'isOnDelayOver', target: 'raised'},
            'rule.changed': {target: 'normal', actions: 'takeRule'},
          },
        },
        raised: {
          initial: 'active',
          entry: ['stopWaiting', {type: 'journal', params: {kind: 'raised'}}, raise({type: 'occurrence.raised'})],
          on: {
            'rule.changed': {
              target: 'normal',
              actions: ['takeRule', {type: 'journal', params: {kind: 'closed'}}, raise({type: 'occurrence.ended'})],
            },
          },
          states: {
            active: {
              on: {
                'condition.judged': [
                  {guard: not('isBeyond'), target: 'returning', actions: ['judge', 'wait']},
                  {
                    guard: 'isWorse',
                    actions: [
                      'judge',
                      {type: 'journal', params: {kind: 'severityChanged'}},
                      raise({type: 'occurrence.worsened'}),
                    ],
                  },
                  {guard: 'isMilder', actions: ['judge', {type: 'journal', params: {kind: 'severityChanged'}}]},
                ],
              },
            },
            returning: {
              always: {guard: 'hasNoOffDelay', target: 'returned'},
              on: {
                'condition.judged': [
                  {guard: 'isBeyond', target: 'active', actions: ['judge', 'stopWaiting']},
                  {guard: 'isOffDelayOver', target: 'returned'},
                ],
                'time.due': {guard: 'isOffDelayOver', target: 'returned'},
              },
            },
            returned: {
              entry: ['stopWaiting', {type: 'journal', params: {kind: 'returned'}}],
              always: [{guard: 'isLatching', target: 'latched'}, {target: '#alarm.condition.cleared'}],
            },
            /** It stays until somebody resets it. */
            latched: {
              on: {
                'condition.judged': {guard: 'isBeyond', target: 'active', actions: 'judge'},
                'alarm.reset': {
                  target: '#alarm.condition.cleared',
                  actions: {type: 'journal', params: {kind: 'reset'}},
                },
              },
            },
          },
        },
        cleared: {
          entry: [{type: 'journal', params: {kind: 'cleared'}}, raise({type: 'occurrence.ended'})],
          always: 'normal',
        },
      },
    },
    acknowledgement: {
      initial: 'notNeeded',
      on: {
        'occurrence.raised': '.unacknowledged',
        'hiding.ended': [{guard: stateIn({condition: 'raised'}), target: '.unacknowledged'}, {target: '.notNeeded'}],
      },
      states: {
        notNeeded: {},
        /** It asks for attention even when its condition has returned to normal meanwhile. */
        unacknowledged: {
          on: {
            'rule.changed': 'notNeeded',
            'alarm.acknowledged': [
              {
                guard: stateIn({condition: 'raised'}),
                target: 'acknowledged',
                actions: {type: 'journal', params: {kind: 'acknowledged'}},
              },
              {target: 'notNeeded', actions: {type: 'journal', params: {kind: 'acknowledged'}}},
            ],
          },
        },
        acknowledged: {on: {'occurrence.worsened': 'unacknowledged', 'occurrence.ended': 'notNeeded'}},
      },
    },
    shelf: {
      initial: 'off',
      states: {
        off: {
          on: {
            'alarm.shelved': {target: 'on', actions: ['shelve', {type: 'journal', params: {kind: 'shelved'}}]},
          },
        },
        on: {
          on: {
            'alarm.shelved': {actions: ['shelve', {type: 'journal', params: {kind: 'shelved'}}]},
            'alarm.unshelved': {
              target: 'off',
              actions: ['unshelve', {type: 'journal', params: {kind: 'unshelved'}}, raise({type: 'hiding.ended'})],
            },
            'time.due': {
              guard: 'isShelfOver',
              target: 'off',
              actions: ['unshelve', {type: 'journal', params: {kind: 'shelfEnded'}}, raise({type: 'hiding.ended'})],
            },
          },
        },
      },
    },
    service: {
      initial: 'on',
      states: {
        on: {on: {'service.left': {target: 'off', actions: {type: 'journal', params: {kind: 'outOfService'}}}}},
        off: {
          on: {
            'service.returned': {
              target: 'on',
              actions: [{type: 'journal', params: {kind: 'backInService'}}, raise({type: 'hiding.ended'})],
            },
          },
        },
      },
    },
  },
})

export type AlarmSnapshot = SnapshotFrom<typeof alarmMachine>

const isOver = (since: EpochMs | null, delay: Milliseconds, event: AlarmEvent | Inner): boolean =>
  since !== null && 'at' in event && event.at >= since + delay

/** When the alarm has to be told the time, though no value may come; null when nothing is waited for. */
export function dueAt({value, context}: AlarmSnapshot): EpochMs | null {
  const {since, shelf, rule} = context
  const delay = value.condition === 'pending' ? rule.delay.on : rule.delay.off
  const times = [since === null ? [] : [since + delay], shelf === null ? [] : [shelf.until]].flat()
  return times.length === 0 ? null : Math.min(...times)
}

/** The states of ISA-18.2, of which people speak: what the parts of the machine mean together. */
export type AlarmStanding =
  | 'normal'
  | 'unacknowledged'
  | 'acknowledged'
  | 'returnedUnacknowledged'
  | 'latchedUnacknowledged'
  | 'latchedAcknowledged'
  | 'shelved'
  | 'outOfService'

export function standingOf(snapshot: AlarmSnapshot): AlarmStanding {
  if (snapshot.matches({service: 'off'})) return 'outOfService'
  if (snapshot.matches({shelf: 'on'})) return 'shelved'
  const isUnacknowledged = snapshot.matches({acknowledgement: 'unacknowledged'})
  if (snapshot.matches({condition: {raised: 'latched'}}))
    return isUnacknowledged ? 'latchedUnacknowledged' : 'latchedAcknowledged'
  if (snapshot.matches({condition: 'raised'})) return isUnacknowledged ? 'unacknowledged' : 'acknowledged'
  return isUnacknowledged ? 'returnedUnacknowledged' : 'normal'
}
