import {type ActorRefFrom, assign, enqueueActions, type SnapshotFrom, sendTo, setup} from 'xstate'
import {THRESHOLDS_ATTRIBUTE} from '../../../contract/rules/thresholds'
import {ATTRIBUTE_SCOPES} from '../../../contract/wire/attribute'
import type {Attribute, AttributeWrite} from '../../domain/console/attribute'
import type {Change, ChangeQuestion, Side} from '../../domain/console/change'
import {
  EMPTY_THRESHOLD,
  type ThresholdDraft,
  type ThresholdProblems,
  thresholdDraft,
  thresholdProblems,
  typedThreshold,
} from '../../domain/console/thresholds/draft'
import {
  type ThresholdLevels,
  type ThresholdOwner,
  type ThresholdRow,
  thresholdRows,
} from '../../domain/console/thresholds/levels'
import {isDeclaredAgain, ownKeys, withOwn, writtenWith, writtenWithout} from '../../domain/console/thresholds/written'
import {textsOf} from '../../domain/language'
import {RETRIES, retries} from '../connectivity'
import {errorOf, failedWrite} from '../failure'
import {call, missing} from '../ports'
import {thresholdPreviewMachine} from './thresholdPreview'

interface ThresholdsContext {
  owner: ThresholdOwner
  levels: ThresholdLevels | null
  /** The key whose form is opened first; null for none. */
  asked: string | null
  /** What the server had of the owner when the dialog was opened. */
  opened: Attribute | null
  /** The key that is edited or removed; null while one is added. */
  chosen: string | null
  draft: ThresholdDraft
  problems: ThresholdProblems
  /** Whose threshold is kept where another user has changed the same one, and who that was. */
  side: Side
  change: Change | null
  /** Counts failures, so that the same message is announced again. */
  attempts: number
  message: string | null
  hint: string | null
}

type ThresholdsEvent =
  | {type: 'retry.requested'}
  | {type: 'add.requested'}
  | {type: 'edit.requested'; row: ThresholdRow}
  | {type: 'delete.requested'; key: string}
  | {type: 'draft.changed'; change: Partial<ThresholdDraft>}
  | {type: 'save.requested'}
  | {type: 'side.chosen'; side: Side}
  | {type: 'side.confirmed'}
  | {type: 'deletion.confirmed'}
  | {type: 'dialog.closed'}

export const thresholdsTexts = textsOf('machines.thresholds', {
  loadFailed: 'Failed to load thresholds',
  saveFailed: 'Failed to save the threshold',
  deleteFailed: 'Failed to remove the threshold',
  changed: 'The threshold was changed meanwhile, so it has not been removed.',
  saved: 'Threshold saved.',
  deleted: 'Threshold removed.',
})

const thresholdsSetup = setup({
  types: {} as {
    context: ThresholdsContext
    events: ThresholdsEvent
    input: Pick<ThresholdsContext, 'owner' | 'asked'>
    children: {preview: 'preview'}
    tags: 'busy'
  },
  actors: {
    retries,
    loadLevels: call<ThresholdLevels, ThresholdOwner>('loadLevels'),
    /** Null when the server hasn't sent back what was written. */
    writeAttribute: call<Attribute | null, AttributeWrite>('writeAttribute'),
    /** Null when the server doesn't say. */
    findChange: call<Change | null, ChangeQuestion>('findChange'),
    preview: thresholdPreviewMachine,
  },
  actions: {
    clearError: assign({message: null, hint: null, problems: {}}),
    setError: assign(({context}, {error, text}: {error: unknown; text: string}) => errorOf(error, text, context)),
    forwardKey: sendTo('preview', ({context: {draft}}) => ({type: 'key.typed', key: draft.key.trim()})),
    forwardThreshold: sendTo('preview', ({context: {draft}}) => ({
      type: 'threshold.typed',
      threshold: typedThreshold(draft),
    })),
    setWritten: assign(({context}, {attribute}: {attribute: Attribute | null}) => ({
      levels: withOwn(context.levels, attribute),
    })),
    openAsked: enqueueActions(({context: {asked, levels}, enqueue}) => {
      const row = levels === null ? undefined : thresholdRows(levels).find(({key}) => key === asked)
      enqueue.assign({asked: null})
      if (row !== undefined) enqueue.raise({type: 'edit.requested', row})
    }),
    setLevels: assign((_, {levels}: {levels: ThresholdLevels}) => ({levels})),
    showOutcome: (_, _params: {text: string}) => missing('showOutcome'),
  },
  guards: {
    hasProblems: ({context}) => Object.keys(problemsOf(context)).length > 0,
  },
})

const problemsOf = ({draft, chosen, levels}: ThresholdsContext): ThresholdProblems =>
  thresholdProblems(draft, chosen === null ? ownKeys(levels) : [])

const setError = (name: keyof typeof thresholdsTexts) =>
  ({
    type: 'setError',
    params: ({event}: {event: {error: unknown}}) => ({error: event.error, text: thresholdsTexts[name]}),
  }) as const

const keyOf = ({chosen, draft}: ThresholdsContext): string => chosen ?? draft.key.trim()

/** What is written: one key is another one, and all others stay as they are. */
function writeOf({owner, levels}: ThresholdsContext, value: AttributeWrite['value']): AttributeWrite {
  const own = levels?.own.attribute ?? null
  return {
    ...{owner: {kind: owner.kind, id: owner.id, organisationId: owner.organisationId}, value},
    name: {scope: ATTRIBUTE_SCOPES.shared, key: THRESHOLDS_ATTRIBUTE},
    ...{version: own?.version ?? null, isNew: own === null},
  }
}

const showDone = (name: 'saved' | 'deleted') =>
  ({type: 'showOutcome', params: () => ({text: thresholdsTexts[name]})}) as const

const setWritten = {
  type: 'setWritten',
  params: ({event}: {event: {output: Attribute | null}}) => ({attribute: event.output}),
} as const

/** Where a write ends that succeeds: what the server doesn't send back is read. */
const written = (name: 'saved' | 'deleted') =>
  [
    {
      guard: ({event}: {event: {output: Attribute | null}}) => event.output === null,
      target: '#thresholds.loading',
      actions: showDone(name),
    },
    {target: '#thresholds.shown', actions: [setWritten, showDone(name)]},
  ] as const

/**
 * Lists the thresholds that hold for one entity, and edits its own, key by key. Another user's change of another key is
 * kept with what is saved here; of the same key both are shown.
 */
export const thresholdsMachine = thresholdsSetup.createMachine({
  id: 'thresholds',
  context: ({input}) => ({
    ...{...input, levels: null, opened: null, chosen: null, draft: EMPTY_THRESHOLD, problems: {}},
    ...{side: 'theirs', change: null, attempts: 0, message: null, hint: null},
  }),
  initial: 'loading',
  states: {
    loading: {
      entry: 'clearError',
      invoke: {
        src: 'loadLevels',
        input: ({context}) => context.owner,
        onDone: {
          target: 'shown',
          actions: [{type: 'setLevels', params: ({event}) => ({levels: event.output})}, 'openAsked'],
        },
        onError: {target: 'failed', actions: setError('loadFailed')},
      },
    },
    failed: {invoke: RETRIES, on: {'retry.requested': 'loading'}},
    shown: {
      entry: ['clearError', assign({opened: ({context}) => context.levels?.own.attribute ?? null, change: null})],
      on: {
        'add.requested': {target: 'form', actions: assign({chosen: null, draft: EMPTY_THRESHOLD})},
        'edit.requested': {
          target: 'form',
          actions: assign(({event: {row}}) => ({
            chosen: row.key,
            draft: row.threshold === null ? {...EMPTY_THRESHOLD, key: row.key} : thresholdDraft(row.key, row.threshold),
          })),
        },
        'delete.requested': {target: 'deleting', actions: assign({chosen: ({event}) => event.key})},
      },
    },
    form: {
      invoke: {
        id: 'preview',
        src: 'preview',
        input: ({context: {owner, draft}}) => ({owner, key: draft.key, threshold: typedThreshold(draft)}),
        onError: {},
      },
      initial: 'typing',
      states: {
        typing: {
          on: {
            'draft.changed': {
              actions: [
                assign(({context: {draft}, event: {change}}) => ({draft: {...draft, ...change}, problems: {}})),
                'forwardKey',
                'forwardThreshold',
              ],
            },
            'save.requested': [
              {
                guard: 'hasProblems',
                actions: assign(({context}) => ({
                  ...{problems: problemsOf(context), attempts: context.attempts + 1},
                  ...{message: null, hint: null},
                })),
              },
              {target: 'sending', actions: 'clearError'},
            ],
            'dialog.closed': '#thresholds.shown',
          },
        },
        sending: {
          tags: 'busy',
          invoke: {
            src: 'writeAttribute',
            input: ({context}) => writeOf(context, writtenWith(context.levels, keyOf(context), context.draft)),
            onDone: written('saved'),
            onError: failedWrite({conflict: 'comparing', other: 'typing'}, setError('saveFailed')),
          },
        },
        /** The server has another version: of this key, or of others alone. */
        comparing: {
          tags: 'busy',
          invoke: {
            src: 'loadLevels',
            input: ({context}) => context.owner,
            onDone: [
              {
                guard: ({context, event}) =>
                  event.output.own.attribute?.version === context.levels?.own.attribute?.version,
                target: 'typing',
              },
              {
                guard: ({context, event}) =>
                  isDeclaredAgain(context.opened, event.output.own.attribute, keyOf(context)),
                target: 'choosing',
                actions: {type: 'setLevels', params: ({event}) => ({levels: event.output})},
              },
              {
                target: 'sending',
                actions: ['clearError', {type: 'setLevels', params: ({event}) => ({levels: event.output})}],
              },
            ],
            onError: 'typing',
          },
        },
        choosing: {
          entry: assign({side: 'theirs', change: null}),
          invoke: {
            src: 'findChange',
            input: ({context}) => ({
              entity: {kind: context.owner.kind, id: context.owner.id},
              attribute: {scope: ATTRIBUTE_SCOPES.shared, key: THRESHOLDS_ATTRIBUTE},
              version: context.levels?.own.attribute?.version ?? null,
            }),
            onDone: {actions: assign({change: ({event}) => event.output})},
            onError: {},
          },
          on: {
            'side.chosen': {actions: assign({side: ({event}) => event.side})},
            'side.confirmed': [
              {guard: ({context}) => context.side === 'mine', target: 'sending', actions: 'clearError'},
              {target: '#thresholds.shown'},
            ],
            'dialog.closed': 'typing',
          },
        },
      },
    },
    deleting: {
      initial: 'asking',
      states: {
        asking: {on: {'deletion.confirmed': 'sending', 'dialog.closed': '#thresholds.shown'}},
        sending: {
          tags: 'busy',
          entry: 'clearError',
          invoke: {
            src: 'writeAttribute',
            input: ({context}) => writeOf(context, writtenWithout(context.levels, keyOf(context))),
            onDone: written('deleted'),
            onError: failedWrite({conflict: 'comparing', other: 'asking'}, setError('deleteFailed')),
          },
        },
        comparing: {
          tags: 'busy',
          invoke: {
            src: 'loadLevels',
            input: ({context}) => context.owner,
            onDone: [
              {
                guard: ({context, event}) =>
                  isDeclaredAgain(context.opened, event.output.own.attribute, keyOf(context)) ||
                  event.output.own.attribute?.version === context.levels?.own.attribute?.version,
                target: 'asking',
                actions: [
                  {type: 'setLevels', params: ({event}) => ({levels: event.output})},
                  assign({message: () => thresholdsTexts.changed, opened: ({event}) => event.output.own.attribute}),
                ],
              },
              {target: 'sending', actions: {type: 'setLevels', params: ({event}) => ({levels: event.output})}},
            ],
            onError: 'asking',
          },
        },
      },
    },
  },
})

export type ThresholdsLogic = typeof thresholdsMachine
export type ThresholdsRef = ActorRefFrom<ThresholdsLogic>
export type ThresholdsSnapshot = SnapshotFrom<ThresholdsLogic>
