import {
  type ActorRef,
  type ActorRefFrom,
  assign,
  enqueueActions,
  not,
  type Snapshot,
  type SnapshotFrom,
  sendTo,
  setup,
} from 'xstate'
import {ownList, whatPlays} from '../../../contract/rules/media/whatPlays'
import type {EpochMs} from '../../../contract/wire/common'
import {type Fault, type Faults, NO_FAULTS} from '../../domain/player/fault'
import {following, isSameItem, itemsOf, layersOf, type PlayItem, type PlayList} from '../../domain/player/list'
import type {Play} from '../../domain/player/play'
import type {Darkness} from '../../domain/player/report'
import {task} from '../ports'

/** There are two video elements: one is on screen, while the other one loads what comes next. */
export type Slot = 0 | 1

export type StageCommand =
  | {type: 'load'; slot: Slot; item: PlayItem}
  /** Puts the video in front and starts it; the other one is put behind as it is. */
  | {type: 'show'; slot: Slot}
  /** Lets go of the video that waits behind. */
  | {type: 'unload'; slot: Slot}
  /** Nothing is on screen any more. */
  | {type: 'clear'}

export type StageEvent =
  /** The first frame is decoded. */
  | {type: 'video.ready'; slot: Slot}
  | {type: 'video.started'; slot: Slot; at: EpochMs}
  | {type: 'video.ended'; slot: Slot; seconds: number}
  | {type: 'video.failed'; slot: Slot; seconds: number; fault: Fault}

/** The listener receives these. */
export type PlaybackNotification =
  /**
   * The id of the video that is on screen now, and the revision of its list. It is that of the fallback when there is a
   * reason why the list leaves nothing to show. `emergency` is the id of the emergency that shows it.
   */
  | {type: 'playback.moved'; playing: string; revision: number; darkness: Darkness | null; emergency: string | null}
  /** Nothing is on screen. The revision is null before the first list. */
  | {type: 'playback.darkened'; darkness: Darkness; revision: number | null}
  | {type: 'play.ended'; play: Play}
  | {type: 'playbackFaults.changed'; faults: Faults}

export interface PlaybackInput {
  list: PlayList | null
  /** The zone in which the hours of items are meant. */
  zone: string
  now: EpochMs
  /** Null for a preview, which is only looked at. */
  listener: ActorRef<Snapshot<unknown>, PlaybackNotification> | null
}

interface PlaybackContext extends PlaybackInput {
  /** The item on screen, and the next one in the other slot. */
  shown: {slot: Slot; item: PlayItem; startedAt: EpochMs; revision: number; emergency: string | null} | null
  next: {slot: Slot; item: PlayItem; isReady: boolean} | null
  /** The last item that was on screen, behind which the list goes on. */
  last: PlayItem | null
  faults: Faults
  /** The times until which faulty videos are skipped, by their ids. */
  passedOver: Readonly<Record<string, EpochMs>>
}

/** After this long a faulty video is tried again. */
const PASSED_OVER_FOR = 60_000

/**
 * Plays a list round and round in two slots, without a gap: the next video has its first frame before it is shown. A
 * new list is taken at the end of the running video. Videos outside of their hours, and faulty ones, are passed over.
 * The fallback of the list is played while no other video is left. An emergency cuts off whatever is on screen, and is
 * cut off when it is over.
 */
export const playbackMachine = setup({
  types: {} as {
    context: PlaybackContext
    events: StageEvent | {type: 'list.taken'; list: PlayList} | {type: 'clock.ticked'; at: EpochMs}
    input: PlaybackInput
  },
  actors: {
    stage: task<StageCommand>('stage'),
  },
  actions: {
    prepare: enqueueActions(({context, enqueue}) => {
      const item = requested(context)?.item ?? null
      if (isSameItem(item, context.next?.item ?? null)) return
      const slot = context.shown?.slot === 0 ? 1 : 0
      enqueue.assign({next: item === null ? null : {slot, item, isReady: false}})
      enqueue.sendTo('stage', item === null ? {type: 'unload', slot} : {type: 'load', slot, item})
    }),
    rememberReady: assign({next: ({context: {next}}) => next && {...next, isReady: true}}),
    show: enqueueActions(({context, enqueue}) => {
      const {next, list, now, listener} = context
      if (next === null || list === null) return
      const {slot, item} = next
      const emergency = requested(context)?.emergency ?? null
      enqueue.sendTo('stage', {type: 'show', slot})
      enqueue.assign({
        shown: {slot, item, startedAt: now, revision: list.revision, emergency},
        next: null,
        last: item,
      })
      if (listener === null) return
      const darkness = emergency === null ? darknessOf(context) : null
      const {assetId: playing} = item
      enqueue.sendTo(listener, {type: 'playback.moved', playing, revision: list.revision, darkness, emergency})
    }),
    endPlay: enqueueActions(
      ({context: {shown, faults, listener}, enqueue}, {seconds, fault, isCut = false}: Ending) => {
        if (shown === null) return
        const {item, startedAt, revision} = shown
        const {assetId, name} = item
        const play = {assetId, name, startedAt, seconds, isWhole: fault === null && !isCut, revision}
        if (listener !== null) enqueue.sendTo(listener, {type: 'play.ended', play})
        if (fault === null && assetId in faults) {
          const {[assetId]: _, ...left} = faults
          enqueue.assign({faults: left})
          if (listener !== null) enqueue.sendTo(listener, {type: 'playbackFaults.changed', faults: left})
        }
      },
    ),
    passOver: enqueueActions(({context, enqueue}, {item, fault}: {item: PlayItem | undefined; fault: Fault}) => {
      if (item === undefined || context.list === null) return
      if (!itemsOf(context.list).some(listed => isSameItem(listed, item))) return
      const faults = {...context.faults, [item.assetId]: fault}
      const until = context.now + PASSED_OVER_FOR
      const next = isSameItem(context.next?.item ?? null, item) ? null : context.next
      enqueue.assign({faults, next, passedOver: {...context.passedOver, [item.assetId]: until}})
      if (context.listener !== null) enqueue.sendTo(context.listener, {type: 'playbackFaults.changed', faults})
    }),
    /** A fault belongs to an item of the list, and leaves with it. */
    takeList: enqueueActions(({context, enqueue}, {list}: {list: PlayList}) => {
      const {faults, passedOver, listener} = context
      const left = ofItems(faults, context.list, list)
      enqueue.assign({list, faults: left, passedOver: ofItems(passedOver, context.list, list)})
      if (listener === null || Object.keys(left).length === Object.keys(faults).length) return
      enqueue.sendTo(listener, {type: 'playbackFaults.changed', faults: left})
    }),
    notifyDarkened: enqueueActions(({context: {list, listener}, enqueue}, {darkness}: {darkness: Darkness}) => {
      if (listener === null) return
      enqueue.sendTo(listener, {type: 'playback.darkened', darkness, revision: list?.revision ?? null})
    }),
  },
  guards: {
    hasNothing: ({context: {list}}) => list === null || list.items.length === 0,
    isOutOfHours: ({context}) => context.list !== null && dueOf(context).length === 0,
    isNextReady: ({context}) => context.next?.isReady === true,
    isNextLoading: ({context}) => context.next !== null,
    isAnotherRequested: ({context}) => !isSameItem(requested(context)?.item ?? null, context.next?.item ?? null),
    /** An emergency has begun or ended, and what comes next can be shown. */
    isCutOff: ({context}) =>
      context.shown !== null &&
      context.shown.emergency !== (requested(context)?.emergency ?? null) &&
      context.next?.isReady !== false,
    isShown: ({context}, {slot}: {slot: Slot}) => context.shown?.slot === slot,
    isNext: ({context}, {slot}: {slot: Slot}) => context.next?.slot === slot,
  },
  delays: {loadPatience: 20_000},
}).createMachine({
  id: 'playback',
  context: ({input}) => ({...input, shown: null, next: null, last: null, faults: NO_FAULTS, passedOver: {}}),
  invoke: {src: 'stage', id: 'stage'},
  on: {
    'list.taken': {actions: {type: 'takeList', params: ({event}) => event}},
    'clock.ticked': {actions: assign({now: ({event}) => event.at})},
  },
  initial: 'choosing',
  states: {
    choosing: {
      entry: 'prepare',
      always: [
        {guard: 'isNextReady', target: 'playing', actions: 'show'},
        {guard: 'isNextLoading', target: 'between'},
        {guard: 'hasNothing', target: 'dark.nothingToPlay'},
        {guard: 'isOutOfHours', target: 'dark.outOfHours'},
        {target: 'dark.allFaulty'},
      ],
    },
    /** The last frame of the video before stays on screen. */
    between: {
      always: {guard: 'isAnotherRequested', target: 'choosing'},
      on: {
        'video.ready': {
          guard: {type: 'isNext', params: ({event}) => event},
          target: 'choosing',
          actions: 'rememberReady',
        },
        'video.failed': {
          guard: {type: 'isNext', params: ({event}) => event},
          target: 'choosing',
          actions: {type: 'passOver', params: ({context, event}) => ({item: context.next?.item, fault: event.fault})},
        },
      },
      after: {
        loadPatience: {
          target: 'choosing',
          actions: {type: 'passOver', params: ({context}) => ({item: context.next?.item, fault: 'slow'})},
        },
      },
    },
    playing: {
      always: [
        {guard: 'isAnotherRequested', actions: 'prepare'},
        {
          guard: 'isCutOff',
          target: 'choosing',
          actions: {
            type: 'endPlay',
            params: ({context: {shown, now}}) => ({
              seconds: Math.max(0, now - (shown?.startedAt ?? now)) / 1000,
              fault: null,
              isCut: true,
            }),
          },
        },
      ],
      on: {
        'video.ready': {guard: {type: 'isNext', params: ({event}) => event}, actions: 'rememberReady'},
        'video.started': {
          guard: {type: 'isShown', params: ({event}) => event},
          actions: assign({shown: ({context: {shown}, event: {at}}) => shown && {...shown, startedAt: at}}),
        },
        'video.ended': {
          guard: {type: 'isShown', params: ({event}) => event},
          target: 'choosing',
          actions: {type: 'endPlay', params: ({event: {seconds}}) => ({seconds, fault: null})},
        },
        'video.failed': [
          {
            guard: {type: 'isShown', params: ({event}) => event},
            target: 'choosing',
            actions: [
              {type: 'endPlay', params: ({event}) => event},
              {type: 'passOver', params: ({context, event}) => ({item: context.shown?.item, fault: event.fault})},
            ],
          },
          {
            guard: {type: 'isNext', params: ({event}) => event},
            actions: {type: 'passOver', params: ({context, event}) => ({item: context.next?.item, fault: event.fault})},
          },
        ],
      },
    },
    dark: {
      entry: [sendTo('stage', {type: 'clear'}), assign({shown: null, next: null})],
      always: {guard: 'isAnotherRequested', target: 'choosing'},
      initial: 'nothingToPlay',
      states: {
        nothingToPlay: {entry: {type: 'notifyDarkened', params: {darkness: 'nothingToPlay'}}},
        outOfHours: {
          entry: {type: 'notifyDarkened', params: {darkness: 'outOfHours'}},
          always: {guard: not('isOutOfHours'), target: 'allFaulty'},
        },
        allFaulty: {
          entry: {type: 'notifyDarkened', params: {darkness: 'allFaulty'}},
          always: {guard: 'isOutOfHours', target: 'outOfHours'},
        },
      },
      on: {'list.taken': {target: 'choosing', actions: {type: 'takeList', params: ({event}) => event}}},
    },
  },
})

interface Ending {
  seconds: number
  /** Null when it was shown to its end. */
  fault: Fault | null
  /** Something else took its place before its end. */
  isCut?: boolean
}

/** What comes next, and the id of the emergency because of which. */
function requested(context: PlaybackContext): {item: PlayItem; emergency: string | null} | null {
  const {list, last, zone, now} = context
  if (list === null) return null
  const plays = whatPlays(
    layersOf(list, now, item => isPlayable(item, context)),
    zone,
    now,
  )
  if (plays === null) return null
  const isEmergency = plays.why?.kind === 'emergency'
  const items = isEmergency ? plays.items : plays.why?.kind === 'fallback' ? (list.fallback ?? []) : list.items
  const item = following({items}, last, each => plays.items.includes(each))
  return item && {item, emergency: isEmergency ? (list.emergency?.id ?? null) : null}
}

const isPlayable = ({assetId}: PlayItem, {passedOver, now}: PlaybackContext): boolean =>
  (passedOver[assetId] ?? 0) <= now

const dueOf = ({list, zone, now}: PlaybackContext): readonly PlayItem[] =>
  whatPlays([ownList(list?.items ?? [])], zone, now)?.items ?? []

/** Why the list without its fallback leaves nothing to show; null when it does not. */
function darknessOf(context: PlaybackContext): Darkness | null {
  if (context.list === null || context.list.items.length === 0) return 'nothingToPlay'
  const due = dueOf(context)
  if (due.length === 0) return 'outOfHours'
  return due.some(item => isPlayable(item, context)) ? null : 'allFaulty'
}

/** Picks the values of the videos that both lists have, with the same file. */
function ofItems<Value>(
  byId: Readonly<Record<string, Value>>,
  before: PlayList | null,
  list: PlayList,
): Readonly<Record<string, Value>> {
  const itemOf = (id: string, given: PlayList) => itemsOf(given).find(({assetId}) => assetId === id) ?? null
  return Object.fromEntries(
    Object.entries(byId).filter(([id]) => before !== null && isSameItem(itemOf(id, before), itemOf(id, list))),
  )
}

export type PlaybackRef = ActorRefFrom<typeof playbackMachine>
export type PlaybackSnapshot = SnapshotFrom<typeof playbackMachine>
