import {assign, fromEventObservable, fromPromise, setup} from 'xstate'
import {ATTRIBUTE_SCOPES, type AttributeScope} from '../../../contract/wire/attribute'
import type {EpochMs} from '../../../contract/wire/common'
import {
  type Attribute,
  type AttributeName,
  type AttributeOwner,
  type AttributeType,
  type AttributeValue,
  withAttribute,
  withoutAttribute,
} from '../../domain/console/attribute'
import {
  type AttributeDraft,
  type AttributeProblems,
  attributeDraftOf,
  attributeProblems,
  attributeValueOf,
  EMPTY_DRAFT,
  retyped,
} from '../../domain/console/attributeDraft'
import {failureOf, messageOf} from '../../domain/failure'
import {failureHint} from '../failureHint'
import type {ClockEvent} from '../telemetry/devices'

export interface AttributesInput {
  owner: AttributeOwner
}

export interface AttributesContext extends AttributesInput {
  /** 0 before the first tick. */
  now: EpochMs
  /** The one that is shown. */
  scope: AttributeScope
  /** Of all scopes. */
  attributes: readonly Attribute[]
  /** The one that is being edited or deleted; null while one is added. */
  chosen: Attribute | null
  draft: AttributeDraft
  problems: AttributeProblems
  /** What somebody else has made of it meanwhile; null: it is gone. */
  theirs: Attribute | null
  /** Counts what was said of failures, so that saying the same again is news. */
  attempts: number
  message: string | null
  hint: string | null
}

export interface AttributeQuestion {
  owner: AttributeOwner
  name: AttributeName
}

export interface AttributeWrite extends AttributeQuestion {
  value: AttributeValue
  /** That the change was made on; null: the server counts none, or it is a new one. */
  version: number | null
  isNew: boolean
}

type AttributesEvent =
  | ClockEvent
  | {type: 'retry.requested'}
  | {type: 'scope.chosen'; scope: AttributeScope}
  | {type: 'add.requested'}
  | {type: 'edit.requested'; attribute: Attribute}
  | {type: 'delete.requested'; attribute: Attribute}
  | {type: 'draft.changed'; change: Partial<Pick<AttributeDraft, 'key' | 'text'>>}
  | {type: 'type.chosen'; valueType: AttributeType}
  | {type: 'save.requested'}
  | {type: 'deletion.confirmed'}
  | {type: 'mine.kept'}
  | {type: 'theirs.taken'}
  | {type: 'cancel.requested'}

/** The actors, actions and guards of attributes; `attributes.ts` says when. */
export const attributesSetup = setup({
  types: {} as {context: AttributesContext; events: AttributesEvent; input: AttributesInput; tags: 'busy'},
  actors: {
    clock: fromEventObservable<ClockEvent, void>(() => {
      throw new Error('`clock` must be provided')
    }),
    listAttributes: fromPromise<readonly Attribute[], AttributesInput>(() => {
      throw new Error('`listAttributes` must be provided')
    }),
    loadAttribute: fromPromise<Attribute, AttributeQuestion>(() => {
      throw new Error('`loadAttribute` must be provided')
    }),
    /** Null where the server has not told of what was written. */
    writeAttribute: fromPromise<Attribute | null, AttributeWrite>(() => {
      throw new Error('`writeAttribute` must be provided')
    }),
    deleteAttribute: fromPromise<void, AttributeQuestion>(() => {
      throw new Error('`deleteAttribute` must be provided')
    }),
  },
  actions: {
    rememberNow: assign({now: (_, {at}: {at: EpochMs}) => at}),
    rememberScope: assign({scope: (_, {scope}: {scope: AttributeScope}) => scope}),
    rememberAttributes: assign({
      attributes: (_, {attributes}: {attributes: readonly Attribute[]}) => attributes,
    }),
    rememberWritten: assign({
      attributes: ({context}, {attribute}: {attribute: Attribute | null}) =>
        attribute === null ? context.attributes : withAttribute(context.attributes, attribute),
    }),
    forgetChosen: assign({
      attributes: ({context: {attributes, chosen}}) => withoutChosen(attributes, chosen),
    }),
    openNew: assign({chosen: null, draft: EMPTY_DRAFT, problems: {}}),
    open: assign((_, {attribute}: {attribute: Attribute}) => ({
      chosen: attribute,
      draft: attributeDraftOf(attribute),
      problems: {},
    })),
    change: assign(({context}, {change}: {change: Partial<AttributeDraft>}) => ({
      draft: {...context.draft, ...change},
      problems: without(context.problems, change),
    })),
    changeType: assign(({context}, {valueType}: {valueType: AttributeType}) => ({
      draft: retyped(context.draft, valueType),
      problems: without(context.problems, {text: ''}),
    })),
    sayProblems: assign(({context}) => ({
      problems: problemsOf(context),
      attempts: context.attempts + 1,
      message: null,
      hint: null,
    })),
    sayNothing: assign({message: null, hint: null}),
    say: assign(({context}, {error, text}: {error: unknown; text: string}) => ({
      attempts: context.attempts + 1,
      message: messageOf(error, text),
      hint: null,
    })),
    hintKept: assign({hint: (_, {error}: {error: unknown}) => failureHint(error)}),
    rememberTheirs: assign({theirs: (_, {theirs}: {theirs: Attribute | null}) => theirs}),
    /** What is typed becomes a change of theirs, or a new one where theirs is gone. */
    keepMine: assign({chosen: ({context}) => context.theirs}),
    /** Announces what is done. */
    tell: (_, _params: {text: string}) => {
      throw new Error('`tell` must be provided')
    },
    takeTheirs: assign(({context: {attributes, chosen, theirs}}) => ({
      attributes: theirs === null ? withoutChosen(attributes, chosen) : withAttribute(attributes, theirs),
    })),
  },
  guards: {
    hasProblems: ({context}) => Object.keys(problemsOf(context)).length > 0,
    isTold: (_, {attribute}: {attribute: Attribute | null}) => attribute !== null,
    isConflict: (_, {error}: {error: unknown}) => failureOf(error).status === 409,
    isGone: (_, {error}: {error: unknown}) => failureOf(error).status === 404,
    wasChosenGone: ({context}, {error}: {error: unknown}) => context.chosen !== null && failureOf(error).status === 404,
    /** A 409 may have other reasons. */
    isNews: ({context}, {theirs}: {theirs: Attribute}) =>
      context.chosen === null || theirs.version !== context.chosen.version,
  },
})

export const initialContext = ({owner}: AttributesInput): AttributesContext => ({
  owner,
  now: 0,
  scope: ATTRIBUTE_SCOPES.shared,
  attributes: [],
  chosen: null,
  draft: EMPTY_DRAFT,
  problems: {},
  theirs: null,
  attempts: 0,
  message: null,
  hint: null,
})

export function questionOf({owner, scope, chosen, draft}: AttributesContext): AttributeQuestion {
  return {owner, name: chosen ?? {scope, key: draft.key.trim()}}
}

export function writeOf(context: AttributesContext): AttributeWrite {
  const {chosen, draft} = context
  return {
    ...questionOf(context),
    value: attributeValueOf(draft),
    version: chosen?.version ?? null,
    isNew: chosen === null,
  }
}

const problemsOf = ({draft, chosen}: AttributesContext): AttributeProblems =>
  attributeProblems(draft, {isNew: chosen === null})

const withoutChosen = (attributes: readonly Attribute[], chosen: Attribute | null): readonly Attribute[] =>
  chosen === null ? attributes : withoutAttribute(attributes, chosen)

function without({key, value}: AttributeProblems, change: Partial<AttributeDraft>): AttributeProblems {
  return {
    ...(key === undefined || change.key !== undefined ? {} : {key}),
    ...(value === undefined || change.text !== undefined ? {} : {value}),
  }
}
