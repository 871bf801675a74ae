import {PLAYLIST_ATTRIBUTE, playlistFrom} from '../../contract/rules/lists/playlist'
import {id, json} from '../../contract/wire/common'
import {
  ATTRIBUTE_SCOPES,
  type AttributeChange,
  attributeKey,
  type NewAttributeBody,
} from '../../contract/wire/entities/attribute'
import {createReachedAmong, type Entity, SERVER} from '../access/reach'
import type {Viewer} from '../access/viewer'
import type {Transaction} from '../database/connect'
import {badRequest, forbidden} from '../http/failures/errors'
import type {Attribute} from './repository'

type Typed = Pick<Attribute, 'boolV' | 'strV' | 'longV' | 'dblV' | 'jsonV'>

/** Puts the value of a body into its column, and null into the others. Throws 400 unless there is exactly one value. */
export function typedValue(body: Omit<AttributeChange, 'version'>): Typed {
  const {
    bool_v: boolV = null,
    str_v: strV = null,
    long_v: longV = null,
    dbl_v: dblV = null,
    json_v: jsonV = null,
  } = body
  const typed = {boolV, strV, longV, dblV, jsonV}
  if (Object.values(typed).filter(value => value !== null).length === 1) return typed
  throw badRequest('Exactly one of bool_v, str_v, long_v, dbl_v and json_v must have a value.')
}

/**
 * A screen fetches whatever its playlist names. Throws 403 for a video that is out of the writer's reach, unless it
 * was in the playlist before.
 */
export async function requireVisibleVideos(
  transaction: Transaction,
  writer: Viewer,
  written: Attribute,
  before?: Attribute,
) {
  const {entityType, scope, key, organisationId} = written
  const isPlaylist = entityType === 'device' && scope === ATTRIBUTE_SCOPES.shared && key === PLAYLIST_ATTRIBUTE
  if (!isPlaylist || organisationId === null) return
  const kept = videosOf(before)
  const added = videosOf(written).filter(assetId => !kept.includes(assetId))
  const reachedAmong = createReachedAmong({db: transaction})
  const fetched = await reachedAmong(SERVER, 'asset', added, organisationId)
  const visible = await reachedAmong(writer, 'asset', [...fetched])
  if (visible.size < fetched.size) throw forbidden('Your account may not see all of these videos.')
}

const videosOf = (playlist: Attribute | undefined): string[] =>
  playlistFrom(json.parse(playlist?.jsonV ?? null), null).items.flatMap(({assetId}) => id.safeParse(assetId).data ?? [])

/** Throws 400 when the entity or organisation in a body differs from the one in the path. */
export function requireSame(entity: Entity, {entityId, organisation_id: organisationId}: Partial<NewAttributeBody>) {
  if (entityId !== undefined && entityId !== entity.id) throw badRequest('entityId: is another one in the address')
  if (organisationId && organisationId !== entity.organisationId) throw badRequest('organisation_id: is another one')
}

/** Throws 400 for a key that can't be typed or seen. Devices may use any key for their own attributes. */
export function requireKey(key: string) {
  const parsed = attributeKey.safeParse(key)
  if (parsed.data !== key)
    throw badRequest('attributeKey: must not begin or end with a blank, hold control characters, or be a dot or two')
}
