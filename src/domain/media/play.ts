import {csvText} from '../../../contract/rules/csv'
import {localTimes} from '../../../contract/rules/time/localTime'
import type {EpochMs} from '../../../contract/wire/common'
import {fileName} from '../fileName'
import type {TimeRange} from '../timeRange/timeRange'

/** The number of plays of a video on a screen in a range, whole or broken off, and their total length. */
export interface Plays {
  deviceId: string
  deviceName: string
  assetId: string
  /** Null when nobody knows what the video was called. */
  assetName: string | null
  whole: number
  brokenOff: number
  seconds: number
  first: EpochMs
  last: EpochMs
}

/** One play, as reported by a screen. */
export interface Play {
  deviceId: string
  deviceName: string
  assetId: string
  assetName: string
  startedAt: EpochMs
  seconds: number
  isWhole: boolean
  /** The revision of the playlist. */
  revision: number
}

/** Counts the plays of each video on each screen. */
export function counted(plays: readonly Play[]): Plays[] {
  const rows = new Map<string, Plays>()
  for (const {deviceId, deviceName, assetId, assetName, startedAt, seconds, isWhole} of plays) {
    const key = `${deviceId} ${assetId}`
    const row = rows.get(key) ?? {
      deviceId,
      deviceName,
      assetId,
      assetName,
      whole: 0,
      brokenOff: 0,
      seconds: 0,
      first: startedAt,
      last: startedAt,
    }
    rows.set(key, {
      ...row,
      assetName: startedAt >= row.last ? assetName : row.assetName,
      whole: row.whole + (isWhole ? 1 : 0),
      brokenOff: row.brokenOff + (isWhole ? 0 : 1),
      seconds: row.seconds + seconds,
      first: Math.min(row.first, startedAt),
      last: Math.max(row.last, startedAt),
    })
  }
  return [...rows.values()]
}

/** Sorts by the names of the screens, and on each of them the most played first. */
export const ordered = (rows: readonly Plays[]): Plays[] =>
  [...rows].sort(
    (one, other) => one.deviceName.localeCompare(other.deviceName) || other.whole - one.whole || other.last - one.last,
  )

export interface PlaysSum {
  plays: number
  seconds: number
  screens: number
}

export const sumOf = (rows: readonly Plays[]): PlaysSum => ({
  plays: rows.reduce((sum, {whole, brokenOff}) => sum + whole + brokenOff, 0),
  seconds: rows.reduce((sum, {seconds}) => sum + seconds, 0),
  screens: new Set(rows.map(({deviceId}) => deviceId)).size,
})

export const playsFileName = ({start, end}: TimeRange, zone: string): string => {
  const dayOf = localTimes(zone)
  return fileName(`plays-${dayOf(start).slice(0, 10)}-${dayOf(end).slice(0, 10)}.csv`)
}

/** One line a play, screen by screen, as the server writes it behind the byte order mark. */
export function playsCsv(plays: readonly Play[]): string {
  const sorted = [...plays].sort(
    (one, other) => one.deviceName.localeCompare(other.deviceName) || one.startedAt - other.startedAt,
  )
  return [CSV_HEAD, ...sorted.map(fieldsOf)].map(fields => `${fields.map(csvText).join(',')}\r\n`).join('')
}

const CSV_HEAD = ['start', 'device', 'device_id', 'video', 'video_id', 'seconds', 'whole', 'revision']

const fieldsOf = (play: Play): string[] => [
  ...[new Date(play.startedAt).toISOString(), play.deviceName, play.deviceId, play.assetName, play.assetId],
  ...[String(play.seconds), String(play.isWhole), String(play.revision)],
]
