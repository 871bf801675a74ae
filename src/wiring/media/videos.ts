import {Observable} from 'rxjs'
import {fromPromise} from 'xstate'
import {idsFrom, VIDEOS_ATTRIBUTE} from '../../../contract/rules/lists/idList'
import {PLAYLIST_ATTRIBUTE, playlistFrom} from '../../../contract/rules/lists/playlist'
import {isPulsewall} from '../../../contract/rules/offer'
import type {Http} from '../../api/http'
import {deleteVideo, loadFileUrl, loadValuesOfDevices, loadVideoAssets, loadVideos} from '../../api/media/videos'
import type {VideoUses} from '../../domain/media/video'
import {type PreviewLogic, previewMachine} from '../../machines/media/preview'
import type {VideoStored} from '../../machines/media/upload'
import type {UploadsRef} from '../../machines/media/uploads'
import {type VideoDeletionInput, videoDeletionMachine} from '../../machines/media/videoDeletion'
import {type VideosLogic, videosMachine} from '../../machines/media/videos'
import {connected} from '../../machines/ports'
import {ask} from '../ask'
import type {Connections} from '../connections'
import {resourceSources} from '../resource'

type VideosConnections = Pick<Connections, 'config' | 'http' | 'links'>

export function createVideosLogic({config, http, links}: VideosConnections): VideosLogic {
  const absolute = (url: string | null) => url && absoluteUrl(config.apiBase, url)
  return connected(videosMachine)({
    actors: {
      ...resourceSources({links}),
      load: ask(http, async (_, {question, offer}, options) => {
        if (!isPulsewall(offer)) return await loadVideoAssets(http, question, options)
        const {videos, room} = await loadVideos(http, question, options)
        return {videos: videos.map(video => ({...video, thumbnailUrl: absolute(video.thumbnailUrl)})), room}
      }),
    },
  })
}

export function createVideoDeletionLogic({
  http,
  toasts,
}: Pick<Connections, 'http' | 'toasts'>): typeof videoDeletionMachine {
  return connected(videoDeletionMachine)({
    actors: {
      loadUses: fromPromise(async ({input, signal}) =>
        isPulsewall(input.offer) ? await usesOf(http, input, signal) : null,
      ),
      deleteVideo: ask(http, deleteVideo),
    },
    actions: {showOutcome: (_, {text}) => toasts.send({type: 'outcome.reported', kind: 'done', text})},
  })
}

export function createPreviewLogic({
  config,
  http,
  retries,
}: Pick<Connections, 'config' | 'http' | 'retries'>): PreviewLogic {
  return connected(previewMachine)({
    actors: {
      retries,
      loadFileUrl: ask(http, async (_, video, options) =>
        absoluteUrl(config.apiBase, await loadFileUrl(http, video, options)),
      ),
    },
  })
}

export const storedVideos = (uploads: UploadsRef) =>
  new Observable<VideoStored>(subscriber => {
    const {unsubscribe} = uploads.on('video.stored', event => subscriber.next(event))
    return unsubscribe
  })

async function usesOf(
  http: Http,
  {organisationId, video}: Pick<VideoDeletionInput, 'organisationId' | 'video'>,
  signal: AbortSignal,
): Promise<VideoUses> {
  const valuesOf = (key: string) => loadValuesOfDevices(http, {organisationId, key}, {signal})
  const [playlists, assignments] = await Promise.all([valuesOf(PLAYLIST_ATTRIBUTE), valuesOf(VIDEOS_ATTRIBUTE)])
  return {
    playlists: playlists.filter(value => playlistFrom(value, null).items.some(({assetId}) => assetId === video.id))
      .length,
    assignments: assignments.filter(value => idsFrom(value, null).items.includes(video.id)).length,
  }
}

/** A server tells the addresses of files relative to itself, or whole. */
export const absoluteUrl = (apiBase: string, url: string): string =>
  new URL(url, apiBase === '' ? window.location.origin : apiBase).href
