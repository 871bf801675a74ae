import {MAX_TS, MIN_TS} from '../../../../../contract/limits'
import type {EpochMs, Milliseconds} from '../../../../../contract/wire/common'
import type {Formats} from '../../../format/formats'
import type {LinkState} from '../../../link'
import {type Freshness, freshness} from '../../../telemetry/readings/freshness'
import type {ConsoleRecord} from '../description'
import {typedText} from '../draft'
import {listTexts} from '../texts'
import {type Column, columnValue, STATUS} from './columns'

/** The names of records by their ids, as far as they are known. */
export type Names = ReadonlyMap<string, string>

export const NO_NAMES: Names = new Map()

/** The data besides the record that a list needs to fill its cells. */
export interface CellWorld {
  names: Names
  /** When the list was read, on the server's clock; null before. Lateness is evaluated at this time. */
  readAt: EpochMs | null
  link: LinkState
  lateAfter: Milliseconds
  formats: Formats
}

/** A value on one line of a list. `exact` is a time to the second with its zone, and the id where a name is shown. */
export interface Cell {
  text: string
  exact: string
}

export function cellOf(column: Column, record: ConsoleRecord, world: CellWorld): Cell {
  const value = columnValue(column, record)
  switch (column.kind) {
    case 'status': {
      const seen = seenAs(record, world)
      return plain(seen === 'notRead' || seen === 'replay' ? '' : listTexts.seen[seen])
    }
    case 'lastSeen':
      return typeof value === 'number' ? timeCell(value, world) : plain(value === null ? listTexts.seen.never : '')
    case 'state':
      return plain(stateOf(record, value))
    case 'time':
      return typeof value === 'number' ? timeCell(value, world) : plain(typedText(value))
    case 'flag':
      return plain(typeof value === 'boolean' ? (value ? listTexts.yes : listTexts.no) : '')
    case 'id': {
      const id = typedText(value)
      return {text: world.names.get(id) ?? id, exact: id}
    }
    case 'count':
      return plain(typeof value === 'number' ? world.formats.exact(value) : typedText(value))
    default:
      return plain(wordOf(column.name, typedText(value)))
  }
}

/** Returns a device's freshness when the list was read. */
export function seenAs({lastSeen}: ConsoleRecord, {readAt, link, lateAfter}: CellWorld): Freshness {
  if (readAt === null) return 'notRead'
  const arrival = typeof lastSeen === 'number' ? {receivedAt: lastSeen, ts: null} : lastSeen
  return freshness(arrival, {now: readAt, link, lateAfter})
}

/** An authority or the status of a device in words; any other value as it is. */
export function wordOf(name: string, value: string): string {
  const words: Readonly<Record<string, string>> =
    name === 'authority' ? listTexts.authorities : name === STATUS ? listTexts.seen : {}
  return Object.hasOwn(words, value) ? (words[value] ?? value) : value
}

function stateOf({values}: ConsoleRecord, isDeleted: unknown): string {
  if (isDeleted === true) return listTexts.users.deleted
  if (values.isInvited === true) return listTexts.users.invited
  return values.isVerified === false ? listTexts.users.notVerified : listTexts.users.active
}

const plain = (text: string): Cell => ({text, exact: text})

function timeCell(at: number, {formats: {dateTime, zoneName}}: CellWorld): Cell {
  if (!isTime(at)) return plain(String(at))
  return {text: dateTime(at, 'minute'), exact: `${dateTime(at)}, ${zoneName(at)}`}
}

const isTime = (at: number): boolean => at >= MIN_TS && at <= MAX_TS

/** The second line of a row in a narrow list. Times are left out, because they mean nothing without a label. */
export const summaryOf = (columns: readonly Column[], record: ConsoleRecord, world: CellWorld): string =>
  columns
    .slice(1)
    .filter(({kind}) => kind !== 'time' && kind !== 'lastSeen' && kind !== 'status')
    .map(column => ({column, text: cellOf(column, record, world).text}))
    .filter(({text}) => text !== '')
    .map(({column: {kind, label}, text}) => (kind === 'count' ? `${label}: ${text}` : text))
    .join(' · ')
