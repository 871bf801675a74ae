import {assign, enqueueActions, setup} from 'xstate'
import type {Attribute, AttributeValue, AttributeWrite} from '../../domain/console/attribute'
import type {Change, ChangeQuestion, Side} from '../../domain/console/change'
import {RETRIES, retries} from '../connectivity'
import {errorOf, failedWrite, setError} from '../failure'
import {call, type Given, missing} from '../ports'

/** The types of an editor. */
export interface Edited {
  /** The owner of the entries. */
  owner: object
  /** All entries as the server sends them. */
  value: unknown
  row: unknown
  draft: object
  /** The field with the name of a problem is wrong. */
  problems: object
}

export interface Editing<Of extends Edited> {
  owner: Of['owner']
  /** Null before it is loaded. */
  value: Of['value'] | null
  /** The value when the dialog was opened. */
  opened: Of['value'] | null
  /** The entry whose form is opened first, and what is changed there; null for none. */
  asked: AskedEntry<Of['draft']> | null
  /** The entry that is edited or removed; null while one is added. */
  chosen: Of['row'] | null
  draft: Of['draft']
  problems: Of['problems']
  /** The side that wins where another user has changed the same entry, and that user's change. */
  side: Side
  change: Change | null
  /** Counts failures, so that the same message is announced again. */
  attempts: number
  message: string | null
  hint: string | null
}

type TextName = 'loadFailed' | 'saveFailed' | 'deleteFailed' | 'changed' | 'saved' | 'deleted'

/** One that does not exist yet is added if its change is not empty. */
export interface AskedEntry<Draft> {
  name: string
  change: Partial<Draft>
}

/** Answers the questions in which editors differ. */
export interface EditorRules<Of extends Edited> {
  id: string
  texts: Readonly<Record<TextName, string>>
  noProblems: Of['problems']
  /** The attribute that holds the entries. */
  place: (owner: Of['owner']) => Pick<AttributeWrite, 'owner' | 'name'>
  attributeOf: (value: Of['value'] | null) => Attribute | null
  withAttribute: (value: Of['value'] | null, attribute: Attribute | null) => Of['value'] | null
  rowNamed: (value: Of['value'], name: string) => Of['row'] | null
  /** The draft of an entry, or of a new one. */
  draftOf: (row: Of['row'] | null, owner: Of['owner']) => Of['draft']
  problemsOf: (editing: Editing<Of>) => Of['problems']
  /** Returns the value to save: one entry is replaced or gone, and all others stay as they are. */
  saved: (editing: Editing<Of>) => AttributeValue
  removed: (editing: Editing<Of>) => AttributeValue
  /** Whether another user has changed the entry that is edited, added one of its name, or removed it. */
  isChanged: (editing: Editing<Of>, now: Of['value']) => boolean
  /** Returns the row that is edited from then on. */
  theirs: (editing: Editing<Of>, now: Of['value']) => Of['row'] | null
}

type EditorEvent<Of extends Edited> =
  | {type: 'retry.requested'}
  | {type: 'add.requested'}
  | {type: 'edit.requested'; row: Of['row']}
  | {type: 'delete.requested'; row: Of['row']}
  | {type: 'draft.changed'; change: Partial<Of['draft']>}
  | {type: 'save.requested'}
  | {type: 'side.chosen'; side: Side}
  | {type: 'side.confirmed'}
  | {type: 'deletion.confirmed'}
  | {type: 'dialog.closed'}

/**
 * Lists the entries of an attribute, and edits it entry by entry. A save includes another user's change of another entry;
 * of the same entry both are shown. `draft` and `problems` have the same names for a field.
 */
export function createEditor<Of extends Edited>(rules: EditorRules<Of>) {
  const {texts} = rules
  const versionOf = (value: Of['value'] | null) => rules.attributeOf(value)?.version ?? null
  const writeOf = (editing: Editing<Of>, value: AttributeValue): AttributeWrite => ({
    ...rules.place(editing.owner),
    value,
    version: versionOf(editing.value),
    isNew: rules.attributeOf(editing.value) === null,
  })
  const showDone = (name: TextName) => ({type: 'showOutcome', params: () => ({text: texts[name]})}) as const
  /** Where a write ends that succeeds: what the server doesn't send back is read. */
  const written = (name: TextName) =>
    [
      {
        guard: ({event}: {event: {output: Attribute | null}}) => event.output === null,
        target: '#loading',
        actions: showDone(name),
      },
      {
        target: '#shown',
        actions: [
          {
            type: 'setAttribute',
            params: ({event}: {event: {output: Attribute | null}}) => ({attribute: event.output}),
          },
          showDone(name),
        ],
      },
    ] as const

  return setup({
    types: {} as {
      context: Editing<Of>
      events: EditorEvent<Of>
      input: {owner: Of['owner']; asked: AskedEntry<Of['draft']> | null}
      tags: 'busy'
    },
    actors: {
      retries,
      load: call<Of['value'], {owner: Of['owner']}>('load'),
      /** Null when the server hasn't sent back what was written. */
      writeAttribute: call<Attribute | null, AttributeWrite>('writeAttribute'),
      /** Null when the server doesn't say. */
      findChange: call<Change | null, ChangeQuestion>('findChange'),
    },
    actions: {
      clearError: assign({message: null, hint: null, problems: rules.noProblems}),
      setError: assign(({context}, {error, text}: {error: unknown; text: TextName}) =>
        errorOf(error, texts[text], context),
      ),
      setAttribute: assign(({context}, {attribute}: {attribute: Attribute | null}) => ({
        value: rules.withAttribute(context.value, attribute),
      })),
      openAsked: enqueueActions(({context: {asked, value}, enqueue}) => {
        enqueue.assign({asked: null})
        if (asked === null || value === null) return
        const {name, change} = asked
        const row = rules.rowNamed(value, name)
        if (row !== null) enqueue.raise({type: 'edit.requested', row})
        if (Object.keys(change).length === 0) return
        if (row === null) enqueue.raise({type: 'add.requested'})
        enqueue.raise({type: 'draft.changed', change})
      }),
      showOutcome: (_, _params: Given<{text: string}>) => missing('showOutcome'),
    },
  }).createMachine({
    id: rules.id,
    context: ({input}) => ({
      owner: input.owner,
      value: null,
      opened: null,
      asked: input.asked,
      chosen: null,
      draft: rules.draftOf(null, input.owner),
      problems: rules.noProblems,
      side: 'theirs',
      change: null,
      attempts: 0,
      message: null,
      hint: null,
    }),
    initial: 'loading',
    states: {
      loading: {
        id: 'loading',
        entry: 'clearError',
        invoke: {
          src: 'load',
          input: ({context: {owner}}) => ({owner}),
          onDone: {target: 'shown', actions: [assign({value: ({event}) => event.output}), 'openAsked']},
          onError: {target: 'failed', actions: setError('loadFailed')},
        },
      },
      failed: {invoke: RETRIES, on: {'retry.requested': 'loading'}},
      shown: {
        id: 'shown',
        entry: ['clearError', assign({opened: ({context}) => context.value})],
        on: {
          'add.requested': {
            target: 'form',
            actions: assign(({context}) => ({chosen: null, draft: rules.draftOf(null, context.owner)})),
          },
          'edit.requested': {
            target: 'form',
            actions: assign(({context, event: {row}}) => ({
              chosen: row,
              draft: rules.draftOf(row, context.owner),
            })),
          },
          'delete.requested': {target: 'deleting', actions: assign({chosen: ({event}) => event.row})},
        },
      },
      form: {
        initial: 'typing',
        states: {
          typing: {
            on: {
              'draft.changed': {
                actions: assign(({context: {draft}, event: {change}}) => ({
                  draft: {...draft, ...change},
                  problems: rules.noProblems,
                })),
              },
              'save.requested': [
                {
                  guard: ({context}) => Object.keys(rules.problemsOf(context)).length > 0,
                  actions: assign(({context}) => ({
                    problems: rules.problemsOf(context),
                    attempts: context.attempts + 1,
                    message: null,
                    hint: null,
                  })),
                },
                {target: 'sending', actions: 'clearError'},
              ],
              'dialog.closed': '#shown',
            },
          },
          sending: {
            tags: 'busy',
            invoke: {
              src: 'writeAttribute',
              input: ({context}) => writeOf(context, rules.saved(context)),
              onDone: written('saved'),
              onError: failedWrite({conflict: 'comparing', other: 'typing'}, setError('saveFailed')),
            },
          },
          /** The server has another version: of this entry, or of others alone. */
          comparing: {
            tags: 'busy',
            invoke: {
              src: 'load',
              input: ({context: {owner}}) => ({owner}),
              onDone: [
                {
                  guard: ({context, event}) => versionOf(event.output) === versionOf(context.value),
                  target: 'typing',
                },
                {
                  guard: ({context, event}) => rules.isChanged(context, event.output),
                  target: 'choosing',
                  actions: assign(({context, event}) => ({
                    value: event.output,
                    chosen: rules.theirs(context, event.output),
                  })),
                },
                {target: 'sending', actions: ['clearError', assign({value: ({event}) => event.output})]},
              ],
              onError: 'typing',
            },
          },
          choosing: {
            entry: ['clearError', assign({side: 'theirs', change: null})],
            invoke: {
              src: 'findChange',
              input: ({context}) => {
                const {owner, name} = rules.place(context.owner)
                return {entity: {kind: owner.kind, id: owner.id}, attribute: name, version: versionOf(context.value)}
              },
              onDone: {actions: assign({change: ({event}) => event.output})},
              onError: {},
            },
            on: {
              'side.chosen': {actions: assign({side: ({event}) => event.side})},
              'side.confirmed': [
                {guard: ({context}) => context.side === 'mine', target: 'sending'},
                {target: '#shown'},
              ],
              'dialog.closed': 'typing',
            },
          },
        },
      },
      deleting: {
        initial: 'asking',
        states: {
          asking: {on: {'deletion.confirmed': 'sending', 'dialog.closed': '#shown'}},
          sending: {
            tags: 'busy',
            entry: 'clearError',
            invoke: {
              src: 'writeAttribute',
              input: ({context}) => writeOf(context, rules.removed(context)),
              onDone: written('deleted'),
              onError: failedWrite({conflict: 'comparing', other: 'asking'}, setError('deleteFailed')),
            },
          },
          comparing: {
            tags: 'busy',
            invoke: {
              src: 'load',
              input: ({context: {owner}}) => ({owner}),
              onDone: [
                {
                  guard: ({context, event}) =>
                    rules.isChanged(context, event.output) || versionOf(event.output) === versionOf(context.value),
                  target: 'asking',
                  actions: assign(({context, event}) => ({
                    value: event.output,
                    opened: event.output,
                    chosen: rules.theirs(context, event.output),
                    message: texts.changed,
                  })),
                },
                {target: 'sending', actions: assign({value: ({event}) => event.output})},
              ],
              onError: 'asking',
            },
          },
        },
      },
    },
  })
}
