import {assign, fromPromise, setup} from 'xstate'
import {failureOf, messageOf} from '../domain/failure'
import type {ConsoleRecord, Description} from '../domain/records/description'
import {nameOf} from '../domain/records/description'
import {
  type Body,
  type Draft,
  type DraftValue,
  draftOf,
  isChanged,
  type Problems,
  problemsOf,
} from '../domain/records/draft'

const KEPT = 'The server can’t be reached right now. What you typed is kept.'

export interface RecordInput {
  description: Description
  /** null: one is to be created. */
  id: string | null
  /** To which a new one will belong; empty for an organisation. */
  organisationId: string
  /** Whether the form opens at once. */
  isEditing: boolean
  /** What was typed before the form was left against its will. */
  draft: Draft | null
}

export interface RecordContext extends Omit<RecordInput, 'draft' | 'isEditing'> {
  opensForm: boolean
  record: ConsoleRecord | null
  draft: Draft
  problems: Problems
  /** Counts what was said of failures, so that saying the same again is news. */
  attempts: number
  message: string | null
  hint: string | null
  /** What somebody else has made of the record meanwhile. */
  theirs: ConsoleRecord | null
  typedName: string
  isAcknowledged: boolean
}

interface SaveQuestion {
  description: Description
  id: string
  body: Body
  /** That the changes were made on; null: the server counts none. */
  version: number | null
}

type RecordEvent =
  | {type: 'edit.requested'}
  | {type: 'field.changed'; name: string; value: DraftValue}
  | {type: 'save.requested'}
  | {type: 'cancel.requested'}
  | {type: 'retry.requested'}
  | {type: 'mine.kept'}
  | {type: 'theirs.taken'}
  | {type: 'delete.requested'}
  | {type: 'deletion.typed'; name: string}
  | {type: 'deletion.acknowledged'; isAcknowledged: boolean}
  | {type: 'deletion.confirmed'}

/** The actors, actions and guards of a record; `record.ts` says when. */
export const recordSetup = setup({
  types: {} as {context: RecordContext; events: RecordEvent; input: RecordInput; tags: 'form' | 'busy'},
  actors: {
    loadRecord: fromPromise<ConsoleRecord, {description: Description; id: string}>(() => {
      throw new Error('`loadRecord` must be provided')
    }),
    createRecord: fromPromise<ConsoleRecord, {description: Description; organisationId: string; body: Body}>(() => {
      throw new Error('`createRecord` must be provided')
    }),
    saveRecord: fromPromise<ConsoleRecord, SaveQuestion>(() => {
      throw new Error('`saveRecord` must be provided')
    }),
    deleteRecord: fromPromise<void, {description: Description; id: string}>(() => {
      throw new Error('`deleteRecord` must be provided')
    }),
  },
  actions: {
    rememberRecord: assign({record: (_, {record}: {record: ConsoleRecord}) => record, theirs: null}),
    rememberTheirs: assign({theirs: (_, {record}: {record: ConsoleRecord}) => record}),
    openForm: assign(({context}) => ({draft: draftOf(context.description, context.record), problems: {}})),
    change: assign(({context}, {name, value}: {name: string; value: DraftValue}) => ({
      draft: {...context.draft, [name]: value},
      problems: without(context.problems, name),
    })),
    sayProblems: assign(({context}) => ({
      problems: problemsOf(context.description, context.draft, context.record),
      attempts: context.attempts + 1,
      message: null,
      hint: null,
    })),
    sayNothing: assign({message: null, hint: null, problems: {}}),
    say: assign(({context}, {error, text}: {error: unknown; text: string}) => ({
      attempts: context.attempts + 1,
      message: messageOf(error, text),
      hint: failureOf(error).kind === 'unreachable' ? KEPT : null,
    })),
    /** What I changed, over what they made of it. */
    rebase: assign(({context}) => {
      if (context.theirs === null || context.record === null) return {}
      const mine = draftOf(context.description, context.record)
      const changed = Object.entries(context.draft).filter(([name, value]) => value !== mine[name])
      return {
        record: context.theirs,
        theirs: null,
        draft: {...draftOf(context.description, context.theirs), ...Object.fromEntries(changed)},
      }
    }),
    takeTheirs: assign(({context}) => ({record: context.theirs ?? context.record, theirs: null})),
    askAgain: assign({typedName: '', isAcknowledged: false, message: null, hint: null}),
    rememberTypedName: assign({typedName: (_, {name}: {name: string}) => name}),
    rememberAcknowledged: assign({
      isAcknowledged: (_, {isAcknowledged}: {isAcknowledged: boolean}) => isAcknowledged,
    }),
    /** Provided: announces that it is done. */
    tell: (_, _params: {text: string}) => {},
    /** Provided: keeps what is typed for a form that is left against its will, and forgets it. */
    keepDraft: (_, _params: {draft: Draft}) => {},
    forgetDraft: () => {},
  },
  guards: {
    isNew: ({context}) => context.id === null,
    opensForm: ({context}) => context.opensForm,
    hasProblems: ({context}) => Object.keys(problemsOf(context.description, context.draft, context.record)).length > 0,
    hasDraftChanged: ({context}) => isChanged(context.description, context.draft, context.record),
    isGone: (_, {error}: {error: unknown}) => failureOf(error).status === 404,
    isConflict: (_, {error}: {error: unknown}) => failureOf(error).status === 409,
    /** A 409 may have other reasons, such as an email that is taken. */
    isNewer: ({context}, {record}: {record: ConsoleRecord}) => record.version !== context.record?.version,
    isConfirmed: ({context}) =>
      context.isAcknowledged &&
      context.record !== null &&
      context.typedName === nameOf(context.description, context.record),
  },
})

function without(problems: Problems, name: string): Problems {
  return Object.fromEntries(Object.entries(problems).filter(([other]) => other !== name))
}
