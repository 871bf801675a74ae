import {PLAYLIST_ATTRIBUTE, type PlaylistItem, playlistFrom} from '../../contract/rules/lists/playlist'
import {scheduleValue} from '../../contract/rules/time/schedule'
import {isId, json} from '../../contract/wire/common'
import {ATTRIBUTE_SCOPES} from '../../contract/wire/entities/attribute'
import type {PlayerPlaylistWire} from '../../contract/wire/player'
import type {AssetRepository} from '../asset/repository'
import type {AttributeRepository} from '../attribute/repository'
import type {DeviceRef} from '../device/repository'
import type {DigitalAssetRepository} from '../digitalAsset/repository'
import type {FileSignatures} from '../files/signatures'
import {type EmergencyOptions, emergenciesOf} from './emergencies'
import {fallbackOf} from './fallback'

export interface PlaylistOptions extends EmergencyOptions {
  attributes: Pick<AttributeRepository, 'find' | 'sharedJson'>
  assets: Pick<AssetRepository, 'listOf' | 'groupsOf'>
  files: Pick<DigitalAssetRepository, 'findAll'>
  signatures: Pick<FileSignatures, 'sign'>
}

/** The playlist of a screen. It may name anything: only videos of the device's organisation are sent. */
export async function playlistOf(device: DeviceRef, options: PlaylistOptions): Promise<PlayerPlaylistWire> {
  const {attributes, assets, files, signatures} = options
  const ref = {
    entityType: 'device',
    entityId: device.id,
    scope: ATTRIBUTE_SCOPES.shared,
    key: PLAYLIST_ATTRIBUTE,
  } as const
  const [stored, fallbackIds, {emergency, preparedIds}] = await Promise.all([
    attributes.find(ref),
    fallbackOf(device, options),
    emergenciesOf(device, options),
  ])
  const listed = stored === undefined ? [] : playlistFrom(json.parse(stored.jsonV), stored.version).items
  const emergencyIds = emergency === null ? [] : [emergency.videoId]
  const ids = [...listed.map(({assetId}) => assetId), ...fallbackIds, ...emergencyIds, ...preparedIds]
  const found = ids.length === 0 ? [] : await assets.listOf(device.organisationId, ids.filter(isId))
  const names = new Map(found.map(({id, name}) => [id, name]))
  const stores = await files.findAll([...names.keys()])
  const [items, fallback, [emergencyItem], prepared] = await Promise.all([
    answered(listed),
    always(fallbackIds),
    always(emergencyIds),
    always(preparedIds),
  ])
  return {
    revision: stored?.version ?? 0,
    items,
    ...(fallback.length > 0 && {fallback}),
    ...(emergency !== null && {
      emergency: {
        id: emergency.id,
        until: emergency.until,
        drill: emergency.isDrill,
        ...(emergencyItem !== undefined && {item: emergencyItem}),
      },
    }),
    ...(prepared.length > 0 && {prepared}),
  }

  function always(ids: readonly string[]) {
    return answered(ids.map(assetId => ({assetId, schedule: null})))
  }

  async function answered(requested: readonly PlaylistItem[]) {
    const signed = requested.map(async ({assetId, schedule}) => {
      const [name, file] = [names.get(assetId), stores.get(assetId)]
      if (name === undefined || file === undefined || !file.contentType.startsWith('video/')) return []
      const {size, sha256, contentType} = file
      const url = await signatures.sign(assetId, {kind: 'device', id: device.id})
      const when = schedule === null ? {} : {when: scheduleValue(schedule)}
      return {assetId, name, url, size, sha256, content_type: contentType, ...when}
    })
    return (await Promise.all(signed)).flat()
  }
}
