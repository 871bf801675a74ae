import {type ActorRefFrom, assign, enqueueActions, type SnapshotFrom, sendTo, setup} from 'xstate'
import type {Heartbeat} from '../../../contract/rules/deviceStatus'
import {
  asOfThen,
  NOT_READ,
  type ScreenList,
  type ScreenReport,
  type ScreenState,
  screenState,
} from '../../../contract/rules/media/screenState'
import {isSameOffer} from '../../../contract/rules/offer'
import type {Offer} from '../../../contract/wire/capabilities'
import type {EpochMs} from '../../../contract/wire/common'
import {isLinkDown, type KnownLink} from '../../domain/link'
import type {ScreenStates} from '../../domain/media/found'
import {NO_UPDATE, type ScreenUpdate} from '../../domain/media/screenReport'
import {evaluated, type Heartbeats, type Statuses} from '../../domain/media/statuses'
import {type LinkChanged, linkChanges} from '../connectivity'
import {type Given, missing, source, task} from '../ports'
import type {ClockEvent} from '../telemetry/devicesEvents'

interface Screens {
  organisationId: string | null
  deviceIds: readonly string[]
}

export interface DeviceStatusInput extends Screens, KnownLink {
  /** On the server's clock. */
  now: EpochMs
}

/** The actor `checks` sends these. `isAll` says that screens without changes are silent. */
export type ChecksEvent =
  | {type: 'screens.read'; updates: readonly ScreenUpdate[]; isAll: boolean}
  | {type: 'screens.missed'; error: unknown}

/** The actor `checks` accepts these. Devices in view are checked first. */
export type ChecksCommand = {type: 'rows.shown'; deviceIds: readonly string[]} | {type: 'refresh.requested'}

export interface ChecksInput extends Screens {
  offer: Offer | null
  shownDeviceIds: readonly string[]
}

export type ScreensReceived = {type: 'screens.received'; updates: readonly ScreenUpdate[]}
export type ExpiryReached = {type: 'expiry.reached'; at: EpochMs}
/** The actor `expiry` accepts this: the moment that it waits for; null is never. */
export type ExpiryAwaited = {type: 'expiry.awaited'; at: EpochMs | null}

interface DeviceStatusContext extends DeviceStatusInput {
  shownDeviceIds: readonly string[]
  /** Devices that are not checked yet are missing. */
  heartbeats: Heartbeats
  reports: ReadonlyMap<string, ScreenReport | null>
  lists: ReadonlyMap<string, ScreenList>
  /** When the server last refused a second player of a device. */
  secondPlayers: ReadonlyMap<string, EpochMs | null>
  statuses: Statuses
  /** What the public sees. While the link is down, each says what was known before. */
  states: ScreenStates
  expiry: EpochMs | null
  /** When the link was lost; null while there is one. */
  asOf: EpochMs | null
}

type DeviceStatusEvent =
  | ClockEvent
  | LinkChanged
  | ChecksEvent
  | ScreensReceived
  | ExpiryReached
  | {type: 'rows.shown'; deviceIds: readonly string[]}
  | {type: 'refresh.requested'}

/**
 * Evaluates which devices are alive, by their heartbeats. Nothing is known of any while the own link is down: none turns
 * inactive then, and all are checked again when it is back.
 */
export const deviceStatusMachine = setup({
  types: {} as {
    context: DeviceStatusContext
    events: DeviceStatusEvent
    input: DeviceStatusInput
    children: {checks: 'checks'; expiry: 'expiry'}
  },
  actors: {
    clock: source<ClockEvent, void>('clock'),
    linkChanges,
    checks: task<ChecksCommand, ChecksInput>('checks'),
    screenUpdates: source<ScreensReceived, void>('screenUpdates'),
    expiry: task<ExpiryAwaited, void>('expiry'),
  },
  actions: {
    receive: assign(({context}, {updates}: {updates: readonly ScreenUpdate[]}) => withUpdates(context, updates)),
    /** A device that is missing in the answer has sent nothing. */
    receiveAll: assign(({context}, {updates}: {updates: readonly ScreenUpdate[]}) => {
      const known = new Set(updates.map(({deviceId}) => deviceId))
      const silent = context.deviceIds.filter(id => !known.has(id))
      return withUpdates(context, [...updates, ...silent.map(deviceId => ({...NO_UPDATE, deviceId}))])
    }),
    evaluate: enqueueActions(({context, enqueue}) => {
      const {statuses, expiry} = evaluated(context.heartbeats, context.now, context.statuses)
      if (statuses !== context.statuses) enqueue.assign({statuses})
      const states = statesOf(context)
      if (states !== context.states) enqueue.assign({states})
      if (expiry === context.expiry) return
      enqueue.assign({expiry})
      enqueue.sendTo('expiry', {type: 'expiry.awaited', at: expiry})
    }),
    warn: (_, _params: Given<{error: unknown}>) => missing('warn'),
  },
  guards: {
    isLinked: ({context}) => !isLinkDown(context.link),
    isLinkDown: ({context}) => isLinkDown(context.link),
    isAll: (_, {isAll}: {isAll: boolean}) => isAll,
    isOtherOffer: ({context}, {offer}: LinkChanged) => !isSameOffer(context.offer, offer),
  },
}).createMachine({
  id: 'deviceStatus',
  context: ({input}) => ({
    ...input,
    shownDeviceIds: [],
    heartbeats: new Map(),
    reports: new Map(),
    lists: new Map(),
    secondPlayers: new Map(),
    statuses: new Map(),
    states: new Map(),
    expiry: null,
    asOf: null,
  }),
  invoke: [
    {src: 'clock', onError: {}},
    {src: 'linkChanges', onError: {}},
  ],
  on: {
    'clock.ticked': {actions: assign({now: ({event}) => event.at})},
    'link.changed': {actions: assign({link: ({event}) => event.link, offer: ({event}) => event.offer})},
    'rows.shown': {actions: assign({shownDeviceIds: ({event}) => event.deviceIds})},
  },
  initial: 'checking',
  states: {
    checking: {
      always: {guard: 'isLinkDown', target: 'unlinked'},
      invoke: [
        {
          id: 'checks',
          src: 'checks',
          input: ({context: {organisationId, deviceIds, offer, shownDeviceIds}}) => ({
            organisationId,
            deviceIds,
            offer,
            shownDeviceIds,
          }),
          onError: {},
        },
        {id: 'expiry', src: 'expiry', onError: {}},
        {src: 'screenUpdates', onError: {}},
      ],
      on: {
        'link.changed': [
          {
            guard: {type: 'isOtherOffer', params: ({event}) => event},
            target: 'checking',
            reenter: true,
            actions: assign({link: ({event}) => event.link, offer: ({event}) => event.offer}),
          },
          {
            actions: assign({link: ({event}) => event.link, offer: ({event}) => event.offer}),
          },
        ],
        'screens.read': [
          {
            guard: {type: 'isAll', params: ({event}) => event},
            actions: [{type: 'receiveAll', params: ({event}) => event}, 'evaluate'],
          },
          {actions: [{type: 'receive', params: ({event}) => event}, 'evaluate']},
        ],
        'screens.received': {actions: [{type: 'receive', params: ({event}) => event}, 'evaluate']},
        'screens.missed': {actions: [{type: 'warn', params: ({event}) => event}, 'evaluate']},
        'expiry.reached': {actions: [assign({now: ({event}) => event.at}), 'evaluate']},
        'clock.jumped': {
          actions: [assign({now: ({event}) => event.at}), 'evaluate', sendTo('checks', {type: 'refresh.requested'})],
        },
        'rows.shown': {
          actions: [assign({shownDeviceIds: ({event}) => event.deviceIds}), sendTo('checks', ({event}) => event)],
        },
        'refresh.requested': {actions: sendTo('checks', {type: 'refresh.requested'})},
      },
    },
    /** The whole state may have changed in the meantime. */
    unlinked: {
      entry: assign({
        asOf: ({context}) => context.now,
        heartbeats: new Map(),
        statuses: new Map(),
        states: ({context}) => new Map(Array.from(context.states, ([id, state]) => [id, asOfThen(state, context.now)])),
        expiry: null,
      }),
      always: {guard: 'isLinked', target: 'checking'},
      exit: assign({asOf: null}),
    },
  },
})

export type DeviceStatusRef = ActorRefFrom<typeof deviceStatusMachine>
export type DeviceStatusSnapshot = SnapshotFrom<typeof deviceStatusMachine>

type Known = Pick<DeviceStatusContext, 'heartbeats' | 'reports' | 'lists' | 'secondPlayers'>

function withUpdates(known: Known, updates: readonly ScreenUpdate[]): Known {
  const heartbeats = new Map<string, Heartbeat | null>(known.heartbeats)
  for (const {deviceId, heartbeat} of updates)
    if (heartbeat !== undefined && !isOlder(heartbeat, heartbeats.get(deviceId))) heartbeats.set(deviceId, heartbeat)
  return {
    heartbeats,
    reports: merged(
      known.reports,
      updates.map(({deviceId, report}) => [deviceId, report]),
    ),
    lists: merged(
      known.lists,
      updates.map(({deviceId, list}) => [deviceId, list]),
    ),
    secondPlayers: merged(
      known.secondPlayers,
      updates.map(({deviceId, secondPlayer}) => [deviceId, secondPlayer]),
    ),
  }
}

/** The map stays the same object when nothing is told. */
function merged<Value>(
  known: ReadonlyMap<string, Value>,
  told: readonly (readonly [string, Value | undefined])[],
): ReadonlyMap<string, Value> {
  const given = told.flatMap(([id, value]) => (value === undefined ? [] : [[id, value] as const]))
  return given.length === 0 ? known : new Map([...known, ...given])
}

/** Each state, and the map, stays the same object when it has not changed. A screen that was not read yet stays as it was known. */
function statesOf({deviceIds, heartbeats, reports, lists, states, now}: DeviceStatusContext): ScreenStates {
  let isChanged = false
  const next = new Map<string, ScreenState>()
  for (const id of deviceIds) {
    const known = states.get(id)
    const heartbeat = heartbeats.get(id)
    const state =
      heartbeat === undefined
        ? (known ?? NOT_READ)
        : screenState({heartbeat, report: reports.get(id), list: lists.get(id)}, now)
    const isSame = known !== undefined && JSON.stringify(known) === JSON.stringify(state)
    if (!isSame) isChanged = true
    next.set(id, isSame ? known : state)
  }
  return isChanged || next.size !== states.size ? next : states
}

/** An answer that was under way when a newer heartbeat was pushed. */
const isOlder = (heartbeat: Heartbeat | null, known: Heartbeat | null | undefined): boolean =>
  (heartbeat?.arrivedAt ?? Number.POSITIVE_INFINITY) < (known?.arrivedAt ?? 0)
