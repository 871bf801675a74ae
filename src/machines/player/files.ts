import {
  type ActorRef,
  type ActorRefFrom,
  assign,
  enqueueActions,
  fromPromise,
  type Snapshot,
  type SnapshotFrom,
  setup,
} from 'xstate'
import {type Fault, type Faults, faultOf, NO_FAULTS} from '../../domain/player/fault'
import {filesOf, isSameList, type PlayItem, type PlayList} from '../../domain/player/list'

/** The files that the browser keeps, by their SHA-256. `free` is in bytes; null when the browser doesn't say. */
export interface KeptFiles {
  hashes: ReadonlySet<string>
  free: number | null
}

/** What the parent is told. */
export type FilesTold =
  /** It may be played: all its files are there, or nothing else can be played. */
  | {type: 'list.ready'; list: PlayList}
  | {type: 'files.changed'; ready: number; files: number; free: number | null; faults: Faults}

export interface FilesInput {
  list: PlayList | null
  listener: ActorRef<Snapshot<unknown>, FilesTold>
}

interface FilesContext extends FilesInput {
  kept: KeptFiles
  /** The files that could not be had in this round, by their hash. */
  failed: Readonly<Record<string, Fault>>
  /** The list that was last told to be ready. */
  told: PlayList | null
}

const NOTHING_KEPT: KeptFiles = {hashes: new Set(), free: null}

/**
 * Fetches the files of the newest list and keeps them, one after the other. A list is ready when all its files are there;
 * the first one also when the rest can't be had. Then files go that no list needs.
 */
export const filesMachine = setup({
  types: {} as {
    context: FilesContext
    events: {type: 'list.wanted'; list: PlayList} | {type: 'list.playing'; revision: number}
    input: FilesInput
  },
  actors: {
    /** Null when this page can keep nothing. */
    findKept: fromPromise<KeptFiles | null>(() => {
      throw new Error('`findKept` must be provided')
    }),
    /** Rejects with a `FileError`. */
    fetchFile: fromPromise<KeptFiles, {file: PlayItem}>(() => {
      throw new Error('`fetchFile` must be provided')
    }),
    removeOthers: fromPromise<KeptFiles, {files: readonly PlayItem[]}>(() => {
      throw new Error('`removeOthers` must be provided')
    }),
  },
  actions: {
    takeList: assign({list: (_, {list}: {list: PlayList}) => list, failed: {}}),
    takeKept: assign({kept: (_, {kept}: {kept: KeptFiles}) => kept}),
    rememberFailed: assign({
      failed: ({context}, {fault}: {fault: Fault}) => {
        const file = nextFile(context)
        return file === null ? context.failed : {...context.failed, [file.sha256]: fault}
      },
    }),
    beginRound: assign({failed: {}}),
    tellReady: enqueueActions(({context: {list, listener}, enqueue}) => {
      if (list === null) return
      enqueue.assign({told: list})
      enqueue.sendTo(listener, {type: 'list.ready', list})
    }),
    tellProgress: enqueueActions(({context: {list, kept, failed, listener}, enqueue}) => {
      if (list === null) return
      const files = filesOf(list)
      enqueue.sendTo(listener, {
        type: 'files.changed',
        ...{ready: files.filter(({sha256}) => kept.hashes.has(sha256)).length, files: files.length, free: kept.free},
        faults: faultsOf(list, failed),
      })
    }),
  },
  guards: {
    canKeep: (_, {kept}: {kept: KeptFiles | null}) => kept !== null,
    hasList: ({context}) => context.list !== null,
    isKnown: ({context}, {list}: {list: PlayList}) => isSameList(context.list, list),
    isComplete: ({context: {list, kept}}) => list?.items.every(({sha256}) => kept.hashes.has(sha256)) === true,
    isNewest: ({context}, {revision}: {revision: number}) => context.list?.revision === revision,
    isMore: ({context}) => nextFile(context) !== null,
    isFirst: ({context}) => context.told === null,
  },
  delays: {nextRound: 30_000},
}).createMachine({
  id: 'files',
  context: ({input}) => ({...input, kept: NOTHING_KEPT, failed: {}, told: null}),
  initial: 'finding',
  states: {
    finding: {
      on: {'list.wanted': {actions: {type: 'takeList', params: ({event}) => event}}},
      invoke: {
        src: 'findKept',
        onDone: [
          {
            guard: {type: 'canKeep', params: ({event}) => ({kept: event.output})},
            target: 'keeping',
            actions: {type: 'takeKept', params: ({event}) => ({kept: event.output ?? NOTHING_KEPT})},
          },
          {target: 'notKept'},
        ],
        onError: 'notKept',
      },
    },
    keeping: {
      on: {
        'list.wanted': [
          // Only the addresses of the files are new.
          {
            guard: {type: 'isKnown', params: ({event}) => event},
            actions: assign({list: ({event}) => event.list}),
          },
          {target: '.choosing', actions: {type: 'takeList', params: ({event}) => event}},
        ],
      },
      initial: 'choosing',
      states: {
        choosing: {
          entry: 'tellProgress',
          always: [
            {guard: 'isComplete', target: 'complete', actions: 'tellReady'},
            {guard: 'isMore', target: 'fetching'},
            {guard: 'hasList', target: 'waiting'},
            {target: 'unasked'},
          ],
        },
        unasked: {},
        fetching: {
          invoke: {
            src: 'fetchFile',
            input: ({context}) => ({file: soundFile(context)}),
            onDone: {target: 'choosing', actions: {type: 'takeKept', params: ({event}) => ({kept: event.output})}},
            onError: {
              target: 'choosing',
              actions: {type: 'rememberFailed', params: ({event}) => ({fault: faultOf(event.error)})},
            },
          },
        },
        /** Some files could not be had. What is there is played if it is the first list, and else the list before. */
        waiting: {
          always: {guard: 'isFirst', actions: 'tellReady'},
          after: {nextRound: {target: 'choosing', actions: 'beginRound'}},
        },
        complete: {
          initial: 'ready',
          states: {
            ready: {
              on: {'list.playing': {guard: {type: 'isNewest', params: ({event}) => event}, target: 'clearing'}},
            },
            /** Nothing of the list before is played any more. */
            clearing: {
              invoke: {
                src: 'removeOthers',
                input: ({context}) => ({files: context.list?.items ?? []}),
                onDone: {
                  target: 'clear',
                  actions: [{type: 'takeKept', params: ({event}) => ({kept: event.output})}, 'tellProgress'],
                },
                onError: 'clear',
              },
            },
            clear: {},
          },
        },
      },
    },
    /** Without https the browser neither keeps files nor checks them: they are played from the server. */
    notKept: {
      entry: 'tellReady',
      on: {
        'list.wanted': {actions: [{type: 'takeList', params: ({event}) => event}, 'tellReady']},
      },
    },
  },
})

const nextFile = ({list, kept, failed}: FilesContext): PlayItem | null =>
  list?.items.find(({sha256}) => !kept.hashes.has(sha256) && failed[sha256] === undefined) ?? null

/** `fetching` is only entered with a file to fetch. */
function soundFile(context: FilesContext): PlayItem {
  const file = nextFile(context)
  if (file === null) throw new Error('There is no file to fetch')
  return file
}

function faultsOf({items}: PlayList, failed: FilesContext['failed']): Faults {
  const found = items.flatMap(({assetId, sha256}) => {
    const fault = failed[sha256]
    return fault === undefined ? [] : [[assetId, fault] as const]
  })
  return found.length === 0 ? NO_FAULTS : Object.fromEntries(found)
}

export type FilesRef = ActorRefFrom<typeof filesMachine>
export type FilesSnapshot = SnapshotFrom<typeof filesMachine>
