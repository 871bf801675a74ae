import {account} from './account'
import {alarmLists, alarmPages} from './alarms'
import {card} from './card'
import {audit, lists, panels as panelsOfRecords, records} from './console'
import {deviceImport} from './deviceImport'
import type {Entry} from './entry'
import {headlines} from './headlines'
import {kiosk} from './kiosk'
import {kit} from './kit'
import {media} from './media'
import {mediaScreen} from './mediaScreen'
import {notifications} from './notifications'
import {panels} from './panels'
import {places} from './places'
import {player} from './player'
import {replay} from './replay'
import {security} from './security'
import {session} from './session'
import {settings} from './settings'
import {charts, dashboards, homes} from './telemetry'
import {thresholds} from './thresholds'
import {versions} from './versions'
import {wall} from './wall'

/** All entries by the rooms that declare them; large rooms have parts. A file of the deep tier shows each part. */
export const ROOMS: Readonly<Record<string, readonly Entry[]>> = {
  kit,
  session,
  account,
  security,
  'telemetry/dashboards': [...dashboards, ...homes],
  'telemetry/charts': charts,
  'alarms/lists': alarmLists,
  'alarms/pages': alarmPages,
  'console/records': records,
  'console/panels': panelsOfRecords,
  'console/lists': [...lists, ...audit],
  deviceImport,
  thresholds,
  settings,
  headlines,
  notifications,
  media,
  player,
  mediaScreen,
  wall,
  card,
  panels,
  places,
  versions,
  replay,
  kiosk,
}

export const ENTRIES: readonly Entry[] = Object.keys(ROOMS).flatMap(entriesOf)

/** Returns entries by the names of their pictures; all parts of a room share its name. */
export function entriesOf(room: string): readonly Entry[] {
  const [whole] = room.split('/')
  return (ROOMS[room] ?? []).map(entry => ({...entry, name: `${whole}/${entry.name}`}))
}
