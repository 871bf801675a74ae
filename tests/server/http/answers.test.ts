import {afterAll, beforeAll, describe, expect, it} from 'vitest'
import {BODY_BYTES, JSON_DEPTH} from '../../../contract/limits'
import {HttpError} from '../../../server/http/failures/errors'
import {createLog} from '../../../server/log/log'
import {type Cookies, createTestApp, PASSWORD, seedUser, signIn, type TestApp} from '../../support/app'

let test: TestApp
let signedIn: Cookies
const lines: string[] = []

beforeAll(async () => {
  const added = ['broken', 'thrown', 'slow', 'teapot', 'large']
  test = await createTestApp({
    log: createLog({level: 'debug', stream: {write: line => lines.push(line)}}),
    furtherAccess: Object.fromEntries(added.map(name => [`GET /api/v0/${name}`, {who: 'everyone'}])),
  })
  const {app, database} = test
  app.get('/api/v0/broken', async () => database.pool.query('select * from nowhere where secret = $1', ['s3cret']))
  app.get('/api/v0/thrown', () => {
    throw Object.assign(new Error('at /home/me/server.ts'), {password: PASSWORD})
  })
  app.get('/api/v0/slow', async () => {
    throw Object.assign(new Error('canceling statement due to statement timeout'), {code: '57014'})
  })
  app.get('/api/v0/teapot', () => {
    throw new HttpError(418, 'I am a teapot.', {'retry-after': '1'})
  })
  app.get('/api/v0/large', async () => ({text: 'x'.repeat(5000)}))
  await seedUser(database, {email: 'admin@works.test'})
  signedIn = await signIn(app, 'admin@works.test')
})
afterAll(() => test.close())

const login = (payload: string, headers: Record<string, string> = {'content-type': 'application/json'}) =>
  test.app.inject({method: 'POST', url: '/api/v0/auth/login', payload, headers})

describe('a failure', () => {
  it.each([
    ['/api/v0/broken', 500, 'Something went wrong on the server.'],
    ['/api/v0/thrown', 500, 'Something went wrong on the server.'],
    ['/api/v0/slow', 503, 'The query took too long.'],
    ['/api/v0/teapot', 418, 'I am a teapot.'],
    ['/api/v0/unknown', 404, 'There is nothing at this address.'],
    ['/api/v0/%E0%A4%A', 400, "'/api/v0/%E0%A4%A' is not a valid url component"],
  ])('of %s is told as its message alone', async (url, statusCode, message) => {
    const response = await test.app.inject({url, headers: {accept: 'text/html'}})

    expect(response.statusCode).toBe(statusCode)
    expect(response.json()).toEqual({message})
  })

  it.each([
    ['malformed JSON', '{"email":', 400],
    ['a bare word', 'hello', 400],
    ['NaN', '{"email":NaN}', 400],
    ['no body', '', 400],
    ['an array', '[]', 400],
    ['null', 'null', 400],
    ['a poisoned prototype', '{"__proto__":{"isAdmin":true},"email":"a","password":"b"}', 400],
    ['a poisoned constructor', '{"constructor":{"prototype":{}},"email":"a","password":"b"}', 400],
    ['endless nesting', '['.repeat(100_000), 400],
    ['nesting beyond the limit', '['.repeat(JSON_DEPTH + 1) + ']'.repeat(JSON_DEPTH + 1), 400],
    ['a body over the limit', JSON.stringify('x'.repeat(BODY_BYTES)), 413],
  ])('of %s in a body is the caller’s', async (_what, payload, statusCode) => {
    const response = await login(payload)

    expect(response.statusCode).toBe(statusCode)
    expect(response.json()).toEqual({message: expect.any(String)})
  })

  it('says how deep JSON may go, and takes what is deep in a text only', async () => {
    expect((await login('['.repeat(50))).json()).toEqual({
      message: `JSON may be nested ${JSON_DEPTH} levels deep at most.`,
    })
    expect((await login(`{"email":"${'[{\\"'.repeat(50)}","password":"b"}`)).statusCode).toBe(401)
  })

  it('is a body that is no JSON', async () => {
    const response = await login('<email/>', {'content-type': 'application/xml'})

    expect(response.statusCode).toBe(415)
    expect(response.json()).toEqual({message: expect.any(String)})
  })
})

describe('the log', () => {
  it('says what failed and where, and holds no secret', async () => {
    await test.app.inject({url: '/api/v0/broken', cookies: signedIn})
    await test.app.inject({url: '/api/v0/thrown', cookies: signedIn})
    await login(JSON.stringify({email: 'admin@works.test', password: 'a-wrong-password'}))
    await test.app.inject({method: 'POST', url: '/api/v1/device-s3cret/telemetry', body: {}})
    await test.app.inject({url: '/api/users/verify-email/?token=link-s3cret'})
    await test.app.inject({
      method: 'POST',
      url: '/api/users/password_reset/confirm/?token=link-s3cret',
      body: {password: 'a-wrong-password'},
    })

    const log = lines.join('')
    expect(log).toContain('relation \\"nowhere\\" does not exist')
    expect(log).toContain('"route":"/api/v0/broken"')
    for (const secret of ['s3cret', PASSWORD, 'a-wrong-password', ...Object.values(signedIn)]) {
      expect(log).not.toContain(secret)
    }
  })
})

describe('every answer', () => {
  it.each(['/api/v0/user', '/healthz', '/api/v0/unknown', '/api/v0/%E0%A4%A', '/docs/static/index.html', '/nothing'])(
    'of %s has the headers that protect a browser',
    async url => {
      const {headers} = await test.app.inject({url})

      expect(headers['content-security-policy']).toBe(
        "default-src 'self';script-src 'self';style-src 'self' 'unsafe-inline';img-src 'self' data: blob:;media-src 'self' blob:;" +
          "connect-src 'self';object-src 'none';base-uri 'none';form-action 'self';frame-ancestors 'none'",
      )
      expect(headers['x-content-type-options']).toBe('nosniff')
      expect(headers['referrer-policy']).toBe('same-origin')
      expect(headers['x-frame-options']).toBe('DENY')
      expect(headers['x-powered-by']).toBeUndefined()
    },
  )

  it.each([
    ['/api/v0/capabilities', 'application/json; charset=utf-8'],
    ['/api/v0/unknown', 'application/json; charset=utf-8'],
    ['/config.json', 'application/json; charset=utf-8'],
    ['/metrics', 'text/plain; version=0.0.4; charset=utf-8'],
    ['/docs/', 'text/html; charset=utf-8'],
    ['/docs/static/swagger-ui.css', 'text/css; charset=utf-8'],
    ['/docs/static/swagger-ui-bundle.js', 'application/javascript; charset=utf-8'],
    ['/api/v0/digitalAssets/plays.csv?from=0&to=1', 'text/csv; charset=utf-8'],
  ])('says what it is and how it is written: %s', async (url, contentType) => {
    const {headers} = await test.app.inject({url, cookies: signedIn})

    expect(headers['content-type']).toBe(contentType)
  })

  it.each(['latest', 'overview', 'history?from_ts=0&to_ts=1'])('of telemetry says so, too: %s', async call => {
    const {statusCode, headers} = await test.app.inject({url: `/api/v0/telemetry/device/${call}`, cookies: signedIn})

    expect([statusCode, headers['content-type']]).toEqual([200, 'application/json; charset=utf-8'])
  })

  it('to a parameter that comes twice is a refusal', async () => {
    const twice = [
      '/api/v0/audit?limit=1&limit=2',
      '/api/v0/device?q=a&q=b',
      '/api/users/verify-email/?token=a&token=b',
    ]
    const answers = await Promise.all(twice.map(url => test.app.inject({url, cookies: signedIn})))

    expect(answers.map(({statusCode}) => statusCode)).toEqual([400, 400, 400])
  })

  it('of the devices’ calls is not taken for something else, and no longer than it must be', async () => {
    const {headers} = await test.app.inject({method: 'POST', url: '/api/v1/unknown/telemetry', body: {}})

    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(headers['cache-control']).toBe('no-store')
  })

  it('of the devices’ calls can be no page, and stand in none', async () => {
    const {headers} = await test.app.inject({url: '/api/v1/unknown/attributes'})

    expect(headers['content-security-policy']).toBe("default-src 'none';base-uri 'none';frame-ancestors 'none'")
    expect(headers['referrer-policy']).toBe('same-origin')
  })

  it.each(['br', 'gzip'])('of some length is compressed by %s', async encoding => {
    const response = await test.app.inject({url: '/api/v0/large', headers: {'accept-encoding': encoding}})

    expect(response.headers['content-encoding']).toBe(encoding)
    expect(response.rawPayload.length).toBeLessThan(500)
  })
})
