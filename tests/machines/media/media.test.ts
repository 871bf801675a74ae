import {Subject} from 'rxjs'
import {expect, it} from 'vitest'
import {createActor, fromCallback, fromEventObservable} from 'xstate'
import {LIVE} from '../../../src/domain/link'
import type {DeletedVideo, Video, VideoList} from '../../../src/domain/media/video'
import type {VideoUses} from '../../../src/domain/media/videoUses'
import {mediaViewFromSearch} from '../../../src/domain/media/view'
import {deletedVideosMachine} from '../../../src/machines/media/deletedVideos'
import {deviceStatusMachine} from '../../../src/machines/media/deviceStatus'
import {groupEntriesMachine, groupsMachine} from '../../../src/machines/media/groups'
import {mediaMachine} from '../../../src/machines/media/media'
import {previewMachine} from '../../../src/machines/media/preview'
import type {VideoStored} from '../../../src/machines/media/upload'
import {type VideoDeletionInput, videoDeletionMachine} from '../../../src/machines/media/videoDeletion'
import {type VideosQuestion, videosMachine} from '../../../src/machines/media/videos'
import type {Asked} from '../../../src/machines/resource'
import {answers, says} from '../../gallery/given'
import {PULSEWALL} from '../../support/offer'
import {USER} from '../../support/user'
import {createCalls} from '../calls'
import {createLiveDevices, NOW} from '../liveDevices'

const video = (id: string): Video => ({
  id,
  name: `${id}.mp4`,
  createdAt: 1,
  size: 10,
  duration: 1000,
  facts: null,
  thumbnailUrl: null,
})
const listOf = (...ids: string[]): VideoList => ({
  videos: ids.map(video),
  room: {used: 10, quota: null, fileLimit: 100},
})

async function createMedia(search: string) {
  const lists = createCalls<VideoList, Asked<VideosQuestion>>()
  const uses = createCalls<VideoUses | null, VideoDeletionInput>()
  const deletions = createCalls<void, {videoId: string}>()
  const deleted = createCalls<readonly DeletedVideo[], {input: {organisationId: string | null}}>()
  const stored = new Subject<VideoStored>()
  const {logic: devices, links, link} = createLiveDevices()
  const media = createActor(
    mediaMachine.provide({
      actors: {
        devices,
        groups: groupsMachine.provide({
          actors: {
            entries: groupEntriesMachine.provide({actors: {retries: says(), changes: says(), load: answers()}}),
          },
        }),
        videos: videosMachine.provide({
          actors: {
            linkChanges: fromEventObservable(() => links),
            refreshes: says(),
            load: lists.logic,
          },
        }),
        deletedVideos: deletedVideosMachine.provide({
          actors: {retries: says(), changes: says(), load: deleted.logic},
        }),
        deletion: videoDeletionMachine.provide({
          actors: {loadUses: uses.logic, deleteVideo: deletions.logic},
          actions: {showOutcome: () => {}},
        }),
        preview: previewMachine.provide({
          actors: {retries: says(), loadFileUrl: answers()},
        }),
        status: deviceStatusMachine.provide({
          actors: {
            clock: says(),
            linkChanges: fromEventObservable(() => links),
            checks: fromCallback(() => {}),
            screenUpdates: says(),
            expiry: fromCallback(() => {}),
          },
        }),
        addressChanges: says(),
        storedVideos: fromEventObservable(() => stored),
      },
      actions: {pushToUrl: () => {}},
    }),
    {input: {user: USER, lateAfter: 1000, now: NOW, view: mediaViewFromSearch(search)}},
  ).start()
  link(LIVE, PULSEWALL)
  media.send({type: 'devices.loaded', devices: []})
  await lists.answer(listOf('v2', 'v1'))
  return {
    media,
    lists,
    uses,
    deletions,
    deleted,
    store: () => stored.next({type: 'video.stored'}),
    ids: () =>
      media
        .getSnapshot()
        .children.videos?.getSnapshot()
        .context.value?.videos.map(({id}) => id),
    chosen: () => media.getSnapshot().context.view.videoId,
  }
}

it('reads the videos again when an upload has ended', async () => {
  const {lists, store, ids} = await createMedia('')
  store()
  await lists.answer(listOf('v3', 'v2', 'v1'))
  expect(ids()).toEqual(['v3', 'v2', 'v1'])
})

it('takes a deleted video from the list, and shows it no longer', async () => {
  const {media, uses, deletions, ids, chosen} = await createMedia('?video=v2')
  expect(chosen()).toBe('v2')
  media.send({type: 'deletion.opened', videos: [video('v2')]})
  await uses.answer({playlists: [], assignments: [], fallbacks: []})
  media.getSnapshot().children.deletion?.send({type: 'deletion.confirmed'})
  await deletions.answer()
  expect([ids(), chosen(), media.getSnapshot().children.deletion]).toEqual([['v1'], null, undefined])
  const {organisationId} = USER
  expect(uses.asked).toEqual([{organisationId, offer: PULSEWALL, videos: [video('v2')]}])
})

it('reads the deleted videos again after a deletion, for those who may restore them', async () => {
  const {media, uses, deletions, deleted} = await createMedia('')
  await deleted.answer([])
  media.send({type: 'deletion.opened', videos: [video('v2')]})
  await uses.answer(null)
  media.getSnapshot().children.deletion?.send({type: 'deletion.confirmed'})
  await deletions.answer()
  const {organisationId} = USER
  expect(deleted.asked).toEqual([{input: {organisationId}}, {input: {organisationId}}])
})

it('keeps the list when the deletion of a video is called off', async () => {
  const {media, uses, ids} = await createMedia('')
  media.send({type: 'deletion.opened', videos: [video('v2')]})
  await uses.answer(null)
  media.getSnapshot().children.deletion?.send({type: 'dialog.closed'})
  expect([ids(), media.getSnapshot().children.deletion]).toEqual([['v2', 'v1'], undefined])
})

it('unticks videos that are deleted, and keeps the ticks of others', async () => {
  const {media, uses, deletions} = await createMedia('')
  media.send({type: 'videos.ticked', videoIds: ['v1', 'v2'], isTicked: true})
  media.send({type: 'deletion.opened', videos: [video('v2')]})
  await uses.answer(null)
  media.getSnapshot().children.deletion?.send({type: 'deletion.confirmed'})
  await deletions.answer()
  expect(media.getSnapshot().context.tickedVideos).toEqual(new Set(['v1']))
})
