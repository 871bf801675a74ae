import {type ConsoleRecord, nameOf} from '../records/description'
import {devices} from '../records/devices'
import type {CheckedRow, NewDevice} from './check'

/**
 * How it went with a row. Made and well: a `deviceId` and no `message`. With both the device stands, and something of it is
 * missing; with a message alone nothing was made.
 */
export interface RowOutcome {
  line: number
  deviceId: string | null
  message: string | null
}

export type RowOutcomes = ReadonlyMap<number, RowOutcome>

export const isDone = (outcome: RowOutcome | undefined): boolean =>
  outcome !== undefined && outcome.deviceId !== null && outcome.message === null

/**
 * Which of `rows`, whose answer was lost, were made after all: devices of the same values that were not there before, one
 * for each row.
 */
export function madeRows(
  rows: readonly CheckedRow[],
  found: readonly ConsoleRecord[],
  knownIds: ReadonlySet<string>,
): RowOutcome[] {
  const unclaimed = new Map<string, string[]>()
  for (const record of found) {
    if (knownIds.has(record.id)) continue
    const key = keyOf(deviceOf(record))
    unclaimed.set(key, [...(unclaimed.get(key) ?? []), record.id])
  }
  return rows.flatMap(({line, device}) => {
    const deviceId = unclaimed.get(keyOf(device))?.shift()
    return deviceId === undefined ? [] : [{line, deviceId, message: null}]
  })
}

type Compared = Pick<NewDevice, 'name' | 'type' | 'label' | 'customerId'>

const keyOf = ({name, type, label, customerId}: Compared): string => JSON.stringify([name, type, label, customerId])

function deviceOf(record: ConsoleRecord): Compared {
  const {type, label, customerId} = record.values
  return {name: nameOf(devices, record), type: textOf(type), label: textOf(label), customerId: textOf(customerId)}
}

const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)
