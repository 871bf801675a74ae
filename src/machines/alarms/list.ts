import {type ActorRefFrom, assign, setup} from 'xstate'
import type {EpochMs} from '../../../contract/wire/common'
import type {Alarm} from '../../domain/alarm'
import {type AlarmFilter, isSameFilter, type Listed, withChanges, withPage} from '../../domain/alarms/filter'
import {type PinnedRows, pinnedAfterReading, pinnedWithChanges, pinnedWithPage, rowsOf} from '../../domain/alarms/rows'
import {messageOf} from '../../domain/failure'
import {textsOf} from '../../domain/language'
import {isLinkDown, type KnownLink, PROBING} from '../../domain/link'
import {isPageDue} from '../../domain/nextPage'
import {type LinkChanged, linkChanges, onceUp, onReconnect, setLink} from '../connectivity'
import {SET_ERROR} from '../failure'
import {call, type Given, missing, source} from '../ports'

interface AlarmListInput {
  filter: AlarmFilter
  /** On the server's clock. */
  now: EpochMs
  /** The alarm that is open beside the list. */
  peek?: string | null
  /** The organisation of the viewer, whose shifts the filter may name. */
  organisationId?: string | null
  /** The alarms that the screen knows already. */
  known?: readonly Alarm[] | null
}

interface AlarmListContext extends Omit<AlarmListInput, 'known'>, KnownLink {
  peek: string | null
  organisationId: string | null
  /** Null before they have been read. */
  listed: Listed | null
  isWatched: boolean
  pinned: PinnedRows
  /** The changes received while the alarms were being read. */
  held: readonly Alarm[]
  selected: ReadonlySet<string>
  message: string | null
  /** The time since which no changes of the list arrive; null while it is current, or nothing is listed. */
  outdatedSince: EpochMs | null
}

export interface AlarmsQuestion {
  filter: AlarmFilter
  /** The organisation whose shift is meant. */
  organisationId: string | null
  cursor: string | null
}

type ClockEvent = {type: 'clock.ticked'; at: EpochMs} | {type: 'clock.jumped'; at: EpochMs}
type AlarmsEvent = {type: 'alarms.changed'; alarms: readonly Alarm[]} | {type: 'alarms.moved'}
/** Whether a user is at work on the rows. */
export type WatchingChanged = {type: 'watching.changed'; isWatched: boolean}
export type AddressChanged = {type: 'address.changed'; filter: AlarmFilter; peek: string | null}
type RoundDue = {type: 'minute.ticked'; at: EpochMs}

type AlarmListEvent =
  | LinkChanged
  | ClockEvent
  | AlarmsEvent
  | WatchingChanged
  | AddressChanged
  | RoundDue
  | {type: 'filter.changed'; filter: Partial<AlarmFilter>}
  | {type: 'rows.shown'; lastInView: number}
  /** The user asks for the waiting alarms. */
  | {type: 'waiting.requested'}
  | {type: 'row.selected'; id: string; isSelected: boolean}
  | {type: 'all.selected'; isSelected: boolean}
  | {type: 'retry.requested'}
  /** The alarm beside the list changes or closes. While the keyboard goes from row to row, Back leads to none of them. */
  | {type: 'peek.changed'; id: string | null; isFollowing?: boolean}

export const alarmListTexts = textsOf('machines.alarmList', {
  unloaded: 'The alarms could not be loaded.',
})

const listSetup = setup({
  types: {} as {
    context: AlarmListContext
    events: AlarmListEvent
    input: AlarmListInput
  },
  actors: {
    linkChanges,
    addressChanges: source<AddressChanged, void>('addressChanges'),
    clock: source<ClockEvent, void>('clock'),
    alarmEvents: source<AlarmsEvent, void>('alarmEvents'),
    watching: source<WatchingChanged, void>('watching'),
    polls: source<RoundDue, void>('polls'),
    loadPage: call<Listed, AlarmsQuestion>('loadPage'),
  },
  actions: {
    setLink: assign(({context: {listed, now, outdatedSince}}, {link, offer}: KnownLink) => ({
      link,
      offer,
      outdatedSince: listed !== null && isLinkDown(link) ? (outdatedSince ?? now) : outdatedSince,
    })),
    /** A change received while the page was on its way is newer than the page, unless its version says otherwise. */
    takeFirstPage: assign(({context: {filter, held, pinned, isWatched, link, now}}, {page}: {page: Listed}) => {
      const listed = withChanges(page, held, filter)
      return {
        listed,
        held: [],
        message: null,
        outdatedSince: isLinkDown(link) ? now : null,
        pinned: isWatched ? (pinnedAfterReading(pinned, listed) ?? listed.alarms) : null,
      }
    }),
    takeChanges: assign(({context: {listed, pinned, filter}}, {alarms}: {alarms: readonly Alarm[]}) => ({
      listed: listed && withChanges(listed, alarms, filter),
      pinned: pinnedWithChanges(pinned, alarms),
    })),
    setError: assign({message: (_, {error}: {error: unknown}) => messageOf(error, alarmListTexts.unloaded)}),
    pushToUrl: (_, _params: Given<{filter: AlarmFilter; peek: string | null; replace: boolean}>) =>
      missing('pushToUrl'),
  },
  guards: {
    isPolled: ({context: {link}}) => link.kind === 'polling' || link.kind === 'replay',
  },
  delays: {
    /** Waits for a pause in typing. */
    filterPause: 300,
  },
})

const takeChanges = {type: 'takeChanges', params: ({event}: {event: {alarms: readonly Alarm[]}}) => event} as const
const pushToUrl = {
  type: 'pushToUrl',
  params: ({context: {filter, peek}, event}: {context: AlarmListContext; event: AlarmListEvent}) => ({
    filter,
    peek,
    replace: event.type === 'peek.changed' && event.isFollowing === true,
  }),
} as const

const questionOf = ({filter, organisationId}: AlarmListContext) => ({
  filter,
  organisationId: filter.organisationId ?? organisationId,
})

const refiltered = {selected: new Set<string>(), pinned: null}

const UNREACHABLE = {error: new Error('The link is down')}

/** The alarms within reach as they are now. Changes of them are pushed, or else they are read again at intervals. */
export const alarmListMachine = listSetup.createMachine({
  id: 'alarmList',
  context: ({input: {known, ...input}}) => ({
    ...input,
    peek: input.peek ?? null,
    organisationId: input.organisationId ?? null,
    link: PROBING,
    offer: null,
    listed: known == null ? null : {alarms: known, next: null},
    held: [],
    selected: new Set(),
    isWatched: false,
    pinned: null,
    message: null,
    outdatedSince: null,
  }),
  invoke: [
    {src: 'linkChanges', onError: {}},
    {src: 'addressChanges', onError: {}},
    {src: 'clock', onError: {}},
    {src: 'alarmEvents', onError: {}},
    {src: 'watching', onError: {}},
  ],
  on: {
    'clock.ticked': {actions: assign({now: ({event}) => event.at})},
    'clock.jumped': {actions: assign({now: ({event}) => event.at})},
    'link.changed': {actions: setLink},
    'row.selected': {
      actions: assign({
        selected: ({context, event: {id, isSelected}}) => {
          const selected = new Set(context.selected)
          if (isSelected) selected.add(id)
          else selected.delete(id)
          return selected
        },
      }),
    },
    'all.selected': {
      actions: assign({
        selected: ({context, event}) => new Set(event.isSelected ? rowsOf(context).map(({id}) => id) : []),
      }),
    },
    'alarms.changed': {actions: takeChanges},
    'watching.changed': {
      actions: assign(({context: {pinned}, event: {isWatched}}) => ({isWatched, pinned: isWatched ? pinned : null})),
    },
    'waiting.requested': {
      actions: assign({pinned: ({context: {listed, pinned}}) => pinned && (listed?.alarms ?? null)}),
    },
    'filter.changed': [
      {
        guard: ({event}) => event.filter.text === undefined,
        target: '.loading',
        actions: [
          assign(({context, event}) => ({...refiltered, filter: {...context.filter, ...event.filter}})),
          pushToUrl,
        ],
      },
      {
        target: '.pausing',
        actions: assign(({context, event}) => ({...refiltered, filter: {...context.filter, ...event.filter}})),
      },
    ],
    'address.changed': [
      {
        guard: ({context, event}) => isSameFilter(context.filter, event.filter),
        actions: assign({peek: ({event}) => event.peek}),
      },
      {
        target: '.loading',
        actions: assign(({event: {filter, peek}}) => ({...refiltered, filter, peek})),
      },
    ],
    'peek.changed': {actions: [assign({peek: ({event}) => event.id}), pushToUrl]},
  },
  initial: 'loading',
  states: {
    // The former alarms stay until the new ones have arrived.
    loading: {
      initial: 'awaitingLink',
      states: {
        awaitingLink: {
          always: onceUp('fetching', {target: '#alarmList.failed', actions: {type: 'setError', params: UNREACHABLE}}),
        },
        fetching: {
          entry: assign({held: []}),
          invoke: {
            src: 'loadPage',
            input: ({context}) => ({...questionOf(context), cursor: null}),
            onDone: {
              target: '#alarmList.loaded',
              actions: {type: 'takeFirstPage', params: ({event}) => ({page: event.output})},
            },
            onError: {target: '#alarmList.failed', actions: SET_ERROR},
          },
          on: {
            'alarms.changed': {
              actions: [takeChanges, assign({held: ({context: {held}, event: {alarms}}) => [...held, ...alarms]})],
            },
            'alarms.moved': {target: 'fetching', reenter: true},
          },
        },
      },
    },
    failed: {
      on: {
        'retry.requested': 'loading',
        'link.changed': onReconnect('loading'),
      },
    },
    pausing: {after: {filterPause: {target: 'loading', actions: pushToUrl}}},
    loaded: {
      initial: 'idle',
      invoke: {src: 'polls', onError: {}},
      on: {
        // Changes while the link was down were not sent.
        'link.changed': onReconnect('loading'),
        'minute.ticked': {guard: 'isPolled', target: 'loading'},
        'alarms.moved': 'loading',
        'watching.changed': {
          actions: assign(({context: {listed}, event: {isWatched}}) => ({
            isWatched,
            pinned: isWatched ? (listed?.alarms ?? null) : null,
          })),
        },
      },
      states: {
        idle: {
          on: {
            'rows.shown': {
              guard: ({context: {listed}, event: {lastInView}}) =>
                listed !== null && isPageDue({next: listed.next, loaded: listed.alarms.length, lastInView}),
              target: 'fetchingMore',
            },
          },
        },
        fetchingMore: {
          invoke: {
            src: 'loadPage',
            input: ({context}) => ({...questionOf(context), cursor: context.listed?.next ?? null}),
            onDone: {
              target: 'idle',
              actions: assign(({context: {listed, pinned}, event: {output}}) => ({
                listed: listed && withPage(listed, output),
                pinned: pinnedWithPage(pinned, output),
              })),
            },
            onError: {target: 'missed', actions: SET_ERROR},
          },
        },
        // The loaded alarms stay, and a message says that more are missing.
        missed: {on: {'retry.requested': 'fetchingMore', 'link.changed': onReconnect('fetchingMore')}},
      },
    },
  },
})

export type AlarmListLogic = typeof alarmListMachine
export type AlarmListRef = ActorRefFrom<AlarmListLogic>
