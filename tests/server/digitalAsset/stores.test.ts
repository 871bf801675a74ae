import {createHash, randomBytes, randomUUID} from 'node:crypto'
import {stat, writeFile} from 'node:fs/promises'
import {join} from 'node:path'
import type {Readable} from 'node:stream'
import {buffer} from 'node:stream/consumers'
import S3rver from 's3rver'
import {describe, expect, it, onTestFinished, vi} from 'vitest'
import {openFiles} from '../../../server/files/openFiles'
import type {FileStore} from '../../../server/files/store'
import {createDataDir} from '../../support/dataDir'
import {mp4} from '../../support/video'
import {createFileWorld, SPECIFIED, video} from './world'

const MEGABYTE = 1024 * 1024

/** A real server of a bucket. */
async function startBucket(): Promise<string> {
  const directory = await createDataDir()
  const server = new S3rver({port: 0, silent: true, directory, configureBuckets: [{name: 'videos', configs: []}]})
  const {port} = await server.run()
  onTestFinished(() => server.close())
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'S3RVER')
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'S3RVER')
  onTestFinished(() => void vi.unstubAllEnvs())
  return `s3://videos/wall/one?endpoint=http://127.0.0.1:${port}&region=eu-central-1`
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
  ['a bucket', startBucket],
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
})

it('serves videos from a bucket, and removes them from it', async () => {
  const url = await startBucket()
  const world = await createFileWorld({files: {url}})
  onTestFinished(() => world.close())
  const {store} = await openFiles({folder: world.folder, url})
  const id = randomUUID()
  const bytes = mp4(9 * MEGABYTE)

  expect((await world.upload({file: video('a.mp4', bytes), ...SPECIFIED, id})).statusCode).toBe(201)
  expect([await world.arriving(), await namesIn(store)]).toEqual([[], [expect.any(String)]])
  const {url: address} = (await world.call('plant', 'GET', `/api/v0/digitalAssets/${id}/file-url`)).json()
  const part = await world.app.inject({url: address, headers: {range: 'bytes=4-7'}})
  expect([part.statusCode, part.body]).toEqual([206, 'ftyp'])
  expect(hashOf((await world.app.inject({url: address})).rawPayload)).toBe(hashOf(bytes))

  await world.call('plant', 'DELETE', `/api/v0/digitalAssets/${id}`)
  expect(await namesIn(store)).toEqual([])
})
