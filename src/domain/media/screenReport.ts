import {HEARTBEAT_ATTRIBUTE, type Heartbeat, heartbeatFrom} from '../../../contract/rules/deviceStatus'
import {PLAYLIST_ATTRIBUTE} from '../../../contract/rules/lists/playlist'
import type {EpochMs, Json, Milliseconds} from '../../../contract/wire/common'
import type {Statuses} from './statuses'

/** The progress reported by our player. */
export interface ScreenReport {
  /** The revision of the playlist that is being played; null before the first. */
  revision: number | null
  /** The revision that is being fetched; null when it is the one being played. */
  fetching: number | null
  ready: number
  files: number
  /** The id of the video that is being played. */
  playing: string | null
  /** Bytes. */
  free: number | null
  /** Positive when the screen's clock is ahead. */
  clockError: Milliseconds | null
  /** The zone of the hours in its playlist. */
  zone: string | null
  /** Why something does not play or is not fetched, by the video's id. */
  faults: Readonly<Record<string, string>>
}

/** A change of a screen's known state. Null means that the screen has never reported it. */
export interface ScreenUpdate {
  deviceId: string
  heartbeat?: Heartbeat | null
  report?: ScreenReport | null
  /** The version of its playlist: 0 while it has none, null when the server counts no versions. */
  revision?: number | null
}

/** One stored attribute of a screen, with the server's time of its arrival. */
export interface StoredAttribute {
  key: string
  value: Json | undefined
  at: EpochMs | null
  version: number | null
}

export interface ReportReader {
  /** The attribute by which our player reports. */
  key: string
  /** Null when the value is no report of our player. */
  read: (value: Json) => ScreenReport | null
}

/** Null when the attribute is about something else. */
export function screenUpdateOf(
  deviceId: string,
  {key, value, at, version}: StoredAttribute,
  reader: ReportReader,
): ScreenUpdate | null {
  if (key === HEARTBEAT_ATTRIBUTE) return {deviceId, heartbeat: heartbeatFrom(value, at)}
  if (key === PLAYLIST_ATTRIBUTE) return {deviceId, revision: value === undefined ? 0 : version}
  return key === reader.key ? {deviceId, report: value === undefined ? null : reader.read(value)} : null
}

/** Reads the whole state of a screen from its attributes. */
export const updateFromAll = (
  deviceId: string,
  stored: readonly StoredAttribute[],
  reader: ReportReader,
): ScreenUpdate =>
  Object.assign({...NO_UPDATE, deviceId}, ...stored.map(attribute => screenUpdateOf(deviceId, attribute, reader)))

/** The update of a screen that has never reported anything and has nothing to play. */
export const NO_UPDATE = {heartbeat: null, report: null, revision: 0} satisfies Partial<ScreenUpdate>

/** The progress of a screen with the stored playlist. `requested` is the version of that; null when it is unknown. */
export type Receipt =
  | {kind: 'notReported'}
  | {kind: 'saved'}
  | {kind: 'fetching'; ready: number; files: number}
  | {kind: 'playing'; revision: number}
  | {kind: 'hindered'; reasons: readonly string[]}

interface ScreensKnown {
  statuses: Statuses
  reports: ReadonlyMap<string, ScreenReport | null>
  revisions: ReadonlyMap<string, number | null>
}

/** The ids of the active screens that don't play all that they should. What an inactive one last said may be over. */
export const hinderedScreens = ({statuses, reports, revisions}: ScreensKnown): string[] =>
  [...reports].flatMap(([id, report]) =>
    statuses.get(id) === 'active' && receiptOf(report, revisions.get(id) ?? null).kind === 'hindered' ? [id] : [],
  )

export function receiptOf(report: ScreenReport | null | undefined, requested: number | null): Receipt {
  if (!report) return {kind: 'notReported'}
  const {revision, fetching, ready, files, faults} = report
  const reasons = [...new Set(Object.values(faults))]
  const isCurrent = requested === null || revision === requested
  if (isCurrent && revision !== null && fetching === null) {
    return reasons.length > 0 ? {kind: 'hindered', reasons} : {kind: 'playing', revision}
  }
  if (reasons.length > 0) return {kind: 'hindered', reasons}
  if (fetching !== null && (requested === null || fetching >= requested)) return {kind: 'fetching', ready, files}
  return {kind: 'saved'}
}
