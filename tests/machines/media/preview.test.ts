import {describe, expect, it} from 'vitest'
import {createActor} from 'xstate'
import {previewMachine} from '../../../src/machines/media/preview'
import {createCalls} from '../calls'

function createPreview() {
  const urls = createCalls<string, {videoId: string}>()
  const preview = createActor(previewMachine.provide({actors: {loadFileUrl: urls.logic}})).start()
  const now = () => {
    const {value, context} = preview.getSnapshot()
    return [value, context.url, context.message]
  }
  return {urls, preview, send: preview.send, now}
}

describe('the preview', () => {
  it('fetches the address of the chosen video', async () => {
    const {urls, send, now} = createPreview()
    expect(now()).toEqual(['empty', null, null])
    send({type: 'video.chosen', videoId: 'v1'})
    expect([now(), urls.asked]).toEqual([['fetching', null, null], [{videoId: 'v1'}]])
    await urls.answer('/file?1')
    expect(now()).toEqual([{shown: 'opening'}, '/file?1', null])
    send({type: 'playback.begun'})
    expect(now()).toEqual([{shown: 'playing'}, '/file?1', null])
  })

  it('ignores the video that it shows already, and turns to another at once', async () => {
    const {urls, send, now} = createPreview()
    send({type: 'video.chosen', videoId: 'v1'})
    await urls.answer('/file?1')
    send({type: 'video.chosen', videoId: 'v1'})
    expect(now()).toEqual([{shown: 'opening'}, '/file?1', null])
    send({type: 'video.chosen', videoId: 'v2'})
    expect(now()).toEqual(['fetching', null, null])
    send({type: 'video.chosen', videoId: 'v3'})
    expect(urls.asked.map(({videoId}) => videoId)).toEqual(['v1', 'v2', 'v3'])
    send({type: 'video.chosen', videoId: null})
    expect(now()).toEqual(['empty', null, null])
  })

  it('gives its place to the playlist until a video is chosen, or the playlist is left', async () => {
    const {urls, send, now} = createPreview()
    send({type: 'video.chosen', videoId: 'v1'})
    await urls.answer('/file?1')
    send({type: 'playlist.chosen'})
    send({type: 'video.chosen', videoId: null})
    expect(now()).toEqual(['playlist', null, null])
    send({type: 'video.chosen', videoId: 'v1'})
    expect(now()).toEqual(['fetching', null, null])
    send({type: 'playlist.chosen'})
    send({type: 'playlist.left'})
    expect(now()).toEqual(['empty', null, null])
  })

  it('renews an address that has expired, and goes on where it was', async () => {
    const {urls, preview, send, now} = createPreview()
    send({type: 'video.chosen', videoId: 'v1'})
    await urls.answer('/file?1')
    send({type: 'playback.begun'})
    send({type: 'playback.failed', at: 42})
    expect(now()[0]).toBe('fetching')
    await urls.answer('/file?2')
    expect([now(), preview.getSnapshot().context.startAt]).toEqual([[{shown: 'opening'}, '/file?2', null], 42])
  })

  it('does not renew an address that never played', async () => {
    const {urls, send, now} = createPreview()
    send({type: 'video.chosen', videoId: 'v1'})
    await urls.answer('/file?1')
    send({type: 'playback.failed', at: 0})
    expect([now()[0], urls.asked.length]).toEqual(['unplayable', 1])
    send({type: 'retry.requested'})
    expect(now()[0]).toBe('fetching')
  })

  it('names a failure, and tries again on demand', async () => {
    const {urls, send, now} = createPreview()
    send({type: 'video.chosen', videoId: 'v1'})
    await urls.fail()
    expect(now()).toEqual(['failed', null, 'The video could not be opened.'])
    send({type: 'retry.requested'})
    expect(now()[0]).toBe('fetching')
  })

  it('keeps its size from video to video', () => {
    const {preview, send} = createPreview()
    send({type: 'size.chosen', size: 'large'})
    send({type: 'video.chosen', videoId: 'v1'})
    expect(preview.getSnapshot().context.size).toBe('large')
  })
})
