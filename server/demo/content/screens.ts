import {HEARTBEAT_ATTRIBUTE} from '../../../contract/rules/deviceStatus'
import {GROUP_ATTRIBUTE, VIDEOS_ATTRIBUTE} from '../../../contract/rules/lists/idList'
import {PLAYLIST_ATTRIBUTE} from '../../../contract/rules/lists/playlist'
import {HOUR} from '../../../contract/rules/time/durations'
import type {EpochMs} from '../../../contract/wire/common'
import {ATTRIBUTE_SCOPES} from '../../../contract/wire/entities/attribute'
import {LUMEN_MEDIA} from './organisations'
import {CITY_RUN, COFFEE_HOUR, DEPARTURES, type DemoVideo, HARBOUR_LIGHTS, SPRING_SALE} from './videos'

interface DemoScreen {
  group?: string
  playlist: readonly DemoVideo[]
  /** Assigned, but not played. */
  spare?: readonly DemoVideo[]
  /** A video that its player can't play. */
  broken?: DemoVideo
  /** A player of another make says that it is alive, and nothing else. */
  isForeign?: boolean
  /** The hours since it was last alive, for one that is silent. */
  aliveHoursAgo?: number
}

const CITY = '01977a00-0000-7000-8000-0000000000d1'
const TRAVEL = '01977a00-0000-7000-8000-0000000000d2'

const group = {organisationId: LUMEN_MEDIA, type: 'device_group'}
export const DEMO_GROUPS = [
  {...group, id: CITY, name: 'City centre'},
  {...group, id: TRAVEL, name: 'Travellers'},
]

/** The screens by their keys among the demo's devices. */
export const DEMO_SCREENS: Readonly<Record<string, DemoScreen>> = {
  'arcade-screen': {group: CITY, playlist: [SPRING_SALE, COFFEE_HOUR, CITY_RUN], broken: COFFEE_HOUR},
  'atrium-screen': {group: CITY, playlist: [HARBOUR_LIGHTS, SPRING_SALE, COFFEE_HOUR], spare: [CITY_RUN]},
  'cinema-foyer-screen': {playlist: [CITY_RUN], aliveHoursAgo: 5},
  'ferry-terminal-screen': {group: TRAVEL, playlist: [DEPARTURES, HARBOUR_LIGHTS]},
  'library-screen': {playlist: [COFFEE_HOUR, HARBOUR_LIGHTS]},
  'market-hall-screen': {group: CITY, playlist: [SPRING_SALE], spare: [COFFEE_HOUR]},
  'station-screen': {group: TRAVEL, playlist: [DEPARTURES, CITY_RUN], isForeign: true},
  'town-hall-screen': {playlist: [HARBOUR_LIGHTS, CITY_RUN, SPRING_SALE, DEPARTURES]},
}

/** The playlists, assigned videos and groups of the screens. */
export function screenAttributes(devices: readonly {id: string; additionalInfo: unknown}[], now: EpochMs) {
  const {client, shared} = ATTRIBUTE_SCOPES
  const found = devices.flatMap(({id, additionalInfo}) => {
    const screen = DEMO_SCREENS[keyOf(additionalInfo)]
    return screen === undefined ? [] : [{id, ...screen}]
  })
  const ofDevices = found.flatMap(({id, playlist, spare = [], aliveHoursAgo}) => {
    const device = {entityType: 'device' as const, entityId: id, organisationId: LUMEN_MEDIA, lastUpdateTs: now}
    const alive = now - (aliveHoursAgo ?? 0) * HOUR
    return [
      {
        ...device,
        scope: shared,
        key: PLAYLIST_ATTRIBUTE,
        jsonV: playlist.map(({id: assetId}, order) => ({assetId, order})),
      },
      {...device, scope: client, key: VIDEOS_ATTRIBUTE, jsonV: [...playlist, ...spare].map(video => video.id)},
      ...(aliveHoursAgo === undefined
        ? []
        : [{...device, scope: client, key: HEARTBEAT_ATTRIBUTE, jsonV: {ts: alive}, lastUpdateTs: alive}]),
    ]
  })
  const ofGroups = DEMO_GROUPS.map(({id, organisationId}) => ({
    entityType: 'asset' as const,
    entityId: id,
    organisationId,
    lastUpdateTs: now,
    scope: shared,
    key: GROUP_ATTRIBUTE,
    jsonV: found.filter(screen => screen.group === id).map(screen => screen.id),
  }))
  return [...ofDevices, ...ofGroups]
}

const keyOf = (additionalInfo: unknown): string =>
  typeof additionalInfo === 'object' && additionalInfo !== null && 'demo' in additionalInfo
    ? String(additionalInfo.demo)
    : ''
