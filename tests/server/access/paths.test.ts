import {afterAll, beforeAll, describe, expect, it} from 'vitest'
import {ACCESS} from '../../../server/access/access'
import {asRegistered} from '../../../server/access/paths'
import {createWorld, seedAsset, type World} from '../../support/world'

let world: World

beforeAll(async () => {
  world = await createWorld()
  await seedAsset(world.database, {name: 'campus', organisationId: world.works})
})
afterAll(() => world.close())

describe('a slash at the end of a path', () => {
  it.each(['/api/v0/organisation', '/api/v0/device', '/api/v0/asset', '/api/v0/user', '/api/v0/users/profile'])(
    'makes no other call of a list: %s',
    async path => {
      const [plain, slashed] = [await world.call('admin', 'GET', path), await world.call('admin', 'GET', `${path}/`)]

      expect([slashed.statusCode, slashed.body]).toEqual([plain.statusCode, plain.body])
    },
  )

  it('makes no other call of one with a query', async () => {
    const path = `?organisation_id=${world.works}`

    const [plain, slashed] = [
      await world.call('admin', 'GET', `/api/v0/asset${path}`),
      await world.call('admin', 'GET', `/api/v0/asset/${path}`),
    ]

    expect(plain.json()).toHaveLength(1)
    expect(slashed.json()).toEqual(plain.json())
  })

  it('may be left out where the path has one', async () => {
    const response = await world.call('nobody', 'POST', '/api/users/password_reset', {email: 'admin@t.test'})

    expect(response.json()).toEqual({message: 'Check your email for password reset instructions.'})
  })

  it('tells the registration by an admin from everybody’s', async () => {
    const body = {email: 'new@t.test', password: 'a quite new password'}

    const byAdmin = await world.call('nobody', 'POST', '/api/v0/user/register', body)
    const byAnybody = await world.call('nobody', 'POST', '/api/v0/user/register/', {...body, password2: body.password})

    expect([byAdmin.statusCode, byAnybody.statusCode]).toEqual([401, 200])
  })

  it.each(Object.keys(ACCESS).filter(call => call.includes(' /api/')))('leads to the row of the table: %s', call => {
    const path = call.replace(/^\S+ /, '')
    const other = path.endsWith('/') ? path.slice(0, -1) : `${path}/`
    const isAnother = Object.keys(ACCESS).some(one => one.endsWith(` ${other}`))

    expect(asRegistered({url: path})).toBe(path)
    expect(asRegistered({url: `${other}?a=/`})).toBe(`${isAnother ? other : path}?a=/`)
  })
})
