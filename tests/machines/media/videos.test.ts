import {Subject} from 'rxjs'
import {describe, expect, it} from 'vitest'
import {createActor, fromEventObservable} from 'xstate'
import type {Capabilities} from '../../../contract/wire/capabilities'
import type {Failure} from '../../../src/domain/failure'
import type {Video, VideoList, VideoUses} from '../../../src/domain/media/video'
import {LIVE, type LinkState, OFFLINE, PROBING} from '../../../src/domain/telemetry/readings/link'
import {type VideosQuestion, videosMachine} from '../../../src/machines/media/videos'
import {createCalls} from '../calls'

const video = (id: string): Video => ({
  ...{id, name: `${id}.mp4`, createdAt: 1, size: 10, duration: 1000, thumbnailUrl: null},
})
const room = {used: 10, quota: null, fileLimit: 100}
const ONE: VideoList = {videos: [video('v1')], room}
const TWO: VideoList = {videos: [video('v2'), video('v1')], room}
const MEDIA: Capabilities = {media: true}

const refusal = (status: number, serverMessage: string | null = null): Error & Failure =>
  Object.assign(new Error(), {kind: 'refused' as const, status, serverMessage})

function createVideos() {
  const lists = createCalls<VideoList, VideosQuestion>()
  const uses = createCalls<VideoUses | null, VideosQuestion & {videoId: string}>()
  const deletions = createCalls<void, {videoId: string}>()
  const links = new Subject<{type: 'link.changed'; link: LinkState; capabilities: Capabilities}>()
  const ticks = new Subject<{type: 'minute.ticked'; at: number}>()
  const stored = new Subject<{type: 'video.stored'}>()
  const told: string[] = []
  const videos = createActor(
    videosMachine.provide({
      actors: {
        linkChanges: fromEventObservable(() => links),
        minuteTicks: fromEventObservable(() => ticks),
        storedVideos: fromEventObservable(() => stored),
        loadVideos: lists.logic,
        loadUses: uses.logic,
        deleteVideo: deletions.logic,
      },
      actions: {showOutcome: (_, {text}) => told.push(text)},
    }),
    {input: {organisationId: 'o1'}},
  ).start()
  return {
    ...{lists, uses, deletions, videos, told},
    connect: (link: LinkState = LIVE, capabilities = MEDIA) => links.next({type: 'link.changed', link, capabilities}),
    tick: () => ticks.next({type: 'minute.ticked', at: 0}),
    store: () => stored.next({type: 'video.stored'}),
    state: () => videos.getSnapshot().value,
    context: () => videos.getSnapshot().context,
    ids: () => videos.getSnapshot().context.list.videos.map(({id}) => id),
  }
}

async function createLoaded() {
  const videos = createVideos()
  videos.connect()
  await videos.lists.answer(TWO)
  return videos
}

async function createAsking(answer: VideoUses | null = {playlists: 3, assignments: 1}) {
  const videos = await createLoaded()
  videos.videos.send({type: 'delete.requested', video: video('v2')})
  await videos.uses.answer(answer)
  return videos
}

describe('the videos of an organisation', () => {
  it('are read when the server is known, again at times, and when an upload has ended', async () => {
    const {lists, connect, state, ids, tick, store} = createVideos()
    connect(PROBING, {})
    expect(lists.asked).toEqual([])
    connect()
    expect(state()).toEqual({list: 'loading', deletion: 'none'})
    await lists.answer(ONE)
    expect([state(), ids()]).toEqual([{list: {loaded: 'current'}, deletion: 'none'}, ['v1']])
    tick()
    expect(state()).toEqual({list: {loaded: 'refreshing'}, deletion: 'none'})
    await lists.answer(ONE)
    store()
    await lists.answer(TWO)
    expect(ids()).toEqual(['v2', 'v1'])
    expect(lists.asked).toEqual(Array(3).fill({organisationId: 'o1', capabilities: MEDIA}))
  })

  it('that can’t be read are asked for on demand, and when the link is back', async () => {
    const {lists, connect, state, context, videos} = createVideos()
    connect()
    await lists.fail()
    expect([state(), context().message]).toEqual([
      {list: 'failed', deletion: 'none'},
      'The videos could not be loaded.',
    ])
    videos.send({type: 'retry.requested'})
    await lists.fail(refusal(403, 'You may not do that.'))
    expect(context().message).toBe('You may not do that.')
    connect(OFFLINE)
    connect()
    await lists.answer(ONE)
    expect([state(), context().message]).toEqual([{list: {loaded: 'current'}, deletion: 'none'}, null])
  })

  it('say so at once while the link is down', () => {
    const {connect, state} = createVideos()
    connect(OFFLINE, {})
    expect(state()).toEqual({list: 'failed', deletion: 'none'})
  })

  it('stay when they could not be read again', async () => {
    const {lists, tick, connect, ids, state, context} = await createLoaded()
    tick()
    await lists.fail()
    expect([state(), ids(), context().message]).toEqual([
      {list: {loaded: 'missed'}, deletion: 'none'},
      ['v2', 'v1'],
      'The videos could not be loaded.',
    ])
    connect(OFFLINE)
    connect()
    await lists.answer(ONE)
    expect([ids(), context().message]).toEqual([['v1'], null])
  })
})

describe('the deletion of a video', () => {
  it('says where it is used, and takes it from the list', async () => {
    const {uses, deletions, context, state, videos, ids, told} = await createAsking()
    expect(uses.asked).toEqual([{organisationId: 'o1', capabilities: MEDIA, videoId: 'v2'}])
    expect(context().deletion?.uses).toEqual({playlists: 3, assignments: 1})
    videos.send({type: 'deletion.confirmed'})
    expect(state()).toEqual({list: {loaded: 'current'}, deletion: 'deleting'})
    await deletions.answer()
    expect([state(), ids(), told]).toEqual([
      {list: {loaded: 'current'}, deletion: 'none'},
      ['v1'],
      ['v2.mp4 was deleted.'],
    ])
    expect([deletions.asked, context().deletion]).toEqual([[{videoId: 'v2'}], null])
  })

  it('is not confirmed before that is known, and can be called off', async () => {
    const {state, videos, deletions} = await createLoaded()
    videos.send({type: 'delete.requested', video: video('v2')})
    videos.send({type: 'deletion.confirmed'})
    expect(state()).toEqual({list: {loaded: 'current'}, deletion: 'counting'})
    videos.send({type: 'dialog.closed'})
    expect([state(), deletions.asked]).toEqual([{list: {loaded: 'current'}, deletion: 'none'}, []])
  })

  it('does not depend on whether that can be told', async () => {
    const {uses, state, videos} = await createLoaded()
    videos.send({type: 'delete.requested', video: video('v2')})
    await uses.fail()
    expect(state()).toEqual({list: {loaded: 'current'}, deletion: 'asking'})
  })

  it.each([
    [refusal(500), 'Delete failed'],
    [refusal(403, 'You may not do that.'), 'You may not do that.'],
  ])('that fails says why and asks again', async (error, message) => {
    const {deletions, state, context, videos, ids} = await createAsking()
    videos.send({type: 'deletion.confirmed'})
    await deletions.fail(error)
    expect([state(), context().deletion?.message, ids()]).toEqual([
      {list: {loaded: 'current'}, deletion: 'asking'},
      message,
      ['v2', 'v1'],
    ])
    videos.send({type: 'dialog.closed'})
    expect(context().deletion).toBeNull()
  })

  it('has happened when somebody else was first', async () => {
    const {deletions, ids, videos} = await createAsking(null)
    videos.send({type: 'deletion.confirmed'})
    await deletions.fail(refusal(404))
    expect(ids()).toEqual(['v1'])
  })
})
