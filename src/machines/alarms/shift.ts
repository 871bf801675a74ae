import {type ActorRefFrom, assign, raise, setup} from 'xstate'
import type {EpochMs} from '../../../contract/wire/common'
import type {Alarm} from '../../domain/alarm'
import {
  addressesIn,
  draftOfHandOver,
  type HandOver,
  type HandOverDraft,
  handOverProblems,
  type MailProblem,
  mailProblem,
  raisedSince,
  type Shift,
} from '../../domain/alarms/shift'
import {isRefusedWith, messageOf} from '../../domain/failure'
import {textsOf} from '../../domain/language'
import {type KnownLink, PROBING} from '../../domain/link'
import {followsNow, isSameRange, type RawRange, type TimeRange} from '../../domain/timeRange/timeRange'
import {type LinkChanged, linkChanges, onceKnown, onReconnect, onReturn, setLink} from '../connectivity'
import {errorOf, setError} from '../failure'
import {call, type Given, missing, source} from '../ports'
import {type RangeChosen, timeRangeMachine} from '../timeRange'

export const shiftTexts = textsOf('machines.shift', {
  unloaded: 'The shift could not be loaded.',
  notHandedOver: 'The shift could not be handed over.',
  noteNotAdded: 'The note could not be added.',
  notSent: 'The shift could not be sent.',
})

export interface ShiftInput {
  organisationId: string
  viewer: {id: string; email: string}
  /** An IANA time zone. */
  zone: string
  /** The range of the address; null is the shift since the newest hand-over. */
  chosen: RawRange | null
}

/** A range of null is the shift since the newest hand-over. */
export interface ShiftQuestion extends Pick<ShiftInput, 'organisationId' | 'zone'> {
  chosen: RawRange | null
}

/** The shift as it was at `readAt`. */
export interface ShiftAnswer {
  shift: Shift
  range: TimeRange
  readAt: EpochMs
}

interface Draft extends HandOverDraft {
  /** The addresses of the mail, as they are typed. */
  addresses: string
}

interface Problems {
  note?: 'tooLong'
  addresses?: MailProblem
}

/** The address names another range, or none. */
export type ShiftAddressChanged = {type: 'address.changed'; chosen: RawRange | null}

interface Context extends ShiftInput, KnownLink {
  /** The chosen range, or the one that the shift has. */
  range: RawRange
  answer: ShiftAnswer | null
  /** The occurrences that were raised after the shift was read. */
  newer: ReadonlySet<string>
  /** Why there is no shift, or no newer one; null while all is well. */
  unread: string | null
  draft: Draft
  problems: Problems
  /** The newest hand-over when the viewer began to hand over: others may do so meanwhile. */
  after: string | null
  /** The newest hand-over, which somebody else made while this one was written. */
  taken: HandOver | null
  attempts: number
  message: string | null
  hint: string | null
}

type AlarmsEvent = {type: 'alarms.changed'; alarms: readonly Alarm[]} | {type: 'alarms.moved'}

const SINCE_HAND_OVER: RawRange = {from: 'now-8h', to: 'now'}
const EMPTY: Draft = {to: '', note: '', addresses: ''}

const shiftSetup = setup({
  types: {} as {
    context: Context
    events:
      | LinkChanged
      | AlarmsEvent
      | RangeChosen
      | ShiftAddressChanged
      | {type: 'handOver.chosen'}
      | {type: 'refresh.requested'}
      | {type: 'retry.requested'}
      | {type: 'handOver.requested'}
      | {type: 'mail.requested'}
      | {type: 'draft.changed'; change: Partial<Draft>}
      | {type: 'save.requested'}
      | {type: 'dialog.closed'}
    input: ShiftInput
    children: {timeRange: 'timeRange'}
    tags: 'busy' | 'handOver' | 'mail'
  },
  actors: {
    linkChanges,
    timeRange: timeRangeMachine,
    alarmEvents: source<AlarmsEvent, void>('alarmEvents'),
    addressChanges: source<ShiftAddressChanged, void>('addressChanges'),
    load: call<ShiftAnswer, ShiftQuestion>('load'),
    loadHandOver: call<HandOver | null, {organisationId: string}>('loadHandOver'),
    handOver: call<HandOver, {organisationId: string; after: string | null; draft: HandOverDraft}>('handOver'),
    addNote: call<HandOver, {organisationId: string; id: string; note: string}>('addNote'),
    sendMail: call<void, {organisationId: string; range: TimeRange; to: readonly string[]}>('sendMail'),
  },
  actions: {
    setLink: assign((_, {link, offer}: KnownLink) => ({link, offer})),
    setUnread: assign({unread: (_, {error}: {error: unknown}) => messageOf(error, shiftTexts.unloaded)}),
    setError: assign(({context}, {error, text}: {error: unknown; text: keyof typeof shiftTexts}) =>
      errorOf(error, shiftTexts[text], context),
    ),
    clearError: assign({message: null, hint: null, problems: {}}),
    takeShift: assign(({context: {chosen}}, {answer}: {answer: ShiftAnswer}) => ({
      answer,
      range: chosen ?? {from: answer.range.start, to: 'now' as const},
      newer: new Set<string>(),
      unread: null,
    })),
    takeHandOver: assign(({context: {answer}}, {handOver}: {handOver: HandOver}) => ({
      answer: answer && {...answer, shift: {...answer.shift, handOver}},
      draft: EMPTY,
    })),
    pushToUrl: (_, _params: Given<{chosen: RawRange | null}>) => missing('pushToUrl'),
    readAgain: raise({type: 'refresh.requested'}),
    reportOutcome: (_, _params: Given<{outcome: 'handedOver' | 'noted' | 'sent'}>) => missing('reportOutcome'),
  },
  guards: {
    isOtherRange: ({context}, {chosen}: {chosen: RawRange | null}) => !isSameChoice(context.chosen, chosen),
    mayHandOver: ({context: {answer}}) => answer?.shift.successors !== undefined,
    isHandOverWrong: ({context: {draft}}) => Object.keys(handOverProblems(draft)).length > 0,
    isMailWrong: ({context: {draft}}) => mailProblem(draft.addresses) !== null,
  },
})

const takeHandOver = {
  type: 'takeHandOver',
  params: ({event}: {event: {output: HandOver}}) => ({handOver: event.output}),
} as const

const SHOW_IN_ADDRESS = {
  type: 'pushToUrl',
  params: ({context: {chosen}}: {context: Context}) => ({chosen}),
} as const

/** What happened in a shift, and its hand-over. */
export const shiftMachine = shiftSetup.createMachine({
  id: 'shift',
  context: ({input}) => ({
    ...input,
    link: PROBING,
    offer: null,
    range: input.chosen ?? SINCE_HAND_OVER,
    answer: null,
    newer: new Set(),
    unread: null,
    draft: EMPTY,
    problems: {},
    after: null,
    taken: null,
    attempts: 0,
    message: null,
    hint: null,
  }),
  invoke: [
    {src: 'linkChanges', onError: {}},
    {src: 'alarmEvents', onError: {}},
    {src: 'addressChanges', onError: {}},
    {src: 'timeRange', id: 'timeRange'},
  ],
  type: 'parallel',
  states: {
    facts: {
      initial: 'awaitingServer',
      on: {
        'link.changed': {actions: setLink},
        'range.chosen': {target: '.loading', actions: [assign({chosen: ({event}) => event.range}), SHOW_IN_ADDRESS]},
        'handOver.chosen': {target: '.loading', actions: [assign({chosen: null}), SHOW_IN_ADDRESS]},
        'address.changed': {
          guard: {type: 'isOtherRange', params: ({event: {chosen}}) => ({chosen})},
          target: '.loading',
          actions: assign({chosen: ({event}) => event.chosen}),
        },
      },
      states: {
        awaitingServer: {
          always: onceKnown('loading', {target: 'failed', actions: {type: 'setUnread', params: {error: null}}}),
        },
        loading: {
          entry: assign({unread: null}),
          invoke: {
            src: 'load',
            input: ({context: {organisationId, zone, chosen}}) => ({organisationId, zone, chosen}),
            onDone: {target: 'loaded', actions: {type: 'takeShift', params: ({event}) => ({answer: event.output})}},
            onError: {target: 'failed', actions: {type: 'setUnread', params: ({event}) => ({error: event.error})}},
          },
          on: {
            'refresh.requested': {target: 'loading', reenter: true},
            'alarms.moved': {target: 'loading', reenter: true},
          },
        },
        failed: {on: {'retry.requested': 'awaitingServer', 'link.changed': onReconnect('loading')}},
        loaded: {
          on: {
            'link.changed': onReturn('loading'),
            'refresh.requested': 'loading',
            'retry.requested': 'loading',
            'alarms.moved': 'loading',
            'alarms.changed': {
              guard: ({context: {range}}) => followsNow(range),
              actions: assign({
                newer: ({context: {newer, answer}, event: {alarms}}) => {
                  const raised = answer === null ? [] : raisedSince(alarms, answer.readAt)
                  return raised.length === 0 ? newer : new Set([...newer, ...raised])
                },
              }),
            },
          },
        },
      },
    },
    dialog: {
      initial: 'closed',
      states: {
        closed: {
          on: {
            'handOver.requested': {
              guard: 'mayHandOver',
              target: 'handOver',
              // A note that could not be sent is still there.
              actions: assign(({context: {answer, draft, viewer}}) => ({
                after: answer?.shift.handOver?.id ?? null,
                draft: {...draft, ...(answer && draftOfHandOver(answer.shift, viewer.id)), note: draft.note},
              })),
            },
            'mail.requested': {
              guard: ({context}) => context.answer !== null,
              target: 'mail',
              actions: assign(({context: {draft, viewer}}) => ({draft: {...draft, addresses: viewer.email}})),
            },
          },
        },
        handOver: {
          tags: 'handOver',
          initial: 'typing',
          exit: ['clearError', assign({taken: null})],
          on: {
            'dialog.closed': 'closed',
            'draft.changed': {
              actions: assign({draft: ({context, event}) => ({...context.draft, ...event.change}), problems: {}}),
            },
          },
          states: {
            typing: {
              on: {
                'save.requested': [
                  {
                    guard: 'isHandOverWrong',
                    actions: assign({problems: ({context}) => handOverProblems(context.draft)}),
                  },
                  {target: 'sending', actions: 'clearError'},
                ],
              },
            },
            sending: {
              tags: 'busy',
              on: {'dialog.closed': {}, 'draft.changed': {}},
              invoke: {
                src: 'handOver',
                input: ({context: {organisationId, after, draft}}) => ({organisationId, after, draft}),
                onDone: {
                  target: '#shift.dialog.closed',
                  actions: [takeHandOver, {type: 'reportOutcome', params: {outcome: 'handedOver'}}, 'readAgain'],
                },
                onError: [
                  {guard: ({event}) => isRefusedWith(event.error, 409), target: 'finding'},
                  {target: 'typing', actions: setError('notHandedOver')},
                ],
              },
            },
            // Somebody else was first, so the note is offered to that hand-over.
            finding: {
              tags: 'busy',
              on: {'dialog.closed': {}, 'draft.changed': {}},
              invoke: {
                src: 'loadHandOver',
                input: ({context: {organisationId}}) => ({organisationId}),
                onDone: {target: 'taken', actions: assign({taken: ({event}) => event.output})},
                onError: {target: 'typing', actions: setError('notHandedOver')},
              },
            },
            taken: {
              on: {
                'save.requested': [
                  {
                    guard: ({context: {draft, taken}}) => taken === null || draft.note.trim() === '',
                    target: '#shift.dialog.closed',
                    actions: 'readAgain',
                  },
                  {
                    guard: 'isHandOverWrong',
                    actions: assign({problems: ({context}) => handOverProblems(context.draft)}),
                  },
                  {target: 'adding', actions: 'clearError'},
                ],
              },
            },
            adding: {
              tags: 'busy',
              on: {'dialog.closed': {}, 'draft.changed': {}},
              invoke: {
                src: 'addNote',
                input: ({context: {organisationId, taken, draft}}) => ({
                  organisationId,
                  id: taken?.id ?? '',
                  note: draft.note,
                }),
                onDone: {
                  target: '#shift.dialog.closed',
                  actions: [takeHandOver, {type: 'reportOutcome', params: {outcome: 'noted'}}, 'readAgain'],
                },
                onError: [
                  {
                    guard: ({event}) => isRefusedWith(event.error, 409),
                    target: 'finding',
                    actions: setError('noteNotAdded'),
                  },
                  {target: 'taken', actions: setError('noteNotAdded')},
                ],
              },
            },
          },
        },
        mail: {
          tags: 'mail',
          initial: 'typing',
          exit: 'clearError',
          on: {
            'dialog.closed': 'closed',
            'draft.changed': {
              actions: assign({draft: ({context, event}) => ({...context.draft, ...event.change}), problems: {}}),
            },
          },
          states: {
            typing: {
              on: {
                'save.requested': [
                  {guard: 'isMailWrong', actions: assign({problems: ({context}) => problemsOfMail(context.draft)})},
                  {target: 'sending', actions: 'clearError'},
                ],
              },
            },
            sending: {
              tags: 'busy',
              on: {'dialog.closed': {}, 'draft.changed': {}},
              invoke: {
                src: 'sendMail',
                input: ({context: {organisationId, answer, draft}}) => {
                  if (answer === null) throw new Error('no shift is read that could be sent')
                  return {organisationId, range: answer.range, to: addressesIn(draft.addresses)}
                },
                onDone: {
                  target: '#shift.dialog.closed',
                  actions: {type: 'reportOutcome', params: {outcome: 'sent'}},
                },
                onError: {target: 'typing', actions: setError('notSent')},
              },
            },
          },
        },
      },
    },
  },
})

export type ShiftLogic = typeof shiftMachine
export type ShiftRef = ActorRefFrom<ShiftLogic>

const isSameChoice = (one: RawRange | null, other: RawRange | null): boolean =>
  one === null || other === null ? one === other : isSameRange(one, other)

function problemsOfMail({addresses}: Draft): Problems {
  const problem = mailProblem(addresses)
  return problem === null ? {} : {addresses: problem}
}
