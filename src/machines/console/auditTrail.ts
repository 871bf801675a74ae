import type {ActorRefFrom} from 'xstate'
import {assign, type EventObject, setup} from 'xstate'
import type {EpochMs} from '../../../contract/wire/common'
import {type AuditEntry, type AuditFilter, isSameFilter} from '../../domain/audit'
import {AUDIT_CSV_LIMIT, AUDIT_CSV_NAME, auditCsv} from '../../domain/console/auditCsv'
import {messageOf} from '../../domain/failure'
import {textsOf} from '../../domain/language'
import {type KnownLink, PROBING} from '../../domain/link'
import {isPageDue} from '../../domain/nextPage'
import {type LinkChanged, linkChanges, onReconnect, setLink} from '../connectivity'
import {SET_ERROR} from '../failure'
import {call, type Given, missing, source} from '../ports'

export const auditTrailTexts = textsOf('machines.auditTrail', {unloaded: 'The audit trail could not be loaded.'})

export interface AuditTrailInput {
  /** The filter in the address. */
  filter: AuditFilter
  now: EpochMs
}

interface AuditTrailContext extends AuditTrailInput, KnownLink {
  /** The entries of all loaded pages, newest first. */
  entries: readonly AuditEntry[]
  next: string | null
  message: string | null
  /** The contents of the file that was saved last, as far as the filter finds them. */
  saved: {count: number; isAll: boolean} | null
}

export interface AuditQuestion {
  filter: AuditFilter
  cursor: string | null
}

export interface AuditPage {
  entries: readonly AuditEntry[]
  next: string | null
}

interface AddressChanged extends EventObject {
  type: 'address.changed'
  filter: AuditFilter
}

type ClockEvent = {type: 'clock.ticked'; at: EpochMs} | {type: 'clock.jumped'; at: EpochMs}

type AuditTrailEvent =
  | LinkChanged
  | ClockEvent
  | AddressChanged
  | {type: 'filter.changed'; filter: Partial<AuditFilter>}
  | {type: 'rows.shown'; lastInView: number}
  | {type: 'refresh.requested'}
  | {type: 'retry.requested'}
  | {type: 'export.requested'}
  | {type: 'cancel.requested'}

const auditTrailSetup = setup({
  types: {} as {context: AuditTrailContext; events: AuditTrailEvent; input: AuditTrailInput},
  actors: {
    linkChanges,
    clock: source<ClockEvent, void>('clock'),
    addressChanges: source<AddressChanged, void>('addressChanges'),
    loadPage: call<AuditPage, AuditQuestion>('loadPage'),
  },
  actions: {
    setLink: assign((_, {link, offer}: KnownLink) => ({link, offer})),
    takePage: assign(({context}, {page}: {page: AuditPage}) => ({
      entries: [...context.entries, ...page.entries],
      next: page.next,
      message: null,
    })),
    rememberSaved: assign({
      saved: ({context: {entries, next}}) => ({
        count: Math.min(entries.length, AUDIT_CSV_LIMIT),
        isAll: next === null && entries.length <= AUDIT_CSV_LIMIT,
      }),
    }),
    saveFile: (_, _params: Given<{name: string; text: string}>) => missing('saveFile'),
    setError: assign({message: (_, {error}: {error: unknown}) => messageOf(error, auditTrailTexts.unloaded)}),
    pushToUrl: (_, _params: Given<{filter: AuditFilter}>) => missing('pushToUrl'),
  },
  delays: {
    /** Waits for a pause in typing. */
    filterPause: 300,
  },
})

const initialContext = (input: AuditTrailInput): AuditTrailContext => ({
  ...input,
  link: PROBING,
  offer: null,
  entries: [],
  next: null,
  message: null,
  saved: null,
})

const takePage = {
  type: 'takePage',
  params: ({event}: {event: {output: AuditPage}}) => ({page: event.output}),
} as const

const saveFile = {
  type: 'saveFile',
  params: ({context: {entries}}: {context: AuditTrailContext}) => ({
    name: AUDIT_CSV_NAME,
    text: auditCsv(entries.slice(0, AUDIT_CSV_LIMIT)),
  }),
} as const

/** Whether a file needs no more pages: there are none, or it has as many entries as it may. */
const isEnough = (entries: number, next: string | null): boolean => next === null || entries >= AUDIT_CSV_LIMIT

/** Lists who did what, newest first. The server filters, and its pages are loaded when they scroll into view. */
export const auditTrailMachine = auditTrailSetup.createMachine({
  id: 'auditTrail',
  context: ({input}) => initialContext(input),
  invoke: [
    {src: 'linkChanges', onError: {}},
    {src: 'addressChanges', onError: {}},
    {src: 'clock', onError: {}},
  ],
  on: {
    'link.changed': {actions: setLink},
    'clock.ticked': {actions: assign({now: ({event}) => event.at})},
    'clock.jumped': {actions: assign({now: ({event}) => event.at})},
    'filter.changed': {
      target: '.pausing',
      actions: assign({filter: ({context, event}) => ({...context.filter, ...event.filter})}),
    },
    'address.changed': [
      {guard: ({context, event}) => isSameFilter(context.filter, event.filter)},
      {target: '.loading', actions: assign({filter: ({event}) => event.filter})},
    ],
  },
  initial: 'loading',
  states: {
    loading: {
      entry: assign({saved: null}),
      invoke: {
        src: 'loadPage',
        input: ({context: {filter}}) => ({filter, cursor: null}),
        onDone: {
          target: '#auditTrail.loaded',
          actions: assign(({event: {output}}) => ({...output, message: null})),
        },
        onError: {target: '#auditTrail.failed', actions: SET_ERROR},
      },
    },
    failed: {
      on: {
        'retry.requested': 'loading',
        'link.changed': onReconnect('loading'),
      },
    },
    // The former entries stay until the new ones have arrived.
    pausing: {
      after: {
        filterPause: {
          target: 'loading',
          actions: {type: 'pushToUrl', params: ({context: {filter}}) => ({filter})},
        },
      },
    },
    loaded: {
      initial: 'idle',
      on: {
        'refresh.requested': 'loading',
        'export.requested': [
          {guard: ({context: {entries, next}}) => isEnough(entries.length, next), actions: [saveFile, 'rememberSaved']},
          {target: '.gathering', actions: assign({saved: null})},
        ],
      },
      states: {
        idle: {
          on: {
            'rows.shown': {
              guard: ({context: {next, entries}, event: {lastInView}}) =>
                isPageDue({next, loaded: entries.length, lastInView}),
              target: 'fetchingMore',
            },
          },
        },
        fetchingMore: {
          invoke: {
            src: 'loadPage',
            input: ({context: {filter, next}}) => ({filter, cursor: next}),
            onDone: {
              target: 'idle',
              actions: takePage,
            },
            onError: {target: 'missed', actions: SET_ERROR},
          },
        },
        // Loads the further pages one by one, and then saves all entries.
        gathering: {
          invoke: {
            src: 'loadPage',
            input: ({context: {filter, next}}) => ({filter, cursor: next}),
            onDone: [
              {
                guard: ({context, event: {output}}) =>
                  isEnough(context.entries.length + output.entries.length, output.next),
                target: 'idle',
                actions: [takePage, saveFile, 'rememberSaved'],
              },
              {target: 'gathering', reenter: true, actions: takePage},
            ],
            onError: {target: 'missed', actions: SET_ERROR},
          },
          on: {'export.requested': {}, 'cancel.requested': 'idle'},
        },
        // The loaded entries stay, and a message says that more are missing.
        missed: {on: {'retry.requested': 'fetchingMore', 'link.changed': onReconnect('fetchingMore')}},
      },
    },
  },
})

export type AuditTrailLogic = typeof auditTrailMachine
export type AuditTrailRef = ActorRefFrom<AuditTrailLogic>
