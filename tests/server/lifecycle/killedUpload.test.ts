import {readdir, utimes} from 'node:fs/promises'
import {join} from 'node:path'
import {expect, it, onTestFinished} from 'vitest'
import {PASSWORD, seedOrganisation, seedUser} from '../../support/app'
import {createDataDir} from '../../support/dataDir'
import {inDatabase} from '../../support/preparedData'
import {type ServerProcess, startServerProcess} from '../../support/serverProcess'
import {formOf, mp4} from '../../support/video'

const EMAIL = 'plant@t.test'
const FORM = formOf({file: {name: 'a.mp4', bytes: mp4(500_000)}, label: 'video_asset', type: 'digital_asset'})

it('keeps whole videos and nothing of others when it is killed in the middle of uploads', async () => {
  const dataDir = await createDataDir()
  await inDatabase(dataDir, async database => {
    const organisationId = await seedOrganisation(database)
    await seedUser(database, {email: EMAIL, authority: 'ORGANISATION_ADMIN', organisationId})
  })
  const folder = (name: string) => readdir(join(dataDir, 'assets', name)).catch(() => [])
  const first = await start(dataDir)
  expect((await upload(first, new Uint8Array(FORM.payload))).status).toBe(201)
  const cut = upload(first, half()).catch(() => undefined)
  await expect.poll(() => folder('incoming')).toHaveLength(1)

  await first.server.end('SIGKILL')
  await cut
  const [left = ''] = await folder('incoming')
  const longAgo = new Date(Date.now() - 600_000)
  await utimes(join(dataDir, 'assets', 'incoming', left), longAgo, longAgo)
  const second = await start(dataDir)

  await expect.poll(() => folder('incoming')).toEqual([])
  expect(await folder('stored')).toHaveLength(1)
  const list = await fetch(`${second.origin}/api/v0/digitalAssets`, {headers: {cookie: second.cookie}})
  expect(await list.json()).toMatchObject({items: [{name: 'a.mp4'}]})
  await second.server.end('SIGTERM')
}, 120_000)

interface Running {
  server: ServerProcess
  origin: string
  cookie: string
}

async function start(dataDir: string): Promise<Running> {
  const server = startServerProcess({dataDir})
  onTestFinished(async () => void (await server.end('SIGKILL')))
  const origin = await server.origin
  if (!origin) throw new Error(server.output())
  const answer = await fetch(`${origin}/api/v0/auth/login`, {
    method: 'POST',
    headers: {'content-type': 'application/json'},
    body: JSON.stringify({email: EMAIL, password: PASSWORD}),
  })
  const cookie = answer.headers
    .getSetCookie()
    .map(one => one.split(';')[0])
    .join('; ')
  return {server, origin, cookie}
}

function upload({origin, cookie}: Running, body: BodyInit) {
  const request = {method: 'POST', headers: {...FORM.headers, cookie}, body, duplex: 'half' as const}
  return fetch(`${origin}/api/v0/digitalAssets/upload`, request)
}

/** Never ends. */
const half = () =>
  new ReadableStream<Uint8Array>({
    start: controller => controller.enqueue(new Uint8Array(FORM.payload.subarray(0, 250_000))),
  })
