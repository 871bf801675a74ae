import {type ActorRef, type ActorRefFrom, assign, enqueueActions, type Snapshot, type SnapshotFrom, setup} from 'xstate'
import {type Fault, type Faults, faultOf, isLasting, NO_FAULTS} from '../../domain/player/fault'
import {
  filesOf,
  isSameEmergency,
  isSameList,
  itemsOf,
  type PlayItem,
  type PlayList,
  playablePart,
  storedEmergency,
} from '../../domain/player/list'
import {call} from '../ports'

/** The files that the browser keeps, by their SHA-256. `free` is in bytes; null when the browser doesn't say. */
export interface StoredFiles {
  hashes: ReadonlySet<string>
  free: number | null
}

/**
 * The result of looking for stored files. `insecure` holds as long as the page is open; `notYet` may be otherwise the
 * next time, as when the server was still starting.
 */
export type FoundFiles = StoredFiles | 'insecure' | 'notYet'

/** The parent receives these. */
export type FilesNotification =
  /** The list to play now. All of its files are there. */
  | {type: 'list.ready'; list: PlayList}
  | {type: 'files.changed'; ready: number; files: number; free: number | null; faults: Faults}

export interface FilesInput {
  list: PlayList | null
  listener: ActorRef<Snapshot<unknown>, FilesNotification>
}

interface FilesContext extends FilesInput {
  stored: StoredFiles
  /** The files that could not be had in this round, by their hash. */
  failed: FailedFiles
  /** The list that was last announced as ready, and the one that is on screen. */
  announced: PlayList | null
  playing: PlayList | null
  /** Whether files are stored that none of these lists needs. Unknown until the server sends the newest list. */
  surplus: 'unknown' | 'possible' | 'none'
}

type FailedFiles = Readonly<Record<string, Fault>>

const found = ({event}: {event: {output: FoundFiles}}) => ({stored: event.output})

const storeFound = {
  guard: {type: 'canStore', params: found},
  target: '#files.keeping',
  actions: {type: 'setStored', params: found},
} as const

const NOTHING_STORED: StoredFiles = {hashes: new Set(), free: null}

/**
 * Fetches and stores the files of the newest list, one after the other. A list is ready when all its files are there that
 * can be had; then it is announced without the others, which are tried again. Once it is on screen, files that no list
 * needs are deleted.
 */
export const filesMachine = setup({
  types: {} as {
    context: FilesContext
    events: {type: 'list.requested'; list: PlayList} | {type: 'list.playing'; revision: number}
    input: FilesInput
  },
  actors: {
    /** Rejects when the server is not reached: nothing is known without it. */
    findStored: call<FoundFiles>('findStored'),
    /** Rejects with a `FileError`. */
    fetchFile: call<StoredFiles, {file: PlayItem}>('fetchFile'),
    removeOthers: call<StoredFiles, {files: readonly PlayItem[]}>('removeOthers'),
  },
  actions: {
    takeList: assign({list: (_, {list}: {list: PlayList}) => list, failed: {}, surplus: 'possible'}),
    setStored: assign({stored: (_, {stored}: {stored: FoundFiles}) => (isStored(stored) ? stored : NOTHING_STORED)}),
    rememberFailed: assign({
      failed: ({context}, {fault}: {fault: Fault}) => {
        const file = nextFile(context)
        return file === null ? context.failed : {...context.failed, [file.sha256]: fault}
      },
    }),
    /** The list on screen needs no file of the list before. */
    rememberPlaying: assign(({context: {announced, surplus}}) => ({
      playing: announced,
      surplus: surplus === 'unknown' ? surplus : 'possible',
    })),
    suspectSurplus: assign({surplus: ({context: {surplus}}) => (surplus === 'unknown' ? 'possible' : surplus)}),
    forgetFull: assign({failed: ({context}) => without(context.failed, fault => fault === 'full')}),
    /** Files with passing faults are tried first: a lasting fault may cost a whole file each time. */
    beginRound: assign({
      failed: ({context: {failed}}) => (hasPassing(failed) ? without(failed, fault => !isLasting(fault)) : {}),
    }),
    notifyReady: enqueueActions(({context: {list, announced, stored, failed, listener}, enqueue}) => {
      const ready =
        list &&
        playablePart(list, announced, {
          isStored: ({sha256}) => stored.hashes.has(sha256),
          isLost: ({sha256}) => isLasting(failed[sha256]),
        })
      if (ready === null || isSameList(announced, ready)) return
      enqueue.assign({announced: ready})
      enqueue.sendTo(listener, {type: 'list.ready', list: ready})
    }),
    /** Nothing else can be shown until the first files are there. */
    notifyFallback: enqueueActions(({context: {list, announced, stored, listener}, enqueue}) => {
      if (list === null || (announced !== null && announced.items.length > 0)) return
      const fallback = list.fallback?.filter(({sha256}) => stored.hashes.has(sha256)) ?? []
      const ready = {...list, items: [], fallback}
      if (fallback.length === 0 || isSameList(announced, ready)) return
      enqueue.assign({announced: ready})
      enqueue.sendTo(listener, {type: 'list.ready', list: ready})
    }),
    /** An emergency waits for no other file. */
    notifyEmergency: enqueueActions(({context: {list, announced, stored, listener}, enqueue}) => {
      if (list === null) return
      const emergency = storedEmergency(list, ({sha256}) => stored.hashes.has(sha256))
      if (isSameEmergency(announced?.emergency, emergency)) return
      const ready = {...(announced ?? {...list, items: [], fallback: []}), emergency}
      enqueue.assign({announced: ready})
      enqueue.sendTo(listener, {type: 'list.ready', list: ready})
    }),
    notifyUnchecked: enqueueActions(({context: {list, listener}, enqueue}) => {
      if (list !== null) enqueue.sendTo(listener, {type: 'list.ready', list})
    }),
    notifyProgress: enqueueActions(({context: {list, stored, failed, listener}, enqueue}) => {
      if (list === null) return
      const files = filesOf(list.items)
      enqueue.sendTo(listener, {
        type: 'files.changed',
        ready: files.filter(({sha256}) => stored.hashes.has(sha256)).length,
        files: files.length,
        free: stored.free,
        faults: faultsOf(list, failed),
      })
    }),
  },
  guards: {
    canStore: (_, {stored}: {stored: FoundFiles}) => isStored(stored),
    isInsecure: (_, {stored}: {stored: FoundFiles}) => stored === 'insecure',
    hasList: ({context}) => context.list !== null,
    isKnown: ({context}, {list}: {list: PlayList}) => isSameList(context.list, list),
    mayComeNow: ({context}, {list}: {list: PlayList}) => isSameList(context.list, list) && hasPassing(context.failed),
    isComplete: ({context: {list, stored}}) =>
      list !== null && itemsOf(list).every(({sha256}) => stored.hashes.has(sha256)),
    isSwapped: ({context: {announced, playing}}, {revision}: {revision: number}) =>
      announced?.revision === revision && playing?.revision !== revision,
    isMore: ({context}) => nextFile(context) !== null,
    isFreeable: ({context}, {error}: {error: unknown}) => context.surplus === 'possible' && faultOf(error) === 'full',
    isSurplusStored: ({context: {list, playing, surplus}}) =>
      surplus === 'possible' && playing?.revision === list?.revision,
  },
  delays: {
    nextLook: 3000,
    nextTry: 60_000,
    nextRound: ({context}) => (hasPassing(context.failed) ? 30_000 : 600_000),
  },
}).createMachine({
  id: 'files',
  context: ({input}) => ({
    ...input,
    stored: NOTHING_STORED,
    failed: {},
    announced: null,
    playing: null,
    surplus: 'unknown',
  }),
  initial: 'finding',
  states: {
    finding: {
      on: {'list.requested': {actions: {type: 'takeList', params: ({event}) => event}}},
      initial: 'looking',
      states: {
        looking: {
          invoke: {
            src: 'findStored',
            onDone: [
              storeFound,
              {guard: {type: 'isInsecure', params: found}, target: '#files.notStored.insecure'},
              {target: '#files.notStored.notYet'},
            ],
            onError: 'pausing',
          },
        },
        /** The server was not reached, and without it nothing could be played yet. */
        pausing: {after: {nextLook: 'looking'}},
      },
    },
    keeping: {
      on: {
        'list.requested': [
          // Only the addresses of the files are new.
          {
            guard: {type: 'isKnown', params: ({event}) => event},
            actions: [assign({list: ({event}) => event.list}), 'suspectSurplus'],
          },
          {target: '.choosing', actions: {type: 'takeList', params: ({event}) => event}},
        ],
        'list.playing': {
          guard: {type: 'isSwapped', params: ({event}) => event},
          actions: 'rememberPlaying',
        },
      },
      initial: 'choosing',
      states: {
        choosing: {
          entry: ['notifyProgress', 'notifyEmergency'],
          always: [
            {guard: 'isComplete', target: 'complete'},
            {guard: 'isMore', target: 'fetching'},
            {guard: 'hasList', target: 'waiting'},
            {target: 'unasked'},
          ],
        },
        unasked: {},
        fetching: {
          entry: 'notifyFallback',
          invoke: {
            src: 'fetchFile',
            input: ({context}) => ({file: soundFile(context)}),
            onDone: {target: 'choosing', actions: {type: 'setStored', params: ({event}) => ({stored: event.output})}},
            onError: [
              {guard: {type: 'isFreeable', params: ({event}) => event}, target: 'clearing'},
              {
                target: 'choosing',
                actions: {type: 'rememberFailed', params: ({event}) => ({fault: faultOf(event.error)})},
              },
            ],
          },
        },
        /** Files go that neither the newest list needs nor one that is, or is about to be, on screen. */
        clearing: {
          entry: [assign({surplus: 'none'}), 'forgetFull'],
          invoke: {
            src: 'removeOthers',
            input: ({context: {list, announced, playing}}) => ({
              files: [list, announced, playing].flatMap(needed => (needed === null ? [] : itemsOf(needed))),
            }),
            onDone: {target: 'choosing', actions: {type: 'setStored', params: ({event}) => ({stored: event.output})}},
            onError: 'choosing',
          },
        },
        /** Some files could not be had. */
        waiting: {
          entry: 'notifyReady',
          always: {guard: 'isSurplusStored', target: 'clearing'},
          on: {
            // The server is reached, so files that it did not serve before may come now.
            'list.requested': {
              guard: {type: 'mayComeNow', params: ({event}) => event},
              target: 'choosing',
              actions: [assign({list: ({event}) => event.list}), 'suspectSurplus', 'beginRound'],
            },
          },
          after: {nextRound: {target: 'choosing', actions: 'beginRound'}},
        },
        complete: {
          entry: 'notifyReady',
          always: {guard: 'isSurplusStored', target: 'clearing'},
        },
      },
    },
    /** Files are neither stored nor checked: they are played from the server. */
    notStored: {
      entry: 'notifyUnchecked',
      on: {
        'list.requested': {actions: [{type: 'takeList', params: ({event}) => event}, 'notifyUnchecked']},
      },
      initial: 'insecure',
      states: {
        /** Without https the browser never does. */
        insecure: {},
        notYet: {
          initial: 'pausing',
          states: {
            pausing: {after: {nextTry: 'looking'}},
            looking: {
              invoke: {
                src: 'findStored',
                onDone: [storeFound, {target: 'pausing'}],
                onError: 'pausing',
              },
            },
          },
        },
      },
    },
  },
})

const isStored = (found: FoundFiles): found is StoredFiles => typeof found === 'object'

const nextFile = ({list, stored, failed}: FilesContext): PlayItem | null =>
  (list && itemsOf(list).find(({sha256}) => !stored.hashes.has(sha256) && failed[sha256] === undefined)) ?? null

/** `fetching` is only entered with a file to fetch. */
function soundFile(context: FilesContext): PlayItem {
  const file = nextFile(context)
  if (file === null) throw new Error('There is no file to fetch')
  return file
}

const hasPassing = (failed: FailedFiles): boolean => Object.values(failed).some(fault => !isLasting(fault))

const without = (failed: FailedFiles, isForgotten: (fault: Fault) => boolean): FailedFiles =>
  Object.fromEntries(Object.entries(failed).filter(([, fault]) => !isForgotten(fault)))

function faultsOf(list: PlayList, failed: FailedFiles): Faults {
  const found = itemsOf(list).flatMap(({assetId, sha256}) => {
    const fault = failed[sha256]
    return fault === undefined ? [] : [[assetId, fault] as const]
  })
  return found.length === 0 ? NO_FAULTS : Object.fromEntries(found)
}

export type FilesRef = ActorRefFrom<typeof filesMachine>
export type FilesSnapshot = SnapshotFrom<typeof filesMachine>
