import {readdir, utimes} from 'node:fs/promises'
import {join} from 'node:path'
import {describe, expect, it, onTestFinished, vi} from 'vitest'
import {DELETED_VIDEO_KEPT} from '../../../contract/limits'
import {digitalAsset} from '../../../server/database/schema/asset'
import {openFiles} from '../../../server/files/openFiles'
import {PASSWORD, seedOrganisation, seedUser} from '../../support/app'
import {BUCKET_CREDENTIALS, startBucket} from '../../support/bucket'
import {createTestDatabase} from '../../support/database'
import {createDataDir} from '../../support/dataDir'
import {startServerProcess} from '../../support/serverProcess'
import {formOf, mp4} from '../../support/video'

const EMAIL = 'plant@t.test'
const FORM = formOf({file: {name: 'a.mp4', bytes: mp4(500_000)}, label: 'video_asset', type: 'digital_asset'})
const STREAMED = {duplex: 'half' as const}
const TWO_HOURS = 2 * 3_600_000

interface Place {
  environment: Record<string, string>
  url?: string
  /** Returns the folder of the files on this machine. */
  directoryIn(dataDir: string): string
}

const folder = async (): Promise<Place> => ({
  environment: {},
  directoryIn: dataDir => join(dataDir, 'assets', 'stored'),
})

async function bucket(): Promise<Place> {
  const {url, directory} = await startBucket()
  for (const [name, value] of Object.entries(BUCKET_CREDENTIALS)) vi.stubEnv(name, value)
  onTestFinished(() => void vi.unstubAllEnvs())
  return {url, environment: {ASSETS_URL: url, ...BUCKET_CREDENTIALS}, directoryIn: () => directory}
}

describe.each([
  ['a folder', folder],
  ['a bucket', bucket],
])('a server that is killed, with files in %s', (_kind, open) => {
  it('between storing a file and its row leaves no file for ever', async () => {
    const {start, stored, age, lockTable} = await createWorld(await open())
    const first = await start()
    const lock = await lockTable('digital_asset', 'share')
    const cut = first.upload().catch(() => undefined)
    await expect.poll(stored).toHaveLength(1)

    await first.server.end('SIGKILL')
    await cut
    await lock.release()
    await age()
    const second = await start()

    await expect.poll(stored).toEqual([])
    expect(await second.videos()).toEqual([])
  })

  it('after the deletion of a video keeps its file for a day, and leaves none for longer', async () => {
    const {start, stored, expireDeleted} = await createWorld(await open())
    const first = await start()
    const {assetId} = await (await first.upload()).json()
    await first.remove(assetId)
    await first.server.end('SIGKILL')
    const second = await start()
    expect(await second.videos()).toEqual([])
    expect(await stored()).toHaveLength(1)

    await second.server.end('SIGKILL')
    await expireDeleted()
    const third = await start()

    await expect.poll(stored).toEqual([])
    expect(third.server.output()).not.toContain('missing')
  })
})

it('keeps whole videos and nothing of others when it is killed in the middle of uploads', async () => {
  const {start, stored, dataDir} = await createWorld(await folder())
  const incoming = join(dataDir, 'assets', 'incoming')
  const arriving = () => readdir(incoming).catch(() => [])
  const first = await start()
  expect((await first.upload()).status).toBe(201)
  const cut = first.upload(half()).catch(() => undefined)
  await expect.poll(arriving).toHaveLength(1)

  await first.server.end('SIGKILL')
  await cut
  await ageWithin(incoming)
  const second = await start()

  await expect.poll(arriving).toEqual([])
  expect(await stored()).toHaveLength(1)
  expect(await second.videos()).toMatchObject([{name: 'a.mp4'}])
})

it('reports a row without a file', async () => {
  const {start, place, dataDir} = await createWorld(await folder())
  const first = await start()
  await first.upload()
  await first.server.end('SIGKILL')
  const {store} = await openFiles({folder: join(dataDir, 'assets'), url: place.url})
  for await (const {name} of store.list()) await store.remove(name)

  const second = await start()

  await expect.poll(second.server.output).toContain('1 stored files are missing')
})

async function createWorld(place: Place) {
  const dataDir = await createDataDir()
  const database = await createTestDatabase()
  onTestFinished(() => database.close())
  const organisationId = await seedOrganisation(database)
  await seedUser(database, {email: EMAIL, authority: 'ORGANISATION_ADMIN', organisationId})
  const {store} = await openFiles({folder: join(dataDir, 'assets'), url: place.url})
  const databaseUrl = database.pool.options.connectionString ?? ''

  return {
    dataDir,
    place,

    async start() {
      const server = startServerProcess({
        dataDir,
        environment: {DATABASE_URL: databaseUrl, ...place.environment},
      })
      onTestFinished(async () => void (await server.end('SIGKILL')))
      const origin = await server.origin
      if (!origin) throw new Error(server.output())
      const headers = {cookie: await signIn(origin)}
      const path = `${origin}/api/v0/digitalAssets`
      return {
        server,
        upload: (body: BodyInit = new Uint8Array(FORM.payload)) =>
          fetch(`${path}/upload`, {method: 'POST', headers: {...FORM.headers, ...headers}, body, ...STREAMED}),
        remove: (id: string) => fetch(`${path}/${id}`, {method: 'DELETE', headers}),
        videos: async () => (await (await fetch(path, {headers})).json()).items,
      }
    },

    async stored() {
      const names: string[] = []
      for await (const {name} of store.list()) names.push(name)
      return names
    },

    age: () => ageWithin(place.directoryIn(dataDir)),

    expireDeleted: () => database.db.update(digitalAsset).set({deletedAt: Date.now() - 2 * DELETED_VIDEO_KEPT}),

    async lockTable(table: string, mode: string) {
      const client = await database.pool.connect()
      await client.query('begin')
      await client.query(`lock table ${table} in ${mode} mode`)
      return {
        async release() {
          await client.query('rollback')
          client.release()
        },
      }
    },
  }
}

/** Lets all files look as if they had lain there for long. */
async function ageWithin(directory: string) {
  const at = new Date(Date.now() - TWO_HOURS)
  for (const name of await readdir(directory, {recursive: true})) await utimes(join(directory, name), at, at)
}

/** Never ends. */
const half = () =>
  new ReadableStream<Uint8Array>({
    start: controller => controller.enqueue(new Uint8Array(FORM.payload.subarray(0, FORM.payload.length / 2))),
  })

async function signIn(origin: string): Promise<string> {
  const answer = await fetch(`${origin}/api/v0/auth/login`, {
    method: 'POST',
    headers: {'content-type': 'application/json'},
    body: JSON.stringify({email: EMAIL, password: PASSWORD}),
  })
  return answer.headers
    .getSetCookie()
    .map(one => one.split(';')[0])
    .join('; ')
}
