import {PLAYLIST_ATTRIBUTE, playlistFrom} from '../../contract/rules/lists/playlist'
import {scheduleValue} from '../../contract/rules/time/schedule'
import {id, json} from '../../contract/wire/common'
import {ATTRIBUTE_SCOPES} from '../../contract/wire/entities/attribute'
import type {PlayerPlaylistWire} from '../../contract/wire/player'
import type {AssetRepository} from '../asset/repository'
import type {AttributeRepository} from '../attribute/repository'
import type {DeviceRef} from '../device/repository'
import type {DigitalAssetRepository} from '../digitalAsset/repository'
import type {FileSignatures} from '../files/signatures'

export interface PlaylistOptions {
  attributes: Pick<AttributeRepository, 'find'>
  assets: Pick<AssetRepository, 'listOf'>
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
  const kept = await attributes.find(ref)
  if (kept === undefined) return {revision: 0, items: []}
  const {items} = playlistFrom(json.parse(kept.jsonV), kept.version)
  const listed = await assets.listOf(device.organisationId, items.map(({assetId}) => assetId).filter(isId))
  const names = new Map(listed.map(({id, name}) => [id, name]))
  const found = await files.findAll([...names.keys()])
  const answered = items.map(async ({assetId, schedule}) => {
    const [name, file] = [names.get(assetId), found.get(assetId)]
    if (name === undefined || file === undefined || !file.contentType.startsWith('video/')) return []
    const {size, sha256, contentType} = file
    const url = await signatures.sign(assetId, {kind: 'device', id: device.id})
    const when = schedule === null ? {} : {when: scheduleValue(schedule)}
    return {assetId, name, url, size, sha256, content_type: contentType, ...when}
  })
  return {revision: kept.version, items: (await Promise.all(answered)).flat()}
}

const isId = (text: string): boolean => id.safeParse(text).data === text
