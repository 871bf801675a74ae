import {assign, type EventObject, fromEventObservable, fromPromise, setup} from 'xstate'
import type {Capabilities} from '../../../contract/wire/capabilities'
import {type AuditEntry, type AuditFilter, isSameFilter} from '../../domain/console/audit'
import {messageOf} from '../../domain/failure'
import {isLinkUp, type LinkState, PROBING} from '../../domain/telemetry/link'

export interface AuditTrailInput {
  /** What the address says. */
  filter: AuditFilter
}

export interface AuditTrailContext extends AuditTrailInput {
  link: LinkState
  capabilities: Capabilities
  /** Of the pages that have come, newest first. */
  entries: readonly AuditEntry[]
  next: string | null
  message: string | null
}

export interface AuditQuestion {
  filter: AuditFilter
  cursor: string | null
}

export interface AuditPage {
  entries: readonly AuditEntry[]
  next: string | null
}

interface LinkChanged extends EventObject {
  type: 'link.changed'
  link: LinkState
  capabilities: Capabilities
}

interface AddressChanged extends EventObject {
  type: 'address.changed'
  filter: AuditFilter
}

type AuditTrailEvent =
  | LinkChanged
  | AddressChanged
  | {type: 'filter.changed'; filter: Partial<AuditFilter>}
  | {type: 'rows.shown'; lastInView: number}
  | {type: 'refresh.requested'}
  | {type: 'retry.requested'}

/** The actors, actions and guards of the audit trail; `auditTrail.ts` says when. */
export const auditTrailSetup = setup({
  types: {} as {context: AuditTrailContext; events: AuditTrailEvent; input: AuditTrailInput},
  actors: {
    linkChanges: fromEventObservable<LinkChanged, void>(() => {
      throw new Error('`linkChanges` must be provided')
    }),
    addressChanges: fromEventObservable<AddressChanged, void>(() => {
      throw new Error('`addressChanges` must be provided')
    }),
    loadPage: fromPromise<AuditPage, AuditQuestion>(() => {
      throw new Error('`loadPage` must be provided')
    }),
  },
  actions: {
    rememberLink: assign((_, {link, capabilities}: Pick<AuditTrailContext, 'link' | 'capabilities'>) => ({
      link,
      capabilities,
    })),
    rememberFilter: assign({
      filter: ({context}, {filter}: {filter: Partial<AuditFilter>}) => ({...context.filter, ...filter}),
    }),
    rememberFirstPage: assign((_, {entries, next}: AuditPage) => ({entries, next, message: null})),
    rememberNextPage: assign(({context}, {entries, next}: AuditPage) => ({
      entries: [...context.entries, ...entries],
      next,
      message: null,
    })),
    say: assign({message: (_, {error}: {error: unknown}) => messageOf(error, 'The audit trail could not be loaded.')}),
    showInAddress: (_, _params: {filter: AuditFilter}) => {
      throw new Error('`showInAddress` must be provided')
    },
  },
  guards: {
    isOffered: ({context}) => context.capabilities.audit === true,
    isServerKnown: ({context}) => isLinkUp(context.link),
    isLinkDown: ({context}) => context.link.kind !== 'probing' && !isLinkUp(context.link),
    hasLinkComeUp: ({context}, {link}: {link: LinkState}) => isLinkUp(link) && !isLinkUp(context.link),
    isSameFilter: ({context}, {filter}: {filter: AuditFilter}) => isSameFilter(context.filter, filter),
    isEndNear: ({context: {next, entries}}, {lastInView}: {lastInView: number}) =>
      next !== null && lastInView >= entries.length - ROWS_AHEAD,
  },
  delays: {
    /** Of somebody who types. */
    filterPause: 300,
  },
})

const ROWS_AHEAD = 30

export const initialContext = (input: AuditTrailInput): AuditTrailContext => ({
  ...input,
  link: PROBING,
  capabilities: {},
  entries: [],
  next: null,
  message: null,
})
