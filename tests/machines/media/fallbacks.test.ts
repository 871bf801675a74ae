import {expect, it} from 'vitest'
import {createActor} from 'xstate'
import type {PlaylistItem} from '../../../contract/rules/lists/playlist'
import {NO_LIST, type StoredList} from '../../../contract/rules/lists/storedList'
import {LIVE} from '../../../src/domain/link'
import type {FallbackVideos} from '../../../src/domain/media/fallbacks'
import type {ListOwner, ListWrite} from '../../../src/machines/listAttribute'
import {type FallbacksInput, fallbacksMachine, fallbackVideosMachine} from '../../../src/machines/media/fallbacks'
import {fallbackMachine} from '../../../src/machines/media/lists'
import type {Asked} from '../../../src/machines/resource'
import {says} from '../../gallery/given'
import {PULSEWALL} from '../../support/offer'
import {createCalls} from '../calls'

const FOYER: ListOwner = {kind: 'asset', id: 'foyer', organisationId: 'works'}
const list = (...ids: string[]): StoredList<PlaylistItem> => ({
  ...NO_LIST,
  items: ids.map(assetId => ({assetId, schedule: null})),
  version: 1,
  exists: true,
})

function createFallbacks() {
  const videos = createCalls<FallbackVideos, Asked<FallbacksInput>>()
  const reads = createCalls<StoredList<PlaylistItem>, {owner: ListOwner}>()
  const writes = createCalls<StoredList<PlaylistItem>, ListWrite<PlaylistItem>>()
  const fallbacks = createActor(
    fallbacksMachine.provide({
      actors: {
        videos: fallbackVideosMachine.provide({
          actors: {
            linkChanges: says({type: 'link.changed', link: LIVE, offer: PULSEWALL}),
            refreshes: says(),
            load: videos.logic,
          },
        }),
        list: fallbackMachine.provide({
          actors: {readList: reads.logic, writeList: writes.logic, changes: says()},
          actions: {showOutcome: () => {}},
        }),
      },
    }),
    {input: {organisationId: 'works'}},
  ).start()
  return {
    fallbacks,
    videos,
    reads,
    writes,
    known: () => fallbacks.getSnapshot().children.videos?.getSnapshot().context.value,
    isOpen: () => fallbacks.getSnapshot().matches({dialog: 'open'}),
  }
}

it('shows what was arranged at once, but not before the list is read', async () => {
  const {fallbacks, videos, reads, known} = createFallbacks()
  await videos.answer(new Map([['foyer', ['v1']]]))
  fallbacks.send({type: 'fallback.opened', owner: FOYER})
  expect(known()).toEqual(new Map([['foyer', ['v1']]]))
  await reads.answer(list('v1'))
  fallbacks.getSnapshot().children.list?.send({type: 'intent.added', intent: {kind: 'add', assetId: 'v2'}})
  expect(known()).toEqual(new Map([['foyer', ['v1', 'v2']]]))
})

it('saves a list whose dialog is closed meanwhile', async () => {
  const {fallbacks, reads, writes, isOpen} = createFallbacks()
  fallbacks.send({type: 'fallback.opened', owner: FOYER})
  await reads.answer(list())
  const arranged = fallbacks.getSnapshot().children.list
  expect(isOpen()).toBe(true)
  arranged?.send({type: 'intent.added', intent: {kind: 'add', assetId: 'v2'}})
  fallbacks.send({type: 'fallback.closed'})
  expect(isOpen()).toBe(false)
  await writes.answer(list('v2'))
  expect(arranged?.getSnapshot().matches({list: {stored: 'idle'}})).toBe(true)
})
