import {Observable} from 'rxjs'
import {fromPromise} from 'xstate'
import {isPulsewall} from '../../../contract/rules/offer'
import type {Http} from '../../api/http'
import {deleteVideo, loadFileUrl, loadValuesOfDevices, loadVideoAssets, loadVideos} from '../../api/media/videos'
import {ASSIGNED, type ListRules, PLAYLIST} from '../../domain/listRules'
import {usesOf, type VideoUses} from '../../domain/media/videoUses'
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
        isPulsewall(input.offer) ? await loadUses(http, input, signal) : null,
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

async function loadUses(
  http: Http,
  {organisationId, video}: Pick<VideoDeletionInput, 'organisationId' | 'video'>,
  signal: AbortSignal,
): Promise<VideoUses> {
  async function listsOf<Item, Intent>(rules: ListRules<Item, Intent>) {
    const found = await loadValuesOfDevices(http, {organisationId, key: rules.key}, {signal})
    return found.map(({deviceId, value}) => ({deviceId, items: rules.read(value, null).items}))
  }
  const [playlists, assignments] = await Promise.all([listsOf(PLAYLIST), listsOf(ASSIGNED)])
  return usesOf(video.id, playlists, assignments)
}

/** A server tells the addresses of files relative to itself, or whole. */
export const absoluteUrl = (apiBase: string, url: string): string =>
  new URL(url, apiBase === '' ? window.location.origin : apiBase).href
