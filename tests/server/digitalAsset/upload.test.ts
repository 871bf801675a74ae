import {createHash, randomUUID} from 'node:crypto'
import {readFile} from 'node:fs/promises'
import {join} from 'node:path'
import {afterAll, beforeAll, beforeEach, describe, expect, it} from 'vitest'
import {signIn} from '../../support/app'
import {box, mp4, PNG} from '../../support/video'
import {auditOf} from '../../support/world'
import {createFileWorld, type FileWorld, SPECIFIED, video} from './world'

let world: FileWorld

beforeAll(async () => {
  world = await createFileWorld()
})
beforeEach(() => world.empty())
afterAll(() => world.close())

const listed = async () => (await world.call('plant', 'GET', '/api/v0/digitalAssets')).json()

describe('an uploaded video', () => {
  it('is answered with its id and name', async () => {
    const response = await world.upload()

    expect(response.statusCode).toBe(201)
    expect(response.json()).toEqual({assetId: expect.any(String), originalName: 'opening.mp4'})
  })

  it('is an asset of the organisation, in its list, and in the trail', async () => {
    const {assetId} = (await world.upload()).json()
    const sha256 = createHash('sha256').update(mp4()).digest('hex')

    expect((await world.call('plant', 'GET', `/api/v0/asset/${assetId}`)).json()).toMatchObject({
      name: 'opening.mp4',
      label: 'video_asset',
      type: 'digital_asset',
      organisation_id: world.works,
    })
    expect(await listed()).toEqual({
      items: [
        {
          _id: assetId,
          name: 'opening.mp4',
          createdAt: world.clock.now,
          size: mp4().length,
          content_type: 'video/mp4',
          sha256,
          duration: null,
          facts: {width: null, height: null, codec: null, has_sound: null},
          thumbnail_url: null,
        },
      ],
      used: mp4().length,
      quota: null,
      file_limit: 2 * 1024 ** 3,
    })
    expect(await auditOf(world.database, assetId)).toMatchObject([
      {action: 'video.uploaded', userId: world.userIds.plant, entityName: 'opening.mp4'},
    ])
    expect(await world.stored()).toHaveLength(1)
    expect(await world.arriving()).toEqual([])
  })

  it('may have its fields before or behind the file', async () => {
    const response = await world.upload({duration: '4200', file: video(), ...SPECIFIED, organisation_id: world.works})

    expect(response.statusCode).toBe(201)
    expect((await listed()).items).toMatchObject([{duration: 4200}])
  })

  it('is stored once when it is sent again with the same id, and answered the same', async () => {
    const id = randomUUID()
    const fields = {file: video(), ...SPECIFIED, id}
    const answers = [await world.upload(fields), ...(await Promise.all([world.upload(fields), world.upload(fields)]))]

    expect(answers.map(answer => answer.json())).toEqual(Array(3).fill({assetId: id, originalName: 'opening.mp4'}))
    expect(await world.stored()).toHaveLength(1)
    expect((await listed()).items).toHaveLength(1)
  })

  it('is stored twice when it is another one to its sender', async () => {
    await world.upload()
    await world.upload()

    expect((await listed()).items).toHaveLength(2)
    expect(await world.stored()).toHaveLength(2)
  })

  it('has a thumbnail that is an asset within it', async () => {
    const {assetId} = (await world.upload()).json()
    const thumbnail = {
      file: {name: 'frame.png', bytes: PNG},
      type: 'digital_asset',
      label: 'thumbnail',
      parent_id: assetId,
    }
    const response = await world.upload(thumbnail)

    expect(response.statusCode).toBe(201)
    expect((await listed()).items).toMatchObject([{_id: assetId, thumbnail_url: expect.stringContaining('signature=')}])
    expect((await world.call('plant', 'GET', `/api/v0/asset/${response.json().assetId}`)).json()).toMatchObject({
      label: 'thumbnail',
      parent_id: assetId,
    })
  })
})

describe('a name', () => {
  it.each([
    ['../../etc/passwd.mp4', 'passwd.mp4'],
    ['C:\\videos\\opening.mp4', 'opening.mp4'],
    ['Öffnung 開幕.mp4', 'Öffnung 開幕.mp4'],
    ['a\0b\u0007.mp4', 'ab.mp4'],
    ['', 'unnamed'],
    ['..', 'unnamed'],
    [`${'x'.repeat(300)}.mp4`, `${'x'.repeat(251)}.mp4`],
  ])('%j is kept as %j, and never names a file', async (sent, kept) => {
    const response = await world.upload({file: video(sent), ...SPECIFIED})

    expect(response.json()).toMatchObject({originalName: kept})
    expect(await world.stored()).toEqual([expect.stringMatching(/^[0-9a-f-]{36}$/)])
  })
})

const NO_VIDEO = 'Only video files can be uploaded.'
const INCOMPLETE = 'The file is not a complete video.'
const clip = (name: string) => readFile(join(import.meta.dirname, '../../../server/demo/videos', name))
/** As a recorder leaves it that lost its power. */
const UNINDEXED = Buffer.concat([
  box('ftyp', Buffer.from('isom\0\0\x02\0isomiso2')),
  box('mdat', Buffer.alloc(1000, 7)),
])
const cut = (bytes: Buffer) => bytes.subarray(0, Math.floor(0.9 * bytes.length))

describe('nothing is stored', () => {
  it.each(['{', '--x', '--x\r\ncontent-disposition: form-data; name="file"; filename="a.mp4"\r\n\r\nabc'])(
    'of a form that ends too early: %j',
    async payload => {
      const cookies = await signIn(world.app, 'plant@t.test')
      const headers = {'content-type': 'multipart/form-data; boundary=x'}

      const response = await world.app.inject({
        method: 'POST',
        url: '/api/v0/digitalAssets/upload',
        cookies,
        headers,
        payload,
      })

      expect([response.statusCode, response.json()]).toEqual([400, {message: 'The form is not whole.'}])
      expect(await world.stored()).toEqual([])
      expect(await world.arriving()).toEqual([])
    },
  )

  it.each([
    ['of a text that is named like a video', video('a.mp4', Buffer.from('no video at all')), 415, NO_VIDEO],
    ['of a page that is named like a video', video('a.mp4', Buffer.from('<html><script>')), 415, NO_VIDEO],
    ['of an image that is called a video', video('a.mp4', PNG), 415, NO_VIDEO],
    ['of no bytes', video('a.mp4', Buffer.alloc(0)), 400, 'The file is empty.'],
    ['of an MP4 that is cut off', video('a.mp4', cut(mp4())), 400, INCOMPLETE],
    ['of an MP4 without its index', video('a.mp4', UNINDEXED), 400, INCOMPLETE],
  ])('%s', async (_what, file, status, message) => {
    const response = await world.upload({file, ...SPECIFIED})

    expect([response.statusCode, response.json()]).toEqual([status, {message}])
    expect([await world.stored(), await world.arriving(), (await listed()).items]).toEqual([[], [], []])
  })

  it.each(['harbour-lights.mp4', 'coffee-hour.webm'])('of %s that is cut off', async name => {
    const response = await world.upload({file: video(name, cut(await clip(name))), ...SPECIFIED})

    expect([response.statusCode, response.json()]).toEqual([400, {message: INCOMPLETE}])
    expect([await world.stored(), await world.arriving(), (await listed()).items]).toEqual([[], [], []])
  })

  const thumbnail = {label: 'thumbnail', type: 'digital_asset'}
  it.each([
    [
      'of a video that is called a thumbnail',
      {file: video(), ...thumbnail},
      415,
      'A thumbnail must be a JPEG, PNG or WebP image.',
    ],
    [
      'of an image without its video',
      {file: video('a.png', PNG), ...thumbnail},
      400,
      'parent_id: must be the video of the thumbnail',
    ],
    ['without a file', SPECIFIED, 400, 'A file must be chosen.'],
    ['of another type', {file: video(), label: 'video_asset', type: 'building'}, 400, /^type: /],
    ['of another label', {file: video(), label: 'firmware', type: 'digital_asset'}, 400, /^label: /],
    [
      'for an unknown organisation',
      {file: video(), ...SPECIFIED, organisation_id: randomUUID()},
      404,
      'Organisation not found.',
    ],
  ])('%s', async (_what, fields, status, message) => {
    const response = await world.upload(fields)

    expect(response.statusCode).toBe(status)
    expect(response.json()).toEqual({message: typeof message === 'string' ? message : expect.stringMatching(message)})
    expect([await world.stored(), await world.arriving(), (await listed()).items]).toEqual([[], [], []])
  })

  it('for an organisation out of reach', async () => {
    const response = await world.upload({file: video(), ...SPECIFIED, organisation_id: world.works}, 'noc')

    expect(response.statusCode).toBe(404)
    expect(await world.stored()).toEqual([])
  })

  it('of a body that is no form', async () => {
    expect((await world.call('plant', 'POST', '/api/v0/digitalAssets/upload', {label: 'video_asset'})).statusCode).toBe(
      415,
    )
  })

  it('with the id of an asset that is no file, or out of reach', async () => {
    const id = randomUUID()
    await world.upload({file: video(), ...SPECIFIED, id})

    expect((await world.upload({file: video(), ...SPECIFIED, id}, 'noc')).statusCode).toBe(409)
    expect(await world.stored()).toHaveLength(1)
  })
})

it('refuses a form that another site sends', async () => {
  const {payload, headers} = await import('../../support/video').then(({formOf}) =>
    formOf({file: video(), ...SPECIFIED}),
  )
  const response = await world.app.inject({
    method: 'POST',
    url: '/api/v0/digitalAssets/upload',
    payload,
    headers: {...headers, origin: 'https://evil.test', 'sec-fetch-site': 'cross-site'},
  })

  expect(response.statusCode).toBe(403)
})
