import {EMPTY, filter, firstValueFrom, merge, Observable} from 'rxjs'
import {fromEventObservable, fromPromise} from 'xstate'
import {isPulsewall} from '../../../contract/rules/offer'
import type {Http} from '../../api/http'
import {loadFallbacks} from '../../api/media/fallbacks'
import {
  deleteVideo,
  loadDeletedVideos,
  loadFileUrl,
  loadValuesOfDevices,
  loadVideoAssets,
  loadVideos,
  purgeVideo,
  restoreVideo,
} from '../../api/media/videos'
import {ASSIGNED, type ListRules, PLAYLIST} from '../../domain/listRules'
import type {DeletedVideo} from '../../domain/media/video'
import {usesOf, type VideoUses} from '../../domain/media/videoUses'
import type {EntriesChanged} from '../../machines/entries'
import {type DeletedVideosLogic, deletedVideosMachine, restoredText} from '../../machines/media/deletedVideos'
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

/** Nothing can be restored on a server without additions. `onRestored` is called when a video is back. */
export function createDeletedVideosLogic(
  {http, links, retries, toasts}: Pick<Connections, 'http' | 'links' | 'retries' | 'toasts'>,
  onRestored: () => void,
): DeletedVideosLogic {
  return connected(deletedVideosMachine)({
    actors: {
      retries,
      changes: fromEventObservable<EntriesChanged, void>(() => EMPTY),
      load: fromPromise(async ({input: {input}, signal}) => {
        const {offer} = await firstValueFrom(links.pipe(filter(({offer}) => offer !== null)))
        const {organisationId} = input
        return organisationId !== null && isPulsewall(offer) ? loadDeletedVideos(http, {organisationId}, {signal}) : []
      }),
      // Nothing is added or edited.
      save: fromPromise(async (): Promise<readonly DeletedVideo[] | undefined> => undefined),
      act: fromPromise(async ({input: {input, act: video}, signal}) => {
        const restored = await restoreVideo(http, {...ownedBy(input), video}, {signal})
        onRestored()
        toasts.send({type: 'outcome.reported', kind: 'done', text: restoredText(video.name, restored)})
      }),
      remove: fromPromise(async ({input: {input, loaded, row: video}, signal}) => {
        await purgeVideo(http, {...ownedBy(input), video}, {signal})
        return loaded.filter(({id}) => id !== video.id)
      }),
    },
  })
}

const ownedBy = ({organisationId}: {organisationId: string | null}) => ({organisationId: organisationId ?? ''})

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

/** Videos that are on the server since: uploaded ones, and by `restored` those that were deleted. */
export const storedVideos = (uploads: UploadsRef, restored: Observable<VideoStored>) =>
  merge(uploadedVideos(uploads), restored)

const uploadedVideos = (uploads: UploadsRef) =>
  new Observable<VideoStored>(subscriber => {
    const {unsubscribe} = uploads.on('video.stored', event => subscriber.next(event))
    return unsubscribe
  })

async function loadUses(
  http: Http,
  {organisationId, videos}: Pick<VideoDeletionInput, 'organisationId' | 'videos'>,
  signal: AbortSignal,
): Promise<VideoUses> {
  async function listsOf<Item, Intent>(rules: ListRules<Item, Intent>) {
    const found = await loadValuesOfDevices(http, {organisationId, key: rules.key}, {signal})
    return found.map(({deviceId, value}) => ({deviceId, items: rules.read(value, null).items}))
  }
  const [playlists, assignments, fallbacks] = await Promise.all([
    listsOf(PLAYLIST),
    listsOf(ASSIGNED),
    loadFallbacks(http, {organisationId}, {signal}),
  ])
  return usesOf(new Set(videos.map(({id}) => id)), playlists, assignments, fallbacks)
}

/** A server tells the addresses of files relative to itself, or whole. */
export const absoluteUrl = (apiBase: string, url: string): string =>
  new URL(url, apiBase === '' ? window.location.origin : apiBase).href
