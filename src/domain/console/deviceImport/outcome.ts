import {groupBy} from '../../../../contract/rules/series/buckets'
import {type ConsoleRecord, nameOf} from '../records/description'
import {devices} from '../records/devices'
import type {CheckedRow, Existing, NewDevice} from './check'

/**
 * The outcome of one row. Only a `deviceId` means success. A `deviceId` with a `message` means that the device exists
 * but is incomplete. Only a `message` means that nothing was made.
 */
export interface RowOutcome {
  line: number
  deviceId: string | null
  message: string | null
}

export type RowOutcomes = ReadonlyMap<number, RowOutcome>

export const isDone = (outcome: RowOutcome | undefined): boolean =>
  outcome !== undefined && outcome.deviceId !== null && outcome.message === null

/** The result of a row. One is left out for its problems; one is unclear while its answer is lost. */
export const ROW_RESULTS = ['created', 'failed', 'unclear', 'notStarted', 'leftOut'] as const
export type RowResult = (typeof ROW_RESULTS)[number]

export interface Results {
  outcomes: RowOutcomes
  /** The lines of rows whose answer was lost, so that their devices may or may not exist. */
  unsureLines: ReadonlySet<number>
}

export function resultOf(
  {line, problems}: Pick<CheckedRow, 'line' | 'problems'>,
  {outcomes, unsureLines}: Results,
): RowResult {
  if (problems.length > 0) return 'leftOut'
  const outcome = outcomes.get(line)
  if (outcome !== undefined) return isDone(outcome) ? 'created' : 'failed'
  return unsureLines.has(line) ? 'unclear' : 'notStarted'
}

/** A row whose device is to be created. With a `deviceId` the device exists, and only its access token is missing. */
export interface QueuedRow extends Pick<CheckedRow, 'line' | 'device'> {
  deviceId: string | null
}

/** The rows without problems that are not yet done, each with the device id if it is known. */
export const undoneRows = (rows: readonly CheckedRow[], outcomes: RowOutcomes): QueuedRow[] =>
  rows.flatMap(({line, device, problems}) => {
    const outcome = outcomes.get(line)
    return problems.length > 0 || isDone(outcome) ? [] : [{line, device, deviceId: outcome?.deviceId ?? null}]
  })

/** The part of a queue that is still to do. Rows that the server has refused are not sent again. */
export function restOf(rows: readonly CheckedRow[], queue: readonly QueuedRow[], outcomes: RowOutcomes): QueuedRow[] {
  const queued = new Set(queue.map(({line}) => line))
  return undoneRows(rows, outcomes).filter(
    ({line, deviceId}) => queued.has(line) && (deviceId !== null || !outcomes.has(line)),
  )
}

export const withOutcomes = (before: RowOutcomes, more: readonly RowOutcome[]): RowOutcomes =>
  new Map([...before, ...more.map(outcome => [outcome.line, outcome] as const)])

export function withoutLines(before: ReadonlySet<number>, outcomes: readonly RowOutcome[]): ReadonlySet<number> {
  const after = new Set(before)
  for (const {line} of outcomes) after.delete(line)
  return after
}

/**
 * Adds the lines of lost rows. A row whose device already exists is left out, because only its access token can be
 * lost.
 */
export const withLines = (before: ReadonlySet<number>, lost: readonly QueuedRow[]): ReadonlySet<number> =>
  new Set([...before, ...lost.filter(({deviceId}) => deviceId === null).map(({line}) => line)])

/** The ids of devices that can't come from rows whose answer was lost. */
export const knownIds = ({devices}: Pick<Existing, 'devices'>, outcomes: RowOutcomes): ReadonlySet<string> =>
  new Set([...devices.map(({id}) => id), ...[...outcomes.values()].flatMap(({deviceId}) => deviceId ?? [])])

export interface Tally {
  done: number
  failed: number
}

export function tallyOf(outcomes: RowOutcomes): Tally {
  let done = 0
  for (const outcome of outcomes.values()) if (isDone(outcome)) done++
  return {done, failed: outcomes.size - done}
}

export interface Lost {
  /** The lines of the rows whose answer was lost. */
  lines: ReadonlySet<number>
  /** The ids of devices that can't come from those rows. */
  knownIds: ReadonlySet<string>
}

/** Marks lost rows as made when a new device has the same values. Each device is matched to one row. */
export function withFound(
  rows: readonly QueuedRow[],
  found: readonly ConsoleRecord[],
  {lines, knownIds}: Lost,
): QueuedRow[] {
  const created = found.filter(({id}) => !knownIds.has(id))
  const unclaimed = groupBy(created, record => keyOf(deviceOf(record)))
  return rows.map(row =>
    lines.has(row.line) ? {...row, deviceId: unclaimed.get(keyOf(row.device))?.shift()?.id ?? null} : row,
  )
}

type Compared = Pick<NewDevice, 'name' | 'type' | 'label' | 'customerId'>

const keyOf = ({name, type, label, customerId}: Compared): string => JSON.stringify([name, type, label, customerId])

function deviceOf(record: ConsoleRecord): Compared {
  const {type, label, customerId} = record.values
  return {name: nameOf(devices, record), type: textOf(type), label: textOf(label), customerId: textOf(customerId)}
}

const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)
