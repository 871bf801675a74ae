import {createHash} from 'node:crypto'
import {rm} from 'node:fs/promises'
import {join} from 'node:path'
import {eq} from 'drizzle-orm'
import {afterAll, beforeAll, describe, expect, it, onTestFinished} from 'vitest'
import {digitalAsset} from '../../../server/database/schema/asset'
import {createFileSignatures} from '../../../server/files/signatures'
import {createTestApp} from '../../support/app'
import {mp4} from '../../support/video'
import {createFileWorld, type FileWorld, SPECIFIED, video} from './world'

const BYTES = mp4(5000)
const SIZE = BYTES.length
const ETAG = `"${createHash('sha256').update(BYTES).digest('hex')}"`
const HOUR = 3_600_000
const POLICY = "sandbox; default-src 'none'; base-uri 'none'; frame-ancestors 'none'"

let world: FileWorld
let assetId: string
let url: string

beforeAll(async () => {
  world = await createFileWorld()
  assetId = (await world.upload({file: video("Eröffnung '1' (neu).mp4", BYTES), ...SPECIFIED})).json().assetId
  url = (await world.call('plant', 'GET', `/api/v0/digitalAssets/${assetId}/file-url`)).json().url
})
afterAll(() => world.close())

const get = (headers: Record<string, string> = {}, at = url) => world.app.inject({url: at, headers})

describe('a file', () => {
  it('comes as it is, and never as a page', async () => {
    const response = await get()

    expect(response.rawPayload.equals(BYTES)).toBe(true)
    expect(response.headers).toMatchObject({
      'content-type': 'video/mp4',
      'content-length': String(SIZE),
      'content-disposition': "inline; filename*=UTF-8''Er%C3%B6ffnung%20%271%27%20%28neu%29.mp4",
      'content-security-policy': POLICY,
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'private, max-age=31536000, immutable',
      'accept-ranges': 'bytes',
      etag: ETAG,
    })
  })

  it.each([
    ['bytes=0-0', 0, 0],
    ['bytes=10-19', 10, 19],
    ['bytes=5000-', 5000, SIZE - 1],
    ['bytes=-7', SIZE - 7, SIZE - 1],
    ['bytes=10-999999', 10, SIZE - 1],
    ['bytes=-999999', 0, SIZE - 1],
  ])('is read in part by %s', async (range, start, end) => {
    const response = await get({range})

    expect(response.statusCode).toBe(206)
    expect(response.headers['content-range']).toBe(`bytes ${start}-${end}/${SIZE}`)
    expect(response.headers['content-length']).toBe(String(end - start + 1))
    expect(response.rawPayload.equals(BYTES.subarray(start, end + 1))).toBe(true)
  })

  it.each(['bytes=0-1,4-5', 'bytes=9-3', 'bytes=a-b', 'bytes=-', 'seconds=1-2', ''])(
    'comes as a whole to the range %j',
    async range => {
      const response = await get({range})

      expect(response.statusCode).toBe(200)
      expect(response.rawPayload.equals(BYTES)).toBe(true)
    },
  )

  it.each([`bytes=${SIZE}-`, 'bytes=-0', 'bytes=999999-9999999'])('has no part %s', async range => {
    const response = await get({range})

    expect(response.statusCode).toBe(416)
    expect(response.headers['content-range']).toBe(`bytes */${SIZE}`)
  })

  it('is not sent to a caller who has it', async () => {
    const response = await get({'if-none-match': `"other", ${ETAG}`})

    expect(response.statusCode).toBe(304)
    expect(response.body).toBe('')
  })

  it('is sent from a place only to a caller who has the same one', async () => {
    expect((await get({range: 'bytes=1-2', 'if-range': ETAG})).statusCode).toBe(206)
    expect((await get({range: 'bytes=1-2', 'if-range': '"other"'})).statusCode).toBe(200)
  })

  it.each(['*', `W/${ETAG}`, `"other", ${ETAG}`])('is the same as the one with the tag %s', async tag => {
    expect((await get({'if-none-match': tag})).statusCode).toBe(304)
  })

  it.each(['"other"', 'W/"other"', ETAG.replaceAll('"', '')])('is another than the one with the tag %s', async tag => {
    expect((await get({'if-none-match': tag})).statusCode).toBe(200)
  })

  it('is not sent to a caller who has it, whatever part is asked for', async () => {
    for (const range of ['bytes=1-2', `bytes=${SIZE}-`]) {
      expect((await get({range, 'if-none-match': ETAG})).statusCode).toBe(304)
    }
  })

  it('comes as a whole when its caller has only a date or a weak tag of it', async () => {
    for (const tag of ['Sat, 21 Nov 2026 12:00:00 GMT', `W/${ETAG}`]) {
      expect((await get({range: 'bytes=1-2', 'if-range': tag})).statusCode).toBe(200)
    }
    expect((await get({range: `bytes=${SIZE}-`, 'if-range': '"other"'})).statusCode).toBe(200)
  })

  it.each([
    [{}, 200, SIZE],
    [{range: 'bytes=1-10'}, 206, 10],
  ])('says its size before it is read (%j)', async (headers, status, size) => {
    const response = await world.app.inject({method: 'HEAD', url, headers})

    expect(response.statusCode).toBe(status)
    expect(response.headers).toMatchObject({'content-length': String(size), etag: ETAG, 'accept-ranges': 'bytes'})
    expect(response.rawPayload).toHaveLength(0)
  })

  it('is never a page either when it is refused, unchanged or read in part', async () => {
    const refused = await get({}, url.replace(/signature=..../, 'signature=AAAA'))
    const unchanged = await get({'if-none-match': ETAG})
    const part = await get({range: 'bytes=0-3'})
    for (const response of [refused, unchanged, part]) {
      expect(response.headers['x-content-type-options']).toBe('nosniff')
    }
    expect(part.headers['content-security-policy']).toBe(POLICY)
    expect(refused.headers['content-type']).toBe('application/json; charset=utf-8')
  })

  it('is gone a few seconds after it is deleted, although it has just been read', async () => {
    const id = (await world.upload()).json().assetId
    const at = (await world.call('plant', 'GET', `/api/v0/digitalAssets/${id}/file-url`)).json().url
    expect((await get({}, at)).statusCode).toBe(200)

    await world.call('plant', 'DELETE', `/api/v0/digitalAssets/${id}`)
    world.clock.now += 5000

    const response = await get({}, at)
    expect([response.statusCode, response.json()]).toEqual([404, {message: 'There is no such file.'}])
  })

  it('that is missing is told of as such', async () => {
    const id = (await world.upload()).json().assetId
    const at = (await world.call('plant', 'GET', `/api/v0/digitalAssets/${id}/file-url`)).json().url
    const [file] = await world.database.db.select().from(digitalAsset).where(eq(digitalAsset.assetId, id))
    await rm(join(world.folder, 'stored', String(file?.id)))

    const response = await get({}, at)
    expect([response.statusCode, response.json()]).toEqual([404, {message: 'The file is missing on the server.'}])
  })
})

describe('the address of a file', () => {
  it('stays the same for a while, so that a browser keeps the file', async () => {
    const again = await world.call('plant', 'GET', `/api/v0/digitalAssets/${assetId}/file-url`)

    expect(again.json()).toEqual({url})
  })

  it.each([
    ['another asset', () => url.replace(assetId, '0192f3a0-0000-7000-8000-000000000000')],
    ['a device', () => url.replace('for=person', 'for=device')],
    ['somebody else', () => url.replace(/for=person%3A[^&]+/, `for=person%3A${world.works}`)],
    ['nobody', () => url.replace(/for=[^&]+/, 'for=')],
    ['a longer time', () => url.replace(/expires=\d/, 'expires=9')],
    ['another signature', () => url.replace(/signature=..../, 'signature=AAAA')],
    ['something after the signature', () => `${url}=!`],
    ['a shorter signature', () => url.replace(/signature=..../, 'signature=')],
  ])('is not valid for %s', async (_what, changed) => {
    expect((await get({}, changed())).statusCode).toBe(403)
  })

  it('expires', async () => {
    const clock = {now: 10 * HOUR + 1}
    const signatures = createFileSignatures(world.database, () => clock.now)
    const query = Object.fromEntries(
      new URLSearchParams((await signatures.sign(assetId, {kind: 'device', id: 'd'})).split('?')[1]),
    )
    const {for: holder = '', expires, signature = ''} = query
    const isValid = () => signatures.isValid(assetId, {for: holder, expires: Number(expires), signature})

    expect(await isValid()).toBe(true)
    clock.now += 24 * HOUR
    expect(await isValid()).toBe(true)
    clock.now += 24 * HOUR
    expect(await isValid()).toBe(false)
  })

  it('of a device is not valid for another one', async () => {
    const [own, other] = [`device%3A${world.works}`, `device%3A${world.noc}`]
    const signed = await createFileSignatures(world.database, () => world.clock.now).sign(assetId, {
      kind: 'device',
      id: world.works,
    })

    expect((await get({}, signed)).statusCode).toBe(200)
    expect((await get({}, signed.replace(own, other))).statusCode).toBe(403)
  })

  it('stays valid when the server is started anew', async () => {
    const again = await createTestApp({database: world.database, files: {folder: world.folder}})
    onTestFinished(() => again.app.close())

    expect((await again.app.inject({url})).statusCode).toBe(200)
  })

  it.each(['for', 'expires', 'signature'])('is none without %s', async name => {
    expect((await get({}, url.replace(new RegExp(`${name}=[^&]+&?`), ''))).statusCode).toBe(400)
  })

  it('is not told of an asset without a file', async () => {
    const body = {name: 'hall', label: 'blob', organisation_id: world.works}
    const {_id} = (await world.call('plant', 'POST', '/api/v0/asset', body)).json()

    expect((await world.call('plant', 'GET', `/api/v0/digitalAssets/${_id}/file-url`)).statusCode).toBe(404)
  })
})
