import {type ActorRefFrom, assign, enqueueActions, type SnapshotFrom, sendTo, setup} from 'xstate'
import type {EmergencyReport} from '../../../contract/rules/media/screenState'
import type {EpochMs, Milliseconds} from '../../../contract/wire/common'
import {type Faults, inWords, NO_FAULTS} from '../../domain/player/fault'
import type {PlayEmergency, PlayList} from '../../domain/player/list'
import type {Play} from '../../domain/player/play'
import {type Darkness, darkOf, type Report} from '../../domain/player/report'
import {type Given, missing, source, task} from '../ports'
import {type FilesNotification, filesMachine} from './files'
import {notesMachine} from './notes'
import {type Pairing, pairingMachine} from './pairing'
import {type PlaybackNotification, playbackMachine} from './playback'

export type ListChange =
  | {type: 'list.received'; list: PlayList; clockError: Milliseconds | null; at: EpochMs}
  | {type: 'server.missed'; at: EpochMs}
  | {type: 'token.refused'}
  /** Another player has taken the device over. */
  | {type: 'token.replaced'}

/** Reports to the server: each play, and the state of the player. */
export type ReportingEvent = {type: 'play.ended'; play: Play} | {type: 'report.changed'; report: Report}

export interface PlayerInput {
  pairing: Pairing | null
  /** The token in the link of the page. */
  linkToken: string | null
  /** The last list whose files were all there. */
  list: PlayList | null
  zone: string
  now: EpochMs
}

interface PlayerContext extends PlayerInput {
  /** Somebody has just paired the screen by hand. */
  isAttended: boolean
  report: Report
  /** Another player has taken the place of this one. */
  isReplaced: boolean
  /** Null while a video of the list is on screen. */
  darkness: Darkness | null
  /** The emergency as far as its file is there, and the id of the one that is on screen. */
  emergency: PlayEmergency | null
  shownEmergency: string | null
  /** The faults of files, and of plays. */
  fileFaults: Faults
  playbackFaults: Faults
  /** The time since which the server is not reached; null while it is. */
  missedSince: EpochMs | null
}

type PlayerEvent =
  | ListChange
  | FilesNotification
  | PlaybackNotification
  | {type: 'clock.ticked'; at: EpochMs}
  | {type: 'pairing.requested'}

const UNREPORTED = {
  report: {
    revision: null,
    fetching: null,
    ready: 0,
    files: 0,
    playing: null,
    fallback: null,
    emergency: null,
    free: null,
    clockError: null,
    faults: {},
    zone: '',
    since: null,
    dark: 'fetching',
    player: '',
  },
  isReplaced: false,
  darkness: 'nothingToPlay',
  emergency: null,
  shownEmergency: null,
  fileFaults: NO_FAULTS,
  playbackFaults: NO_FAULTS,
  missedSince: null,
} as const satisfies Omit<PlayerContext, keyof PlayerInput | 'isAttended'>

/** A screen of a wall: paired with a device, it keeps the files of the device's playlist and plays them. */
export const playerMachine = setup({
  types: {} as {
    context: PlayerContext
    events: PlayerEvent
    input: PlayerInput
    children: {pairing: 'pairing'; files: 'files'; notes: 'notes'; playback: 'playback'; reporting: 'reporting'}
  },
  actors: {
    pairing: pairingMachine,
    files: filesMachine,
    notes: notesMachine,
    playback: playbackMachine,
    clock: source<{type: 'clock.ticked'; at: EpochMs}, void>('clock'),
    listChanges: source<ListChange, {token: string}>('listChanges'),
    reporting: task<ReportingEvent, {token: string; player: string}>('reporting'),
  },
  actions: {
    storePairing: (_, _params: Given<{pairing: Pairing | null}>) => missing('storePairing'),
    storeList: (_, _params: Given<{list: PlayList}>) => missing('storeList'),
    takeReport: assign({
      report: ({context}, change: Partial<Report>) =>
        timed(context.report, context.now, {
          ...context.report,
          ...change,
          dark: context.darkness && darkOf(context.darkness, context.list, context.fileFaults),
          // A file that is not there is not played either, which says less.
          faults: inWords({...context.playbackFaults, ...context.fileFaults}),
          emergency: emergencyReport(context),
        }),
    }),
    /** Nothing of the device before is reported for the next one. */
    beginReport: assign(({context: {pairing, zone}}) => ({
      ...UNREPORTED,
      report: {...UNREPORTED.report, zone, player: pairing?.player ?? ''},
    })),
    sendReport: sendTo('reporting', ({context}) => ({type: 'report.changed', report: context.report})),
  },
  guards: {
    isPaired: ({context}) => context.pairing !== null,
    isListed: ({context}) => context.list !== null,
  },
}).createMachine({
  id: 'player',
  context: ({input}) => ({
    ...input,
    ...UNREPORTED,
    isAttended: false,
  }),
  invoke: {src: 'clock', onError: {}},
  on: {'clock.ticked': {actions: assign({now: ({event}) => event.at})}},
  initial: 'starting',
  states: {
    starting: {always: [{guard: 'isPaired', target: 'paired'}, {target: 'unpaired'}]},
    unpaired: {
      invoke: {
        src: 'pairing',
        id: 'pairing',
        input: ({context}) => ({token: context.linkToken}),
        onDone: {
          target: 'paired',
          actions: [
            assign(({context, event}) => ({
              pairing: event.output,
              isAttended: context.linkToken === null,
              linkToken: null,
            })),
            {type: 'storePairing', params: ({event}) => ({pairing: event.output})},
          ],
        },
      },
    },
    paired: {
      entry: 'beginReport',
      exit: [assign({pairing: null, list: null}), {type: 'storePairing', params: {pairing: null}}],
      invoke: [
        {
          src: 'reporting',
          id: 'reporting',
          input: ({context: {pairing}}) => ({token: pairing?.token ?? '', player: pairing?.player ?? ''}),
        },
        {
          src: 'playback',
          id: 'playback',
          input: ({context: {zone, now}, self}) => ({list: null, zone, now, listener: self}),
        },
        {src: 'files', id: 'files', input: ({context, self}) => ({list: context.list, listener: self})},
        {src: 'notes', id: 'notes', input: ({context: {isAttended}}) => ({isAttended})},
        {src: 'listChanges', input: ({context}) => ({token: context.pairing?.token ?? ''}), onError: {}},
      ],
      on: {
        'clock.ticked': {
          actions: [assign({now: ({event}) => event.at}), sendTo('playback', ({event}) => event)],
        },
        'files.changed': {
          actions: [
            assign({fileFaults: ({event}) => event.faults}),
            {type: 'takeReport', params: ({event: {ready, files, free}}) => ({ready, files, free})},
            'sendReport',
          ],
        },
        'list.ready': {
          actions: [
            {type: 'storeList', params: ({event}) => event},
            assign({emergency: ({event}) => event.list.emergency ?? null}),
            {type: 'takeReport', params: {}},
            'sendReport',
            sendTo('playback', ({event}) => ({type: 'list.taken', list: event.list})),
          ],
        },
        'playback.moved': {
          actions: [
            assign(({event: {darkness, emergency}}) => ({darkness, shownEmergency: emergency})),
            {
              type: 'takeReport',
              params: ({context: {report}, event: {playing, revision, darkness}}) => ({
                playing: darkness === null ? playing : null,
                fallback: darkness === null ? null : playing,
                revision,
                fetching: report.fetching === revision ? null : report.fetching,
              }),
            },
            'sendReport',
            sendTo('files', ({event}) => ({type: 'list.playing', revision: event.revision})),
          ],
        },
        'playback.darkened': {
          actions: [
            assign(({event: {darkness}}) => ({darkness, shownEmergency: null})),
            {
              type: 'takeReport',
              params: ({context: {report}, event: {revision}}) => ({
                playing: null,
                fallback: null,
                revision,
                fetching: report.fetching === revision ? null : report.fetching,
              }),
            },
            'sendReport',
            enqueueActions(({event: {revision}, enqueue}) => {
              if (revision !== null) enqueue.sendTo('files', {type: 'list.playing', revision})
            }),
          ],
        },
        'token.replaced': {target: '#player.unpaired', actions: assign({isReplaced: true})},
        'play.ended': {actions: sendTo('reporting', ({event}) => event)},
        'playbackFaults.changed': {
          actions: [
            assign({playbackFaults: ({event}) => event.faults}),
            {type: 'takeReport', params: {}},
            'sendReport',
          ],
        },
      },
      type: 'parallel',
      states: {
        list: {
          initial: 'starting',
          on: {
            'list.received': {
              target: '.known',
              actions: [
                assign({list: ({event}) => event.list, missedSince: null, now: ({event}) => event.at}),
                {
                  type: 'takeReport',
                  params: ({context: {report}, event: {list, clockError}}) => ({
                    clockError,
                    fetching: list.revision === report.revision ? null : list.revision,
                  }),
                },
                'sendReport',
                sendTo('files', ({event}) => ({type: 'list.requested', list: event.list})),
              ],
            },
            'server.missed': {
              target: '.unreachable',
              actions: assign({missedSince: ({context, event}) => context.missedSince ?? event.at}),
            },
          },
          states: {
            starting: {always: [{guard: 'isListed', target: 'known'}, {target: 'loading'}]},
            loading: {},
            known: {},
            unreachable: {},
          },
        },
        access: {
          initial: 'accepted',
          states: {
            accepted: {on: {'token.refused': 'revoked'}},
            /** It goes on with the stored list. */
            revoked: {
              on: {
                'list.received': 'accepted',
                'pairing.requested': '#player.unpaired',
              },
            },
          },
        },
      },
    },
  },
})

/** What the screen says of the emergency in the newest list. */
function emergencyReport({list, emergency, shownEmergency, playbackFaults}: PlayerContext): EmergencyReport | null {
  if (!list?.emergency) return null
  const {id} = list.emergency
  if (shownEmergency === id) return {id, state: 'shown'}
  const item = emergency?.id === id ? emergency.item : null
  return {id, state: item === null || item.assetId in playbackFaults ? 'missing' : 'ready'}
}

/** As long as the server has not told the time, that of the screen may be wrong. */
function timed(before: Report, now: EpochMs, report: Report): Report {
  const isSame = before.since !== null && before.playing === report.playing && before.dark === report.dark
  const isClockKnown = report.clockError !== null
  return isSame || !isClockKnown ? report : {...report, since: now}
}

export type PlayerRef = ActorRefFrom<typeof playerMachine>
export type PlayerSnapshot = SnapshotFrom<typeof playerMachine>
