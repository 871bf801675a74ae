import {randomUUID} from 'node:crypto'
import {stat} from 'node:fs/promises'
import {join} from 'node:path'
import {afterAll, beforeAll, beforeEach, describe, expect, it} from 'vitest'
import {cookieHeader, signIn} from '../../support/app'
import {originOf} from '../../support/bareSocket'
import {mp4} from '../../support/video'
import {auditOf} from '../../support/world'
import {createFileWorld, type FileWorld} from './world'

const PATH = '/api/v0/digitalAssets/resumable'
const BYTES = mp4(300_000)
const HALF = 150_000

let world: FileWorld
let cookies: Record<'plant' | 'noc', string>

beforeAll(async () => {
  world = await createFileWorld()
  await world.app.listen({host: '127.0.0.1', port: 0})
  cookies = {
    plant: cookieHeader(await signIn(world.app, 'plant@t.test')),
    noc: cookieHeader(await signIn(world.app, 'noc@t.test')),
  }
})
beforeEach(() => world.empty())
afterAll(() => world.close())

function ask(
  method: string,
  path: string,
  headers: Record<string, string> = {},
  body?: Buffer,
  who: 'plant' | 'noc' = 'plant',
) {
  return fetch(new URL(path, originOf(world.app).origin), {
    method,
    headers: {'tus-resumable': '1.0.0', cookie: cookies[who], ...headers},
    ...(body && {body: new Uint8Array(body)}),
  })
}

const metadataOf = (fields: Record<string, string>) =>
  Object.entries(fields)
    .map(([name, value]) => `${name} ${Buffer.from(value).toString('base64')}`)
    .join(',')

const create = (fields: Record<string, string> = {}, length = BYTES.length) =>
  ask('POST', PATH, {'upload-length': String(length), 'upload-metadata': metadataOf({filename: 'a.mp4', ...fields})})

async function created(fields: Record<string, string> = {}, length = BYTES.length): Promise<string> {
  const answer = await create(fields, length)
  expect(answer.status).toBe(201)
  return answer.headers.get('location') ?? ''
}

const send = (at: string, offset: number, bytes: Buffer, who?: 'plant' | 'noc') =>
  ask('PATCH', at, {'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream'}, bytes, who)

/** Without asking, which would wait for the end of what is under way. */
const offsetWithin = async (at: string) => (await stat(join(world.folder, 'incoming', at.split('/').at(-1) ?? ''))).size

async function offsetOf(at: string): Promise<string | null> {
  return (await ask('HEAD', at)).headers.get('upload-offset')
}

describe('an upload that can be resumed', () => {
  it('goes on where it was cut, and becomes the same asset as a form', async () => {
    const id = randomUUID()
    const at = await created({id, filename: 'Öffnung.mp4', duration: '4200'})
    expect((await send(at, 0, BYTES.subarray(0, HALF))).status).toBe(204)
    expect(await offsetOf(at)).toBe(String(HALF))

    const last = await send(at, HALF, BYTES.subarray(HALF))

    expect(await last.json()).toEqual({assetId: id, originalName: 'Öffnung.mp4'})
    const {items} = (await world.call('plant', 'GET', '/api/v0/digitalAssets')).json()
    expect(items).toMatchObject([{_id: id, name: 'Öffnung.mp4', size: BYTES.length, duration: 4200}])
    expect(await auditOf(world.database, id)).toMatchObject([{action: 'video.uploaded', userId: world.userIds.plant}])
    expect(await world.stored()).toHaveLength(1)
  })

  it('says that it is complete to a sender who lost the last answer', async () => {
    const at = await created()
    await send(at, 0, BYTES)

    expect(await offsetOf(at)).toBe(String(BYTES.length))
    expect(await world.stored()).toHaveLength(1)
  })

  it('keeps what had come when its connection is cut', async () => {
    const at = await created()
    const cut = new AbortController()
    const body = new ReadableStream({
      start(controller) {
        controller.enqueue(new Uint8Array(BYTES.subarray(0, HALF)))
      },
    })
    const headers = {'tus-resumable': '1.0.0', cookie: cookies.plant, 'upload-offset': '0'}
    const sending = fetch(new URL(at, originOf(world.app).origin), {
      ...{method: 'PATCH', body, duplex: 'half' as const, signal: cut.signal},
      headers: {...headers, 'content-type': 'application/offset+octet-stream'},
    })
    await expect.poll(() => offsetWithin(at)).toBe(HALF)
    cut.abort()
    await expect(sending).rejects.toThrow()

    expect(await offsetOf(at)).toBe(String(HALF))
    expect((await send(at, HALF, BYTES.subarray(HALF))).status).toBe(200)
    expect(await world.stored()).toHaveLength(1)
  })

  it('is not there for anybody else', async () => {
    const at = await created()

    expect((await ask('HEAD', at, {}, undefined, 'noc')).status).toBe(404)
    expect((await send(at, 0, BYTES, 'noc')).status).toBe(404)
    expect((await ask('DELETE', at, {}, undefined, 'noc')).status).toBe(404)
    expect(await offsetOf(at)).toBe('0')
  })

  it('is gone when its sender gives it up', async () => {
    const at = await created()
    await send(at, 0, BYTES.subarray(0, HALF))

    expect((await ask('DELETE', at)).status).toBe(204)

    expect((await ask('HEAD', at)).status).toBe(404)
    expect(await world.arriving()).toEqual([])
  })

  it('is refused when its bytes are no video, and nothing is kept', async () => {
    const at = await created({}, 1000)
    const answer = await send(at, 0, Buffer.alloc(1000, 'x'))

    expect(answer.status).toBe(415)
    expect(await answer.json()).toEqual({message: 'Only video files are taken.'})
    expect([await world.arriving(), await world.stored()]).toEqual([[], []])
  })

  it.each([
    ['larger than a file may be', {}, 3 * 1024 ** 3, 413],
    ['of another type', {type: 'building'}, 10, 400],
    ['for an unknown organisation', {organisation_id: randomUUID()}, 10, 404],
  ])('is refused at once when it is %s', async (_what, fields, length, status) => {
    const answer = await create(fields, length)

    expect(answer.status).toBe(status)
    expect(await answer.json()).toEqual({message: expect.any(String)})
    expect(await world.arriving()).toEqual([])
  })

  it('does not take bytes twice', async () => {
    const at = await created()
    await send(at, 0, BYTES.subarray(0, HALF))

    expect((await send(at, 0, BYTES.subarray(0, HALF))).status).toBe(409)
    expect(await offsetOf(at)).toBe(String(HALF))
  })
})
