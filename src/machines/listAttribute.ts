import {type ActorRefFrom, assign, raise, setup} from 'xstate'
import {NO_LIST, type StoredList} from '../../contract/rules/lists/storedList'
import {isRefusedWith, messageOf} from '../domain/failure'
import {textsOf} from '../domain/language'
import {fulfilled, type ListRules} from '../domain/listRules'
import {call, type Given, missing, source} from './ports'

/** The entity whose attribute keeps the list. */
export interface ListOwner {
  kind: 'device' | 'asset' | 'organisation'
  id: string
  organisationId: string | null
}

/** `list.received` has the list as a user has written it; `change.suspected` means that it may have changed unnoticed. */
export type ListChange<Item> = {type: 'list.received'; list: StoredList<Item>} | {type: 'change.suspected'}

export interface ListWrite<Item> {
  owner: ListOwner
  /** With the version that it was made of. */
  list: StoredList<Item>
}

interface ListContext<Item, Intent> {
  owner: ListOwner
  /** The list on the server, as far as is known. */
  stored: StoredList<Item>
  /** The changes still to be written, oldest first. */
  intents: readonly Intent[]
  /** The number of intents that are being written. */
  sent: number
  /** The list with the intents fulfilled; it doesn't change while something is dragged. */
  shown: StoredList<Item>
  /** The intents that undo the last ones, and those that redo them, the next one last. */
  undo: readonly Intent[]
  redo: readonly Intent[]
  /** A list received while a write is under way. */
  received: StoredList<Item> | null
  message: string | null
}

type ListEvent<Item, Intent> =
  | ListChange<Item>
  | {type: 'list.changed'}
  | {type: 'intent.added'; intent: Intent}
  | {type: 'undo.requested'}
  | {type: 'redo.requested'}
  | {type: 'drag.started'}
  | {type: 'drag.ended'}
  | {type: 'replacement.confirmed'}
  | {type: 'retry.requested'}

export const listTexts = textsOf('machines.lists', {
  unread: 'The list could not be loaded.',
  replaceFailed: 'The list could not be replaced.',
  gone: 'Somebody else has removed it from the list meanwhile.',
  full: 'The list is full.',
})

interface ListParts<Item, Intent> {
  rules: ListRules<Item, Intent>
  /** Returns the message when the intent could not be fulfilled and the server sends none. */
  failureOf: (intent: Intent) => string
}

/**
 * Edits a list in an attribute that several people may change at once. A user's change is shown at once and stored as an
 * intent: when another user has written the list first, it is read again and the intents are fulfilled upon the newer
 * one.
 */
export function createListMachine<Item, Intent>({rules, failureOf}: ListParts<Item, Intent>) {
  type Context = ListContext<Item, Intent>

  const shownOf = ({stored, intents}: Pick<Context, 'stored' | 'intents'>) => fulfilled(rules, stored, intents).list
  const inverted = ({stored, intents}: Context, intent: Intent): readonly Intent[] =>
    [rules.inverse(shownOf({stored, intents}), intent)].flatMap(inverse => inverse ?? [])

  return setup({
    types: {} as {context: Context; events: ListEvent<Item, Intent>; input: {owner: ListOwner}},
    actors: {
      readList: call<StoredList<Item>, {owner: ListOwner}>('readList'),
      writeList: call<StoredList<Item>, ListWrite<Item>>('writeList'),
      changes: source<ListChange<Item>, {owner: ListOwner}>('changes'),
    },
    actions: {
      take: assign((_, {list}: {list: StoredList<Item>}) => ({stored: list, received: null, message: null})),
      dropRefused: assign(({context: {stored, intents}}) => {
        const refused = new Set(fulfilled(rules, stored, intents).refused.map(({intent}) => intent))
        return {intents: intents.filter(intent => !refused.has(intent)), undo: [], redo: []}
      }),
      show: raise({type: 'list.changed'}),
      giveUp: assign({intents: [], sent: 0, undo: [], redo: []}),
      /** Notifies everyone else who shows the list. */
      announce: () => {},
      showOutcome: (_, _params: Given<{text: string}>) => missing('showOutcome'),
    },
    guards: {
      isForeign: ({context}) => !context.stored.isList,
      hasRefused: ({context: {stored, intents}}) => fulfilled(rules, stored, intents).refused.length > 0,
      hasIntent: ({context}) => fulfilled(rules, context.stored, context.intents).list !== context.stored,
      isNewer: ({context: {stored}}, {list}: {list: StoredList<Item>}) =>
        list.version === null || stored.version === null || list.version > stored.version,
      isOvertaken: ({context: {received}}, {written}: {written: StoredList<Item>}) =>
        received !== null && (received.version === null || received.version > (written.version ?? 0)),
      canUndo: ({context}) => context.undo.length > 0,
      canRedo: ({context}) => context.redo.length > 0,
    },
  }).createMachine({
    id: 'listAttribute',
    context: ({input}) => ({
      ...input,
      stored: NO_LIST,
      shown: NO_LIST,
      intents: [],
      sent: 0,
      undo: [],
      redo: [],
      received: null,
      message: null,
    }),
    invoke: {src: 'changes', input: ({context: {owner}}) => ({owner}), onError: {}},
    type: 'parallel',
    states: {
      drag: {
        initial: 'free',
        states: {
          free: {
            entry: 'show',
            on: {
              'list.changed': {actions: [assign({shown: ({context}) => shownOf(context)}), 'announce']},
              'drag.started': 'held',
            },
          },
          /** Changes by others must not move the dragged item. */
          held: {on: {'drag.ended': 'free'}},
        },
      },
      list: {
        initial: 'reading',
        states: {
          reading: {
            invoke: {
              src: 'readList',
              input: ({context: {owner}}) => ({owner}),
              onDone: {target: 'read', actions: {type: 'take', params: ({event}) => ({list: event.output})}},
              onError: [
                {guard: ({event}) => isRefusedWith(event.error, 404), target: 'gone'},
                {
                  target: 'unread',
                  actions: assign({message: ({event}) => messageOf(event.error, listTexts.unread)}),
                },
              ],
            },
          },
          unread: {on: {'retry.requested': 'reading', 'change.suspected': 'reading'}},
          /** Its owner does not exist any more. */
          gone: {on: {'retry.requested': 'reading'}},
          read: {always: [{guard: 'isForeign', target: 'foreign'}, {target: 'stored'}]},
          /** The attribute holds no list, so it belongs to another user. */
          foreign: {
            entry: 'show',
            initial: 'asking',
            states: {
              asking: {on: {'replacement.confirmed': 'replacing'}},
              replacing: {
                invoke: {
                  src: 'writeList',
                  input: ({context: {owner, stored}}) => ({owner, list: {...stored, items: [], isList: true}}),
                  onDone: {
                    target: '#listAttribute.list.stored',
                    actions: {type: 'take', params: ({event}) => ({list: event.output})},
                  },
                  onError: {
                    target: '#listAttribute.list.reading',
                    actions: {
                      type: 'showOutcome',
                      params: ({event}) => ({text: messageOf(event.error, listTexts.replaceFailed)}),
                    },
                  },
                },
              },
            },
            on: {'change.suspected': 'reading', 'list.received': 'reading'},
          },
          stored: {
            on: {
              'intent.added': {
                guard: ({context, event}) => inverted(context, event.intent).length > 0,
                actions: [
                  assign(({context, event}) => ({
                    intents: [...context.intents, event.intent],
                    undo: [...context.undo, ...inverted(context, event.intent)],
                    redo: [],
                  })),
                  'show',
                ],
              },
              'undo.requested': {
                guard: 'canUndo',
                actions: [
                  assign(({context}) => {
                    const intent = context.undo.slice(-1)
                    return {
                      intents: [...context.intents, ...intent],
                      undo: context.undo.slice(0, -1),
                      redo: [...context.redo, ...intent.flatMap(each => inverted(context, each))],
                    }
                  }),
                  'show',
                ],
              },
              'redo.requested': {
                guard: 'canRedo',
                actions: [
                  assign(({context}) => {
                    const intent = context.redo.slice(-1)
                    return {
                      intents: [...context.intents, ...intent],
                      redo: context.redo.slice(0, -1),
                      undo: [...context.undo, ...intent.flatMap(each => inverted(context, each))],
                    }
                  }),
                  'show',
                ],
              },
            },
            initial: 'idle',
            states: {
              idle: {
                entry: 'show',
                always: [
                  {guard: 'isForeign', target: '#listAttribute.list.foreign'},
                  {
                    guard: 'hasRefused',
                    actions: [
                      {type: 'showOutcome', params: ({context}) => ({text: refusalText(context)})},
                      'dropRefused',
                    ],
                  },
                  {guard: 'hasIntent', target: 'writing'},
                  {guard: ({context}) => context.intents.length > 0, actions: [assign({intents: []}), 'show']},
                ],
                on: {
                  'list.received': {
                    guard: {type: 'isNewer', params: ({event}) => event},
                    target: 'idle',
                    reenter: true,
                    actions: {type: 'take', params: ({event}) => ({list: event.list})},
                  },
                  'change.suspected': 'catchingUp',
                },
              },
              writing: {
                entry: assign({sent: ({context}) => context.intents.length}),
                invoke: {
                  src: 'writeList',
                  input: ({context: {owner, stored, intents}}) => ({owner, list: shownOf({stored, intents})}),
                  onDone: [
                    {
                      guard: {type: 'isOvertaken', params: ({event}) => ({written: event.output})},
                      target: 'catchingUp',
                      actions: assign({intents: ({context}) => context.intents.slice(context.sent)}),
                    },
                    {
                      target: 'idle',
                      actions: [
                        assign({intents: ({context}) => context.intents.slice(context.sent)}),
                        {type: 'take', params: ({event}) => ({list: event.output})},
                      ],
                    },
                  ],
                  onError: [
                    {guard: ({event}) => isRefusedWith(event.error, 409), target: 'catchingUp'},
                    {
                      target: 'catchingUp',
                      actions: [
                        {
                          type: 'showOutcome',
                          params: ({context, event}) => ({text: failed(context.intents, event.error)}),
                        },
                        'giveUp',
                      ],
                    },
                  ],
                },
                on: {'list.received': {actions: assign({received: ({event}) => event.list})}},
              },
              /** Another user may have written the list. */
              catchingUp: {
                invoke: {
                  src: 'readList',
                  input: ({context: {owner}}) => ({owner}),
                  onDone: {target: 'idle', actions: {type: 'take', params: ({event}) => ({list: event.output})}},
                  onError: [
                    {guard: ({event}) => isRefusedWith(event.error, 404), target: '#listAttribute.list.gone'},
                    {
                      guard: ({context}) => context.intents.length > 0,
                      target: 'idle',
                      actions: [
                        {
                          type: 'showOutcome',
                          params: ({context, event}) => ({text: failed(context.intents, event.error)}),
                        },
                        'giveUp',
                      ],
                    },
                    {target: 'idle'},
                  ],
                },
              },
            },
          },
        },
      },
    },
  })

  function refusalText({stored, intents}: Context): string {
    const [first] = fulfilled(rules, stored, intents).refused
    return first === undefined ? listTexts.unread : `${failureOf(first.intent)}. ${listTexts[first.why]}`
  }

  function failed([intent]: readonly Intent[], error: unknown): string {
    return messageOf(error, intent === undefined ? listTexts.unread : failureOf(intent))
  }
}

export type ListLogic<Item, Intent> = ReturnType<typeof createListMachine<Item, Intent>>
export type ListRef<Item, Intent> = ActorRefFrom<ListLogic<Item, Intent>>
