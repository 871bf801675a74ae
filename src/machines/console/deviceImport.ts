import {type ActorRefFrom, assign, type SnapshotFrom, sendTo, setup} from 'xstate'
import type {CheckedRow, Existing} from '../../domain/console/deviceImport/check'
import {guessedMapping, type ImportColumn, type Mapping, UNMAPPED} from '../../domain/console/deviceImport/columns'
import type {ResultFilter, RowFilter} from '../../domain/console/deviceImport/filter'
import {
  knownIds,
  type QueuedRow,
  type Results,
  restOf,
  tallyOf,
  undoneRows,
  withLines,
  withOutcomes,
  withoutLines,
} from '../../domain/console/deviceImport/outcome'
import type {RunCommand, RunEvent, RunInput, SavedResult} from '../../domain/console/deviceImport/run'
import type {Sheet} from '../../domain/console/deviceImport/sheet'
import {failureOf, messageOf} from '../../domain/failure'
import {textsOf} from '../../domain/language'
import {setError} from '../failure'
import {call, type Given, missing, task} from '../ports'

export interface DeviceImportInput {
  /** The organisation that the devices will belong to. */
  organisationId: string
}

interface DeviceImportContext extends DeviceImportInput, Results {
  fileName: string
  sheet: Sheet
  mapping: Mapping
  existing: Existing
  rows: readonly CheckedRow[]
  /** The filter of the checked rows. */
  filter: RowFilter
  message: string | null
  /** The rows of the current run. */
  queue: readonly QueuedRow[]
  /** The average number of rows per second since the run began. */
  perSecond: number | null
  /** The filter of the rows when the import has ended. */
  resultFilter: ResultFilter
}

export type ReadFile = {sheet: Sheet} | {refusal: string}

export type CheckInput = Pick<DeviceImportContext, 'sheet' | 'mapping' | 'existing'>

type DeviceImportEvent =
  | RunEvent
  | RunCommand
  | {type: 'template.requested'}
  | {type: 'file.chosen'; file: File}
  | {type: 'file.discarded'}
  | {type: 'column.mapped'; column: ImportColumn; at: number | null}
  | {type: 'check.requested'}
  | {type: 'mapping.requested'}
  | {type: 'filter.changed'; filter: RowFilter}
  | {type: 'import.requested'}
  | {type: 'retry.requested'}
  | {type: 'result.requested'}
  | {type: 'result.filtered'; filter: ResultFilter}

const NO_FILE: Pick<DeviceImportContext, 'sheet' | 'mapping' | 'rows' | 'outcomes' | 'unsureLines' | 'queue'> = {
  sheet: {headers: [], rows: []},
  mapping: UNMAPPED,
  rows: [],
  queue: [],
  outcomes: new Map(),
  unsureLines: new Set(),
}

const deviceImportSetup = setup({
  types: {} as {
    context: DeviceImportContext
    events: DeviceImportEvent
    input: DeviceImportInput
    children: {run: 'run'}
  },
  actors: {
    readFile: call<ReadFile, {file: File}>('readFile'),
    loadExisting: call<Existing, DeviceImportInput>('loadExisting'),
    checkRows: call<readonly CheckedRow[], CheckInput>('checkRows'),
    run: task<RunCommand, RunInput>('run'),
  },
  actions: {
    forgetFile: assign(NO_FILE),
    rememberSheet: assign((_, {read}: {read: ReadFile}) =>
      'sheet' in read ? {sheet: read.sheet, mapping: guessedMapping(read.sheet)} : {message: read.refusal},
    ),
    /** Rows that failed are tried again, so their outcomes are forgotten. A device that exists keeps its id. */
    queueUndone: assign(({context: {rows, outcomes}}) => ({
      queue: undoneRows(rows, outcomes),
      outcomes: new Map([...outcomes].filter(([, {deviceId}]) => deviceId !== null)),
    })),
    rememberLost: assign(({context}, {rows, error}: {rows: readonly QueuedRow[]; error: unknown}) => ({
      unsureLines: isRefused(error) ? context.unsureLines : withLines(context.unsureLines, rows),
      message: messageOf(error, importTexts.notAnswered),
    })),
    clearError: assign({message: null}),
    setError: assign({
      message: (_, {error, text}: {error: unknown; text: keyof typeof importTexts}) =>
        messageOf(error, importTexts[text]),
    }),
    saveTemplate: (_, _params?: Given) => missing('saveTemplate'),
    saveResult: (_, _params: Given<SavedResult>) => missing('saveResult'),
  },
  guards: {
    hasUndone: ({context}) => undoneRows(context.rows, context.outcomes).length > 0,
  },
})

export const importTexts = textsOf('machines.deviceImport', {
  notAnswered: 'The server did not answer.',
  unread: 'The file could not be read.',
  existingUnloaded: 'What the organisation has already could not be loaded.',
  unchecked: 'The rows could not be checked.',
})

/** Only a refusal is certain to have changed nothing. After any other failure the devices may exist. */
function isRefused(error: unknown): boolean {
  const {kind, status} = failureOf(error)
  return kind === 'refused' && status !== null && status < 500
}

const saveResult = {
  type: 'saveResult',
  params: ({context: {fileName, rows, sheet, outcomes, unsureLines}}: {context: DeviceImportContext}) => ({
    fileName,
    rows,
    result: {sheet, outcomes, unsureLines},
  }),
} as const

/**
 * Imports devices from a CSV file. The user chooses the file and its columns, every row is checked before anything is
 * written, and the devices are then made in batches. When an answer is lost the import pauses; rows that are sent again
 * are not made twice.
 */
export const deviceImportMachine = deviceImportSetup.createMachine({
  id: 'deviceImport',
  context: ({input}) => ({
    ...input,
    ...NO_FILE,
    fileName: '',
    existing: {customers: [], devices: [], takesBatches: false},
    filter: 'all',
    message: null,
    perSecond: null,
    resultFilter: 'all',
  }),
  initial: 'choosing',
  states: {
    choosing: {
      on: {
        'file.chosen': {target: 'reading', actions: assign({fileName: ({event}) => event.file.name, message: null})},
        'template.requested': {actions: 'saveTemplate'},
      },
    },
    reading: {
      invoke: {
        src: 'readFile',
        input: ({event}) => {
          if (event.type !== 'file.chosen') throw new Error('Only a chosen file is read')
          return {file: event.file}
        },
        onDone: [
          {
            guard: ({event}) => 'sheet' in event.output,
            target: 'mapping',
            actions: {type: 'rememberSheet', params: ({event}) => ({read: event.output})},
          },
          {target: 'choosing', actions: {type: 'rememberSheet', params: ({event}) => ({read: event.output})}},
        ],
        onError: {target: 'choosing', actions: setError('unread')},
      },
      on: {'file.discarded': 'choosing'},
    },
    mapping: {
      on: {
        'column.mapped': {
          actions: assign({mapping: ({context, event}) => ({...context.mapping, [event.column]: event.at})}),
        },
        'check.requested': {
          guard: ({context}) => context.mapping.name !== null,
          target: 'preparing',
          actions: 'clearError',
        },
        'file.discarded': {target: 'choosing', actions: ['forgetFile', 'clearError']},
      },
    },
    preparing: {
      invoke: {
        src: 'loadExisting',
        input: ({context: {organisationId}}) => ({organisationId}),
        onDone: {
          target: 'checking',
          actions: assign({existing: ({event}) => event.output}),
        },
        onError: {target: 'mapping', actions: setError('existingUnloaded')},
      },
      on: {'mapping.requested': 'mapping'},
    },
    checking: {
      invoke: {
        src: 'checkRows',
        input: ({context: {sheet, mapping, existing}}) => ({sheet, mapping, existing}),
        onDone: {
          target: 'checked',
          actions: assign(({event}) => ({
            rows: event.output,
            filter: event.output.some(({problems}) => problems.length > 0) ? 'wrong' : 'all',
          })),
        },
        onError: {target: 'mapping', actions: setError('unchecked')},
      },
      on: {'mapping.requested': 'mapping'},
    },
    checked: {
      on: {
        'filter.changed': {actions: assign({filter: ({event}) => event.filter})},
        'mapping.requested': 'mapping',
        'import.requested': {
          guard: ({context}) => context.rows.some(({problems}) => problems.length === 0),
          target: 'importing',
          actions: 'queueUndone',
        },
        'result.requested': {actions: saveResult},
        'file.discarded': {target: 'choosing', actions: 'forgetFile'},
      },
    },
    importing: {
      initial: 'sending',
      states: {
        sending: {
          entry: assign({message: null, perSecond: null}),
          invoke: {
            id: 'run',
            src: 'run',
            input: ({context: {organisationId, existing, queue, outcomes, unsureLines}}) => ({
              organisationId,
              takesBatches: existing.takesBatches,
              rows: queue,
              lost: {lines: unsureLines, knownIds: knownIds(existing, outcomes)},
            }),
            onError: {
              target: 'paused',
              actions: {
                type: 'rememberLost',
                params: ({context, event}) => ({rows: context.queue, error: event.error}),
              },
            },
          },
          on: {
            'rows.finished': {
              actions: assign(({context, event: {outcomes, perSecond}}) => ({
                outcomes: withOutcomes(context.outcomes, outcomes),
                unsureLines: withoutLines(context.unsureLines, outcomes),
                perSecond,
              })),
            },
            'rows.lost': {actions: {type: 'rememberLost', params: ({event}) => event}},
          },
          initial: 'going',
          states: {
            going: {
              on: {
                'rows.lost': {target: 'stopping', actions: {type: 'rememberLost', params: ({event}) => event}},
                'run.ended': '#deviceImport.finished',
                'cancel.requested': {target: 'cancelling', actions: sendTo('run', {type: 'cancel.requested'})},
              },
            },
            // Waits for the answers of requests that were sent together with the lost ones.
            stopping: {
              on: {'run.ended': '#deviceImport.importing.paused', 'cancel.requested': 'cancelling'},
            },
            // Requests under way are not aborted, because it would be unknown whether they took effect.
            cancelling: {on: {'run.ended': '#deviceImport.finished'}},
          },
        },
        paused: {
          on: {
            'retry.requested': {
              target: 'sending',
              actions: assign({queue: ({context: {rows, queue, outcomes}}) => restOf(rows, queue, outcomes)}),
            },
            'cancel.requested': '#deviceImport.finished',
          },
        },
      },
    },
    finished: {
      entry: assign({resultFilter: ({context}) => (tallyOf(context.outcomes).failed > 0 ? 'failed' : 'all')}),
      on: {
        'result.filtered': {actions: assign({resultFilter: ({event}) => event.filter})},
        'retry.requested': {guard: 'hasUndone', target: 'importing', actions: 'queueUndone'},
        'result.requested': {actions: saveResult},
        'file.discarded': {target: 'choosing', actions: ['forgetFile', 'clearError']},
      },
    },
  },
})

export type DeviceImportLogic = typeof deviceImportMachine
export type DeviceImportRef = ActorRefFrom<DeviceImportLogic>
export type DeviceImportSnapshot = SnapshotFrom<DeviceImportLogic>
