import {afterAll, beforeAll, beforeEach, describe, expect, it} from 'vitest'
import {attribute} from '../../../server/database/schema/attribute'
import {seedDevice} from '../../support/app'
import {createFileWorld, type FileWorld, SPECIFIED, video} from '../digitalAsset/world'

let test: FileWorld
let pump: string
let alarm: string

beforeAll(async () => {
  test = await createFileWorld()
  pump = (await seedDevice(test.database, {name: 'pump', organisationId: test.works})).id
  await test.app.listen({port: 0, host: '127.0.0.1'})
  alarm = (await test.upload({file: video('leave.mp4'), ...SPECIFIED})).json().assetId
})
beforeEach(() => test.database.db.delete(attribute))
afterAll(() => test.close())

const playlist = async (query = '') => {
  const answer = await test.app.inject({url: `/api/v1/pump-token/playlist${query}`})
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json()
}
const write = async (owner: string, key: string, json_v: unknown) => {
  const answer = await test.call('plant', 'PUT', `/api/v0/attribute/${owner}/2/${key}`, {json_v})
  expect(answer.statusCode, answer.body).toBeLessThan(300)
}
const organisation = () => `organisation/${test.works}`
const fire = (changes: object = {}) => ({
  ...{id: 'fire', videoId: alarm, groupId: null, why: 'Fire', by: 'Ada', drill: false},
  ...{since: Date.now(), until: Date.now() + 3_600_000},
  ...changes,
})

describe('an emergency of an organisation', () => {
  it('is in the answer to its screens, with an address of the video', async () => {
    const raised = fire()
    await write(organisation(), 'emergencies', [raised])
    expect((await playlist()).emergency).toEqual({
      ...{id: 'fire', until: raised.until, drill: false},
      item: expect.objectContaining({assetId: alarm, name: 'leave.mp4', url: expect.any(String)}),
    })
  })

  it.each([
    ['has ended', {since: 1, until: 2}],
    ['is for another group', {groupId: '0192f3a0-0000-7000-8000-000000000000'}],
    ['is for a group that cannot be', {groupId: 'lobby'}],
  ])('is in no answer when it %s', async (_, changes) => {
    await write(organisation(), 'emergencies', [fire(changes)])
    expect(await playlist()).toEqual({revision: 0, items: []})
  })

  it('is told without a video that is gone', async () => {
    await write(organisation(), 'emergencies', [fire({videoId: 'none', drill: true})])
    expect((await playlist()).emergency).toMatchObject({id: 'fire', drill: true})
    expect((await playlist()).emergency).not.toHaveProperty('item')
  })

  it('reaches the screens of its group', async () => {
    const body = {name: 'Lobby', type: 'device_group', organisation_id: test.works}
    const groupId = (await test.call('plant', 'POST', '/api/v0/asset', body)).json()._id
    await write(`asset/${groupId}`, 'device_ids', [pump])
    await write(organisation(), 'emergencies', [fire({groupId})])
    expect((await playlist()).emergency).toMatchObject({id: 'fire'})
  })

  it('ends the wait of a screen at once, when it is raised, and when it is lifted', async () => {
    await write(organisation(), 'emergencies', [])
    const raised = playlist('?revision=0&emergency=')
    await write(organisation(), 'emergencies', [fire()])
    expect((await raised).emergency).toMatchObject({id: 'fire'})
    const lifted = playlist('?revision=0&emergency=fire')
    await write(organisation(), 'emergencies', [])
    expect(await lifted).toEqual({revision: 0, items: []})
  })

  it('is told at once to a screen that knows another one', async () => {
    await write(organisation(), 'emergencies', [fire()])
    expect((await playlist('?revision=0&emergency=storm')).emergency).toMatchObject({id: 'fire'})
  })
})

describe('what an organisation plans for its screens', () => {
  it('has the videos that they fetch before they are needed', async () => {
    await write(organisation(), 'emergency_video_ids', [alarm, 'none'])
    expect((await playlist()).prepared).toEqual([expect.objectContaining({assetId: alarm})])
  })

  it('loses a video that is deleted', async () => {
    const other = (await test.upload({file: video('other.mp4'), ...SPECIFIED})).json().assetId
    await write(organisation(), 'emergency_video_ids', [other, alarm])
    expect((await test.call('plant', 'DELETE', `/api/v0/digitalAssets/${other}`)).statusCode).toBeLessThan(300)
    const stored = await test.call('plant', 'GET', `/api/v0/attribute/${organisation()}/2/emergency_video_ids`)
    expect(stored.json().json_v).toEqual([alarm])
  })

  it('ends their wait when their fallback or their groups change', async () => {
    const fallback = playlist('?revision=0')
    await write(organisation(), 'fallback_video_ids', [alarm])
    expect((await fallback).fallback).toEqual([expect.objectContaining({assetId: alarm})])
  })
})
