import {connect} from 'node:net'
import {afterAll, beforeAll, describe, expect, it} from 'vitest'
import {type Cookies, cookieHeader, createTestApp, seedUser, signIn, type TestApp} from '../../support/app'
import {LIVE_PATH, originOf, upgrade} from '../../support/bareSocket'

const POLLING = '/socket.io/?EIO=4&transport=polling'
const PROTECTING = {
  'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
  'referrer-policy': 'same-origin',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
}
let test: TestApp
let cookies: Cookies

beforeAll(async () => {
  test = await createTestApp({isPublicHttps: true})
  await seedUser(test.database, {email: 'admin@works.test'})
  cookies = await signIn(test.app, 'admin@works.test')
  await test.app.listen({port: 0, host: '127.0.0.1'})
})
afterAll(() => test.close())

const get = (path: string, headers = '') =>
  `GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n${headers}\r\n`
const as = (own: Cookies) => `Cookie: ${cookieHeader(own)}\r\n`

describe('the headers that protect a browser come with', () => {
  it.each<[string, () => string, number]>([
    ['a call', () => get('/api/v0/user', as(cookies)), 200],
    ['a refused call', () => get('/api/v0/user'), 401],
    ['an address without anything', () => get('/nothing'), 404],
    ['an address that is none', () => get('/%E0%A4%A'), 400],
    ['a name that is foreign', () => get('/').replace('localhost', 'evil.test'), 421],
    ['what is no HTTP', () => 'hello\r\n\r\n', 400],
    ['too many headers', () => get('/', `Cookie: ${'x'.repeat(40_000)}\r\n`), 431],
    ['the description of the API', () => get('/docs/json', as(cookies)), 200],
    ['a file of that description', () => get('/docs/static/swagger-ui.css', as(cookies)), 200],
    ['an upload that is refused', () => `POST /api/v0/digitalAssets/upload HTTP/1.1${get('/').slice(14)}`, 401],
    ['a handshake', () => get(POLLING, as(cookies)), 200],
    ['a refused handshake', () => get(POLLING), 401],
    ['a handshake that nobody can make', () => get(`${POLLING}&sid=unknown`), 400],
    ['the preflight of a handshake', () => `OPTIONS${get(POLLING).slice(3)}`, 204],
    ['a refused upgrade', () => upgrade(LIVE_PATH, 'accessToken=made-up'), 401],
    ['the page without a client', () => get('/', 'Accept: text/html\r\n'), 404],
  ])('%s', async (_what, request, status) => {
    const [head = ''] = (await answerTo(request())).split('\r\n\r\n')
    const [first, ...lines] = head.split('\r\n')
    const headers = Object.fromEntries(
      lines.map(line => [line.split(': ')[0]?.toLowerCase(), line.split(': ').slice(1).join(': ')]),
    )

    expect(first).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    expect(headers).toMatchObject(PROTECTING)
  })
})

it.each([
  ['an address without anything', '/nothing', 404],
  ['the description of the API', '/docs/json', 401],
  ['metrics that are refused', '/metrics', 403],
  ['a call', '/api/v0/user', 401],
])('%s is kept by no cache', async (_what, url, status) => {
  const answer = await test.app.inject({url, remoteAddress: '10.0.0.1'})
  expect([answer.statusCode, answer.headers['cache-control']]).toEqual([status, 'no-store'])
})

it.each([
  ['a handshake that a proxy had by https', POLLING],
  ['a refused upgrade that a proxy had by https', undefined],
])('%s asks for https ever after', async (_what, path) => {
  const proxied = await createTestApp({trustedProxies: ['127.0.0.1']})
  await proxied.app.listen({port: 0, host: '127.0.0.1'})
  const by = 'X-Forwarded-For: 192.0.2.7\r\nX-Forwarded-Proto: https\r\n'
  const plain = path === undefined ? upgrade(LIVE_PATH, 'accessToken=made-up') : get(path)
  const request = plain.replace('\r\n', `\r\n${by}`)
  try {
    expect((await answerTo(request, proxied)).toLowerCase()).toContain('strict-transport-security: ')
    expect((await answerTo(plain, proxied)).toLowerCase()).not.toContain('strict-transport-security: ')
  } finally {
    await proxied.close()
  }
})

/** Returns the raw bytes, up to the end of the headers. */
function answerTo(request: string, {app} = test): Promise<string> {
  return new Promise((resolve, reject) => {
    let heard = ''
    const socket = connect(originOf(app).port, '127.0.0.1', () => socket.write(request))
    socket.on('data', chunk => {
      heard += chunk.toString('latin1')
      if (heard.includes('\r\n\r\n')) socket.destroy()
    })
    socket.on('error', reject)
    socket.on('close', () => resolve(heard))
  })
}
