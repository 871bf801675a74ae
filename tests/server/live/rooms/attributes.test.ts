import {afterAll, beforeAll, describe, expect, it, vi} from 'vitest'
import type {AttributeWire} from '../../../../contract/wire/entities/attribute'
import type {LiveAttribute} from '../../../../contract/wire/telemetry/live'
import {newestOfEach} from '../../../../server/live/rooms/attributes'
import {seedDevice, signIn} from '../../../support/app'
import {originOf} from '../../../support/bareSocket'
import {openSocket} from '../../../support/socket'
import {createWorld, type Who, type World} from '../../../support/world'

describe('of many news of an attribute', () => {
  const written = (version: number, values: Partial<AttributeWire> = {}): LiveAttribute => ({
    written: {
      id: 'a',
      entityId: 'd',
      attributeType: 2,
      attributeKey: 'k',
      lastUpdateTs: 0,
      version,
      ...values,
    },
  })
  const deleted: LiveAttribute = {deleted: {entityId: 'd', attributeType: 2, attributeKey: 'k', at: 0}}

  it('the newest is told', () => {
    expect(newestOfEach([written(1), written(2)])).toEqual([written(2)])
  })

  it('the newest is told though it was told first', () => {
    expect(newestOfEach([written(2), written(1)])).toEqual([written(2)])
  })

  it('a deletion ends what was written before, and one written again ends the deletion', () => {
    expect(newestOfEach([written(5), deleted])).toEqual([deleted])
    expect(newestOfEach([written(5), deleted, written(1)])).toEqual([written(1)])
  })

  it('those of other attributes are kept', () => {
    const others = [written(1, {entityId: 'e'}), written(1, {attributeType: 0}), written(1, {attributeKey: 'l'})]
    expect(newestOfEach([...others, written(1)])).toEqual([...others, written(1)])
  })
})

describe('the one who watches a device', () => {
  let test: World
  let pump: string
  let rack: string

  beforeAll(async () => {
    test = await createWorld()
    const {app, database, works, noc} = test
    pump = (await seedDevice(database, {name: 'pump', organisationId: works})).id
    rack = (await seedDevice(database, {name: 'rack', organisationId: noc})).id
    await app.listen({port: 0, host: '127.0.0.1'})
  })
  afterAll(() => test.close())

  async function watch(who: Who, deviceIds: string[]): Promise<LiveAttribute[]> {
    const client = openSocket(originOf(test.app).origin, await signIn(test.app, `${who}@t.test`))
    const heard: LiveAttribute[] = []
    client.on('attributes', batch => heard.push(...batch))
    await client.emitWithAck('subscribe', {device_ids: deviceIds})
    return heard
  }

  const post = async (name: string, body: object) => {
    const response = await test.app.inject({method: 'POST', url: `/api/v1/${name}-token/attributes`, body})
    expect(response.statusCode).toBe(200)
  }
  const url = (id: string, key = '/2/playlist') => `/api/v0/attribute/device/${id}${key}`

  it('gets events of what the device says', async () => {
    const heard = await watch('plant', [pump])

    await post('pump', {heartbeat: {ts: 5}, zone: 'UTC'})

    const said = {entityId: pump, attributeType: 0, lastUpdateTs: test.clock.now, version: 1}
    await vi.waitFor(() =>
      expect(heard).toEqual([
        {written: expect.objectContaining({...said, attributeKey: 'heartbeat', json_v: {ts: 5}})},
        {written: expect.objectContaining({...said, attributeKey: 'zone', str_v: 'UTC'})},
      ]),
    )
  })

  it('gets events of what people create, write and delete', async () => {
    const heard = await watch('plant', [pump])

    await test.call('plant', 'POST', url(pump, ''), {attributeKey: 'playlist', attributeType: 2, json_v: []})
    await vi.waitFor(() => expect(heard).toHaveLength(1))
    await test.call('plant', 'PUT', url(pump), {json_v: [{assetId: 'a', order: 0}], version: 1})
    await vi.waitFor(() => expect(heard).toHaveLength(2))
    await test.call('plant', 'DELETE', url(pump))
    await vi.waitFor(() => expect(heard).toHaveLength(3))

    const playlist = {entityId: pump, attributeType: 2, attributeKey: 'playlist'}
    expect(heard).toEqual([
      {written: expect.objectContaining({...playlist, json_v: [], version: 1})},
      {written: expect.objectContaining({...playlist, json_v: [{assetId: 'a', order: 0}], version: 2})},
      {deleted: {...playlist, at: test.clock.now}},
    ])
  })

  it('hears nothing of a write that was refused', async () => {
    const heard = await watch('plant', [pump])

    await test.call('plant', 'PUT', url(pump, '/2/brightness'), {long_v: 1, version: 9})
    await test.call('plant', 'DELETE', url(pump, '/2/never'))
    await post('pump', {last: 1})

    await vi.waitFor(() => expect(heard).toHaveLength(1))
    expect(heard).toEqual([{written: expect.objectContaining({attributeKey: 'last'})}])
  })

  it.each([
    ['of another organisation', 'plant', () => rack, 'rack'],
    ['of no customer', 'user', () => pump, 'pump'],
  ] as const)('hears nothing of a device %s', async (_what, who, id, name) => {
    const heard = await watch(who, [id()])
    const reached = await watch('admin', [id()])

    await post(name, {secret: 1})
    await test.call('admin', 'PUT', url(id()), {json_v: []})

    await vi.waitFor(() => expect(reached).toHaveLength(2))
    expect(heard).toEqual([])
  })

  it('gets events of a playlist from which a deleted video was taken', async () => {
    const heard = await watch('plant', [pump])
    const made = await test.call('plant', 'POST', '/api/v0/asset', {
      name: 'Video',
      type: 'digital_asset',
      label: 'video_asset',
      organisation_id: test.works,
    })
    const assetId: string = made.json()._id
    await test.call('plant', 'PUT', url(pump), {json_v: [{assetId, order: 0}]})
    await test.call('plant', 'DELETE', `/api/v0/digitalAssets/${assetId}`)

    await vi.waitFor(() =>
      expect(heard.at(-1)).toEqual({
        written: expect.objectContaining({entityId: pump, attributeKey: 'playlist', json_v: []}),
      }),
    )
  })
})
