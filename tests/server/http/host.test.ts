import {afterAll, beforeAll, describe, expect, it} from 'vitest'
import {createTestApp, type TestApp} from '../../support/app'
import {LIVE_PATH, openBareSocket, upgrade} from '../../support/bareSocket'

const MESSAGE = 'This server is not known by that name. PUBLIC_URL or ALLOWED_HOSTS would make it known.'
let test: TestApp

beforeAll(async () => {
  test = await createTestApp({publicOrigin: 'https://pulsewall.test', knownHosts: ['Walls.Works.test']})
  await test.app.listen({port: 0, host: '127.0.0.1'})
})
afterAll(() => test.close())

describe('a request', () => {
  it.each([
    'pulsewall.test',
    'PulseWall.test:8443',
    'pulsewall.test.',
    'walls.works.test:3000',
    'localhost:3000',
    'demo.localhost',
    '127.0.0.1:3000',
    '192.168.1.7',
    '[::1]:3000',
  ])('to %s is answered', async host => {
    expect((await test.app.inject({url: '/config.json', headers: {host}})).statusCode).toBe(200)
  })

  it.each([
    'evil.test',
    'evil.test:3000',
    'pulsewall.test.evil.test',
    'localhost.evil.test',
    '127.0.0.1.evil.test',
    '[evil.test]',
    'evil.test@pulsewall.test',
  ])('to %s, where a page of somebody else may be, is refused', async host => {
    for (const url of ['/', '/api/v0/user', '/api/v1/a-token/attributes']) {
      const response = await test.app.inject({
        url,
        headers: {host, 'x-forwarded-host': 'pulsewall.test', accept: 'text/html'},
      })

      expect([response.statusCode, response.json()]).toEqual([421, {message: MESSAGE}])
      expect(response.headers['x-content-type-options']).toBe('nosniff')
    }
  })
})

describe('a handshake', () => {
  it.each([LIVE_PATH, '/socket.io/?EIO=4&transport=polling'])('to a foreign name is refused by %s', async path => {
    const bare = openBareSocket(test.app)
    bare.socket.write(upgrade(path, 'accessToken=made-up').replace('Host: localhost', 'Host: evil.test'))
    await bare.closed

    expect(bare.heard()).toMatch(/^HTTP\/1\.1 421 Misdirected Request\r\n/)
    expect(bare.heard()).toContain(JSON.stringify({message: MESSAGE}))
  })
})
