import {describe, expect, it} from 'vitest'
import {createActor, fromCallback} from 'xstate'
import {UNKNOWN_ROOM} from '../../../src/domain/media/video'
import {type PreparedUpload, uploadMachine} from '../../../src/machines/media/upload'
import {uploadsMachine} from '../../../src/machines/media/uploads'
import {createCalls, settled} from '../calls'

const video = (name: string) => new File(['bytes'], name, {type: 'video/mp4', lastModified: 1})
const NAMES = ['one.mp4', 'two.mp4', 'three.mp4']

function createUploads() {
  let warnings = 0
  const forgotten: string[] = []
  const stored: string[] = []
  const upload = uploadMachine.provide({
    actors: {
      prepare: createCalls<PreparedUpload, {file: File}>().logic,
    },
    actions: {discard: () => {}},
  })
  const uploads = createActor(
    uploadsMachine.provide({
      actors: {
        upload,
        leaveWarning: fromCallback(() => {
          warnings++
          return () => void warnings--
        }),
      },
      actions: {forgetUnfinished: (_, {key}) => forgotten.push(key)},
    }),
    {
      input: {
        unfinished: [
          {key: 'k1', name: 'one.mp4', size: 5},
          {key: 'k2', name: 'other.mp4', size: 5},
        ],
      },
    },
  )
  uploads.on('video.stored', ({type}) => stored.push(type))
  uploads.start()
  const context = () => uploads.getSnapshot().context
  return {
    uploads,
    forgotten,
    stored,
    context,
    warnings: () => warnings,
    choose: (...files: File[]) => uploads.send({type: 'files.chosen', files, room: UNKNOWN_ROOM}),
    at: (place: number) => {
      const found = context().uploads[place]
      if (found === undefined) throw new Error('There is no such upload')
      return found.upload
    },
    phases: () => context().uploads.map(({phase}) => phase),
  }
}

describe('uploads', () => {
  it('go two at a time, in the order in which they were chosen', async () => {
    const {choose, phases, at} = createUploads()
    choose(...NAMES.map(video))
    await settled()
    expect(phases()).toEqual(['underWay', 'underWay', 'waiting'])
    at(0).send({type: 'cancel.requested'})
    await settled()
    expect(phases()).toEqual(['cancelled', 'underWay', 'underWay'])
    at(0).send({type: 'retry.requested'})
    await settled()
    expect(phases()).toEqual(['waiting', 'underWay', 'underWay'])
  })

  it('warn before the page is closed, as long as one is under way', async () => {
    const {uploads, choose, at, warnings} = createUploads()
    expect([uploads.getSnapshot().value, warnings()]).toEqual([{work: 'idle', list: 'closed'}, 0])
    choose(video('one.mp4'))
    expect([uploads.getSnapshot().value, warnings()]).toEqual([{work: 'busy', list: 'closed'}, 1])
    at(0).send({type: 'cancel.requested'})
    expect([uploads.getSnapshot().value, warnings()]).toEqual([{work: 'idle', list: 'closed'}, 0])
  })

  it('refuse what is no video, and say so again when it is chosen again', () => {
    const {choose, context} = createUploads()
    const notes = new File(['x'], 'notes.txt', {type: 'text/plain'})
    choose(notes)
    expect([context().refused.files, context().choices]).toEqual([[{name: 'notes.txt', why: 'notVideo'}], 1])
    choose()
    expect([context().refused.isNothing, context().choices]).toEqual([true, 2])
    choose(video('one.mp4'))
    expect([context().refused.isNothing, context().refused.files]).toEqual([false, []])
  })

  it('of a former page are named until they are chosen again or dismissed', () => {
    const {uploads, choose, context, forgotten} = createUploads()
    choose(video('one.mp4'))
    expect(context().unfinished.map(({key}) => key)).toEqual(['k2'])
    uploads.send({type: 'unfinished.dismissed', key: 'k2'})
    expect([context().unfinished, forgotten]).toEqual([[], ['k2']])
  })

  it('leave the list when they have ended and are dismissed, not before', () => {
    const {uploads, choose, at, context} = createUploads()
    choose(...NAMES.map(video))
    const [first, second] = [at(0), at(1)]
    uploads.send({type: 'ended.dismissed', id: 0})
    expect(context().uploads).toHaveLength(3)
    first.send({type: 'cancel.requested'})
    second.send({type: 'cancel.requested'})
    uploads.send({type: 'ended.dismissed', id: 0})
    expect(context().uploads.map(({id}) => id)).toEqual([1, 2])
    uploads.send({type: 'ended.dismissed'})
    expect(context().uploads.map(({id}) => id)).toEqual([2])
    expect([first, second].map(upload => upload.getSnapshot().status)).toEqual(['stopped', 'stopped'])
  })

  it('tell when the server has a further video', () => {
    const {uploads, stored} = createUploads()
    uploads.send({type: 'video.stored'})
    expect(stored).toEqual(['video.stored'])
  })

  it('end with the session', () => {
    const {uploads, choose, at, warnings} = createUploads()
    choose(video('one.mp4'))
    const upload = at(0)
    uploads.stop()
    expect([upload.getSnapshot().status, warnings()]).toEqual(['stopped', 0])
  })

  it('show their list on demand', () => {
    const {uploads} = createUploads()
    uploads.send({type: 'list.opened'})
    expect(uploads.getSnapshot().matches({list: 'open'})).toBe(true)
    uploads.send({type: 'list.closed'})
    expect(uploads.getSnapshot().matches({list: 'closed'})).toBe(true)
  })
})
