import {isNotNull, or, sql} from 'drizzle-orm'
import {HEARTBEAT_ATTRIBUTE, type Heartbeat, heartbeatFrom} from '../../contract/rules/deviceStatus'
import {PLAYLIST_ATTRIBUTE, playlistFrom} from '../../contract/rules/lists/playlist'
import {screenReportFrom} from '../../contract/rules/media/screenReport'
import type {ScreenList, ScreenReport} from '../../contract/rules/media/screenState'
import type {ScreenTrouble} from '../../contract/rules/media/screenTrouble'
import {type EpochMs, json, type Milliseconds} from '../../contract/wire/common'
import {ATTRIBUTE_SCOPES, type AttributeScope} from '../../contract/wire/entities/attribute'
import {PLAYER_ATTRIBUTE} from '../../contract/wire/player'
import {jsonOf, versionOf, writtenAtOf} from '../attribute/repository'
import type {Database} from '../database/connect'
import {namedDevice} from '../device/repository'
import {MEDIA_ORGANISATIONS} from '../digitalAsset/repository'

/** What is stored of a device that is, or may become, a screen. */
export interface StoredScreen {
  id: string
  number: number
  organisationId: string
  heartbeat: Heartbeat | null
  report: ScreenReport | null
  list: ScreenList
}

/** A screen that is in trouble since `at`, or no longer (null). */
export interface ScreenNews {
  deviceId: string
  deviceNumber: number
  trouble: (ScreenTrouble & {last: string | null}) | null
  /** How long it must last before somebody is told; null for never. */
  tellAfter: Milliseconds | null
  at: EpochMs
}

export type AlarmedScreen = Pick<ScreenNews, 'deviceId' | 'deviceNumber' | 'tellAfter'>

export interface ScreenRepository {
  /** The devices with a player or a playlist. */
  all(): Promise<StoredScreen[]>
}

export function createScreenRepository({db}: Pick<Database, 'db'>): ScreenRepository {
  const of = (scope: AttributeScope, key: string) => ({
    entityType: 'device' as const,
    entityId: namedDevice.id,
    scope,
    key,
  })
  const {client, shared} = ATTRIBUTE_SCOPES
  const report = jsonOf(of(client, PLAYER_ATTRIBUTE)).as('report')
  const list = jsonOf(of(shared, PLAYLIST_ATTRIBUTE)).as('list')
  const listVersion = versionOf(of(shared, PLAYLIST_ATTRIBUTE)).as('list_version')
  const beat = jsonOf(of(client, HEARTBEAT_ATTRIBUTE)).as('beat')
  const beatAt = writtenAtOf(of(client, HEARTBEAT_ATTRIBUTE)).mapWith(Number).as('beat_at')
  return {
    async all() {
      const screens = db
        .select({
          id: namedDevice.id,
          number: namedDevice.number,
          organisationId: namedDevice.organisationId,
          report,
          list,
          listVersion,
          beat,
          beatAt,
        })
        .from(namedDevice)
        .where(sql`${namedDevice.organisationId} in ${MEDIA_ORGANISATIONS}`)
        .as('screens')
      const found = await db
        .select()
        .from(screens)
        .where(or(isNotNull(screens.report), isNotNull(screens.list)))
      return found.map(({id, number, organisationId, ...stored}) => ({
        id,
        number,
        organisationId,
        heartbeat: heartbeatFrom(json.safeParse(stored.beat).data, stored.beatAt),
        report: screenReportFrom(json.safeParse(stored.report).data),
        list: {
          version: stored.listVersion ?? 0,
          items: playlistFrom(json.safeParse(stored.list).data, null).items,
          savedAt: null,
        },
      }))
    },
  }
}
