import {type ActorRefFrom, assign, setup} from 'xstate'
import type {Offer} from '../../contract/wire/capabilities'
import type {Milliseconds} from '../../contract/wire/common'
import {messageOf} from '../domain/failure'
import {type KnownLink, PROBING} from '../domain/link'
import {isPageDue} from '../domain/nextPage'
import {type LinkChanged, linkChanges, onceKnown, onReconnect, onReturn} from './connectivity'
import {SET_ERROR} from './failure'
import {call, source} from './ports'

/** The question to the server. */
export interface Asked<Question> {
  question: Question
  offer: Offer | null
  /** The start of the page; null for the newest page, or for all there is. */
  cursor: string | null
}

interface ResourceContext<Value, Question> extends Asked<Question>, KnownLink {
  /** Null before the first answer. */
  value: Value | null
  /** Why there is no value, or no newer one; null while all is well. */
  message: string | null
}

/** The pause is over. */
export type RefreshDue = {type: 'refresh.due'}

/** After how long a value is read again by itself; null when it is not. */
export interface RefreshPause {
  pause: Milliseconds | null
}

type ResourceEvent<Value> =
  | LinkChanged
  | RefreshDue
  /** The value may have changed after the running read began. */
  | {type: 'refresh.requested'}
  | {type: 'retry.requested'}
  | {type: 'rows.shown'; lastInView: number}
  /** Something newer is known otherwise, such as from the answer to a write. */
  | {type: 'value.changed'; change: (value: Value) => Value}

interface ResourceRules<Value> {
  id: string
  /** The message when it could not be read, and the server sends none. */
  texts: {readonly unloaded: string}
  pause?: (value: Value) => RefreshPause['pause']
  /** Extends a value that is read page by page. */
  pages?: {
    reached: (value: Value) => {next: string | null; loaded: number}
    /** `cursor` is where the page begins; null is the newest one. */
    joined: (known: Value, page: Value, cursor: string | null) => Value
  }
}

/** A failed reload is repeated after this time. */
const MISSED_PAUSE: Milliseconds = 60_000

/**
 * Loads and reloads a value from the server. A value stays until there is a newer one; while that can't be had, a message
 * says so. Its input is the question.
 */
export function createResource<Value, Question extends object>({
  id,
  texts,
  pause = () => null,
  pages,
}: ResourceRules<Value>) {
  type Context = ResourceContext<Value, Question>

  const asked = ({context: {question, offer, cursor}}: {context: Context}): Asked<Question> => ({
    question,
    offer,
    cursor,
  })
  const reached = ({value}: Context) => (value === null ? undefined : pages?.reached(value)) ?? {next: null, loaded: 0}

  const changeValue = {
    type: 'changeValue',
    params: ({event}: {event: {change: (value: Value) => Value}}) => event,
  } as const

  return setup({
    types: {} as {context: Context; events: ResourceEvent<Value>; input: Question},
    actors: {
      linkChanges,
      refreshes: source<RefreshDue, RefreshPause>('refreshes'),
      load: call<Value, Asked<Question>>('load'),
    },
    actions: {
      setLink: assign((_, {link, offer}: KnownLink) => ({link, offer})),
      setValue: assign(({context: {value, cursor}}, {answer}: {answer: Value}) => ({
        value: pages === undefined || value === null ? answer : pages.joined(value, answer, cursor),
        message: null,
      })),
      changeValue: assign(({context: {value}}, {change}: {change: (value: Value) => Value}) => ({
        value: value === null ? null : change(value),
      })),
      setError: assign({message: (_, {error}: {error: unknown}) => messageOf(error, texts.unloaded)}),
    },
  }).createMachine({
    id,
    context: ({input}) => ({
      question: input,
      value: null,
      cursor: null,
      message: null,
      link: PROBING,
      offer: null,
    }),
    invoke: {src: 'linkChanges', onError: {}},
    on: {'link.changed': onReturn('.awaitingServer')},
    initial: 'awaitingServer',
    states: {
      awaitingServer: {
        always: onceKnown('loading', {
          target: 'failed',
          actions: {type: 'setError', params: {error: null}},
        }),
      },
      loading: {
        invoke: {
          src: 'load',
          input: asked,
          onDone: {target: 'loaded', actions: {type: 'setValue', params: ({event}) => ({answer: event.output})}},
          onError: {target: 'failed', actions: SET_ERROR},
        },
      },
      failed: {on: {'retry.requested': 'awaitingServer', 'link.changed': onReconnect('awaitingServer')}},
      loaded: {
        initial: 'current',
        on: {
          'link.changed': onReturn('.refreshing'),
          'refresh.requested': '.refreshing',
          'retry.requested': '.refreshing',
          'value.changed': {actions: changeValue},
        },
        states: {
          current: {
            invoke: {
              src: 'refreshes',
              input: ({context: {value}}) => ({pause: value === null ? null : pause(value)}),
              onError: {},
            },
            on: {
              'refresh.due': 'refreshing',
              'value.changed': {target: 'current', reenter: true, actions: changeValue},
              'rows.shown': {
                guard: ({context, event: {lastInView}}) => isPageDue({...reached(context), lastInView}),
                target: 'refreshing',
              },
            },
          },
          refreshing: {
            entry: assign({cursor: ({context, event}) => (event.type === 'rows.shown' ? reached(context).next : null)}),
            invoke: {
              src: 'load',
              input: asked,
              onDone: {target: 'current', actions: {type: 'setValue', params: ({event}) => ({answer: event.output})}},
              onError: {target: 'missed', actions: SET_ERROR},
            },
            on: {'value.changed': {target: 'refreshing', reenter: true, actions: changeValue}},
          },
          missed: {
            invoke: {src: 'refreshes', input: {pause: MISSED_PAUSE}, onError: {}},
            on: {'refresh.due': 'refreshing'},
          },
        },
      },
    },
  })
}

export type ResourceLogic<Value, Question extends object> = ReturnType<typeof createResource<Value, Question>>
export type ResourceRef<Value, Question extends object> = ActorRefFrom<ResourceLogic<Value, Question>>
