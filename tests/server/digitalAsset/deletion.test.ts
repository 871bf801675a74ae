import {utimes, writeFile} from 'node:fs/promises'
import {join} from 'node:path'
import {afterAll, beforeAll, beforeEach, describe, expect, it} from 'vitest'
import {digitalAsset} from '../../../server/database/schema/asset'
import {attribute} from '../../../server/database/schema/attribute'
import {createDigitalAssetRepository} from '../../../server/digitalAsset/repository'
import {createFileSweep} from '../../../server/digitalAsset/sweep'
import {openFiles} from '../../../server/files/openFiles'
import {realTime} from '../../../server/scheduler'
import {seedDevice} from '../../support/app'
import {MUST_NOT_FAIL} from '../../support/jobs'
import {PNG} from '../../support/video'
import {auditOf, referencesTo, seedAsset} from '../../support/world'
import {createFileWorld, type FileWorld, NO_FACTS, SPECIFIED, video} from './world'

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

async function write(entityType: 'device' | 'asset', entityId: string, key: string, json: unknown, scope = 2) {
  const url = `/api/v0/attribute/${entityType}/${entityId}/${scope}/${key}`
  expect((await world.call('plant', 'PUT', url, {json_v: json})).statusCode).toBe(201)
}

async function read(entityId: string) {
  const found = await world.database.db.select().from(attribute)
  return Object.fromEntries(
    found.filter(one => one.entityId === entityId).map(({key, jsonV, version}) => [key, {json: jsonV, version}]),
  )
}

describe.each([
  ['digitalAssets', (id: string) => `/api/v0/digitalAssets/${id}`],
  ['asset', (id: string) => `/api/v0/asset/${id}`],
])('a video deleted as %s', (name, path) => {
  it('leaves every playlist and list of videos, with new versions, and all others as they were', async () => {
    const [gone, other] = [await uploaded(), await uploaded()]
    const screen = await seedDevice(world.database, {name: `${name} 1`, organisationId: world.works})
    const neighbour = await seedDevice(world.database, {name: `${name} 2`, organisationId: world.works})
    await write('device', screen.id, 'playlist', [
      {assetId: gone, order: 0},
      {assetId: other, order: 1, when: {hours: [8, 12]}},
      'nonsense',
    ])
    await write('device', screen.id, 'assigned_video_ids', [other, gone], 0)
    await write('device', neighbour.id, 'playlist', [{assetId: other, order: 0}])
    await write('device', neighbour.id, 'notes', [gone])

    expect((await world.call('plant', 'DELETE', path(gone))).statusCode).toBe(204)

    const playlist = (await read(screen.id)).playlist
    expect(playlist).toMatchObject({json: [{assetId: other, order: 0}, 'nonsense'], version: 2})
    expect((await read(screen.id)).assigned_video_ids).toEqual({json: [other], version: 2})
    expect(await read(neighbour.id)).toEqual({
      playlist: {json: [{assetId: other, order: 0}], version: 1},
      notes: {json: [gone], version: 1},
    })
  })

  it('takes its thumbnail along, and stays in the trail', async () => {
    const id = await uploaded()
    const thumbnail = {file: video('a.png', PNG), label: 'thumbnail', type: 'digital_asset', parent_id: id}
    const {assetId: thumbnailId} = (await world.upload(thumbnail)).json()
    const kept = await seedAsset(world.database, {name: 'part', organisationId: world.works, parentId: id})
    const {url} = (await world.call('plant', 'GET', `/api/v0/digitalAssets/${id}/file-url`)).json()

    await world.call('plant', 'DELETE', path(id))

    expect(await referencesTo(world.database, [id, thumbnailId])).toEqual([])
    expect(await referencesTo(world.database, [kept.id])).toEqual(['asset.id'])
    expect((await world.app.inject({url})).statusCode).toBe(404)
    expect(await auditOf(world.database, id)).toMatchObject([
      {action: 'video.uploaded'},
      {action: 'video.deleted', detail: {lists: 0, thumbnails: 1, children: 1}},
    ])
  })
})

it('takes a deleted device out of every group', async () => {
  const group = await seedAsset(world.database, {name: 'Foyer', type: 'device_group', organisationId: world.works})
  const screen = await seedDevice(world.database, {name: 'foyer', organisationId: world.works})
  const other = await seedDevice(world.database, {name: 'stairs', organisationId: world.works})
  await write('asset', group.id, 'device_ids', [screen.id, other.id])

  await world.call('plant', 'DELETE', `/api/v0/device/${screen.id}`)

  expect(await read(group.id)).toEqual({device_ids: {json: [other.id], version: 2}})
})

describe('the sweep', () => {
  const HOUR = 3_600_000

  async function createSweep() {
    const {store, incoming} = await openFiles({folder: world.folder})
    const warnings: unknown[] = []
    const log = {warn: (what: unknown, message?: string) => warnings.push(message ?? what)}
    const files = createDigitalAssetRepository(world.database)
    return {
      warnings,
      sweep: createFileSweep({files, store, incoming, facts: NO_FACTS, log, scheduler: realTime, job: MUST_NOT_FAIL}),
    }
  }

  async function lay(path: string, hoursAgo: number) {
    const at = new Date(Date.now() - hoursAgo * HOUR)
    await writeFile(join(world.folder, path), 'x')
    await utimes(join(world.folder, path), at, at)
  }

  it('removes files that nobody has, once they are old enough, and keeps all others', async () => {
    await uploaded()
    const before = await world.stored()
    await lay('stored/old', 2)
    await lay('stored/young', 0.5)
    await lay('incoming/killed.part', 0.1)
    await lay('incoming/arriving.part', 0)
    await lay('incoming/resumable', 23)
    await lay('incoming/forgotten', 25)
    const {sweep, warnings} = await createSweep()

    await sweep.sweep()
    await sweep.close()

    expect((await world.stored()).sort()).toEqual([...before, 'young'].sort())
    expect((await world.arriving()).sort()).toEqual(['arriving.part', 'resumable'])
    expect(warnings).toEqual([])
  })

  it('removes the file of an asset that was deleted when the server ended', async () => {
    await uploaded()
    await world.database.db.update(digitalAsset).set({assetId: null})
    const {sweep} = await createSweep()

    await sweep.sweep()
    await sweep.close()

    expect(await world.stored()).toEqual([])
    expect(await world.database.db.$count(digitalAsset)).toBe(0)
  })

  it('says how many files are missing', async () => {
    await uploaded()
    const {store} = await openFiles({folder: world.folder})
    for (const name of await world.stored()) await store.remove(name)
    const {sweep, warnings} = await createSweep()

    await sweep.sweep()
    await sweep.close()

    expect(warnings).toEqual(['1 stored files are missing'])
  })
})

it('removes the file of a video at once on a server that can not restore it', async () => {
  const specified = await createFileWorld({additions: false})
  const {assetId} = (await specified.upload()).json()
  expect(await specified.stored()).toHaveLength(1)
  await specified.call('plant', 'DELETE', `/api/v0/digitalAssets/${assetId}`)
  expect(await specified.stored()).toEqual([])
  await specified.close()
})

it('removes the files of a removed organisation', async () => {
  const upload = () => world.upload({file: video(), ...SPECIFIED}, 'noc')
  await upload()
  await world.call('noc', 'DELETE', `/api/v0/digitalAssets/${(await upload()).json().assetId}`)

  expect((await world.call('admin', 'DELETE', `/api/v0/organisation/${world.noc}`)).statusCode).toBe(204)

  expect(await world.stored()).toEqual([])
  expect(await referencesTo(world.database, [world.noc])).toEqual([])
})
