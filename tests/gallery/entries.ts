import {account} from './account'
import {alarms} from './alarms'
import {console} from './console'
import {deviceImport} from './deviceImport'
import type {Entry} from './entry'
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
import {telemetry} from './telemetry'
import {thresholds} from './thresholds'
import {versions} from './versions'
import {wall} from './wall'

/** All entries by the rooms that declare them. */
export const ROOMS: Readonly<Record<string, readonly Entry[]>> = {
  kit,
  session,
  account,
  security,
  telemetry,
  alarms,
  console,
  deviceImport,
  thresholds,
  notifications,
  media,
  player,
  mediaScreen,
  wall,
  panels,
  places,
  versions,
  replay,
  kiosk,
}

export const ENTRIES: readonly Entry[] = Object.entries(ROOMS).flatMap(([room, entries]) =>
  entries.map(entry => ({...entry, name: `${room}/${entry.name}`})),
)
