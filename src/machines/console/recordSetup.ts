import {assign, fromPromise, setup} from 'xstate'
import {withChange} from '../../domain/console/records/belonging'
import {differences, rebased} from '../../domain/console/records/conflict'
import type {ConsoleRecord, Description} from '../../domain/console/records/description'
import {nameOf} from '../../domain/console/records/description'
import {draftOf, isChanged, type KeptDraft, type Values} from '../../domain/console/records/draft'
import type {Draft, DraftValue, Problems} from '../../domain/console/records/field'
import {problemsOf, requiredText} from '../../domain/console/records/problems'
import {failureOf, messageOf} from '../../domain/failure'
import {failureHint} from '../failureHint'

export interface RecordInput {
  /** Whose draft it is. */
  userId: string
  description: Description
  /** null: one is to be created. */
  id: string | null
  /** To which a new one will belong; empty for an organisation, and where there is an id. */
  organisationId: string
  /** Whether it opens with its form. */
  isEditing: boolean
  /** What was typed before the form was left against its will. */
  kept: KeptDraft | null
}

/** Which form it is. */
export interface RecordPlace extends Pick<RecordInput, 'userId' | 'id' | 'organisationId'> {
  kind: Description['kind']
}

export interface RecordContext extends RecordInput {
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

export interface RecordQuestion {
  description: Description
  id: string
}

export interface CreationQuestion {
  description: Description
  organisationId: string
  values: Values
}

export interface SaveQuestion {
  description: Description
  /** What the changes were made on. */
  record: ConsoleRecord
  changes: Values
}

type RecordEvent =
  | {type: 'field.changed'; name: string; value: DraftValue}
  | {type: 'save.requested'}
  | {type: 'draft.discarded'}
  | {type: 'retry.requested'}
  | {type: 'mine.kept'}
  | {type: 'theirs.taken'}
  | {type: 'delete.requested'}
  | {type: 'deletion.typed'; name: string}
  | {type: 'deletion.acknowledged'; isAcknowledged: boolean}
  | {type: 'deletion.confirmed'}
  | {type: 'dialog.closed'}

/** The actors, actions and guards of a record; `record.ts` says when. */
export const recordSetup = setup({
  types: {} as {context: RecordContext; events: RecordEvent; input: RecordInput; tags: 'form' | 'busy'},
  actors: {
    loadRecord: fromPromise<ConsoleRecord, RecordQuestion>(() => {
      throw new Error('`loadRecord` must be provided')
    }),
    /** Null where the server has not told of what was made. */
    createRecord: fromPromise<ConsoleRecord | null, CreationQuestion>(() => {
      throw new Error('`createRecord` must be provided')
    }),
    saveRecord: fromPromise<void, SaveQuestion>(() => {
      throw new Error('`saveRecord` must be provided')
    }),
    deleteRecord: fromPromise<void, RecordQuestion>(() => {
      throw new Error('`deleteRecord` must be provided')
    }),
  },
  actions: {
    rememberRecord: assign({record: (_, {record}: {record: ConsoleRecord | null}) => record}),
    rememberTheirs: assign({theirs: (_, {record}: {record: ConsoleRecord}) => record}),
    openForm: assign(({context: {description, record, kept}}) => ({
      record: kept?.record ?? record,
      draft: kept?.draft ?? draftOf(description, record),
      kept: null,
      problems: {},
    })),
    change: assign(({context}, {name, value}: {name: string; value: DraftValue}) => ({
      draft: withChange(context.description, context, {name, value}),
      problems: without(context.problems, name),
    })),
    sayProblems: assign(({context: {description, draft, record, attempts}}) => ({
      problems: problemsOf(description, draft, record),
      attempts: attempts + 1,
      message: requiredText(description, draft, record),
      hint: null,
    })),
    sayNothing: assign({message: null, hint: null, problems: {}}),
    say: assign(({context}, {error, text}: {error: unknown; text: string}) => ({
      attempts: context.attempts + 1,
      message: messageOf(error, text),
      hint: failureHint(error),
    })),
    rebase: assign(({context: {description, record, draft, theirs}}) =>
      record === null || theirs === null
        ? {}
        : {record: theirs, theirs: null, draft: rebased(description, {record, draft, theirs})},
    ),
    forgetTheirs: assign({theirs: null}),
    askAgain: assign({typedName: '', isAcknowledged: false, message: null, hint: null}),
    rememberTypedName: assign({typedName: (_, {name}: {name: string}) => name}),
    rememberAcknowledged: assign({
      isAcknowledged: (_, {isAcknowledged}: {isAcknowledged: boolean}) => isAcknowledged,
    }),
    /** Announces that it is done. */
    tell: (_, _params: {text: string}) => {
      throw new Error('`tell` must be provided')
    },
    /** For a form that is left against its will; null: there is nothing to keep any more. */
    keepDraft: (_, _params: {place: RecordPlace; kept: KeptDraft | null}) => {
      throw new Error('`keepDraft` must be provided')
    },
  },
  guards: {
    isNew: ({context}) => context.id === null,
    opensForm: ({context}) => context.isEditing,
    isSound: ({context: {description, draft, record}}) =>
      Object.keys(problemsOf(description, draft, record)).length === 0,
    isChanged: ({context: {description, draft, record}}) => isChanged(description, draft, record),
    /** An id that is misspelt names nothing, as one that is unknown. */
    isUnknown: (_, {error}: {error: unknown}) => [400, 404].includes(failureOf(error).status ?? 0),
    isGone: (_, {error}: {error: unknown}) => failureOf(error).status === 404,
    /** It is gone, or there is a newer version; or the server refuses something else in the same way, such as an email that is taken. */
    isPerhapsOutdated: (_, {error}: {error: unknown}) => [404, 409].includes(failureOf(error).status ?? 0),
    isSameVersion: ({context}, {record}: {record: ConsoleRecord}) => record.version === context.record?.version,
    isDifferent: ({context: {description, draft, record}}, params: {record: ConsoleRecord}) =>
      record !== null && differences(description, {record, draft, theirs: params.record}).length > 0,
    isConfirmed: ({context}) =>
      context.isAcknowledged &&
      context.record !== null &&
      context.typedName === nameOf(context.description, context.record),
  },
})

function without(problems: Problems, name: string): Problems {
  return Object.fromEntries(Object.entries(problems).filter(([other]) => other !== name))
}
