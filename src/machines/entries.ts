import {type ActorRefFrom, assign, raise, setup} from 'xstate'
import {RETRIES, retries} from './connectivity'
import {errorOf} from './failure'
import {call, source} from './ports'

/** The types of a list of entries. `draft` and `problems` have the same names for a field. */
export interface EntriesTypes {
  /** Says which entries are listed. */
  input: object
  loaded: unknown
  row: object
  draft: object
  problems: object
  /** An action on an entry without a form. */
  act: object
}

/** Why a call failed; null while none has. */
export interface Failure {
  message: string | null
  hint: string | null
  /** Counts failures, so that the same message is announced again. */
  attempts: number
}

export interface EntriesContext<Of extends EntriesTypes> extends Failure {
  input: Of['input']
  loaded: Of['loaded']
  /** Why the list could not be read again; null while it could. The other failure is that of a dialog or an act. */
  unread: Failure | null
  /** The entry that is edited or deleted; null while one is added. */
  chosen: Of['row'] | null
  /** The last action without a form. */
  act: Of['act'] | null
  draft: Of['draft']
  problems: Of['problems']
}

/** Somebody has added, changed or deleted an entry. */
export type EntriesChanged = {type: 'entries.changed'}

type EntriesEvent<Of extends EntriesTypes> =
  | EntriesChanged
  | {type: 'retry.requested'}
  | {type: 'add.requested'}
  /** `draft` replaces the draft that the rules make of the row. */
  | {type: 'edit.requested'; row: Of['row']; draft?: Of['draft']}
  | {type: 'deletion.requested'; row: Of['row']}
  | {type: 'act.requested'; act: Of['act']}
  | {type: 'draft.changed'; change: Partial<Of['draft']>}
  | {type: 'save.requested'}
  | {type: 'deletion.confirmed'}
  | {type: 'dialog.closed'}

/** The input of a save: an entry of a draft, which is new if `row` is null. */
interface Saving<Of extends EntriesTypes> {
  input: Of['input']
  row: Of['row'] | null
  draft: Of['draft']
}

/** Answers the questions in which lists of entries differ. */
export interface EntriesRules<Of extends EntriesTypes> {
  id: string
  texts: Readonly<Record<'loadFailed' | 'removeFailed', string>>
  saveFailed: (draft: Of['draft']) => string
  /** Entries without it have no acts. */
  actFailed?: (act: Of['act']) => string
  /** Holds until the entries are loaded. */
  nothing: Of['loaded']
  /** The draft of an entry, or of a new one. */
  draftOf: (row: Of['row'] | null, listed: Pick<EntriesContext<Of>, 'input' | 'loaded'>) => Of['draft']
  /** Says which fields follow a change; by default none. */
  changed?: (draft: Of['draft'], change: Partial<Of['draft']>, input: Of['input']) => Of['draft']
  noProblems: Of['problems']
  problemsOf: (draft: Of['draft']) => Of['problems']
}

/**
 * Lists entries, which are added, edited and deleted one by one. The list is read again whenever an entry changes;
 * meanwhile it stays usable, and an open dialog stays as it is.
 */
export function createEntries<Of extends EntriesTypes>(rules: EntriesRules<Of>) {
  const {
    texts,
    noProblems,
    problemsOf,
    actFailed,
    changed = (draft: Of['draft'], change: Partial<Of['draft']>) => ({...draft, ...change}),
  } = rules
  type Context = EntriesContext<Of>

  const setError = (text: (context: Context) => string) =>
    ({
      type: 'setError',
      params: ({context, event: {error}}: {context: Context; event: {error: unknown}}) => ({
        error,
        text: text(context),
      }),
    }) as const

  return setup({
    types: {} as {context: Context; events: EntriesEvent<Of>; input: Of['input']; tags: 'busy'},
    actors: {
      retries,
      changes: source<EntriesChanged>('changes'),
      load: call<Of['loaded'], {input: Of['input']}>('load'),
      save: call<unknown, Saving<Of>>('save'),
      remove: call<unknown, {input: Of['input']; row: Of['row']}>('remove'),
      act: call<unknown, {input: Of['input']; act: Of['act']}>('act'),
    },
    actions: {
      clearError: assign({message: null, hint: null, problems: noProblems}),
      setError: assign(({context}, {error, text}: {error: unknown; text: string}) => errorOf(error, text, context)),
      readAgain: raise({type: 'entries.changed'}),
    },
  }).createMachine({
    id: rules.id,
    context: ({input}) => ({
      input,
      loaded: rules.nothing,
      unread: null,
      chosen: null,
      act: null,
      draft: rules.draftOf(null, {input, loaded: rules.nothing}),
      problems: noProblems,
      message: null,
      hint: null,
      attempts: 0,
    }),
    invoke: {src: 'changes', onError: {}},
    initial: 'loading',
    states: {
      loading: {
        on: {'entries.changed': {target: 'loading', reenter: true}},
        invoke: {
          src: 'load',
          input: ({context: {input}}) => ({input}),
          onDone: {target: 'loaded', actions: ['clearError', assign({loaded: ({event}) => event.output})]},
          onError: {target: 'failed', actions: setError(() => texts.loadFailed)},
        },
      },
      failed: {invoke: RETRIES, on: {'retry.requested': 'loading', 'entries.changed': 'loading'}},
      loaded: {
        type: 'parallel',
        states: {
          list: {
            initial: 'current',
            on: {'entries.changed': '.refreshing'},
            states: {
              current: {},
              refreshing: {
                invoke: {
                  src: 'load',
                  input: ({context: {input}}) => ({input}),
                  onDone: {target: 'current', actions: assign({loaded: ({event}) => event.output, unread: null})},
                  onError: {
                    target: 'missed',
                    actions: assign({
                      unread: ({context, event}) =>
                        errorOf(event.error, texts.loadFailed, context.unread ?? {attempts: 0}),
                    }),
                  },
                },
              },
              missed: {invoke: RETRIES, on: {'retry.requested': 'refreshing'}},
            },
          },
          dialog: {
            initial: 'closed',
            states: {
              closed: {
                id: 'closed',
                on: {
                  'add.requested': {
                    target: 'form',
                    actions: assign(({context}) => ({chosen: null, draft: rules.draftOf(null, context)})),
                  },
                  'edit.requested': {
                    target: 'form',
                    actions: assign(({context, event: {row, draft}}) => ({
                      chosen: row,
                      draft: draft ?? rules.draftOf(row, context),
                    })),
                  },
                  'deletion.requested': {target: 'deleting', actions: assign({chosen: ({event}) => event.row})},
                  'act.requested':
                    actFailed === undefined ? [] : {target: 'acting', actions: assign({act: ({event}) => event.act})},
                },
              },
              acting: {
                tags: 'busy',
                entry: 'clearError',
                invoke: {
                  src: 'act',
                  input: ({context: {input, act}}) => ({input, act: present(act)}),
                  onDone: {target: 'closed', actions: 'readAgain'},
                  onError: {target: 'closed', actions: setError(({act}) => actFailed?.(present(act)) ?? '')},
                },
              },
              form: {
                entry: 'clearError',
                initial: 'typing',
                states: {
                  typing: {
                    on: {
                      'draft.changed': {
                        actions: assign(({context: {draft, input}, event: {change}}) => ({
                          draft: changed(draft, change, input),
                          problems: noProblems,
                        })),
                      },
                      'save.requested': [
                        {
                          guard: ({context}) => Object.keys(problemsOf(context.draft)).length > 0,
                          actions: assign(({context: {draft, attempts}}) => ({
                            problems: problemsOf(draft),
                            attempts: attempts + 1,
                            message: null,
                            hint: null,
                          })),
                        },
                        {target: 'sending', actions: 'clearError'},
                      ],
                      'dialog.closed': {target: '#closed', actions: 'clearError'},
                    },
                  },
                  sending: {
                    tags: 'busy',
                    on: {'dialog.closed': {target: '#closed', actions: 'readAgain'}},
                    invoke: {
                      src: 'save',
                      input: ({context: {input, chosen, draft}}) => ({input, row: chosen, draft}),
                      onDone: {target: '#closed', actions: 'readAgain'},
                      onError: {target: 'typing', actions: setError(({draft}) => rules.saveFailed(draft))},
                    },
                  },
                },
              },
              deleting: {
                entry: 'clearError',
                initial: 'asking',
                states: {
                  asking: {
                    on: {
                      'deletion.confirmed': 'sending',
                      'dialog.closed': {target: '#closed', actions: 'clearError'},
                    },
                  },
                  sending: {
                    tags: 'busy',
                    entry: 'clearError',
                    invoke: {
                      src: 'remove',
                      input: ({context: {input, chosen}}) => ({input, row: present(chosen)}),
                      onDone: {target: '#closed', actions: 'readAgain'},
                      onError: {target: 'asking', actions: setError(() => texts.removeFailed)},
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
}

function present<Value>(value: Value | null): Value {
  if (value === null) throw new Error('nothing was chosen')
  return value
}

export type EntriesLogic<Of extends EntriesTypes> = ReturnType<typeof createEntries<Of>>
export type EntriesRef<Of extends EntriesTypes> = ActorRefFrom<EntriesLogic<Of>>
