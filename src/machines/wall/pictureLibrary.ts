import {type ActorRefFrom, assign, setup} from 'xstate'
import {PICTURE_BYTES} from '../../../contract/limits'
import {messageOf} from '../../domain/failure'
import {textsOf} from '../../domain/language'
import {type Picture, withPicture} from '../../domain/wall/places/pictures'
import {setError} from '../failure'
import {call, source} from '../ports'

const texts = textsOf('machines.pictures', {
  unread: 'The pictures could not be loaded.',
  notSent: 'The picture could not be uploaded.',
  tooLarge: 'A picture has at most 10 MB.',
  notRemoved: 'The picture could not be removed.',
})

/** The file, and the panel that it is for. */
interface Upload {
  file: File
  panel: string
}

export type SendingEvent =
  | {type: 'bytes.sent'; bytes: number}
  | {type: 'picture.stored'; picture: Picture}
  | {type: 'sending.failed'; error: unknown}

type LibraryEvent =
  | SendingEvent
  | {type: 'file.chosen'; file: File; panel: string}
  | {type: 'retry.requested'}
  | {type: 'cancel.requested'}
  | {type: 'removal.requested'; picture: string}
  | {type: 'removal.confirmed'}
  | {type: 'removal.cancelled'}

/** A picture was uploaded for a panel. */
export interface PictureOfPanel {
  panel: string
  picture: string
}

interface Owner {
  /** Null for users who may not choose among its pictures. */
  organisationId: string | null
}

interface LibraryInput extends Owner {
  /** Has the panel show what was uploaded for it, whatever is selected then. */
  choose: (chosen: PictureOfPanel) => void
}

/** An organisation whose pictures the user may change. */
interface Stored {
  organisationId: string
}

interface LibraryContext extends LibraryInput {
  pictures: readonly Picture[]
  upload: Upload | null
  /** The number of sent bytes of the file. */
  sent: number
  /** The picture to remove, for all walls. */
  removed: string | null
  message: string | null
}

/** The pictures of an organisation, to choose from, to add to and to remove, while a wall is composed. */
export const pictureLibraryMachine = setup({
  types: {} as {context: LibraryContext; events: LibraryEvent; input: LibraryInput},
  actors: {
    readPictures: call<readonly Picture[], Owner>('readPictures'),
    send: source<SendingEvent, Stored & {file: File}>('send'),
    remove: call<void, Stored & {id: string}>('remove'),
  },
  actions: {
    setError: assign({
      message: (_, {error, text}: {error: unknown; text: 'unread' | 'notSent' | 'notRemoved'}) =>
        messageOf(error, texts[text]),
    }),
    choose: ({context: {upload, choose}}, {picture}: {picture: Picture}) => {
      if (upload !== null) choose({panel: upload.panel, picture: picture.id})
    },
  },
  guards: {
    isSmallEnough: ({context: {upload}}) => upload !== null && upload.file.size <= PICTURE_BYTES,
  },
}).createMachine({
  id: 'pictureLibrary',
  context: ({input}) => ({...input, pictures: [], upload: null, sent: 0, removed: null, message: null}),
  type: 'parallel',
  states: {
    list: {
      initial: 'reading',
      states: {
        reading: {
          invoke: {
            src: 'readPictures',
            input: ({context: {organisationId}}) => ({organisationId}),
            onDone: {
              target: 'read',
              // The list also has the pictures uploaded meanwhile.
              actions: assign({
                pictures: ({context, event}) => context.pictures.reduce(withPicture, event.output),
              }),
            },
            onError: {target: 'unread', actions: setError('unread')},
          },
        },
        read: {},
        unread: {on: {'retry.requested': 'reading'}},
      },
    },
    upload: {
      initial: 'idle',
      states: {
        idle: {},
        sending: {
          entry: assign({sent: 0, message: null}),
          invoke: {
            src: 'send',
            input: ({context: {organisationId, upload}}) => {
              if (upload === null || organisationId === null) throw new Error('Nothing was chosen to be sent')
              return {organisationId, file: upload.file}
            },
            onError: {target: 'refused', actions: setError('notSent')},
          },
          on: {
            'bytes.sent': {actions: assign({sent: ({event}) => event.bytes})},
            'picture.stored': {
              target: 'idle',
              actions: [
                {type: 'choose', params: ({event: {picture}}) => ({picture})},
                assign(({context: {pictures}, event: {picture}}) => ({
                  pictures: withPicture(pictures, picture),
                  upload: null,
                })),
              ],
            },
            'sending.failed': {target: 'refused', actions: setError('notSent')},
            'cancel.requested': {target: 'idle', actions: assign({upload: null})},
          },
        },
        refused: {
          on: {
            'retry.requested': {guard: 'isSmallEnough', target: 'sending'},
            'cancel.requested': {target: 'idle', actions: assign({upload: null, message: null})},
          },
        },
      },
      on: {
        'file.chosen': [
          {
            guard: ({event}) => event.file.size > PICTURE_BYTES,
            target: '.refused',
            actions: assign(({event: {file, panel}}) => ({upload: {file, panel}, message: texts.tooLarge})),
          },
          {target: '.sending', actions: assign(({event: {file, panel}}) => ({upload: {file, panel}}))},
        ],
      },
    },
    removal: {
      initial: 'none',
      states: {
        none: {
          on: {
            'removal.requested': {
              target: 'asking',
              actions: assign({removed: ({event}) => event.picture, message: null}),
            },
          },
        },
        asking: {on: {'removal.confirmed': 'removing', 'removal.cancelled': 'none'}},
        removing: {
          invoke: {
            src: 'remove',
            input: ({context: {organisationId, removed}}) => ({
              organisationId: organisationId ?? '',
              id: removed ?? '',
            }),
            onDone: {
              target: 'none',
              actions: assign({
                pictures: ({context: {pictures, removed}}) => pictures.filter(({id}) => id !== removed),
                removed: null,
              }),
            },
            onError: {target: 'none', actions: setError('notRemoved')},
          },
        },
      },
    },
  },
})

export type PictureLibraryLogic = typeof pictureLibraryMachine
export type PictureLibraryRef = ActorRefFrom<PictureLibraryLogic>
