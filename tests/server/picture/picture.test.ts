import {afterAll, beforeAll, beforeEach, describe, expect, it} from 'vitest'
import * as z from 'zod/mini'
import {PICTURE_BYTES} from '../../../contract/limits'
import {issuedWallLink} from '../../../contract/wire/entities/wallLink'
import {audit} from '../../../server/database/schema/audit'
import {organisation} from '../../../server/database/schema/organisation'
import {picture} from '../../../server/database/schema/wall'
import {cookiesOf, signIn} from '../../support/app'
import {formOf, PNG} from '../../support/video'
import {createWorld, type Who, type World} from '../../support/world'
import {gif, jpeg, PLAN, png, webp} from './bytes'

let test: World

beforeAll(async () => {
  test = await createWorld()
})
beforeEach(async () => {
  await test.database.db.delete(picture)
  await test.database.db.delete(audit)
})
afterAll(() => test.close())

const ofWorks = () => `/api/v0/picture/by-org/${test.works}`

async function upload(bytes: Buffer, name = 'hall.png', who: Who = 'plant') {
  const cookies = await signIn(test.app, `${who}@t.test`)
  const url = `${ofWorks()}?name=${encodeURIComponent(name)}`
  return test.app.inject({method: 'POST', url, cookies, ...formOf({file: {name, bytes}})})
}

const message = (response: {json(): unknown}) => z.object({message: z.string()}).parse(response.json()).message
const idOf = (response: {json(): unknown}) => z.object({_id: z.string()}).parse(response.json())._id
const listed = async () => (await test.call('plant', 'GET', ofWorks())).json()
const actions = async () => (await test.database.db.select().from(audit)).map(({action}) => action)

describe('an uploaded picture', () => {
  it('is measured by its bytes, listed, and in the trail', async () => {
    const response = await upload(png(640, 480), 'Hall 1.jpg')

    expect(response.statusCode).toBe(201)
    expect(response.json()).toEqual({
      _id: expect.any(String),
      name: 'Hall 1.jpg',
      content_type: 'image/png',
      size: png(640, 480).length,
      width: 640,
      height: 480,
      uploaded_by: 'plant@t.test',
      uploaded_at: test.clock.now,
    })
    expect(await listed()).toEqual([response.json()])
    expect(await actions()).toContain('picture.uploaded')
  })

  it.each([
    ['image/jpeg', jpeg(30, 20)],
    ['image/gif', gif(30, 20)],
    ['image/webp', webp(30, 20)],
    ['image/svg+xml', Buffer.from(PLAN)],
    ['image/svg+xml', Buffer.from(`<?xml version="1.0"?>\n<!-- a plan -->\n<!DOCTYPE svg>\n${PLAN}\n`)],
  ])('may be %s', async (contentType, bytes) => {
    const response = await upload(bytes)

    expect(response.json()).toMatchObject({content_type: contentType, width: 30, height: 20})
  })

  it('is kept once when it is sent again', async () => {
    const first = await upload(PNG)
    const again = await upload(PNG, 'other.png')

    expect(again.json()).toEqual(first.json())
    expect(await listed()).toHaveLength(1)
  })

  it('is served as what it is, and never as a page', async () => {
    const script = PLAN.replace('</svg>', '<script>alert(1)</script></svg>')
    const url = `${ofWorks()}/picture/${idOf(await upload(Buffer.from(script), 'plan.html'))}`
    const served = await test.call('plant', 'GET', url)

    expect(served.body).toBe(script)
    expect(served.headers).toMatchObject({
      'content-type': 'image/svg+xml',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
    })
    const cookies = await signIn(test.app, 'plant@t.test')
    const known = {'if-none-match': String(served.headers.etag)}
    expect((await test.app.inject({url, cookies, headers: known})).statusCode).toBe(304)
  })

  it('is gone once it is removed', async () => {
    const url = `${ofWorks()}/picture/${idOf(await upload(PNG))}`

    expect((await test.call('plant', 'DELETE', url)).statusCode).toBe(204)
    expect((await test.call('plant', 'GET', url)).statusCode).toBe(404)
    expect((await test.call('plant', 'DELETE', url)).statusCode).toBe(404)
    expect(await actions()).toContain('picture.removed')
  })

  it('goes with its organisation', async () => {
    const [{id} = {id: ''}] = await test.database.db.insert(organisation).values({title: 'Gone'}).returning()
    const {headers, payload} = formOf({file: {name: 'a.png', bytes: PNG}})
    const cookies = await signIn(test.app, 'admin@t.test')
    await test.app.inject({method: 'POST', url: `/api/v0/picture/by-org/${id}?name=a`, cookies, headers, payload})
    await test.call('admin', 'DELETE', `/api/v0/organisation/${id}`)

    expect(await test.database.db.$count(picture)).toBe(0)
  })
})

describe('what is refused', () => {
  it.each([
    [413, 'A picture has at most 10 MB.', () => Buffer.alloc(PICTURE_BYTES + 1, PNG)],
    [413, 'A picture has at most 40 megapixels. This one has 10000 × 5000 pixels.', () => png(10_000, 5000)],
    [415, 'The file is not a picture. PNG, JPEG, WebP, GIF and SVG can be uploaded.', () => Buffer.from('%PDF-1.7 x')],
    [415, 'The file is not a picture. PNG, JPEG, WebP, GIF and SVG can be uploaded.', () => Buffer.from('<html><svg>')],
    [
      415,
      'The file is not a picture. PNG, JPEG, WebP, GIF and SVG can be uploaded.',
      () => Buffer.from('<!---->'.repeat(9000)),
    ],
    [400, 'The picture is broken: its file is not complete.', () => png(640, 480).subarray(0, 60)],
    [400, 'The picture is broken: its file is not complete.', () => jpeg(30, 20).subarray(0, -2)],
    [400, 'The picture is broken: its file is not complete.', () => gif(30, 20).subarray(0, -1)],
    [400, 'The picture is broken: its file is not complete.', () => webp(30, 20).subarray(0, -4)],
    [400, 'The picture is broken: its file is not complete.', () => png(0, 480)],
    [400, 'The picture is broken: its file is not complete.', () => Buffer.from(PLAN.slice(0, -8))],
    [
      400,
      'The SVG has no size: it needs a width and a height, or a viewBox.',
      () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><g/></svg>'),
    ],
    [400, 'The file is empty.', () => Buffer.alloc(0)],
    // With an expression that backtracks, each of them would double the time.
    [
      415,
      'The file is not a picture. PNG, JPEG, WebP, GIF and SVG can be uploaded.',
      () => Buffer.from('<!DOCTYPE a >'.repeat(4000)),
    ],
  ])('is answered with %i: %s', async (status, said, bytes) => {
    const response = await upload(bytes())

    expect([response.statusCode, message(response)]).toEqual([status, said])
    expect(await listed()).toEqual([])
  })

  it('is a body that is no form, and a form without a file', async () => {
    const cookies = await signIn(test.app, 'plant@t.test')
    const url = `${ofWorks()}?name=a`
    const {headers} = formOf({file: {name: 'a', bytes: PNG}})
    const bare = await test.app.inject({method: 'POST', url, cookies, payload: {a: 1}})
    const cut = await test.app.inject({method: 'POST', url, cookies, headers, payload: 'x'})

    expect([bare.statusCode, cut.statusCode]).toEqual([415, 400])
  })

  it('is what people of others ask for', async () => {
    const url = `${ofWorks()}/picture/${idOf(await upload(PNG))}`
    const statuses = await Promise.all(
      (['noc', 'customer', 'user', 'nobody'] as const).map(async who => (await test.call(who, 'GET', url)).statusCode),
    )

    expect(statuses).toEqual([404, 403, 403, 401])
  })
})

describe('a wall link', () => {
  it('has the pictures of its wall, as long as the wall shows them', async () => {
    const [shown, other] = [idOf(await upload(PNG)), idOf(await upload(png(2, 2)))]
    const keep = (panels: object[]) =>
      test.call('plant', 'PUT', `/api/v0/attribute/organisation/${test.works}/2/walls`, {
        json_v: [{name: 'Hall', devices: 'all', panels}],
      })
    await keep([{kind: 'plan', picture: shown}])
    const issued = await test.call('plant', 'POST', `/api/v0/wall-link/by-org/${test.works}`, {wall: 'Hall', name: 'A'})
    const {token} = issuedWallLink.parse(issued.json())
    const opened = await test.app.inject({method: 'POST', url: '/api/v0/auth/wall-link', body: {token}})
    const cookies = cookiesOf(opened)
    const statusOf = async (url: string) => (await test.app.inject({url, cookies})).statusCode

    expect(await statusOf(`${ofWorks()}/picture/${shown}`)).toBe(200)
    expect(await statusOf(`${ofWorks()}/picture/${other}`)).toBe(404)
    expect(await statusOf(`/api/v0/picture/by-org/${test.noc}/picture/${shown}`)).toBe(404)
    expect(await statusOf(ofWorks())).toBe(403)
    await keep([])
    expect(await statusOf(`${ofWorks()}/picture/${shown}`)).toBe(404)
  })
})
