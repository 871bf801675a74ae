import {assign, fromCallback, fromPromise, sendTo, setup} from 'xstate'
import type {CheckedRow, Existing} from '../../domain/console/deviceImport/check'
import {guessedMapping, type ImportColumn, type Mapping, UNMAPPED} from '../../domain/console/deviceImport/columns'
import type {RowFilter} from '../../domain/console/deviceImport/filter'
import {
  type Lost,
  type QueuedRow,
  type RowOutcome,
  type RowOutcomes,
  undoneRows,
} from '../../domain/console/deviceImport/outcome'
import type {Result} from '../../domain/console/deviceImport/result'
import type {Sheet} from '../../domain/console/deviceImport/sheet'
import {failureOf, messageOf} from '../../domain/failure'

export interface DeviceImportInput {
  /** To which the devices will belong. */
  organisationId: string
}

export interface DeviceImportContext extends DeviceImportInput {
  fileName: string
  sheet: Sheet
  mapping: Mapping
  existing: Existing
  rows: readonly CheckedRow[]
  filter: RowFilter
  message: string | null
  /** What the run under way makes. */
  queue: readonly QueuedRow[]
  outcomes: RowOutcomes
  /** Of rows whose answer was lost: perhaps their devices were made. */
  unsureLines: ReadonlySet<number>
  /** Rows a second, since the run began. */
  perSecond: number | null
}

export type ReadFile = {sheet: Sheet} | {refusal: string}

export interface CheckInput {
  sheet: Sheet
  mapping: Mapping
  existing: Existing
}

export interface RunInput {
  organisationId: string
  /** The same in every run of an import: what was sent by one way is not known by the other. */
  takesBatches: boolean
  rows: readonly QueuedRow[]
  lost: Lost
}

export interface SavedResult {
  /** Of the file that was imported. */
  fileName: string
  rows: readonly CheckedRow[]
  result: Result
}

export interface RunCommand {
  type: 'cancel.requested'
}

export type RunEvent =
  | {type: 'rows.finished'; outcomes: readonly RowOutcome[]; perSecond: number}
  | {type: 'rows.lost'; rows: readonly QueuedRow[]; error: unknown}
  | {type: 'run.ended'}

export type DeviceImportEvent =
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

const NO_SHEET: Sheet = {headers: [], rows: []}
const NOTHING: Existing = {customers: [], devices: [], takesBatches: false}
const NO_OUTCOMES: RowOutcomes = new Map()
const NO_LINES: ReadonlySet<number> = new Set()

/** The actors, actions and guards of an import; `deviceImport.ts` says when. */
export const deviceImportSetup = setup({
  types: {} as {
    context: DeviceImportContext
    events: DeviceImportEvent
    input: DeviceImportInput
    children: {run: 'run'}
  },
  actors: {
    readFile: fromPromise<ReadFile, {file: File}>(() => {
      throw new Error('`readFile` must be provided')
    }),
    loadExisting: fromPromise<Existing, DeviceImportInput>(() => {
      throw new Error('`loadExisting` must be provided')
    }),
    checkRows: fromPromise<readonly CheckedRow[], CheckInput>(() => {
      throw new Error('`checkRows` must be provided')
    }),
    run: fromCallback<RunCommand, RunInput>(() => {
      throw new Error('`run` must be provided')
    }),
  },
  actions: {
    rememberFile: assign((_, {file}: {file: File}) => ({fileName: file.name, message: null})),
    forgetFile: assign({
      sheet: NO_SHEET,
      mapping: UNMAPPED,
      rows: [],
      outcomes: NO_OUTCOMES,
      unsureLines: NO_LINES,
      queue: [],
    }),
    rememberSheet: assign((_, {read}: {read: ReadFile}) =>
      'sheet' in read ? {sheet: read.sheet, mapping: guessedMapping(read.sheet)} : {message: read.refusal},
    ),
    map: assign({
      mapping: ({context}, {column, at}: {column: ImportColumn; at: number | null}) => ({
        ...context.mapping,
        [column]: at,
      }),
    }),
    rememberExisting: assign({existing: (_, {existing}: {existing: Existing}) => existing}),
    rememberRows: assign((_, {rows}: {rows: readonly CheckedRow[]}) => ({
      rows,
      filter: rows.some(({problems}) => problems.length > 0) ? ('wrong' as const) : ('all' as const),
    })),
    rememberFilter: assign({filter: (_, {filter}: {filter: RowFilter}) => filter}),
    /** What failed before is begun anew, so its outcome is forgotten. */
    queueUndone: assign(({context: {rows, outcomes}}) => ({
      queue: undoneRows(rows, outcomes),
      outcomes: new Map([...outcomes].filter(([, {deviceId}]) => deviceId !== null)),
    })),
    /** What the server has refused stays refused. */
    queueRest: assign({queue: ({context}) => restOf(context)}),
    beginRun: assign({message: null, perSecond: null}),
    rememberOutcomes: assign(
      ({context}, {outcomes, perSecond}: {outcomes: readonly RowOutcome[]; perSecond: number}) => ({
        outcomes: withOutcomes(context.outcomes, outcomes),
        unsureLines: withoutLines(context.unsureLines, outcomes),
        perSecond,
      }),
    ),
    rememberLost: assign(({context}, {rows, error}: {rows: readonly QueuedRow[]; error: unknown}) => ({
      unsureLines: isRefused(error) ? context.unsureLines : withLines(context.unsureLines, rows),
      message: messageOf(error, NOT_ANSWERED),
    })),
    sayNothing: assign({message: null}),
    say: assign({message: (_, {error, text}: {error: unknown; text: string}) => messageOf(error, text)}),
    tellCancelled: sendTo('run', {type: 'cancel.requested'}),
    saveTemplate: () => {
      throw new Error('`saveTemplate` must be provided')
    },
    saveResult: (_, _params: SavedResult) => {
      throw new Error('`saveResult` must be provided')
    },
  },
  guards: {
    isRead: (_, {read}: {read: ReadFile}) => 'sheet' in read,
    hasNameColumn: ({context}) => context.mapping.name !== null,
    hasGoodRows: ({context}) => context.rows.some(({problems}) => problems.length === 0),
    hasUndone: ({context}) => undoneRows(context.rows, context.outcomes).length > 0,
  },
})

const NOT_ANSWERED = 'The server did not answer.'

/** Nothing of what was sent was done. Whatever else went wrong, it may have been. */
function isRefused(error: unknown): boolean {
  const {kind, status} = failureOf(error)
  return kind === 'refused' && status !== null && status < 500
}

const restOf = ({rows, queue, outcomes}: DeviceImportContext): QueuedRow[] => {
  const queued = new Set(queue.map(({line}) => line))
  return undoneRows(rows, outcomes).filter(
    ({line, deviceId}) => queued.has(line) && (deviceId !== null || !outcomes.has(line)),
  )
}

function withOutcomes(before: RowOutcomes, more: readonly RowOutcome[]): RowOutcomes {
  const after = new Map(before)
  for (const outcome of more) after.set(outcome.line, outcome)
  return after
}

function withoutLines(before: ReadonlySet<number>, outcomes: readonly RowOutcome[]): ReadonlySet<number> {
  const after = new Set(before)
  for (const {line} of outcomes) after.delete(line)
  return after
}

/** Of a device that stands already only the access token can have been lost. */
const withLines = (before: ReadonlySet<number>, lost: readonly QueuedRow[]): ReadonlySet<number> =>
  new Set([...before, ...lost.filter(({deviceId}) => deviceId === null).map(({line}) => line)])

export function runOf({organisationId, queue, existing, outcomes, unsureLines}: DeviceImportContext): RunInput {
  const made = [...outcomes.values()].flatMap(({deviceId}) => deviceId ?? [])
  const knownIds = new Set([...existing.devices.map(({id}) => id), ...made])
  return {organisationId, takesBatches: existing.takesBatches, rows: queue, lost: {lines: unsureLines, knownIds}}
}

export const resultOf = ({fileName, rows, sheet, outcomes, unsureLines}: DeviceImportContext): SavedResult => ({
  fileName,
  rows,
  result: {sheet, outcomes, unsureLines},
})

export const initialContext = (input: DeviceImportInput): DeviceImportContext => ({
  ...input,
  fileName: '',
  sheet: NO_SHEET,
  mapping: UNMAPPED,
  existing: NOTHING,
  rows: [],
  filter: 'all',
  message: null,
  queue: [],
  outcomes: NO_OUTCOMES,
  unsureLines: NO_LINES,
  perSecond: null,
})
