import {afterAll, beforeAll, describe, expect, it} from 'vitest'
import {readVersion} from '../../../server/version'
import {createTestApp, seedUser, signIn, type TestApp} from '../../support/app'

let test: TestApp
let bare: TestApp

beforeAll(async () => {
  test = await createTestApp({
    clientConfig: {apiBase: '', dashboards: {media: ['m'], wall: ['w']}, lateAfter: 5000},
  })
  bare = await createTestApp({database: test.database, additions: false})
})
afterAll(async () => {
  await bare.close()
  await test.close()
})

describe('what the server says of itself', () => {
  it('is what the client is configured with', async () => {
    const response = await test.app.inject({url: '/config.json'})

    expect(response.json()).toEqual({apiBase: '', dashboards: {media: ['m'], wall: ['w']}, lateAfter: 5000})
    expect(response.headers['cache-control']).toBe('no-cache')
  })

  it('lets pages load images of maps from the one origin that has them', async () => {
    const mapTiles = {url: 'https://tiles.test:8443/{z}/{x}/{y}.png?key=1', attribution: '© Tiles'}
    const clientConfig = {apiBase: '', dashboards: {media: [], wall: []}, lateAfter: 5000, mapTiles}
    const {app, close} = await createTestApp({database: test.database, clientConfig})
    const {headers, json} = await app.inject({url: '/config.json'})
    await close()

    expect(json()).toEqual(clientConfig)
    expect(String(headers['content-security-policy']).split(';')).toEqual([
      ...["default-src 'self'", "script-src 'self'", "style-src 'self' 'unsafe-inline'"],
      ...["img-src 'self' data: blob: https://tiles.test:8443", "media-src 'self' blob:", "connect-src 'self'"],
      ...["object-src 'none'", "base-uri 'none'", "form-action 'self'", "frame-ancestors 'none'"],
    ])
  })

  it('says that it is a Pulsewall, which has all additions', async () => {
    const response = await test.app.inject({url: '/api/v0/capabilities'})

    expect(response.json()).toEqual({pulsewall: 1})
  })

  it('is 404 when it offers nothing beyond', async () => {
    const response = await bare.app.inject({url: '/api/v0/capabilities'})

    expect(response.statusCode).toBe(404)
    expect(response.json()).toEqual({message: 'There is nothing at this address.'})
    expect((await bare.app.inject({url: '/socket.io/?EIO=4&transport=polling'})).statusCode).toBe(404)
  })

  it('is its version, to those who are signed in', async () => {
    await seedUser(test.database, {email: 'admin@works.test'})
    const cookies = await signIn(test.app, 'admin@works.test')

    const response = await test.app.inject({url: '/api/v0/version', cookies})

    expect(response.json()).toEqual({
      version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
      commit: readVersion().commit,
      startedAt: expect.any(Number),
    })
    expect((await test.app.inject({url: '/api/v0/version'})).statusCode).toBe(401)
  })

  it('is a page of all calls', async () => {
    await seedUser(test.database, {email: 'reader@works.test'})
    const cookies = await signIn(test.app, 'reader@works.test')
    const page = await test.app.inject({url: '/docs/', cookies})
    const description = await test.app.inject({url: '/docs/json', cookies})

    expect(page.statusCode).toBe(200)
    expect(page.body).not.toMatch(/<script(?![^>]*\bsrc=)[^>]*>/)
    expect(Object.keys(description.json().paths)).toEqual(
      expect.arrayContaining(['/api/v0/auth/login', '/api/v0/user', '/api/v0/device/{id}']),
    )
  })
})

describe('the health check', () => {
  it('is fine while the database answers', async () => {
    const response = await test.app.inject({url: '/healthz'})

    expect(response.statusCode).toBe(200)
    expect(response.json()).toEqual({status: 'ok'})
  })

  it('answers while calls hold every connection', async () => {
    const {pool} = test.database
    const used = await Promise.all(Array.from({length: pool.options.max ?? 0}, () => pool.connect()))

    const response = await test.app.inject({url: '/healthz'})

    expect(response.statusCode).toBe(200)
    expect([pool.idleCount, pool.totalCount]).toEqual([0, used.length])
    for (const client of used) client.release()
  })

  it('is 503 when the database does not answer', async () => {
    const cut = await createTestApp()
    await cut.database.close()

    const response = await cut.app.inject({url: '/healthz'})

    expect(response.statusCode).toBe(503)
    expect(response.json()).toEqual({message: 'The database does not answer.'})
    await cut.app.close()
  })
})
