import {createHash, randomBytes, randomUUID} from 'node:crypto'
import {stat, writeFile} from 'node:fs/promises'
import {join} from 'node:path'
import type {Readable} from 'node:stream'
import {buffer} from 'node:stream/consumers'
import {describe, expect, it, onTestFinished, vi} from 'vitest'
import {createDigitalAssetRepository} from '../../../server/digitalAsset/repository'
import {createFileSweep} from '../../../server/digitalAsset/sweep'
import {openFiles} from '../../../server/files/openFiles'
import type {FileStore} from '../../../server/files/store'
import {BUCKET_CREDENTIALS, startBucket} from '../../support/bucket'
import {createDataDir} from '../../support/dataDir'
import {MUST_NOT_FAIL} from '../../support/jobs'
import {mp4} from '../../support/video'
import {handMoved} from '../../support/virtualTime'
import {createFileWorld, NO_FACTS, SPECIFIED, video} from './world'

const MEGABYTE = 1024 * 1024
const MINUTE = 60_000

async function openBucket(): Promise<string> {
  for (const [name, value] of Object.entries(BUCKET_CREDENTIALS)) vi.stubEnv(name, value)
  onTestFinished(() => void vi.unstubAllEnvs())
  return (await startBucket()).url
}

const namesIn = async (store: FileStore) => {
  const names: string[] = []
  for await (const {name} of store.list()) names.push(name)
  return names.sort()
}

const bytesOf = async (stream: Readable | undefined) => stream && buffer(stream)
const hashOf = (bytes: Buffer | undefined) => bytes && createHash('sha256').update(bytes).digest('hex')

describe.each([
  ['a folder', async () => undefined],
  ['a bucket', openBucket],
])('%s', (_kind, open) => {
  it('keeps files as they are, reads parts of them, and removes them', async () => {
    const folder = await createDataDir()
    const {store} = await openFiles({folder, url: await open()})
    const large = randomBytes(19 * MEGABYTE + 7)
    const path = join(folder, 'arrived')
    await writeFile(path, large)

    await store.take(path, 'large')
    await writeFile(path, 'small')
    await store.take(path, 'small')

    await expect(stat(path)).rejects.toMatchObject({code: 'ENOENT'})
    expect(await namesIn(store)).toEqual(['large', 'small'])
    expect(hashOf(await bytesOf(await store.read('large')))).toBe(hashOf(large))
    const part = {start: 9 * MEGABYTE, end: 9 * MEGABYTE + 99}
    expect(await bytesOf(await store.read('large', part))).toEqual(large.subarray(part.start, part.end + 1))
    expect(await store.read('unknown')).toBeUndefined()

    await store.remove('large')
    await store.remove('large')
    expect(await namesIn(store)).toEqual(['small'])
    expect(await store.read('large')).toBeUndefined()
  })

  it('serves videos, and removes them with their assets', async () => {
    const url = await open()
    const world = await createFileWorld({files: {url}})
    onTestFinished(() => world.close())
    const {store} = await openFiles({folder: world.folder, url})
    const id = randomUUID()
    const bytes = mp4(9 * MEGABYTE)

    expect((await world.upload({file: video('a.mp4', bytes), ...SPECIFIED, id})).statusCode).toBe(201)
    expect([await world.arriving(), await namesIn(store)]).toEqual([[], [expect.any(String)]])
    const {url: address} = (await world.call('plant', 'GET', `/api/v0/digitalAssets/${id}/file-url`)).json()
    for (const range of ['bytes=4-7', `bytes=${8 * MEGABYTE}-${8 * MEGABYTE + 9}`, 'bytes=-5']) {
      const part = await world.app.inject({url: address, headers: {range}})
      const [, start, end] = /^bytes (\d+)-(\d+)/.exec(String(part.headers['content-range'])) ?? []
      expect(part.statusCode).toBe(206)
      expect(part.rawPayload.equals(bytes.subarray(Number(start), Number(end) + 1))).toBe(true)
    }
    expect(hashOf((await world.app.inject({url: address})).rawPayload)).toBe(hashOf(bytes))

    await world.call('plant', 'DELETE', `/api/v0/digitalAssets/${id}`)
    const deleted = `/api/v0/digitalAssets/deleted/by-org/${world.works}`
    const [{_id: fileId}] = (await world.call('plant', 'GET', deleted)).json()
    expect(await namesIn(store)).toEqual([fileId])
    await world.call('plant', 'DELETE', `${deleted}/video/${fileId}`)
    expect(await namesIn(store)).toEqual([])
    expect((await world.app.inject({url: address})).statusCode).toBe(404)
  })

  it('is swept of files that nobody has, and of which files are missing it is told', async () => {
    const url = await open()
    const world = await createFileWorld({files: {url}})
    onTestFinished(() => world.close())
    const {store, incoming} = await openFiles({folder: world.folder, url})
    await world.upload()
    const [kept = ''] = await namesIn(store)
    await writeFile(join(incoming.folder, 'orphan'), 'x')
    await store.take(join(incoming.folder, 'orphan'), 'orphan')
    const warnings: unknown[] = []
    const clock = {now: Date.now() + 30 * MINUTE}
    const sweep = createFileSweep({
      store,
      incoming,
      facts: NO_FACTS,
      scheduler: handMoved(clock),
      files: createDigitalAssetRepository(world.database),
      job: MUST_NOT_FAIL,
      log: {warn: (_facts, message) => warnings.push(message)},
    })
    onTestFinished(() => sweep.close())

    await sweep.sweep()
    expect([await namesIn(store), warnings]).toEqual([[kept, 'orphan'].sort(), []])

    clock.now += 60 * MINUTE
    await sweep.sweep()
    expect([await namesIn(store), warnings]).toEqual([[kept], []])

    await store.remove(kept)
    await sweep.sweep()
    expect(warnings).toEqual(['1 stored files are missing'])
  })
})
