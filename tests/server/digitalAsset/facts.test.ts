import {afterAll, beforeAll, beforeEach, describe, expect, it} from 'vitest'
import {digitalAsset} from '../../../server/database/schema/asset'
import {readContainer} from '../../../server/digitalAsset/container'
import {createFactsReader} from '../../../server/digitalAsset/facts'
import {createDigitalAssetRepository} from '../../../server/digitalAsset/repository'
import {TooCostly} from '../../../server/evaluation/evaluations'
import {openFiles} from '../../../server/files/openFiles'
import {HttpError} from '../../../server/http/failures/errors'
import {filmOf, noise} from '../../support/film'
import {mp4, PNG} from '../../support/video'
import {createFileWorld, type FileWorld, SPECIFIED, video} from './world'

let world: FileWorld

beforeAll(async () => {
  world = await createFileWorld()
})
beforeEach(() => world.empty())
afterAll(() => world.close())

const upload = (bytes: Buffer, fields = {}) => world.upload({file: video('film.mp4', bytes), ...SPECIFIED, ...fields})
const listed = async () => (await world.call('plant', 'GET', '/api/v0/digitalAssets')).json().items

const PORTRAIT = {width: 360, height: 640, codec: 'avc1.42c01f', has_sound: true}
const UNKNOWN = {width: null, height: null, codec: null, has_sound: null}

describe('the facts of a video', () => {
  it('are read from its container when it is uploaded', async () => {
    await upload(await filmOf({rotation: 90, hasSound: true}))
    expect(await listed()).toMatchObject([{facts: PORTRAIT, duration: expect.any(Number)}])
  })

  it('leave it the length that its sender has measured', async () => {
    await upload(await filmOf(), {duration: '4321'})
    expect(await listed()).toMatchObject([{duration: 4321}])
  })

  it('are not known where the container cannot be read', async () => {
    await upload(mp4())
    expect(await listed()).toMatchObject([{facts: UNKNOWN, duration: null}])
  })

  it('show that its pictures are none, so that it is refused', async () => {
    const refused = await upload(await filmOf({picture: noise}))
    expect([refused.statusCode, refused.json()]).toEqual([
      400,
      {message: 'The pictures of the video cannot be read. The file is damaged.'},
    ])
    expect([await listed(), await world.stored(), await world.arriving()]).toEqual([[], [], []])
  })
})

describe('facts that are missing', () => {
  const isOpen = () => new AbortController().signal

  async function createReader(read: Parameters<typeof createFactsReader>[0]['readContainer'], isElsewhere = false) {
    const {store: here, incoming} = await openFiles({folder: world.folder})
    const {pathOf: _, ...elsewhere} = here
    const files = createDigitalAssetRepository(world.database)
    return createFactsReader({files, store: isElsewhere ? elsewhere : here, incoming, readContainer: read})
  }

  const forget = () => world.database.db.update(digitalAsset).set({facts: null, duration: null})
  const stored = () => world.database.db.select().from(digitalAsset)

  it.each([
    ['on this machine', false],
    ['elsewhere', true],
  ])('are read of the videos that are stored %s', async (_where, isElsewhere) => {
    const {assetId} = (await upload(await filmOf({rotation: 90, hasSound: true}))).json()
    await world.upload({file: {name: 'picture.png', bytes: PNG}, ...SPECIFIED, label: 'thumbnail', parent_id: assetId})
    await upload(mp4())
    await forget()
    expect((await listed()).map((item: object) => 'facts' in item)).toEqual([false, false])

    const reader = await createReader((_by, input) => readContainer(input), isElsewhere)
    await reader.readMissing(isOpen())

    const found = await stored()
    const facts = found.map(({contentType, facts}) => [contentType, facts])
    expect(facts).toEqual(
      expect.arrayContaining([
        ['video/mp4', PORTRAIT],
        ['image/png', null],
        ['video/mp4', UNKNOWN],
      ]),
    )
    expect(await world.arriving()).toEqual([])
  })

  it('are not known where reading them costs too much, and stay missing where it fails otherwise', async () => {
    await upload(await filmOf())
    await forget()
    const busy = await createReader(() => Promise.reject(new HttpError(503, 'busy')))
    await expect(busy.readMissing(isOpen())).rejects.toThrow('busy')
    expect(await stored()).toMatchObject([{facts: null}])

    const costly = await createReader(() => Promise.reject(new TooCostly('time')))
    await costly.readMissing(isOpen())
    expect(await stored()).toMatchObject([{facts: UNKNOWN}])
  })

  it('of a video whose file is missing stay so, and those behind it are read', async () => {
    for (let nth = 0; nth < 3; nth++) await upload(await filmOf())
    await forget()
    const ids = (await stored()).map(({id}) => id).sort()
    const {store} = await openFiles({folder: world.folder})
    await store.remove(ids[1] ?? '')
    const reader = await createReader((_by, input) => readContainer(input), true)

    await reader.readMissing(isOpen())

    const known = new Map((await stored()).map(({id, facts}) => [id, facts !== null]))
    expect(ids.map(id => known.get(id))).toEqual([true, false, true])
  })

  it('are read no more once the server ends', async () => {
    await upload(await filmOf())
    await forget()
    const reader = await createReader((_by, input) => readContainer(input))
    await reader.readMissing(AbortSignal.abort())
    expect(await stored()).toMatchObject([{facts: null}])
  })
})
