import {randomUUID} from 'node:crypto'
import {readFile, rm, stat, writeFile} from 'node:fs/promises'
import {join} from 'node:path'
import {afterAll, beforeAll, beforeEach, describe, expect, it} from 'vitest'
import {originOf} from '../../support/bareSocket'
import {mp4} from '../../support/video'
import {auditOf} from '../../support/world'
import {BYTES, createTus, PATH, type Tus} from './tus'
import {createFileWorld, type FileWorld} from './world'

const HALF = 150_000

let world: FileWorld
let tus: Tus

beforeAll(async () => {
  world = await createFileWorld()
  tus = await createTus(world)
})
beforeEach(() => world.empty())
afterAll(() => world.close())

/** Reads the file, as a request would wait for the end of the running one. */
const offsetWithin = async (at: string) => (await stat(join(world.folder, 'incoming', at.split('/').at(-1) ?? ''))).size

describe('an upload that can be resumed', () => {
  it('goes on where it was cut, and becomes the same asset as a form', async () => {
    const id = randomUUID()
    const at = await tus.created({id, filename: 'Öffnung.mp4', duration: '4200'})
    expect((await tus.send(at, 0, BYTES.subarray(0, HALF))).status).toBe(204)
    expect(await tus.offsetOf(at)).toBe(String(HALF))

    const last = await tus.send(at, HALF, BYTES.subarray(HALF))

    expect(await last.json()).toEqual({assetId: id, originalName: 'Öffnung.mp4'})
    const {items} = (await world.call('plant', 'GET', '/api/v0/digitalAssets')).json()
    expect(items).toMatchObject([{_id: id, name: 'Öffnung.mp4', size: BYTES.length, duration: 4200}])
    expect(await auditOf(world.database, id)).toMatchObject([{action: 'video.uploaded', userId: world.userIds.plant}])
    expect(await world.stored()).toHaveLength(1)
  })

  it('says that it is complete to a sender who lost the last answer', async () => {
    const at = await tus.created()
    await tus.send(at, 0, BYTES)

    expect(await tus.offsetOf(at)).toBe(String(BYTES.length))
    expect(await world.stored()).toHaveLength(1)
  })

  it('says that it is complete when the server ended before it had noted so', async () => {
    const at = await tus.created({id: randomUUID()})
    await tus.send(at, 0, BYTES)
    const path = join(world.folder, 'incoming', `${at.split('/').at(-1)}.json`)
    const {metadata, ...noted} = JSON.parse(await readFile(path, 'utf8'))
    await writeFile(path, JSON.stringify({...noted, metadata: {...metadata, assetId: undefined}}))

    expect(await tus.offsetOf(at)).toBe(String(BYTES.length))
    expect(await world.stored()).toHaveLength(1)
  })

  it('is not there any more when its bytes are lost', async () => {
    const at = await tus.created()
    await rm(join(world.folder, 'incoming', at.split('/').at(-1) ?? ''))

    expect((await tus.ask('HEAD', at)).status).toBe(404)
  })

  it('keeps what had come when its connection is cut', async () => {
    const at = await tus.created()
    const cut = new AbortController()
    const body = new ReadableStream({
      start(controller) {
        controller.enqueue(new Uint8Array(BYTES.subarray(0, HALF)))
      },
    })
    const headers = {'tus-resumable': '1.0.0', cookie: tus.cookie, 'upload-offset': '0'}
    const sending = fetch(new URL(at, originOf(world.app).origin), {
      ...{method: 'PATCH', body, duplex: 'half' as const, signal: cut.signal},
      headers: {...headers, 'content-type': 'application/offset+octet-stream'},
    })
    await expect.poll(() => offsetWithin(at)).toBe(HALF)
    cut.abort()
    await expect(sending).rejects.toThrow()

    expect(await tus.offsetOf(at)).toBe(String(HALF))
    expect((await tus.send(at, HALF, BYTES.subarray(HALF))).status).toBe(200)
    expect(await world.stored()).toHaveLength(1)
  })

  it('is not there for anybody else', async () => {
    const at = await tus.created()

    expect((await tus.ask('HEAD', at, {}, undefined, 'noc')).status).toBe(404)
    expect((await tus.send(at, 0, BYTES, 'noc')).status).toBe(404)
    expect((await tus.ask('DELETE', at, {}, undefined, 'noc')).status).toBe(404)
    expect(await tus.offsetOf(at)).toBe('0')
  })

  it('is gone when its sender gives it up', async () => {
    const at = await tus.created()
    await tus.send(at, 0, BYTES.subarray(0, HALF))

    expect((await tus.ask('DELETE', at)).status).toBe(204)

    expect((await tus.ask('HEAD', at)).status).toBe(404)
    expect(await world.arriving()).toEqual([])
  })

  it.each([
    ['cut off', mp4(1000).subarray(0, 900), 400, 'The file is not a complete video.'],
    ['a text', Buffer.alloc(900, 'x'), 415, 'Only video files can be uploaded.'],
  ])('is refused when it is complete but %s, and nothing is kept', async (_what, bytes, status, message) => {
    const at = await tus.created({}, bytes.length)
    const answer = await tus.send(at, 0, bytes)

    expect([answer.status, await answer.json()]).toEqual([status, {message}])
    expect([await world.arriving(), await world.stored()]).toEqual([[], []])
    expect((await tus.ask('HEAD', at)).status).toBe(404)
  })

  it('of no bytes is refused', async () => {
    const answer = await tus.create({}, 0)

    expect([answer.status, await answer.json()]).toEqual([400, {message: 'The file is empty.'}])
    expect(await world.arriving()).toEqual([])
  })

  it.each([
    ['../../etc/passwd.mp4', 'passwd.mp4'],
    [`${'x'.repeat(300)}.mp4`, `${'x'.repeat(251)}.mp4`],
  ])('named %j is called %j, and never names a file', async (filename, originalName) => {
    const at = await tus.created({filename})

    expect(await (await tus.send(at, 0, BYTES)).json()).toMatchObject({originalName})
    expect(await world.stored()).toEqual([expect.stringMatching(/^[0-9a-f-]{36}$/)])
  })

  it.each([
    ['larger than a file may be', {}, 3 * 1024 ** 3, 413],
    ['of another type', {type: 'building'}, 10, 400],
    ['for an unknown organisation', {organisation_id: randomUUID()}, 10, 404],
  ])('is refused at once when it is %s', async (_what, fields, length, status) => {
    const answer = await tus.create(fields, length)

    expect(answer.status).toBe(status)
    expect(await answer.json()).toEqual({message: expect.any(String)})
    expect(await world.arriving()).toEqual([])
  })

  it('tells what it understands', async () => {
    const {status, headers} = await tus.ask('OPTIONS', PATH)
    expect([status, headers.get('tus-version'), headers.get('tus-max-size')]).toEqual([
      204,
      '1.0.0',
      String(2 * 1024 ** 3),
    ])
    expect(headers.get('tus-extension')).toContain('creation')
  })

  it('is not of another version of the protocol, or another type', async () => {
    const at = await tus.created()
    const other = await tus.ask('HEAD', at, {'tus-resumable': '0.2.2'})
    expect([other.status, other.headers.get('tus-version')]).toEqual([412, '1.0.0'])
    const typed = await tus.ask('PATCH', at, {'upload-offset': '0', 'content-type': 'video/mp4'}, BYTES)
    expect([typed.status, await typed.json()]).toEqual([415, {message: expect.stringContaining('offset+octet-stream')}])
  })

  it('tells its fields, and not whose it is', async () => {
    const {headers} = await tus.ask('HEAD', await tus.created())
    expect(headers.get('upload-metadata')).toContain('filename YS5tcDQ=')
    expect(headers.get('upload-metadata')).not.toContain('owner')
  })

  it('does not take bytes twice', async () => {
    const at = await tus.created()
    await tus.send(at, 0, BYTES.subarray(0, HALF))

    expect((await tus.send(at, 0, BYTES.subarray(0, HALF))).status).toBe(409)
    expect(await tus.offsetOf(at)).toBe(String(HALF))
  })
})
