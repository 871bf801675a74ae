import {type ActorRefFrom, assign, enqueueActions, setup} from 'xstate'
import {type Refusal, sorted, type UnfinishedUpload} from '../../domain/media/upload'
import {type Room, UNKNOWN_ROOM} from '../../domain/media/video'
import {type Given, missing, task} from '../ports'
import {type UploadChanged, type UploadPhase, type UploadRef, uploadMachine, type VideoStored} from './upload'

export interface Upload {
  id: number
  file: File
  upload: UploadRef
  phase: UploadPhase
  bytes: number
}

interface UploadsInput {
  /** Uploads that ended with a former page. */
  unfinished: readonly UnfinishedUpload[]
}

interface UploadsContext extends UploadsInput {
  /** In the order in which they were chosen. */
  uploads: readonly Upload[]
  taken: number
  /** Counts the choices of files, so that the same refusal is announced again. */
  choices: number
  /** The files chosen last that are not sent, with the room that was known then. `isNothing`: there was no file. */
  refused: {isNothing: boolean; files: readonly {name: string; why: Refusal}[]; room: Room}
}

const NOTHING_REFUSED: UploadsContext['refused'] = {isNothing: false, files: [], room: UNKNOWN_ROOM}

const AT_ONCE = 2

const isUnderWay = ({phase}: Upload): boolean => phase === 'waiting' || phase === 'underWay'

const uploadsSetup = setup({
  types: {} as {
    context: UploadsContext
    events:
      | {type: 'files.chosen'; files: readonly File[]; room: Room}
      | {type: 'unfinished.dismissed'; key: string}
      | {type: 'ended.dismissed'; id?: number}
      | {type: 'list.opened'}
      | {type: 'list.closed'}
      | UploadChanged
      | VideoStored
    input: UploadsInput
    emitted: VideoStored
  },
  actors: {
    upload: uploadMachine,
    /** Warns before the page is closed. */
    leaveWarning: task('leaveWarning'),
  },
  actions: {
    /** Gives turns to those who have waited the longest. */
    giveTurns: enqueueActions(({context: {uploads}, enqueue}) => {
      const free = AT_ONCE - uploads.filter(({phase}) => phase === 'underWay').length
      for (const {upload} of uploads.filter(({phase}) => phase === 'waiting').slice(0, Math.max(0, free)))
        enqueue.sendTo(upload, {type: 'turn.given'})
    }),
    forgetUnfinished: (_, _params: Given<{key: string}>) => missing('forgetUnfinished'),
  },
  guards: {
    isUnderWay: ({context}) => context.uploads.some(isUnderWay),
  },
})

/** The videos on their way to the server, two at a time. It goes on while the person moves to another screen. */
export const uploadsMachine = uploadsSetup.createMachine({
  id: 'uploads',
  context: ({input}) => ({...input, uploads: [], taken: 0, choices: 0, refused: NOTHING_REFUSED}),
  type: 'parallel',
  on: {
    'files.chosen': {
      actions: enqueueActions(({context, event: {files, room}, enqueue}) => {
        const queued = context.uploads.filter(isUnderWay).map(({file}) => file)
        const {taken, refused} = sorted(files, queued, room)
        enqueue.assign(({context: {uploads, taken: before, choices, unfinished}, spawn}) => ({
          refused: {isNothing: files.length === 0, files: refused, room},
          taken: before + taken.length,
          choices: choices + 1,
          unfinished: unfinished.filter(
            ({name, size}) => !taken.some(file => file.name === name && file.size === size),
          ),
          uploads: [
            ...uploads,
            ...taken.map((file, nth): Upload => {
              const id = before + nth
              return {
                id,
                file,
                upload: spawn('upload', {id: `upload-${id}`, input: {id, file}}),
                phase: 'waiting',
                bytes: 0,
              }
            }),
          ],
        }))
      }),
    },
    'upload.changed': {
      actions: [
        assign({
          uploads: ({context, event: {id, phase, bytes}}) =>
            context.uploads.map(upload => (upload.id === id ? {...upload, phase, bytes} : upload)),
        }),
        'giveTurns',
      ],
    },
    'unfinished.dismissed': {
      actions: [
        {type: 'forgetUnfinished', params: ({event}) => event},
        assign({unfinished: ({context, event}) => context.unfinished.filter(({key}) => key !== event.key)}),
      ],
    },
    'ended.dismissed': {
      actions: enqueueActions(({context: {uploads}, event: {id}, enqueue}) => {
        const dismissed = uploads.filter(upload => !isUnderWay(upload) && (id === undefined || upload.id === id))
        for (const {upload} of dismissed) enqueue.stopChild(upload)
        enqueue.assign({uploads: uploads.filter(upload => !dismissed.includes(upload))})
      }),
    },
  },
  states: {
    work: {
      initial: 'idle',
      on: {'video.stored': {actions: enqueueActions(({enqueue, event}) => enqueue.emit(event))}},
      states: {
        idle: {always: {guard: 'isUnderWay', target: 'busy'}},
        busy: {
          invoke: {src: 'leaveWarning'},
          always: {guard: ({context}) => !context.uploads.some(isUnderWay), target: 'idle'},
        },
      },
    },
    list: {
      initial: 'closed',
      states: {
        closed: {on: {'list.opened': 'open'}},
        open: {on: {'list.closed': 'closed'}},
      },
    },
  },
})

export type UploadsLogic = typeof uploadsMachine
export type UploadsRef = ActorRefFrom<UploadsLogic>
