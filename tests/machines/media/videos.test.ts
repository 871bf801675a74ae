import {Subject} from 'rxjs'
import {afterEach, beforeEach, describe, expect, it, vi} from 'vitest'
import {createActor, fromEventObservable} from 'xstate'
import {STATUS_CHECK_PERIOD} from '../../../contract/limits'
import type {Offer} from '../../../contract/wire/capabilities'
import type {Failure} from '../../../src/domain/failure'
import {LIVE, type LinkState, OFFLINE, PROBING} from '../../../src/domain/link'
import type {Video, VideoList} from '../../../src/domain/media/video'
import {type VideosQuestion, videosMachine} from '../../../src/machines/media/videos'
import type {Asked} from '../../../src/machines/resource'
import {PULSEWALL} from '../../support/offer'
import {createCalls} from '../calls'
import {timedRefreshes} from '../timedRefreshes'

beforeEach(() => {
  vi.useFakeTimers({toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval']})
})
afterEach(() => {
  vi.useRealTimers()
})

const video = (id: string): Video => ({
  id,
  name: `${id}.mp4`,
  createdAt: 1,
  size: 10,
  duration: 1000,
  facts: null,
  thumbnailUrl: null,
})
const room = {used: 10, quota: null, fileLimit: 100}
const ONE: VideoList = {videos: [video('v1')], room}
const TWO: VideoList = {videos: [video('v2'), video('v1')], room}

const refusal = (status: number, serverMessage: string | null = null): Error & Failure =>
  Object.assign(new Error(), {kind: 'refused' as const, status, serverMessage})

function createVideos() {
  const lists = createCalls<VideoList, Asked<VideosQuestion>>()
  const links = new Subject<{type: 'link.changed'; link: LinkState; offer: Offer | null}>()
  const videos = createActor(
    videosMachine.provide({
      actors: {linkChanges: fromEventObservable(() => links), refreshes: timedRefreshes, load: lists.logic},
    }),
    {input: {organisationId: 'o1'}},
  ).start()
  return {
    lists,
    videos,
    connect: (link: LinkState = LIVE, offer: Offer | null = PULSEWALL) =>
      links.next({type: 'link.changed', link, offer}),
    tick: () => vi.advanceTimersByTime(STATUS_CHECK_PERIOD),
    state: () => videos.getSnapshot().value,
    message: () => videos.getSnapshot().context.message,
    ids: () => videos.getSnapshot().context.value?.videos.map(({id}) => id),
  }
}

async function createLoaded() {
  const videos = createVideos()
  videos.connect()
  await videos.lists.answer(TWO)
  return videos
}

describe('the videos of an organisation', () => {
  it.each<[Offer]>([[PULSEWALL], ['specified']])(
    'are read when the server is known, whatever it offers, and again at times',
    async offer => {
      const {lists, connect, state, ids, tick} = createVideos()
      connect(PROBING, null)
      expect(lists.asked).toEqual([])
      connect(LIVE, offer)
      expect(state()).toBe('loading')
      await lists.answer(ONE)
      expect([state(), ids()]).toEqual([{loaded: 'current'}, ['v1']])
      tick()
      expect(state()).toEqual({loaded: 'refreshing'})
      await lists.answer(TWO)
      expect(ids()).toEqual(['v2', 'v1'])
      expect(lists.asked).toEqual(Array(2).fill({question: {organisationId: 'o1'}, offer, cursor: null}))
    },
  )

  it('that can’t be read are asked for on demand, and when the link is back', async () => {
    const {lists, connect, state, message, videos} = createVideos()
    connect()
    await lists.fail()
    expect([state(), message()]).toEqual(['failed', 'The videos could not be loaded.'])
    videos.send({type: 'retry.requested'})
    await lists.fail(refusal(403, 'You may not do that.'))
    expect(message()).toBe('You may not do that.')
    connect(OFFLINE)
    connect()
    await lists.answer(ONE)
    expect([state(), message()]).toEqual([{loaded: 'current'}, null])
  })

  it('say so at once while the link is down', () => {
    const {connect, state} = createVideos()
    connect(OFFLINE, null)
    expect(state()).toBe('failed')
  })

  it('stay when they could not be read again', async () => {
    const {lists, tick, connect, ids, state, message} = await createLoaded()
    tick()
    await lists.fail()
    expect([state(), ids(), message()]).toEqual([{loaded: 'missed'}, ['v2', 'v1'], 'The videos could not be loaded.'])
    connect(OFFLINE)
    connect()
    await lists.answer(ONE)
    expect([ids(), message()]).toEqual([['v1'], null])
  })
})
