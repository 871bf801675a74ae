import {Observable} from 'rxjs'
import {fromEventObservable, fromPromise} from 'xstate'
import {STATUS_CHECK_PERIOD} from '../../../contract/limits'
import {idsFrom, VIDEOS_ATTRIBUTE} from '../../../contract/rules/lists/idList'
import {PLAYLIST_ATTRIBUTE, playlistFrom} from '../../../contract/rules/lists/playlist'
import type {Http} from '../../api/http'
import {deleteVideo, loadFileUrl, loadValuesOfDevices, loadVideoAssets, loadVideos} from '../../api/media/videos'
import type {VideoUses} from '../../domain/media/video'
import {type PreviewLogic, previewMachine} from '../../machines/media/preview'
import type {VideoStored} from '../../machines/media/upload'
import type {UploadsRef} from '../../machines/media/uploads'
import {type VideosLogic, videosMachine} from '../../machines/media/videos'
import {connected} from '../../machines/ports'
import {pollTicks, visibility} from '../../streams/ticks'
import {ask} from '../ask'
import type {Connections} from '../connections'

type VideosConnections = Pick<Connections, 'config' | 'http' | 'links' | 'toasts'> & {uploads: UploadsRef}

export function createVideosLogic({config, http, links, toasts, uploads}: VideosConnections): VideosLogic {
  const absolute = (url: string | null) => url && absoluteUrl(config.apiBase, url)
  return connected(videosMachine)({
    actors: {
      linkChanges: fromEventObservable(() => links),
      minuteTicks: fromEventObservable(() => pollTicks(STATUS_CHECK_PERIOD, visibility(document))),
      storedVideos: fromEventObservable(() => storedVideos(uploads)),
      loadVideos: ask(http, async (_, input, options) => {
        if (input.capabilities.media !== true) return await loadVideoAssets(http, input, options)
        const {videos, room} = await loadVideos(http, input, options)
        return {videos: videos.map(video => ({...video, thumbnailUrl: absolute(video.thumbnailUrl)})), room}
      }),
      loadUses: fromPromise(async ({input: {capabilities, ...question}, signal}) =>
        capabilities.attributes === true ? await usesOf(http, question, signal) : null,
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

const storedVideos = (uploads: UploadsRef) =>
  new Observable<VideoStored>(subscriber => {
    const {unsubscribe} = uploads.on('video.stored', event => subscriber.next(event))
    return unsubscribe
  })

async function usesOf(
  http: Http,
  {organisationId, videoId}: {organisationId: string; videoId: string},
  signal: AbortSignal,
): Promise<VideoUses> {
  const valuesOf = (key: string) => loadValuesOfDevices(http, {organisationId, key}, {signal})
  const [playlists, assignments] = await Promise.all([valuesOf(PLAYLIST_ATTRIBUTE), valuesOf(VIDEOS_ATTRIBUTE)])
  return {
    playlists: playlists.filter(value => playlistFrom(value, null).items.some(({assetId}) => assetId === videoId))
      .length,
    assignments: assignments.filter(value => idsFrom(value, null).items.includes(videoId)).length,
  }
}

/** A server tells the addresses of files relative to itself, or whole. */
export const absoluteUrl = (apiBase: string, url: string): string =>
  new URL(url, apiBase === '' ? window.location.origin : apiBase).href
