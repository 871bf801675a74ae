import {createHash, randomUUID} from 'node:crypto'
import {afterAll, beforeAll, beforeEach, describe, expect, it} from 'vitest'
import {mp4, PNG} from '../../support/video'
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
      ...{name: 'opening.mp4', label: 'video_asset', type: 'digital_asset', organisation_id: world.works},
    })
    expect(await listed()).toEqual({
      items: [
        {
          ...{_id: assetId, name: 'opening.mp4', createdAt: world.clock.now, size: mp4().length},
          ...{content_type: 'video/mp4', sha256, duration: null, thumbnail_url: null},
        },
      ],
      ...{used: mp4().length, quota: null, file_limit: 2 * 1024 ** 3},
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
      ...{label: 'thumbnail', parent_id: assetId},
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

describe('nothing is stored', () => {
  it.each([
    ['of a text that is named like a video', {file: video('a.mp4', Buffer.from('no video at all')), ...SPECIFIED}, 415],
    ['of a page that is named like a video', {file: video('a.mp4', Buffer.from('<html><script>')), ...SPECIFIED}, 415],
    ['of an image that is called a video', {file: video('a.mp4', PNG), ...SPECIFIED}, 415],
    ['of a video that is called a thumbnail', {file: video(), label: 'thumbnail', type: 'digital_asset'}, 415],
    ['of an image without its video', {file: video('a.png', PNG), label: 'thumbnail', type: 'digital_asset'}, 400],
    ['of no bytes', {file: video('a.mp4', Buffer.alloc(0)), ...SPECIFIED}, 400],
    ['without a file', SPECIFIED, 400],
    ['of another type', {file: video(), label: 'video_asset', type: 'building'}, 400],
    ['of another label', {file: video(), label: 'firmware', type: 'digital_asset'}, 400],
    ['for an unknown organisation', {file: video(), ...SPECIFIED, organisation_id: randomUUID()}, 404],
  ])('%s', async (_what, fields, status) => {
    const response = await world.upload(fields)

    expect(response.statusCode).toBe(status)
    expect(response.json()).toEqual({message: expect.any(String)})
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
    ...{method: 'POST', url: '/api/v0/digitalAssets/upload', payload},
    headers: {...headers, origin: 'https://evil.test', 'sec-fetch-site': 'cross-site'},
  })

  expect(response.statusCode).toBe(403)
})
