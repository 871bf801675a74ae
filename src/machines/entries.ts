import {type ActorRefFrom, assign, enqueueActions, raise, setup} from 'xstate'
import type {Change, ChangeQuestion, Side} from '../domain/console/change'
import {RETRIES, retries} from './connectivity'
import {errorOf, failedWrite} from './failure'
import {call, source} from './ports'

/** The types of a list of entries. `draft` and `problems` have the same names for a field. */
export interface EntriesTypes {
  /** Says which entries are listed. */
  input: object
  loaded: unknown
  row: object
  draft: object
  problems: object
  /** An action on an entry without a form; `never` if there is none. */
  act: object
  /** Asks who has changed the same entry; `never` if the last save wins. */
  change: ChangeQuestion
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
  /** The entries on which the dialog is based: what differs in `loaded` is newer. */
  base: Of['loaded']
  /** The last action without a form. */
  act: Of['act'] | null
  draft: Of['draft']
  problems: Of['problems']
  /** The side that wins where another user has changed the same entry, and that user's change. */
  side: Side
  change: Change | null
}

/** Somebody has added, changed or deleted an entry. */
export type EntriesChanged = {type: 'entries.changed'}

type EntriesEvent<Of extends EntriesTypes> =
  | EntriesChanged
  | {type: 'retry.requested' | 'add.requested' | 'save.requested' | 'deletion.confirmed' | 'dialog.closed'}
  /** `draft` replaces the draft that the rules make of the row. */
  | {type: 'edit.requested'; row: Of['row']; draft?: Of['draft']}
  | {type: 'deletion.requested'; row: Of['row']}
  | {type: 'act.requested'; act: Of['act']}
  | {type: 'draft.changed'; change: Partial<Of['draft']>}
  | {type: 'side.chosen'; side: Side}
  /** The last two tell the dialog that the list has been read again, or could not be. */
  | {type: 'side.confirmed' | 'list.read' | 'list.missed'}

/** The input of a deletion. */
export interface Removing<Of extends EntriesTypes> {
  input: Of['input']
  loaded: Of['loaded']
  row: Of['row']
}

/** The input of a save: an entry of a draft, which is new if `row` is null. */
export interface Saving<Of extends EntriesTypes> extends Omit<Removing<Of>, 'row'> {
  row: Of['row'] | null
  draft: Of['draft']
}

/** Answers the questions in which lists of entries differ. */
export interface EntriesRules<Of extends EntriesTypes> {
  id: string
  texts: Readonly<Record<'loadFailed' | 'removeFailed', string>>
  /** Entries without it are neither added nor edited. */
  saveFailed?: (draft: Of['draft'], chosen: Of['row'] | null) => string
  /** Entries without it have no acts. */
  actFailed?: (act: Of['act']) => string
  /** Holds until the entries are loaded. */
  nothing: Of['loaded']
  /** Returns the events that follow when the entries are loaded, such as those that open a form. */
  opening?: (context: EntriesContext<Of>) => readonly EntriesEvent<Of>[]
  /** The draft of an entry, or of a new one. */
  draftOf: (row: Of['row'] | null, listed: Pick<EntriesContext<Of>, 'input' | 'loaded'>) => Of['draft']
  /** Says which fields follow a change; by default none. */
  changed?: (draft: Of['draft'], change: Partial<Of['draft']>, input: Of['input']) => Of['draft']
  noProblems: Of['problems']
  problemsOf: (draft: Of['draft'], context: EntriesContext<Of>) => Of['problems']
  /** Without it, the last save wins. */
  conflict?: ConflictRules<Of>
}

/** Finds another user's change of the entry in the dialog. The server refuses a save over a newer version by 409. */
export interface ConflictRules<Of extends EntriesTypes> {
  /** Says why an entry was not saved or deleted. `theirs` is how it is now. */
  changed: (theirs: Of['row']) => string
  /** The version that a save must know; null if the server counts none. */
  versionOf: (loaded: Of['loaded'], chosen: Of['row'] | null) => number | null
  /** Whether the entry differs between `base` and `loaded`: it was changed or removed, or another has its name. */
  isChanged: (context: EntriesContext<Of>) => boolean
  /** The entry in `loaded`; null if it was removed. */
  theirs: (context: EntriesContext<Of>) => Of['row'] | null
  /** Asks who has made the version of `loaded`, while a side is chosen. Without it, the form says what is changed. */
  questionOf?: (context: EntriesContext<Of>) => Of['change']
}

/**
 * Lists entries, which are added, edited and deleted one by one. The list is read again whenever an entry changes;
 * meanwhile it stays usable, and an open dialog stays as it is. With rules of conflict, a save leaves another user's
 * change of other entries as it is, and of the same entry both versions are shown.
 */
export function createEntries<Of extends EntriesTypes>(rules: EntriesRules<Of>) {
  const {texts, noProblems, problemsOf, saveFailed, actFailed, conflict} = rules
  type Context = EntriesContext<Of>
  type Given = {context: Context}

  const setError = (text: (context: Context) => string) =>
    ({
      type: 'setError',
      params: ({context, event: {error}}: Given & {event: {error: unknown}}) => ({error, text: text(context)}),
    }) as const

  const entries = setup({
    types: {} as {context: Context; events: EntriesEvent<Of>; input: Of['input']; tags: 'busy'},
    actors: {
      retries,
      changes: source<EntriesChanged>('changes'),
      load: call<Of['loaded'], {input: Of['input']}>('load'),
      /** Undefined if the answer doesn't say how the entries are now. */
      save: call<Of['loaded'] | undefined, Saving<Of>>('save'),
      remove: call<Of['loaded'] | undefined, Removing<Of>>('remove'),
      act: call<unknown, {input: Of['input']; act: Of['act']}>('act'),
      /** Null if the server doesn't say. */
      findChange: call<Change | null, {question: Of['change']}>('findChange'),
    },
    actions: {
      clearError: assign({message: null, hint: null, problems: noProblems}),
      setError: assign(({context}, {error, text}: {error: unknown; text: string}) => errorOf(error, text, context)),
      setLoaded: assign(({context}, {loaded = context.loaded}: {loaded: Of['loaded'] | undefined}) => ({loaded})),
      setBase: assign({base: ({context}) => context.loaded}),
      readAgain: raise({type: 'entries.changed'}),
      /** A screen that follows a save provides it. */
      followSave: () => {},
      setTheirs: assign(({context}) => ({chosen: conflict?.theirs(context) ?? null, side: 'theirs', change: null})),
      sayChanged: assign(({context: {attempts, chosen}}) => ({
        message: chosen && conflict ? conflict.changed(chosen) : null,
        hint: null,
        attempts: attempts + 1,
      })),
    },
  })

  const saved = {
    target: '#closed',
    actions: [
      {type: 'setLoaded', params: ({event}: {event: {output: Of['loaded'] | undefined}}) => ({loaded: event.output})},
      'readAgain',
    ],
  } as const
  const failed = <Back extends string>(back: Back, text: (context: Context) => string) =>
    conflict === undefined
      ? {target: back, actions: setError(text)}
      : failedWrite({conflict: 'comparing', other: back}, setError(text))

  const isChanged = ({context}: Given) => conflict?.isChanged(context) === true
  const isSameVersion = ({context: {base, loaded, chosen}}: Given) =>
    conflict?.versionOf(base, chosen) === conflict?.versionOf(loaded, chosen)
  const sending = {target: 'sending', actions: ['clearError', 'setBase']} as const
  const unless = <Changed extends readonly object[]>(...changed: Changed) =>
    conflict === undefined ? [sending] : [...changed, sending]
  const say = {guard: isChanged, actions: ['setTheirs', 'setBase', 'sayChanged']} as const
  /** Another user's change of the same entry is shown before a draft is sent over it. */
  const send = unless(
    conflict?.questionOf === undefined
      ? {...say, target: 'typing'}
      : {guard: isChanged, target: 'choosing', reenter: true},
  )
  /** It stops a deletion as well, which must be confirmed once more unless nothing is left of the entry. */
  const remove = unless(
    {guard: ({context}: Given) => isChanged({context}) && conflict?.theirs(context) === null, target: '#closed'},
    {...say, target: 'asking'},
  )

  const acting = entries.createStateConfig({
    tags: 'busy',
    entry: 'clearError',
    invoke: {
      src: 'act',
      input: ({context: {input, act}}) => ({input, act: present(act)}),
      onDone: {target: 'closed', actions: 'readAgain'},
      onError: {target: 'closed', actions: setError(({act}) => actFailed?.(present(act)) ?? '')},
    },
  })
  /** Waits until the list is read again: its version says whether the refusal was for another user's change. */
  const comparing = (back: string, again: typeof send | typeof remove) =>
    entries.createStateConfig({
      tags: 'busy',
      entry: 'readAgain',
      on: {'list.read': [{guard: isSameVersion, target: back}, ...again], 'list.missed': back},
    })
  const choosing = entries.createStateConfig({
    entry: ['clearError', 'setTheirs', 'setBase'],
    invoke: {
      src: 'findChange',
      input: ({context}) => ({question: present(conflict?.questionOf?.(context))}),
      onDone: {actions: assign({change: ({event}) => event.output})},
      onError: {},
    },
    on: {
      'side.chosen': {actions: assign({side: ({event}) => event.side})},
      'side.confirmed': [{guard: ({context}) => context.side === 'theirs', target: '#closed'}, ...send],
      'dialog.closed': 'typing',
    },
  })
  const form = entries.createStateConfig({
    entry: 'clearError',
    initial: 'typing',
    on: {'dialog.closed': {target: '#closed', actions: 'clearError'}},
    states: {
      typing: {
        on: {
          'draft.changed': {
            actions: assign(({context: {draft, input}, event: {change}}) => ({
              draft: rules.changed?.(draft, change, input) ?? {...draft, ...change},
              problems: noProblems,
            })),
          },
          'save.requested': [
            {
              guard: ({context}) => Object.keys(problemsOf(context.draft, context)).length > 0,
              actions: assign(({context}) => ({
                problems: problemsOf(context.draft, context),
                attempts: context.attempts + 1,
                message: null,
                hint: null,
              })),
            },
            ...send,
          ],
        },
      },
      sending: {
        tags: 'busy',
        on: {'dialog.closed': {target: '#closed', actions: 'readAgain'}},
        invoke: {
          src: 'save',
          input: ({context: {input, loaded, chosen, draft}}) => ({input, loaded, row: chosen, draft}),
          onDone: {...saved, actions: [...saved.actions, 'followSave']},
          onError: failed('typing', ({draft, chosen}) => saveFailed?.(draft, chosen) ?? ''),
        },
      },
      ...only(conflict !== undefined, {comparing: comparing('typing', send)}),
      ...only(conflict?.questionOf !== undefined, {choosing}),
    },
  })

  return entries.createMachine({
    id: rules.id,
    context: ({input}) => ({
      input,
      loaded: rules.nothing,
      unread: null,
      chosen: null,
      base: rules.nothing,
      act: null,
      draft: rules.draftOf(null, {input, loaded: rules.nothing}),
      problems: noProblems,
      side: 'theirs',
      change: null,
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
          onDone: {
            target: 'loaded',
            actions: [
              'clearError',
              assign({loaded: ({event}) => event.output}),
              enqueueActions(({context, enqueue}) => {
                for (const event of rules.opening?.(context) ?? []) enqueue.raise(event)
              }),
            ],
          },
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
                  onDone: {
                    target: 'current',
                    actions: [assign({loaded: ({event}) => event.output, unread: null}), raise({type: 'list.read'})],
                  },
                  onError: {
                    target: 'missed',
                    actions: [
                      assign({
                        unread: ({context, event}) =>
                          errorOf(event.error, texts.loadFailed, context.unread ?? {attempts: 0}),
                      }),
                      raise({type: 'list.missed'}),
                    ],
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
                exit: 'setBase',
                on: {
                  ...only(saveFailed !== undefined, {
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
                  }),
                  'deletion.requested': {target: 'deleting', actions: assign({chosen: ({event}) => event.row})},
                  'act.requested':
                    actFailed === undefined ? [] : {target: 'acting', actions: assign({act: ({event}) => event.act})},
                },
              },
              ...only(actFailed !== undefined, {acting}),
              ...only(saveFailed !== undefined, {form}),
              deleting: {
                entry: 'clearError',
                initial: 'asking',
                states: {
                  asking: {
                    on: {
                      'deletion.confirmed': remove,
                      'dialog.closed': {target: '#closed', actions: 'clearError'},
                    },
                  },
                  sending: {
                    tags: 'busy',
                    invoke: {
                      src: 'remove',
                      input: ({context: {input, loaded, chosen}}) => ({input, loaded, row: present(chosen)}),
                      onDone: saved,
                      onError: failed('asking', () => texts.removeFailed),
                    },
                  },
                  ...only(conflict !== undefined, {comparing: comparing('asking', remove)}),
                },
              },
            },
          },
        },
      },
    },
  })
}

/** Returns the states if the entries have them. By their type all have them, so that one dialog can ask for them. */
function only<States extends object>(areThere: boolean, states: States): States
function only(areThere: boolean, states: object) {
  return areThere ? states : {}
}

function present<Value>(value: Value | null | undefined): Value {
  if (value === null || value === undefined) throw new Error('nothing was chosen')
  return value
}

export type EntriesLogic<Of extends EntriesTypes> = ReturnType<typeof createEntries<Of>>
export type EntriesRef<Of extends EntriesTypes> = ActorRefFrom<EntriesLogic<Of>>
