import {type ActorRefFrom, assign, type SnapshotFrom, setup} from 'xstate'
import {isPulsewall} from '../../contract/rules/offer'
import type {Offer} from '../../contract/wire/capabilities'
import type {EpochMs} from '../../contract/wire/common'
import {LIVE, type LinkState, OFFLINE, POLLING, PROBING, RECONNECTING} from '../domain/link'
import {call, source} from './ports'

type NetworkChanged = {type: 'network.lost'} | {type: 'network.found'}
type ClockEvent = {type: 'clock.ticked'; at: EpochMs} | {type: 'clock.jumped'; at: EpochMs}
type SocketEvent =
  | {type: 'socket.opened'}
  | {type: 'socket.closed'}
  | {type: 'socket.rejected'}
  | {type: 'socket.crowded'}
type RetryEvent = {type: 'retry.scheduled'; at: EpochMs} | {type: 'retry.due'}
type ServerMissed = {type: 'server.missed'}

/**
 * Selects the way by which values arrive: pushed in `live.open`, requested in `polling`, and else not at all. It retries
 * by itself.
 */
export const linkMachine = setup({
  types: {} as {
    context: {
      /** The server's offer; null before it was asked. */
      offer: Offer | null
      /** Null before the first tick. */
      now: EpochMs | null
      network: 'found' | 'lost'
      /** The number of tries since the link was last up. */
      tries: number
      /** Stays the same object as long as nothing changes. */
      link: LinkState
      /** When the link was last known to be up, or when the first try failed; null while it is up or first sought. */
      downSince: EpochMs | null
      /** Whether the server has said that too many connections of this session or network are open. */
      isCrowded: boolean
    }
    events: NetworkChanged | ClockEvent | SocketEvent | RetryEvent | ServerMissed | {type: 'retry.requested'}
    tags: 'up'
  },
  actors: {
    networkChanges: source<NetworkChanged, void>('networkChanges'),
    clock: source<ClockEvent, void>('clock'),
    probeOffer: call<Offer, {known: Offer | null}>('probeOffer'),
    findServer: call<void>('findServer'),
    liveConnection: source<SocketEvent, void>('liveConnection'),
    renewAccess: call<void>('renewAccess'),
    serverMisses: source<ServerMissed, void>('serverMisses'),
    backOff: source<RetryEvent, {tries: number}>('backOff'),
  },
  actions: {
    rememberNetworkLost: assign({
      network: 'lost',
      link: OFFLINE,
      downSince: ({context}) => context.downSince ?? context.now,
    }),
    rememberNetworkFound: assign({network: 'found', link: RECONNECTING}),
    /** The link came up although the browser reported no network. */
    rememberNetworkUp: assign({network: 'found'}),
    /** Nothing arrived while the machine slept, so the link counts as down since the last tick before. */
    rememberSleep: assign({
      now: ({context, event}) => (event.type === 'clock.jumped' ? event.at : context.now),
      downSince: ({context}) => context.downSince ?? context.now,
    }),
    showUp: assign({tries: 0, downSince: null, isCrowded: false, link: (_, {link}: {link: LinkState}) => link}),
    showDown: assign({
      link: ({context}) => downLink(context.network, null),
      downSince: ({context}) => context.downSince ?? context.now,
    }),
    showSeeking: assign({
      link: ({context}) => (context.link.kind === 'probing' ? PROBING : downLink(context.network, null)),
    }),
  },
  guards: {
    isPlain: ({context}) => context.offer === 'specified',
  },
}).createMachine({
  id: 'link',
  context: {
    offer: null,
    now: null,
    network: 'found',
    tries: 0,
    link: PROBING,
    downSince: null,
    isCrowded: false,
  },
  invoke: [
    {src: 'networkChanges', onError: {}},
    {src: 'clock', onError: {}},
  ],
  on: {
    'clock.ticked': {actions: assign({now: ({event}) => event.at})},
    'clock.jumped': {actions: assign({now: ({event}) => event.at})},
    'network.lost': {actions: 'rememberNetworkLost'},
    'network.found': {actions: 'rememberNetworkFound'},
  },
  initial: 'trying',
  states: {
    /** A server without any additions is not asked for them again before the next sign-in. */
    trying: {always: [{guard: 'isPlain', target: 'finding'}, {target: 'probing'}]},
    probing: {
      entry: 'showSeeking',
      invoke: {
        src: 'probeOffer',
        input: ({context}) => ({known: context.offer}),
        onDone: [
          {
            guard: ({event}) => isPulsewall(event.output),
            target: 'live',
            actions: assign({offer: ({event}) => event.output}),
          },
          {target: 'polling', actions: assign({offer: ({event}) => event.output})},
        ],
        onError: 'waiting',
      },
    },
    finding: {
      entry: 'showSeeking',
      invoke: {src: 'findServer', onDone: 'polling', onError: 'waiting'},
    },
    live: {
      invoke: {src: 'liveConnection', onDone: 'waiting', onError: 'waiting'},
      on: {
        'socket.closed': 'waiting',
        'network.lost': {target: 'waiting', actions: 'rememberNetworkLost'},
        'clock.jumped': {target: 'trying', actions: 'rememberSleep'},
      },
      initial: 'connecting',
      states: {
        connecting: {
          on: {
            'socket.opened': 'open',
            'socket.rejected': '#link.renewing',
            'socket.crowded': {target: '#link.waiting', actions: assign({isCrowded: true})},
          },
        },
        open: {
          tags: 'up',
          entry: {type: 'showUp', params: {link: LIVE}},
          on: {'socket.rejected': '#link.renewing', 'network.found': {actions: 'rememberNetworkUp'}},
        },
      },
    },
    /** The server refused the access token of the socket, so it is renewed. */
    renewing: {
      entry: 'showDown',
      invoke: {src: 'renewAccess', onDone: 'waiting', onError: 'waiting'},
    },
    polling: {
      tags: 'up',
      entry: {type: 'showUp', params: {link: POLLING}},
      invoke: {src: 'serverMisses', onError: 'waiting'},
      on: {
        'server.missed': 'waiting',
        'network.found': {actions: 'rememberNetworkUp'},
        'network.lost': {target: 'waiting', actions: 'rememberNetworkLost'},
        'clock.jumped': {target: 'trying', actions: 'rememberSleep'},
      },
    },
    /** Waits between two tries. Without a network it tries as well, because the server may run on this machine. */
    waiting: {
      entry: [assign({tries: ({context}) => context.tries + 1}), 'showDown'],
      invoke: {src: 'backOff', input: ({context}) => ({tries: context.tries}), onDone: 'trying', onError: {}},
      on: {
        'retry.scheduled': {actions: assign({link: ({context, event}) => downLink(context.network, event.at)})},
        'retry.due': 'trying',
        'retry.requested': 'trying',
        'network.found': {target: 'trying', actions: 'rememberNetworkFound'},
      },
    },
  },
})

export type LinkRef = ActorRefFrom<typeof linkMachine>
export type LinkSnapshot = SnapshotFrom<typeof linkMachine>

export const linkState = ({context}: LinkSnapshot): LinkState => context.link

function downLink(network: 'found' | 'lost', nextTryAt: EpochMs | null): LinkState {
  if (network === 'lost') return OFFLINE
  return nextTryAt === null ? RECONNECTING : {kind: 'reconnecting', nextTryAt}
}
