import {eq} from 'drizzle-orm'
import {afterAll, beforeAll, beforeEach, describe, expect, it, vi} from 'vitest'
import {ATTRIBUTE_SCOPES} from '../../../contract/wire/entities/attribute'
import {asset} from '../../../server/database/schema/asset'
import {attribute} from '../../../server/database/schema/attribute'
import {device} from '../../../server/database/schema/device'
import {createTestApp, seedDevice} from '../../support/app'
import {createFileWorld, type FileWorld, SPECIFIED, video} from '../digitalAsset/world'

let test: FileWorld
let pump: string

beforeAll(async () => {
  test = await createFileWorld()
  pump = (await seedDevice(test.database, {name: 'pump', organisationId: test.works})).id
  await test.app.listen({port: 0, host: '127.0.0.1'})
})
beforeEach(() => test.database.db.delete(attribute))
afterAll(() => test.close())

const get = (what: string, token = 'pump-token') => test.app.inject({url: `/api/v1/${token}/${what}`})
const share = (key: string, body: object) =>
  test.call('plant', 'PUT', `/api/v0/attribute/device/${pump}/2/${key}`, body)

describe('the attributes that a device reads', () => {
  beforeEach(async () => {
    await test.app.inject({method: 'POST', url: '/api/v1/pump-token/attributes', body: {a: 1, b: {c: [true]}}})
    await share('a', {str_v: 'shared'})
    await share('d', {dbl_v: 0.5})
    await test.call('plant', 'PUT', `/api/v0/attribute/device/${pump}/1/secret`, {bool_v: true})
  })

  it.each([
    ['', {client: {a: 1, b: {c: [true]}}, shared: {a: 'shared', d: 0.5}}],
    ['?client_keys=a&shared_keys=d', {client: {a: 1, b: {c: [true]}}, shared: {a: 'shared', d: 0.5}}],
    ['?clientKeys=a,b&sharedKeys=d,missing', {client: {a: 1, b: {c: [true]}}, shared: {d: 0.5}}],
    ['?clientKeys=b', {client: {b: {c: [true]}}}],
    ['?sharedKeys=a', {shared: {a: 'shared'}}],
    ['?clientKeys=&sharedKeys=', {client: {a: 1, b: {c: [true]}}, shared: {a: 'shared', d: 0.5}}],
    ['?clientKeys=&sharedKeys=d', {shared: {d: 0.5}}],
    ['?sharedKeys=secret', {}],
  ])('are with %j those it names, or all of both scopes', async (query, told) => {
    const answer = await get(`attributes${query}`)
    expect([answer.statusCode, answer.json()]).toEqual([200, told])
  })

  it('are told to nobody with another token', async () => {
    const answer = await get('attributes', 'stranger')
    expect([answer.statusCode, answer.body]).toEqual([401, ''])
  })
})

describe('a device that waits for its attributes', () => {
  const poll = (query = '', token?: string) => get(`attributes/updates${query}`, token)
  /** Until the poll waits, an event would miss it. */
  const whilePolling = async (query: string, act: () => Promise<unknown>) => {
    const answer = poll(query)
    let isAnswered = false
    void answer.then(() => {
      isAnswered = true
    })
    await vi.waitFor(async () => {
      await act()
      expect(isAnswered).toBe(true)
    })
    return answer
  }

  it('is told what people share', async () => {
    const answer = await whilePolling('?timeout=0', () => share('a', {long_v: 7}))
    expect([answer.statusCode, answer.json()]).toEqual([200, {a: 7}])
  })

  it('is told what people delete', async () => {
    const answer = await whilePolling('', async () => {
      await test.database.db.insert(attribute).values({
        entityType: 'device',
        entityId: pump,
        scope: ATTRIBUTE_SCOPES.shared,
        key: 'a',
        longV: 1,
        lastUpdateTs: 0,
      })
      await test.call('plant', 'DELETE', `/api/v0/attribute/device/${pump}/2/a`)
    })
    expect([answer.statusCode, answer.json()]).toEqual([200, {deleted: ['a']}])
  })

  it('gets 408 without a body when the time has passed', async () => {
    const answer = await poll('?timeout=1')
    expect([answer.statusCode, answer.body]).toEqual([408, ''])
  })

  it.each(['-1', 'long'])('is refused with the timeout %s', async timeout => {
    expect((await poll(`?timeout=${timeout}`)).statusCode).toBe(400)
  })

  it('is told when it was deleted', async () => {
    const {id} = await seedDevice(test.database, {name: 'crane', organisationId: test.works})
    const answer = poll('', 'crane-token')
    // The token is looked up before the device waits.
    await vi.waitFor(async () => expect((await poll('?timeout=1', 'crane-token')).statusCode).toBe(408))
    await test.call('plant', 'DELETE', `/api/v0/device/${id}`)

    expect((await answer).statusCode).toBe(403)
    expect((await answer).json()).toEqual({message: 'Device was deleted!'})
  })

  it('is not told to whom the token was revoked', async () => {
    const {id} = await seedDevice(test.database, {name: 'winch', organisationId: test.works})
    const answer = poll('', 'winch-token')
    await vi.waitFor(async () => expect((await poll('?timeout=1', 'winch-token')).statusCode).toBe(408))
    await test.call('plant', 'DELETE', `/api/v0/device/${id}/credentials`)
    await test.call('plant', 'PUT', `/api/v0/attribute/device/${id}/2/a`, {long_v: 1})

    expect((await answer).statusCode).toBe(401)
  })

  it('does not hold up a server that closes', async () => {
    const other = await createTestApp({database: test.database, additions: false})
    const answer = other.app.inject({url: '/api/v1/pump-token/attributes/updates'})
    await vi.waitFor(async () =>
      expect((await other.app.inject({url: '/api/v1/pump-token/attributes/updates?timeout=1'})).statusCode).toBe(408),
    )
    await other.close()

    expect((await answer).statusCode).toBe(408)
  })
})

describe('the playlist of a screen', () => {
  const playlist = async () => (await get('playlist')).json()

  it('is empty while there is none, or while it is no list', async () => {
    expect(await playlist()).toEqual({revision: 0, items: []})
    await share('playlist', {str_v: 'none'})
    expect(await playlist()).toEqual({revision: 1, items: []})
  })

  it('holds the videos of its organisation in order, with addresses by which the screen fetches them', async () => {
    const first = (await test.upload({file: video('first.mp4'), ...SPECIFIED})).json().assetId
    const second = (await test.upload({file: video('second.mp4'), ...SPECIFIED})).json().assetId
    const foreign = (await test.upload({file: video('foreign.mp4'), ...SPECIFIED}, 'noc')).json().assetId
    const when = {from: '08:00', until: '18:00'}
    const listed = [second, foreign, 'no id', '0192f3a0-0000-7000-8000-000000000000', first]
    const items = listed.map((assetId, order) => ({assetId, order, ...(assetId === first && {when})}))
    await share('playlist', {json_v: items})

    const told = await playlist()

    expect(told).toEqual({
      revision: 1,
      items: [
        expect.objectContaining({assetId: second, name: 'second.mp4', content_type: 'video/mp4'}),
        expect.objectContaining({assetId: first, name: 'first.mp4', when}),
      ],
    })
    const [{url, size}] = told.items
    const file = await test.app.inject({url})
    expect([file.statusCode, file.rawPayload.length]).toEqual([200, size])
  })

  it('takes from a customer no video that the customer may not see, but keeps what others have put there', async () => {
    const [organisations, own] = await Promise.all(
      ['lobby.mp4', 'own.mp4'].map(async name => (await test.upload({file: video(name), ...SPECIFIED})).json().assetId),
    )
    const {customerId} = test
    await test.database.db.update(asset).set({customerId}).where(eq(asset.id, own))
    await test.database.db.update(device).set({customerId}).where(eq(device.id, pump))
    const write = async (who: 'plant' | 'customer', ...ids: string[]) => {
      const body = {json_v: ids.map((assetId, order) => ({assetId, order}))}
      return (await test.call(who, 'PUT', `/api/v0/attribute/device/${pump}/2/playlist`, body)).statusCode
    }
    const names = async () => (await playlist()).items.map(({name}: {name: string}) => name)

    expect(await write('customer', organisations)).toBe(403)
    expect(await write('customer', own)).toBe(201)
    expect(await write('customer', own, organisations)).toBe(403)
    expect(await names()).toEqual(['own.mp4'])
    expect(await write('plant', organisations, own)).toBe(200)
    expect(await write('customer', own, organisations)).toBe(200)
    expect(await names()).toEqual(['own.mp4', 'lobby.mp4'])
  })

  it('is told at once to a screen that knows another revision, and otherwise when it changes', async () => {
    const told = async (revision: number) => (await get(`playlist?revision=${revision}`)).json()
    expect(await told(7)).toEqual({revision: 0, items: []})
    const answer = told(0)
    await share('playlist', {json_v: []})

    expect(await answer).toEqual({revision: 1, items: []})
  })

  it('has the fallback of the first group of the screen by name that has any, else of the organisation', async () => {
    const [own, lobby, tower] = await Promise.all(
      ['own.mp4', 'lobby.mp4', 'tower.mp4'].map(
        async name => (await test.upload({file: video(name), ...SPECIFIED})).json().assetId,
      ),
    )
    const [first, second] = await Promise.all(
      ['Lobby', 'Tower'].map(async name => {
        const body = {name, type: 'device_group', organisation_id: test.works}
        return (await test.call('plant', 'POST', '/api/v0/asset', body)).json()._id
      }),
    )
    const write = async (owner: string, key: string, ...ids: string[]) =>
      expect(
        (await test.call('plant', 'PUT', `/api/v0/attribute/${owner}/2/${key}`, {json_v: ids})).statusCode,
      ).toBeLessThan(300)
    const fallback = async () => (await playlist()).fallback?.map(({name}: {name: string}) => name)

    await write(`organisation/${test.works}`, 'fallback_video_ids', own)
    expect(await fallback()).toEqual(['own.mp4'])
    await write(`asset/${second}`, 'fallback_video_ids', tower)
    expect(await fallback()).toEqual(['own.mp4'])
    await write(`asset/${second}`, 'device_ids', pump)
    expect(await fallback()).toEqual(['tower.mp4'])
    await write(`asset/${first}`, 'device_ids', pump)
    expect(await fallback()).toEqual(['tower.mp4'])
    await write(`asset/${first}`, 'fallback_video_ids', lobby)
    expect(await fallback()).toEqual(['lobby.mp4'])
    await test.call('plant', 'DELETE', `/api/v0/digitalAssets/${lobby}`)
    expect(await fallback()).toEqual(['tower.mp4'])
    await write(`asset/${second}`, 'fallback_video_ids')
    await write(`organisation/${test.works}`, 'fallback_video_ids')
    expect(await fallback()).toBeUndefined()
  })

  it('is told to a waiting screen as soon as its fallback changes, its groups do, or a fallback video is deleted', async () => {
    const {assetId} = (await test.upload({file: video('own.mp4'), ...SPECIFIED})).json()
    const group = {name: 'Hall', type: 'device_group', organisation_id: test.works}
    const hall = (await test.call('plant', 'POST', '/api/v0/asset', group)).json()._id
    const toldAfter = async (change: () => Promise<unknown>) => {
      const {revision} = await playlist()
      const answer = get(`playlist?revision=${revision}&timeout=60000`)
      // The answer to a later call of the device shows that the question has been received.
      await playlist()
      await change()
      return (await answer).json().fallback?.map(({name}: {name: string}) => name)
    }
    const write = (owner: string, key: string, ...ids: string[]) =>
      test.call('plant', 'PUT', `/api/v0/attribute/${owner}/2/${key}`, {json_v: ids})

    expect(await toldAfter(() => write(`asset/${hall}`, 'fallback_video_ids', assetId))).toBeUndefined()
    expect(await toldAfter(() => write(`asset/${hall}`, 'device_ids', pump))).toEqual(['own.mp4'])
    expect(await toldAfter(() => test.call('plant', 'DELETE', `/api/v0/digitalAssets/${assetId}`))).toBeUndefined()
    await test.call('plant', 'DELETE', `/api/v0/asset/${hall}`)
  })

  it('is told again after the time that a screen waits', async () => {
    expect((await get('playlist?revision=0&timeout=1')).json()).toEqual({revision: 0, items: []})
  })

  it('is no call of ThingsBoard', async () => {
    const bare = await createTestApp({database: test.database, additions: false})
    expect((await bare.app.inject({url: '/api/v1/pump-token/playlist'})).statusCode).toBe(404)
    expect((await bare.app.inject({url: '/api/v1/pump-token/attributes'})).statusCode).toBe(200)
    await bare.close()
  })
})
