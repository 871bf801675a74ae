import {and, assign, not, raise, type SnapshotFrom, setup, stateIn} from 'xstate'
import type {Severity, Threshold} from '../../../contract/rules/thresholds'
import type {EpochMs, Milliseconds} from '../../../contract/wire/common'

/** The parts of a threshold for one alarm: values beyond limits, or silence. */
export type AlarmRule = Pick<Threshold, 'delay' | 'isLatching'>

export interface Shelf {
  until: EpochMs
  by: string
  reason: string
}

/** The memory of an alarm from one event to the next. It is stored as JSON. */
export interface AlarmContext {
  rule: AlarmRule
  /** The severity of the alarm that is active or pending; null while its condition is normal. */
  severity: Severity | null
  /** The time at which the value went beyond a limit, or came back; null when nothing is waited for. */
  since: EpochMs | null
  shelf: (Shelf & {since: EpochMs}) | null
}

export type AlarmEvent =
  /** The result of evaluating a value, or its absence, by the threshold. `value` is null for silence. */
  | {type: 'condition.evaluated'; severity: Severity | null; value: number | null; at: EpochMs}
  /** A time has come for which `dueAt` has asked. */
  | {type: 'time.due'; at: EpochMs}
  /** The clock was set. A delay begins again, and no shelf lasts longer than it would have from now on. */
  | {type: 'clock.set'; at: EpochMs}
  | {type: 'alarm.acknowledged'; by: string; note: string; at: EpochMs}
  | {type: 'alarm.reset'; by: string; at: EpochMs}
  | {type: 'alarm.shelved'; shelf: Shelf; at: EpochMs}
  | {type: 'alarm.unshelved'; by: string; at: EpochMs}
  | {type: 'service.left'; by: string; reason: string; at: EpochMs}
  | {type: 'service.returned'; by: string; at: EpochMs}
  /**
   * The threshold is another one, or removed (null). An occurrence of the former one is closed with this reason, unless
   * it holds by the new one, too.
   */
  | {type: 'rule.changed'; rule: AlarmRule | null; stillHolds: boolean; at: EpochMs}

/** The kinds of journal entries. An occurrence begins with `raised` and ends with `cleared` or `closed`. */
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

type Inner = {
  type: 'occurrence.raised' | 'occurrence.worsened' | 'occurrence.ended' | 'shelf.ended' | 'hiding.ended'
}

const CHANGED = {type: 'journal', params: {kind: 'severityChanged'}} as const

/**
 * An alarm in the terms of ISA-18.2: whether its condition holds, whether someone has acknowledged it, whether it is
 * shelved, and whether it is in service. Each goes its own way: a hidden alarm is evaluated on, and comes back as its
 * condition is then. All time comes with the events, and `dueAt` says when the next one is needed.
 */
export const alarmMachine = setup({
  types: {} as {
    input: {rule: AlarmRule}
    context: AlarmContext
    events: AlarmEvent | Inner
  },
  actions: {
    /** The caller of a transition reads these entries, and writes them. */
    journal: (_, _entry: {kind: JournalKind}) => {},
    evaluate: assign({
      severity: ({context, event}) => (event.type === 'condition.evaluated' ? event.severity : context.severity),
    }),
    wait: assign({since: ({event}) => ('at' in event ? event.at : null)}),
    stopWaiting: assign({since: null}),
    forgetSeverity: assign({severity: null}),
    takeRule: assign({
      rule: ({context, event}) => (event.type === 'rule.changed' && event.rule !== null ? event.rule : context.rule),
    }),
    shelve: assign({
      shelf: ({context, event}) => (event.type === 'alarm.shelved' ? {...event.shelf, since: event.at} : context.shelf),
    }),
    shortenShelf: assign({
      shelf: ({context: {shelf}, event}) =>
        shelf && 'at' in event ? {...shelf, until: Math.min(shelf.until, event.at + shelf.until - shelf.since)} : shelf,
    }),
    unshelve: assign({shelf: null}),
  },
  guards: {
    isBeyond: ({event}) => event.type === 'condition.evaluated' && event.severity !== null,
    isWorse: ({context, event}) =>
      event.type === 'condition.evaluated' && event.severity === 'critical' && context.severity === 'warning',
    isMilder: ({context, event}) =>
      event.type === 'condition.evaluated' && event.severity === 'warning' && context.severity === 'critical',
    stillHolds: ({event}) => event.type === 'rule.changed' && event.stillHolds,
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
          entry: ['forgetSeverity', 'stopWaiting'],
          on: {
            'condition.evaluated': {guard: 'isBeyond', target: 'pending', actions: ['evaluate', 'wait']},
            'rule.changed': {actions: 'takeRule'},
          },
        },
        pending: {
          always: {guard: 'hasNoOnDelay', target: 'raised'},
          on: {
            'condition.evaluated': [
              {guard: not('isBeyond'), target: 'normal'},
              {guard: 'isOnDelayOver', target: 'raised', actions: 'evaluate'},
              {actions: 'evaluate'},
            ],
            'time.due': {guard: 'isOnDelayOver', target: 'raised'},
            'clock.set': {actions: 'wait'},
            'rule.changed': {target: 'normal', actions: 'takeRule'},
          },
        },
        raised: {
          initial: 'active',
          entry: ['stopWaiting', {type: 'journal', params: {kind: 'raised'}}, raise({type: 'occurrence.raised'})],
          on: {
            'rule.changed': [
              {guard: 'stillHolds', actions: 'takeRule'},
              {
                target: 'normal',
                actions: ['takeRule', {type: 'journal', params: {kind: 'closed'}}, raise({type: 'occurrence.ended'})],
              },
            ],
          },
          states: {
            active: {
              entry: 'stopWaiting',
              on: {
                'condition.evaluated': [
                  {guard: not('isBeyond'), target: 'returning', actions: 'wait'},
                  {guard: 'isWorse', actions: ['evaluate', CHANGED, raise({type: 'occurrence.worsened'})]},
                  {guard: 'isMilder', actions: ['evaluate', CHANGED]},
                ],
              },
            },
            /** It is as severe as it was, until it has returned. */
            returning: {
              always: {guard: 'hasNoOffDelay', target: 'returned'},
              on: {
                'condition.evaluated': [
                  {
                    guard: 'isWorse',
                    target: 'active',
                    actions: ['evaluate', CHANGED, raise({type: 'occurrence.worsened'})],
                  },
                  {guard: 'isMilder', target: 'active', actions: ['evaluate', CHANGED]},
                  {guard: 'isBeyond', target: 'active'},
                  {guard: 'isOffDelayOver', target: 'returned'},
                ],
                'time.due': {guard: 'isOffDelayOver', target: 'returned'},
                'clock.set': {actions: 'wait'},
              },
            },
            returned: {
              entry: ['forgetSeverity', 'stopWaiting', {type: 'journal', params: {kind: 'returned'}}],
              always: [{guard: 'isLatching', target: 'latched'}, {target: '#alarm.condition.cleared'}],
            },
            /** It stays until someone resets it, or until it is raised once more, which is another occurrence. */
            latched: {
              initial: 'back',
              on: {
                'alarm.reset': {
                  target: '#alarm.condition.cleared',
                  actions: {type: 'journal', params: {kind: 'reset'}},
                },
              },
              states: {
                back: {
                  entry: ['forgetSeverity', 'stopWaiting'],
                  on: {'condition.evaluated': {guard: 'isBeyond', target: 'pending', actions: ['evaluate', 'wait']}},
                },
                pending: {
                  always: {guard: 'hasNoOnDelay', target: 'again'},
                  on: {
                    'condition.evaluated': [
                      {guard: not('isBeyond'), target: 'back'},
                      {guard: 'isOnDelayOver', target: 'again', actions: 'evaluate'},
                      {actions: 'evaluate'},
                    ],
                    'time.due': {guard: 'isOnDelayOver', target: 'again'},
                    'clock.set': {actions: 'wait'},
                  },
                },
                again: {
                  entry: {type: 'journal', params: {kind: 'cleared'}},
                  always: {target: '#alarm.condition.raised', reenter: true},
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
        /** It needs attention even when its condition has returned to normal in the meantime. */
        unacknowledged: {
          on: {
            'rule.changed': [
              {guard: and([stateIn({condition: 'raised'}), 'stillHolds'])},
              {guard: stateIn({condition: 'raised'}), target: 'notNeeded'},
              {target: 'notNeeded', actions: {type: 'journal', params: {kind: 'closed'}}},
            ],
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
            'clock.set': {actions: 'shortenShelf'},
            'alarm.unshelved': {
              target: 'off',
              actions: ['unshelve', {type: 'journal', params: {kind: 'unshelved'}}, raise({type: 'hiding.ended'})],
            },
            // The condition takes the same `time.due` first, and the hidden alarm is evaluated after that.
            'time.due': {guard: 'isShelfOver', actions: raise({type: 'shelf.ended'})},
            'shelf.ended': {
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
