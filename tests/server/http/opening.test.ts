import {afterAll, beforeAll, describe, expect, it} from 'vitest'
import {OPENING_DEVICES} from '../../../contract/limits'
import {device} from '../../../server/database/schema/device'
import {seedDevice} from '../../support/app'
import {createWorld, type Who, type World} from '../../support/world'

const FIRST = ['/api/v0/user', '/api/v0/capabilities', '/api/v0/users/preferences']
const OVERVIEW = '/api/v0/telemetry/device/overview'

let test: World
let bare: World

beforeAll(async () => {
  test = await createWorld()
  bare = await createWorld({additions: false})
  await seedDevice(test.database, {name: 'pump', organisationId: test.works})
  await test.app.inject({method: 'POST', url: '/api/v1/pump-token/telemetry', body: {ts: 5, values: {load: 7}}})
})
afterAll(async () => {
  await bare.close()
  await test.close()
})

const answerOf = async (who: Who, url: string) => (await test.call(who, 'GET', url)).json()

describe('what a page begins with', () => {
  it.each(['admin', 'plant', 'user'] as const)('is what the calls answer, to %s', async who => {
    const answers = await Promise.all(FIRST.map(async path => [path, await answerOf(who, path)]))

    expect(await answerOf(who, '/api/v0/opening')).toEqual(Object.fromEntries(answers))
  })

  it('has the devices, too, when they are asked for', async () => {
    const opening = await answerOf('plant', '/api/v0/opening?devices=true')

    expect(Object.keys(opening)).toEqual([...FIRST, OVERVIEW])
    expect(opening[OVERVIEW]).toEqual(await answerOf('plant', OVERVIEW))
    expect(opening[OVERVIEW].devices).toHaveLength(1)
  })

  it('is only for those who are signed in', async () => {
    expect((await test.call('nobody', 'GET', '/api/v0/opening')).statusCode).toBe(401)
  })

  it('is not known to a server that has the specified calls alone', async () => {
    expect((await bare.call('plant', 'GET', '/api/v0/opening')).statusCode).toBe(404)
  })

  it.each([
    [`${OVERVIEW}?at_most=1`, 200],
    [`${OVERVIEW}?at_most=0`, 400],
    [`${OVERVIEW}?at_most=many`, 400],
    ['/api/v0/opening?devices=false', 400],
  ])('bounds what it asks for: %s is answered %i', async (url, status) => {
    expect((await test.call('plant', 'GET', url)).statusCode).toBe(status)
  })

  it('leaves out more devices than a page can take at once', async () => {
    const {works, database} = test
    const many = Array.from({length: OPENING_DEVICES}, (_, index) => ({name: `d${index}`, organisationId: works}))
    await database.db.insert(device).values(many)

    expect(Object.keys(await answerOf('plant', '/api/v0/opening?devices=true'))).toEqual(FIRST)
    expect((await test.call('plant', 'GET', `${OVERVIEW}?at_most=${OPENING_DEVICES}`)).statusCode).toBe(413)
  })
})
