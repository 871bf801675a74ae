import type {FastifyPluginAsync} from 'fastify'
import {
  type DigitalAssetWire,
  deleteDigitalAsset,
  listDeletedVideos,
  listDigitalAssets,
  purgeDeletedVideo,
  readFileUrl,
  restoreDeletedVideo,
} from '../../contract/wire/entities/digitalAsset'
import {callerOf, type Viewer} from '../access/viewer'
import type {AssetRepository} from '../asset/repository'
import type {FileSignatures, Holder} from '../files/signatures'
import {badRequest, notFound} from '../http/failures/errors'
import {serving} from '../http/serve'
import type {Bin} from './bin'
import type {DigitalAssetRepository} from './repository'

export interface DigitalAssetOptions {
  assets: AssetRepository
  files: DigitalAssetRepository
  bin: Bin
  signatures: FileSignatures
  /** A deleted video is not kept any more. */
  onPurged(): Promise<void>
  /** The limit in bytes. A quota of null is no limit. */
  fileLimit: number
  quota: number | null
}

export const digitalAssetRoutes: FastifyPluginAsync<DigitalAssetOptions> = async (app, options) => {
  const {assets, files, bin, signatures, onPurged, fileLimit, quota} = options
  const serve = serving(app, 'digital assets')

  serve(readFileUrl, async ({viewer, params}) => {
    if ((await files.find(params.id)) === undefined) throw notFound('The asset has no file.')
    return {url: await signatures.sign(params.id, personOf(viewer))}
  })

  serve(deleteDigitalAsset, request => assets.remove(callerOf(request), request.params.id))

  serve(listDeletedVideos, ({params}) => bin.list(params.id))

  serve(restoreDeletedVideo, request => bin.restore(callerOf(request), assets, request.params))

  serve(purgeDeletedVideo, async request => {
    await bin.purge(callerOf(request), request.params)
    await onPurged()
  })

  async function listOf(viewer: Viewer, organisationId: string): Promise<DigitalAssetWire[]> {
    const videos = await assets.listLabelled(viewer, organisationId, 'video_asset')
    const thumbnails = await assets.listWithin(
      videos.map(({id}) => id),
      'thumbnail',
    )
    const found = await files.findAll([...videos, ...thumbnails].map(({id}) => id))
    const shown = new Map(thumbnails.filter(({id}) => found.has(id)).map(({id, parentId}) => [parentId, id]))
    const items = videos
      .sort((one, other) => other.createdAt - one.createdAt)
      .map(async ({id, name, createdAt}) => {
        const file = found.get(id)
        if (file === undefined) return []
        const {size, contentType, sha256, duration, facts} = file
        const thumbnail = shown.get(id)
        const thumbnail_url = thumbnail === undefined ? null : await signatures.sign(thumbnail, personOf(viewer))
        const read = facts === null ? {} : {facts}
        return {_id: id, name, createdAt, size, content_type: contentType, sha256, duration, ...read, thumbnail_url}
      })
    return (await Promise.all(items)).flat()
  }

  serve(listDigitalAssets, async ({viewer, query}) => {
    const {organisation_id: organisationId = viewer.organisationId} = query
    if (organisationId === null && viewer.authority === 'SYS_ADMIN') throw badRequest('organisation_id: must be an id')
    const isOwn = viewer.authority === 'SYS_ADMIN' || organisationId === viewer.organisationId
    const [items, used] =
      organisationId !== null && isOwn
        ? await Promise.all([listOf(viewer, organisationId), files.usedBy(organisationId)])
        : [[], 0]
    return {items, used, quota, file_limit: fileLimit}
  })
}

const personOf = ({userId}: Viewer): Holder => ({kind: 'person', id: userId})
