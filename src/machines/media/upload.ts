import {type ActorRefFrom, assign, type SnapshotFrom, sendParent, setup} from 'xstate'
import type {EpochMs} from '../../../contract/wire/common'
import {failureOf, messageOf} from '../../domain/failure'
import {textsOf} from '../../domain/language'
import {isAllSent, nothingOf, type Progress, stopped, withBytes} from '../../domain/media/progress'
import {isFinalRefusal, type ReadVideo} from '../../domain/media/upload'
import {SET_ERROR} from '../failure'
import {call, type Given, missing, source} from '../ports'

export const uploadTexts = textsOf('machines.upload', {failed: 'Upload failed'})

export interface UploadInput {
  /** Identifies the upload to the parent. */
  id: number
  file: File
}

/** The data with which a file is prepared for sending. */
export interface PreparedUpload extends ReadVideo {
  /** The ids of the assets of the video and of its picture. They stay the same when something is sent again. */
  assetId: string
  pictureId: string
}

interface UploadContext extends UploadInput {
  /** Null until the file was read. */
  prepared: PreparedUpload | null
  progress: Progress
  /** Whether the server has the video; then only its picture is missing. */
  isStored: boolean
  /** Since bytes were last sent. */
  tries: number
  message: string | null
}

type SendingEvent =
  | {type: 'bytes.sent'; bytes: number; at: EpochMs}
  | {type: 'file.stored'}
  | {type: 'sending.failed'; error: unknown}

type RetryEvent = {type: 'retry.scheduled'; at: EpochMs} | {type: 'retry.due'}

/** The phase of an upload, as far as it concerns the others. */
export type UploadPhase = 'waiting' | 'underWay' | 'ready' | 'failed' | 'refused' | 'cancelled'

/** An upload sends this to its parent. */
export type UploadChanged = {type: 'upload.changed'; phase: UploadPhase; id: number; bytes: number}
/** The server has a further video. */
export type VideoStored = {type: 'video.stored'}

const VIDEO_STORED: VideoStored = {type: 'video.stored'}

const uploadSetup = setup({
  types: {} as {
    context: UploadContext
    events: SendingEvent | RetryEvent | {type: 'turn.given'} | {type: 'cancel.requested'} | {type: 'retry.requested'}
    input: UploadInput
    tags: 'ended'
  },
  actors: {
    prepare: call<PreparedUpload, {file: File}>('prepare'),
    send: source<SendingEvent, PreparedUpload & {file: File}>('send'),
    storePicture: call<void, PreparedUpload>('storePicture'),
    backOff: source<RetryEvent, {tries: number}>('backOff'),
  },
  actions: {
    notifyParent: sendParent(
      ({context: {id, progress}}, {phase}: {phase: UploadPhase}): UploadChanged => ({
        type: 'upload.changed',
        phase,
        id,
        bytes: progress.bytes,
      }),
    ),
    notifyStored: sendParent(VIDEO_STORED),
    goWithoutPicture: assign({
      prepared: ({context}) => ({...preparedOf(context), picture: null, pictureUrl: null, unseen: 'refused' as const}),
    }),
    setError: assign({message: (_, {error}: {error: unknown}) => messageOf(error, uploadTexts.failed)}),
    discard: (_, _params: Given<{file: File}>) => missing('discard'),
    /** The server has nothing of it any more. */
    forget: (_, _params: Given<{file: File}>) => missing('forget'),
  },
  guards: {
    isCut: (_, {error}: {error: unknown}) => mayGoOn(error),
    isFinal: (_, {error}: {error: unknown}) => isFinalRefusal(error),
    isPrepared: ({context}) => context.prepared !== null,
    isStored: ({context}) => context.isStored,
    hasPicture: ({context}) => context.prepared?.picture != null,
  },
})

/** Refusals that pass by themselves: the server still holds the upload that was cut, or is asked too often. */
const PASSING: readonly (number | null)[] = [409, 423, 429]

function mayGoOn(error: unknown): boolean {
  const {kind, status} = failureOf(error)
  return kind === 'unreachable' || PASSING.includes(status)
}

const preparedOf = ({prepared}: UploadContext): PreparedUpload => {
  if (prepared === null) throw new Error('The file must be read before it is sent')
  return prepared
}

const isCut = {type: 'isCut', params: ({event}: {event: {error: unknown}}) => event} as const
const isFinal = {type: 'isFinal', params: ({event}: {event: {error: unknown}}) => event} as const

/**
 * One file on its way to the server. It waits for its turn, is read, and sent; when the connection is cut it goes on by
 * itself. It is ready when the server has the video and its picture, not when all bytes have left. What the server
 * refuses for good is forgotten, so that nobody is asked to send it again; what failed otherwise can be tried again.
 */
export const uploadMachine = uploadSetup.createMachine({
  id: 'upload',
  context: ({input}) => ({
    ...input,
    prepared: null,
    progress: nothingOf(input.file.size),
    isStored: false,
    tries: 0,
    message: null,
  }),
  initial: 'waiting',
  states: {
    waiting: {
      entry: {type: 'notifyParent', params: {phase: 'waiting'}},
      on: {
        'turn.given': [
          {guard: 'isStored', target: 'illustrating'},
          {guard: 'isPrepared', target: 'sending'},
          {target: 'reading'},
        ],
        'cancel.requested': 'cancelled',
      },
    },
    reading: {
      entry: {type: 'notifyParent', params: {phase: 'underWay'}},
      invoke: {
        src: 'prepare',
        input: ({context: {file}}) => ({file}),
        onDone: {target: 'sending', actions: assign({prepared: ({event}) => event.output})},
        onError: {target: 'failed', actions: SET_ERROR},
      },
      on: {'cancel.requested': 'cancelled'},
    },
    sending: {
      entry: {type: 'notifyParent', params: {phase: 'underWay'}},
      invoke: {src: 'send', input: ({context}) => ({...preparedOf(context), file: context.file}), onError: {}},
      on: {
        'file.stored': [
          {guard: 'hasPicture', target: 'illustrating', actions: assign({isStored: true})},
          {target: 'ready', actions: assign({isStored: true})},
        ],
        'sending.failed': [
          {guard: isCut, target: 'interrupted'},
          {guard: isFinal, target: 'refused', actions: SET_ERROR},
          {target: 'failed', actions: SET_ERROR},
        ],
        'cancel.requested': 'cancelled',
      },
      initial: 'going',
      states: {
        going: {
          on: {
            'bytes.sent': {
              actions: [
                assign({progress: ({context, event}) => withBytes(context.progress, event), tries: 0}),
                {type: 'notifyParent', params: {phase: 'underWay'}},
              ],
            },
          },
          always: {guard: ({context}) => isAllSent(context.progress), target: 'storing'},
        },
        storing: {
          on: {
            'bytes.sent': {
              guard: ({context, event}) => event.bytes < context.progress.of,
              target: 'going',
              actions: assign({progress: ({context, event}) => withBytes(context.progress, event)}),
            },
          },
        },
      },
    },
    interrupted: {
      entry: assign({progress: ({context}) => stopped(context.progress), tries: ({context}) => context.tries + 1}),
      invoke: {src: 'backOff', input: ({context: {tries}}) => ({tries}), onError: {}},
      on: {
        'retry.due': [{guard: 'isStored', target: 'illustrating'}, {target: 'sending'}],
        'retry.requested': [{guard: 'isStored', target: 'illustrating'}, {target: 'sending'}],
        'cancel.requested': {guard: ({context}) => !context.isStored, target: 'cancelled'},
      },
    },
    illustrating: {
      invoke: {
        src: 'storePicture',
        input: ({context}) => preparedOf(context),
        onDone: 'ready',
        onError: [
          {guard: isCut, target: 'interrupted'},
          {guard: isFinal, target: 'ready', actions: 'goWithoutPicture'},
          {target: 'failed', actions: SET_ERROR},
        ],
      },
    },
    ready: {tags: 'ended', entry: ['notifyStored', {type: 'notifyParent', params: {phase: 'ready'}}]},
    failed: {
      tags: 'ended',
      entry: {type: 'notifyParent', params: {phase: 'failed'}},
      on: {'retry.requested': {target: 'waiting', actions: assign({message: null, tries: 0})}},
    },
    refused: {
      tags: 'ended',
      entry: [
        {type: 'forget', params: ({context: {file}}) => ({file})},
        {type: 'notifyParent', params: {phase: 'refused'}},
      ],
    },
    cancelled: {
      tags: 'ended',
      entry: [
        {type: 'discard', params: ({context: {file}}) => ({file})},
        assign({progress: ({context}) => nothingOf(context.file.size), prepared: null}),
        {type: 'notifyParent', params: {phase: 'cancelled'}},
      ],
      on: {'retry.requested': 'waiting'},
    },
  },
})

export type UploadLogic = typeof uploadMachine
export type UploadRef = ActorRefFrom<UploadLogic>
export type UploadSnapshot = SnapshotFrom<UploadLogic>
