import {type ActorRefFrom, assign, raise, setup} from 'xstate'
import {type KeptList, NO_LIST} from '../../../contract/rules/keptList'
import {isRefusedWith, messageOf} from '../../domain/failure'
import {textsOf} from '../../domain/language'
import {fulfilled, type ListRules} from '../../domain/media/listRules'
import {call, missing, source} from '../ports'
import type {ListContext, ListEvent, ListNewsEvent, ListOwner, ListWrite} from './listEvents'

export const listTexts = textsOf('machines.lists', {
  unread: 'The list could not be loaded.',
  replaceFailed: 'The list could not be replaced.',
  gone: 'Somebody else has removed it from the list meanwhile.',
  full: 'The list is full.',
})

interface ListParts<Item, Wish> {
  rules: ListRules<Item, Wish>
  /** What is said when the wish could not be fulfilled and the server sends no message. */
  failureOf: (wish: Wish) => string
}

/**
 * A list that an attribute keeps, and several people may change at once. What a person wants is shown at once and kept as
 * a wish: when somebody else has written the list first, it is read again and the wishes are fulfilled upon the newer one.
 */
export function createListMachine<Item, Wish>({rules, failureOf}: ListParts<Item, Wish>) {
  type Context = ListContext<Item, Wish>

  const shownOf = ({kept, wishes}: Pick<Context, 'kept' | 'wishes'>) => fulfilled(rules, kept, wishes).list
  const inverted = ({kept, wishes}: Context, wish: Wish): readonly Wish[] =>
    [rules.inverse(shownOf({kept, wishes}), wish)].flatMap(inverse => inverse ?? [])

  return setup({
    types: {} as {context: Context; events: ListEvent<Item, Wish>; input: {owner: ListOwner}},
    actors: {
      readList: call<KeptList<Item>, {owner: ListOwner}>('readList'),
      writeList: call<KeptList<Item>, ListWrite<Item>>('writeList'),
      news: source<ListNewsEvent<Item>, {owner: ListOwner}>('news'),
    },
    actions: {
      take: assign((_, {kept}: {kept: KeptList<Item>}) => ({kept, heard: null, message: null})),
      dropRefused: assign(({context: {kept, wishes}}) => {
        const refused = new Set(fulfilled(rules, kept, wishes).refused.map(({wish}) => wish))
        return {wishes: wishes.filter(wish => !refused.has(wish)), undo: [], redo: []}
      }),
      show: raise({type: 'list.changed'}),
      giveUp: assign({wishes: [], sent: 0, undo: [], redo: []}),
      /** Tells whoever else shows the list. */
      announce: () => {},
      showOutcome: (_, _params: {text: string}) => missing('showOutcome'),
    },
    guards: {
      isForeign: ({context}) => !context.kept.isList,
      hasRefused: ({context: {kept, wishes}}) => fulfilled(rules, kept, wishes).refused.length > 0,
      hasWish: ({context}) => fulfilled(rules, context.kept, context.wishes).list !== context.kept,
      isNewer: ({context: {kept}}, {list}: {list: KeptList<Item>}) =>
        list.version === null || kept.version === null || list.version > kept.version,
      isOvertaken: ({context: {heard}}, {written}: {written: KeptList<Item>}) =>
        heard !== null && (heard.version === null || heard.version > (written.version ?? 0)),
      canUndo: ({context}) => context.undo.length > 0,
      canRedo: ({context}) => context.redo.length > 0,
    },
  }).createMachine({
    id: 'listAttribute',
    context: ({input}) => ({
      ...{...input, kept: NO_LIST, shown: NO_LIST, wishes: [], sent: 0},
      ...{undo: [], redo: [], heard: null, message: null},
    }),
    invoke: {src: 'news', input: ({context: {owner}}) => ({owner}), onError: {}},
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
          /** What others write must not move what is being dragged. */
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
              onDone: {target: 'read', actions: {type: 'take', params: ({event}) => ({kept: event.output})}},
              onError: [
                {guard: ({event}) => isRefusedWith(event.error, 404), target: 'gone'},
                {
                  target: 'unread',
                  actions: assign({message: ({event}) => messageOf(event.error, listTexts.unread)}),
                },
              ],
            },
          },
          unread: {on: {'retry.requested': 'reading', 'news.suspected': 'reading'}},
          /** Its owner does not exist any more. */
          gone: {on: {'retry.requested': 'reading'}},
          read: {always: [{guard: 'isForeign', target: 'foreign'}, {target: 'kept'}]},
          /** The attribute holds no list, so it belongs to somebody else. */
          foreign: {
            entry: 'show',
            initial: 'asking',
            states: {
              asking: {on: {'replacement.confirmed': 'replacing'}},
              replacing: {
                invoke: {
                  src: 'writeList',
                  input: ({context: {owner, kept}}) => ({owner, list: {...kept, items: [], isList: true}}),
                  onDone: {
                    target: '#listAttribute.list.kept',
                    actions: {type: 'take', params: ({event}) => ({kept: event.output})},
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
            on: {'news.suspected': 'reading', 'list.heard': 'reading'},
          },
          kept: {
            on: {
              'wish.made': {
                guard: ({context, event}) => inverted(context, event.wish).length > 0,
                actions: [
                  assign(({context, event}) => ({
                    wishes: [...context.wishes, event.wish],
                    undo: [...context.undo, ...inverted(context, event.wish)],
                    redo: [],
                  })),
                  'show',
                ],
              },
              'undo.requested': {
                guard: 'canUndo',
                actions: [
                  assign(({context}) => {
                    const wish = context.undo.slice(-1)
                    return {
                      wishes: [...context.wishes, ...wish],
                      undo: context.undo.slice(0, -1),
                      redo: [...context.redo, ...wish.flatMap(each => inverted(context, each))],
                    }
                  }),
                  'show',
                ],
              },
              'redo.requested': {
                guard: 'canRedo',
                actions: [
                  assign(({context}) => {
                    const wish = context.redo.slice(-1)
                    return {
                      wishes: [...context.wishes, ...wish],
                      redo: context.redo.slice(0, -1),
                      undo: [...context.undo, ...wish.flatMap(each => inverted(context, each))],
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
                  {guard: 'hasWish', target: 'writing'},
                  {guard: ({context}) => context.wishes.length > 0, actions: [assign({wishes: []}), 'show']},
                ],
                on: {
                  'list.heard': {
                    guard: {type: 'isNewer', params: ({event}) => event},
                    target: 'idle',
                    reenter: true,
                    actions: {type: 'take', params: ({event}) => ({kept: event.list})},
                  },
                  'news.suspected': 'catchingUp',
                },
              },
              writing: {
                entry: assign({sent: ({context}) => context.wishes.length}),
                invoke: {
                  src: 'writeList',
                  input: ({context: {owner, kept, wishes}}) => ({owner, list: shownOf({kept, wishes})}),
                  onDone: [
                    {
                      guard: {type: 'isOvertaken', params: ({event}) => ({written: event.output})},
                      target: 'catchingUp',
                      actions: assign({wishes: ({context}) => context.wishes.slice(context.sent)}),
                    },
                    {
                      target: 'idle',
                      actions: [
                        assign({wishes: ({context}) => context.wishes.slice(context.sent)}),
                        {type: 'take', params: ({event}) => ({kept: event.output})},
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
                          params: ({context, event}) => ({text: failed(context.wishes, event.error)}),
                        },
                        'giveUp',
                      ],
                    },
                  ],
                },
                on: {'list.heard': {actions: assign({heard: ({event}) => event.list})}},
              },
              /** Somebody else may have written the list. */
              catchingUp: {
                invoke: {
                  src: 'readList',
                  input: ({context: {owner}}) => ({owner}),
                  onDone: {target: 'idle', actions: {type: 'take', params: ({event}) => ({kept: event.output})}},
                  onError: [
                    {guard: ({event}) => isRefusedWith(event.error, 404), target: '#listAttribute.list.gone'},
                    {
                      guard: ({context}) => context.wishes.length > 0,
                      target: 'idle',
                      actions: [
                        {
                          type: 'showOutcome',
                          params: ({context, event}) => ({text: failed(context.wishes, event.error)}),
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

  function refusalText({kept, wishes}: Context): string {
    const [first] = fulfilled(rules, kept, wishes).refused
    return first === undefined ? listTexts.unread : `${failureOf(first.wish)}. ${listTexts[first.why]}`
  }

  function failed([wish]: readonly Wish[], error: unknown): string {
    return messageOf(error, wish === undefined ? listTexts.unread : failureOf(wish))
  }
}

export type ListLogic<Item, Wish> = ReturnType<typeof createListMachine<Item, Wish>>
export type ListRef<Item, Wish> = ActorRefFrom<ListLogic<Item, Wish>>
