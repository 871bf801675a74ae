import {afterAll, beforeAll, beforeEach, describe, expect, it} from 'vitest'
import {DELETED_VIDEO_KEPT} from '../../../contract/limits'
import {HOUR} from '../../../contract/rules/time/durations'
import {ALWAYS, scheduleValue} from '../../../contract/rules/time/schedule'
import {digitalAsset} from '../../../server/database/schema/asset'
import {attribute} from '../../../server/database/schema/attribute'
import {createDigitalAssetRepository} from '../../../server/digitalAsset/repository'
import {createFileSweep} from '../../../server/digitalAsset/sweep'
import {openFiles} from '../../../server/files/openFiles'
import {realTime} from '../../../server/scheduler'
import {seedDevice} from '../../support/app'
import {MUST_NOT_FAIL} from '../../support/jobs'
import {PNG} from '../../support/video'
import {auditOf, seedAsset} from '../../support/world'
import {createFileWorld, type FileWorld, NO_FACTS, video} from './world'

let world: FileWorld

beforeAll(async () => {
  world = await createFileWorld()
})
beforeEach(async () => {
  await world.database.db.delete(attribute)
  await world.empty()
})
afterAll(() => world.close())

const uploaded = async (): Promise<string> => (await world.upload()).json().assetId
const remove = (id: string) => world.call('plant', 'DELETE', `/api/v0/digitalAssets/${id}`)
const deletedOf = (organisationId: string) => `/api/v0/digitalAssets/deleted/by-org/${organisationId}`
const deleted = async () => (await world.call('plant', 'GET', deletedOf(world.works))).json()
const restore = (id: string) => world.call('plant', 'POST', `${deletedOf(world.works)}/video/${id}`)
const purge = (id: string) => world.call('plant', 'DELETE', `${deletedOf(world.works)}/video/${id}`)
const room = async () => (await world.call('plant', 'GET', '/api/v0/digitalAssets')).json()

async function write(deviceId: string, path: string, value: unknown, method: 'PUT' | 'POST' = 'PUT') {
  const url = `/api/v0/attribute/device/${deviceId}/${path}`
  expect((await world.call('plant', method, url, {json_v: value})).statusCode).toBeLessThan(300)
}

const read = async (deviceId: string, path: string) =>
  (await world.call('plant', 'GET', `/api/v0/attribute/device/${deviceId}/${path}`)).json().json_v

async function deletedOnce(): Promise<{assetId: string; id: string}> {
  const assetId = await uploaded()
  await remove(assetId)
  const [{_id: id}] = await deleted()
  return {assetId, id}
}

async function sweep(later = 0) {
  const {store, incoming} = await openFiles({folder: world.folder})
  const files = createDigitalAssetRepository(world.database)
  const scheduler = {...realTime, now: () => world.clock.now + later}
  const log = {warn: () => {}}
  const sweeping = createFileSweep({files, store, incoming, facts: NO_FACTS, log, scheduler, job: MUST_NOT_FAIL})
  await sweeping.removeLeftBehind()
  await sweeping.close()
}

describe('a deleted video', () => {
  it('is kept for a day, and its bytes still count', async () => {
    const assetId = await uploaded()
    const {used} = await room()
    await remove(assetId)
    expect(await deleted()).toEqual([
      {
        _id: expect.any(String),
        name: 'opening.mp4',
        size: used,
        deleted_at: world.clock.now,
        restorable_until: world.clock.now + DELETED_VIDEO_KEPT,
      },
    ])
    expect(await room()).toMatchObject({items: [], used})
    expect((await world.call('plant', 'GET', `/api/v0/digitalAssets/${assetId}/file-url`)).statusCode).toBe(404)
  })

  it('is restored with its id, its thumbnail and its places in the lists', async () => {
    const [before, assetId, after] = [await uploaded(), await uploaded(), await uploaded()]
    await world.upload({file: video('a.png', PNG), label: 'thumbnail', type: 'digital_asset', parent_id: assetId})
    const screen = await seedDevice(world.database, {name: 'foyer', organisationId: world.works})
    const playlist = [
      {assetId: before, order: 0},
      {assetId, order: 1, when: scheduleValue({...ALWAYS, from: 480, until: 720})},
      {assetId: after, order: 2},
    ]
    await write(screen.id, '2/playlist', playlist)
    await write(screen.id, '0/assigned_video_ids', [assetId, after])
    const {used} = await room()
    const stored = await read(screen.id, '2/playlist')
    await remove(assetId)
    const [{_id: id}] = await deleted()

    expect((await restore(id)).json()).toEqual({asset_id: assetId, playlists: 1, assignments: 1, changed_since: 0})
    expect(await deleted()).toEqual([])
    const {items, ...left} = await room()
    expect(left.used).toBe(used)
    expect(items.find(({_id}: {_id: string}) => _id === assetId)).toMatchObject({
      name: 'opening.mp4',
      thumbnail_url: expect.any(String),
    })
    expect(await read(screen.id, '2/playlist')).toEqual(stored)
    expect(await read(screen.id, '0/assigned_video_ids')).toEqual([after, assetId])
    const {url} = (await world.call('plant', 'GET', `/api/v0/digitalAssets/${assetId}/file-url`)).json()
    expect((await world.app.inject({url})).statusCode).toBe(200)
    expect(await auditOf(world.database, assetId)).toMatchObject([
      {action: 'video.uploaded'},
      {action: 'video.deleted'},
      {action: 'video.restored', detail: {playlists: 1, assignments: 1, changedSince: 0}},
    ])
  })

  it('stays out of lists that somebody has changed since', async () => {
    const [assetId, other] = [await uploaded(), await uploaded()]
    const screen = await seedDevice(world.database, {name: 'stairs', organisationId: world.works})
    await write(screen.id, '2/playlist', [{assetId, order: 0}])
    await remove(assetId)
    await write(screen.id, '2/playlist', [{assetId: other, order: 0}])
    const [{_id: id}] = await deleted()
    expect((await restore(id)).json()).toEqual({asset_id: assetId, playlists: 0, assignments: 0, changed_since: 1})
    expect(await read(screen.id, '2/playlist')).toEqual([{assetId: other, order: 0}])
  })

  it('that is deleted for good is gone with its file', async () => {
    const {assetId, id} = await deletedOnce()
    expect((await purge(id)).statusCode).toBe(204)
    expect([await deleted(), await world.stored()]).toEqual([[], []])
    expect((await restore(id)).statusCode).toBe(404)
    expect(await auditOf(world.database, assetId)).toMatchObject([{}, {}, {action: 'video.purged'}])
  })

  it('is gone with its file after a day', async () => {
    const {id} = await deletedOnce()
    await sweep()
    expect(await world.stored()).toHaveLength(1)
    const deletedAt = world.clock.now - DELETED_VIDEO_KEPT
    await world.database.db.update(digitalAsset).set({deletedAt})
    expect([await deleted(), (await restore(id)).statusCode]).toEqual([[], 404])
    await sweep(HOUR)
    expect([await world.stored(), (await room()).used]).toEqual([[], 0])
  })

  it('is nobody’s of another organisation', async () => {
    const {id} = await deletedOnce()
    const statusOf = async (method: 'GET' | 'POST' | 'DELETE', path: string) =>
      (await world.call('noc', method, path)).statusCode
    const [own, others] = [deletedOf(world.noc), deletedOf(world.works)]
    expect([await statusOf('GET', others), await statusOf('POST', `${others}/video/${id}`)]).toEqual([404, 404])
    expect([await statusOf('POST', `${own}/video/${id}`), await statusOf('DELETE', `${own}/video/${id}`)]).toEqual([
      404, 404,
    ])
    expect(await deleted()).toHaveLength(1)
  })

  it('is not restored over another asset with its id', async () => {
    const {assetId, id} = await deletedOnce()
    await seedAsset(world.database, {id: assetId, name: 'other', organisationId: world.works})
    expect((await restore(id)).statusCode).toBe(409)
    expect(await deleted()).toHaveLength(1)
  })
})
