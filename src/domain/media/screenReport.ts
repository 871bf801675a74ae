import {HEARTBEAT_ATTRIBUTE, type Heartbeat, heartbeatFrom} from '../../../contract/rules/deviceStatus'
import {PLAYLIST_ATTRIBUTE, playlistFrom} from '../../../contract/rules/lists/playlist'
import type {ScreenList, ScreenReport} from '../../../contract/rules/media/screenState'
import {SECOND_PLAYER_ATTRIBUTE, secondPlayerFrom} from '../../../contract/rules/media/secondPlayer'
import type {EpochMs, Json} from '../../../contract/wire/common'

/** A change of a screen's known state. Null means that the screen has never reported it. */
export interface ScreenUpdate {
  deviceId: string
  heartbeat?: Heartbeat | null
  report?: ScreenReport | null
  list?: ScreenList
  /** When the server last refused a second player. */
  secondPlayer?: EpochMs | null
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
  if (key === PLAYLIST_ATTRIBUTE) return {deviceId, list: listOf(value, version, at)}
  if (key === SECOND_PLAYER_ATTRIBUTE) return {deviceId, secondPlayer: secondPlayerFrom(value)}
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
export const NO_UPDATE = {
  heartbeat: null,
  report: null,
  list: {version: 0, items: [], savedAt: null},
  secondPlayer: null,
} satisfies Partial<ScreenUpdate>

const listOf = (value: Json | undefined, version: number | null, savedAt: EpochMs | null): ScreenList =>
  value === undefined ? NO_UPDATE.list : {version, items: playlistFrom(value, version).items, savedAt}
