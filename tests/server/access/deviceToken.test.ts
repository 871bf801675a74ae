import {afterAll, afterEach, beforeAll, describe, expect, it} from 'vitest'
import type {Place} from './people'
import {deviceToken} from './seed'
import {createWorld, type World} from './world'

let world: World

beforeAll(async () => {
  world = await createWorld()
})
afterEach(() => world.rewind())
afterAll(() => world.close())

describe('a device’s token', () => {
  it.each(['telemetry', 'attributes'])(
    'writes %s of its own device, whatever the message and the session name',
    async what => {
      const body = {
        load: 9,
        device_id: idOf('other organisation'),
        entityId: idOf('other organisation'),
        accessToken: deviceToken('other organisation'),
      }
      const before = await writtenTo('other organisation')

      const url = `/api/v1/${deviceToken('own customer')}/${what}?entityId=${idOf('other organisation')}`
      const response = await world.app.inject({method: 'POST', url, body, cookies: world.cookiesOf('SYS_ADMIN')})

      expect(response.statusCode).toBe(200)
      expect(await writtenTo('own customer')).toMatchObject({[what]: expect.arrayContaining(Object.keys(body))})
      expect(await writtenTo('other organisation')).toEqual(before)
    },
  )

  it.each([
    ['an unknown one', 'nobody-has-this'],
    ['the id of a device', () => idOf('own customer')],
    ['one of a session', () => world.cookiesOf('SYS_ADMIN').accessToken ?? ''],
    ['a pattern', '%25'],
    ['a longer one', `${deviceToken('own customer')}x`],
  ])('is worth nothing when it is %s', async (_what, given) => {
    const token = typeof given === 'function' ? given() : given

    const response = await world.app.inject({
      method: 'POST',
      url: `/api/v1/${token}/telemetry`,
      body: {load: 9},
      cookies: world.cookiesOf('SYS_ADMIN'),
    })

    expect([response.statusCode, response.body]).toEqual([401, ''])
    expect(await world.changes.take()).toEqual([])
  })

  it('opens no session', async () => {
    const cookies = {accessToken: deviceToken('own customer')}

    const response = await world.app.inject({url: `/api/v0/device/${idOf('own customer')}`, cookies})

    expect(response.statusCode).toBe(401)
  })
})

const idOf = (place: Place): string => world.idOf({kind: 'device', place}, 'nobody')

/** The keys of the device at a place. */
async function writtenTo(place: Place) {
  const cookies = world.cookiesOf('SYS_ADMIN')
  const [telemetry, attributes] = [
    await world.app.inject({url: `/api/v0/telemetry/device/${idOf(place)}/keys/timeseries`, cookies}),
    await world.app.inject({url: `/api/v0/attribute/device/${idOf(place)}`, cookies}),
  ]
  return {
    telemetry: telemetry.json(),
    attributes: attributes.json().map(({attributeKey}: {attributeKey: string}) => attributeKey),
  }
}
