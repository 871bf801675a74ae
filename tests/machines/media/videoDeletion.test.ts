import {describe, expect, it} from 'vitest'
import {createActor} from 'xstate'
import type {Failure} from '../../../src/domain/failure'
import type {Video} from '../../../src/domain/media/video'
import type {VideoUses} from '../../../src/domain/media/videoUses'
import {type VideoDeletionInput, videoDeletionMachine} from '../../../src/machines/media/videoDeletion'
import {PULSEWALL} from '../../support/offer'
import {createCalls} from '../calls'

const VIDEO: Video = {id: 'v2', name: 'v2.mp4', createdAt: 1, size: 10, duration: 1000, facts: null, thumbnailUrl: null}
const USES: VideoUses = {playlists: [{deviceId: 'd1', isLeftWithNothing: true}], assignments: ['d1'], fallbacks: []}
const INPUT: VideoDeletionInput = {organisationId: 'o1', offer: PULSEWALL, videos: [VIDEO]}

const refusal = (status: number, serverMessage: string | null = null): Error & Failure =>
  Object.assign(new Error(), {kind: 'refused' as const, status, serverMessage})

function createDeletion(videos: readonly Video[] = [VIDEO]) {
  const uses = createCalls<VideoUses | null, VideoDeletionInput>()
  const deletions = createCalls<void, {videoId: string}>()
  const told: string[] = []
  const deletion = createActor(
    videoDeletionMachine.provide({
      actors: {loadUses: uses.logic, deleteVideo: deletions.logic},
      actions: {showOutcome: (_, {text}) => told.push(text)},
    }),
    {input: {...INPUT, videos}},
  ).start()
  return {
    uses,
    deletions,
    deletion,
    told,
    state: () => deletion.getSnapshot().value,
    context: () => deletion.getSnapshot().context,
    output: () => deletion.getSnapshot().output,
  }
}

async function createAsking(answer: VideoUses | null = USES) {
  const deletion = createDeletion()
  await deletion.uses.answer(answer)
  return deletion
}

describe('the deletion of a video', () => {
  it('says where it is used, and which one is gone', async () => {
    const {uses, deletions, context, state, deletion, output, told} = await createAsking()
    expect(uses.asked).toEqual([INPUT])
    expect(context().uses).toEqual(USES)
    deletion.send({type: 'deletion.confirmed'})
    expect(state()).toBe('deleting')
    await deletions.answer()
    expect([output(), told, deletions.asked]).toEqual([['v2'], ['v2.mp4 was deleted.'], [{videoId: 'v2'}]])
  })

  it('is not confirmed before that is known, and can be called off', () => {
    const {state, deletion, deletions, output, told} = createDeletion()
    deletion.send({type: 'deletion.confirmed'})
    expect(state()).toBe('counting')
    deletion.send({type: 'dialog.closed'})
    expect([state(), output(), told, deletions.asked]).toEqual(['cancelled', [], [], []])
  })

  it('does not depend on whether that can be told', async () => {
    const {uses, state} = createDeletion()
    await uses.fail()
    expect(state()).toBe('asking')
  })

  it.each([
    [refusal(500), 'Delete failed'],
    [refusal(403, 'You may not do that.'), 'You may not do that.'],
  ])('that fails says why and asks again', async (error, message) => {
    const {deletions, state, context, deletion, output} = await createAsking()
    deletion.send({type: 'deletion.confirmed'})
    await deletions.fail(error)
    expect([state(), context().message]).toEqual(['asking', message])
    deletion.send({type: 'dialog.closed'})
    expect(output()).toEqual([])
  })

  it('has happened when somebody else was first', async () => {
    const {deletions, output, deletion} = await createAsking(null)
    deletion.send({type: 'deletion.confirmed'})
    await deletions.fail(refusal(404))
    expect(output()).toEqual(['v2'])
  })

  it('of several goes on after those that somebody else has deleted, and says how many are gone', async () => {
    const {uses, deletions, deletion, output, told} = createDeletion([VIDEO, {...VIDEO, id: 'v3'}])
    await uses.answer(USES)
    deletion.send({type: 'deletion.confirmed'})
    await deletions.fail(refusal(404))
    await deletions.answer()
    expect([output(), told]).toEqual([['v2', 'v3'], ['2 videos were deleted.']])
  })

  it('of several that fails keeps those that are left, and names those that are gone', async () => {
    const videos = ['v2', 'v3', 'v4'].map(id => ({...VIDEO, id}))
    const {uses, deletions, deletion, state, context, output} = createDeletion(videos)
    await uses.answer(USES)
    deletion.send({type: 'deletion.confirmed'})
    await deletions.answer()
    await deletions.fail(refusal(500))
    expect([state(), context().left, context().message]).toEqual(['asking', videos.slice(1), 'Delete failed'])
    deletion.send({type: 'dialog.closed'})
    expect(output()).toEqual(['v2'])
  })
})
