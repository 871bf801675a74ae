import * as z from 'zod/mini'
import type {Json} from '../../../contract/wire/common'
import {assetCalls, listLabelledAssets} from '../../../contract/wire/entities/asset'
import {listValuesOfDevices} from '../../../contract/wire/entities/attribute'
import {
  deleteDigitalAsset,
  listDeletedVideos,
  listDigitalAssets,
  purgeDeletedVideo,
  readFileUrl,
  restoreDeletedVideo,
} from '../../../contract/wire/entities/digitalAsset'
import type {DeletedVideo, RestoredVideo, VideoFacts, VideoList} from '../../domain/media/video'
import {asAnyServerSends} from '../anyServer'
import {anyAttribute, attributeJson} from '../attributeJson'
import type {Http, Options} from '../http'

/** The facts of a video that the server has not read yet. */
const UNKNOWN_FACTS: VideoFacts = {width: null, height: null, codec: null, hasSound: null}

/** Loads the videos of an organisation with their sizes and pictures. The server must have the addition `media`. */
export async function loadVideos(
  http: Http,
  {organisationId}: {organisationId: string},
  options: Options = {},
): Promise<VideoList> {
  const {items, ...room} = await http.call(listDigitalAssets, {query: {organisationId}, ...options})
  return {videos: items.map(item => ({...item, facts: item.facts ?? UNKNOWN_FACTS})), room}
}

const anyAsset = asAnyServerSends(z.partial(assetCalls.read.answer, {name: true, createdAt: true}))

/** Loads what any server tells of the videos of an organisation. */
export async function loadVideoAssets(
  http: Http,
  {organisationId}: {organisationId: string},
  options: Options = {},
): Promise<VideoList> {
  const params = {id: organisationId, label: 'video_asset'}
  const found = await http.call({...listLabelledAssets, answer: z.array(anyAsset)}, {params, ...options})
  const videos = found.map(({id, name, createdAt}) => ({
    id,
    name: name ?? id,
    createdAt: createdAt ?? null,
    size: null,
    duration: null,
    facts: null,
    thumbnailUrl: null,
  }))
  return {
    videos: videos.sort((one, other) => (other.createdAt ?? 0) - (one.createdAt ?? 0)),
    room: {used: null, quota: null, fileLimit: null},
  }
}

/** The address may be relative to the API, and expires. Throws an `ApiError` with status 404 when there is no file. */
export async function loadFileUrl(http: Http, {videoId}: {videoId: string}, options: Options = {}): Promise<string> {
  return (await http.call(readFileUrl, {params: {id: videoId}, ...options})).url
}

export async function deleteVideo(http: Http, {videoId}: {videoId: string}, options: Options = {}): Promise<void> {
  await http.call(deleteDigitalAsset, {params: {id: videoId}, ...options})
}

/** The values of an attribute of all devices of an organisation. The server must have the addition `attributes`. */
export async function loadValuesOfDevices(
  http: Http,
  {organisationId, key}: {organisationId: string; key: string},
  options: Options = {},
): Promise<{deviceId: string; value: Json}[]> {
  const query = {organisationId, keys: key}
  const found = await http.call({...listValuesOfDevices, answer: z.array(anyAttribute)}, {query, ...options})
  return found.map(wire => ({deviceId: wire.entityId ?? '', value: attributeJson(wire)}))
}

/** The videos that can be restored, the last deleted first. The server must have additions. */
export async function loadDeletedVideos(
  http: Http,
  {organisationId}: {organisationId: string},
  options: Options = {},
): Promise<DeletedVideo[]> {
  return http.call(listDeletedVideos, {params: {id: organisationId}, ...options})
}

interface DeletedVideoRef {
  organisationId: string
  video: DeletedVideo
}

export async function restoreVideo(
  http: Http,
  {organisationId, video}: DeletedVideoRef,
  options: Options = {},
): Promise<RestoredVideo> {
  return http.call(restoreDeletedVideo, {params: {id: organisationId, videoId: video.id}, ...options})
}

export async function purgeVideo(http: Http, {organisationId, video}: DeletedVideoRef, options: Options = {}) {
  await http.call(purgeDeletedVideo, {params: {id: organisationId, videoId: video.id}, ...options})
}
