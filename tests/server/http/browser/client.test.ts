import {createHash} from 'node:crypto'
import {mkdir, mkdtemp, rm, writeFile} from 'node:fs/promises'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import {brotliCompressSync, brotliDecompressSync} from 'node:zlib'
import {afterAll, beforeAll, describe, expect, it} from 'vitest'
import * as z from 'zod/mini'
import {createTestApp, type TestApp} from '../../../support/app'

const SCRIPT = "document.documentElement.dataset.density = 'compact'"
const ROUTES = {
  signedIn: {'/dashboard': ['assets/wall-1.js', 'assets/wall-2.css', 'assets/face-4.woff2']},
  media: {'/dashboard': ['assets/media-5.js']},
  wall: {'/dashboard': ['assets/wall-6.js']},
  anybody: {'/register': ['config.json', 'assets/account-3.js']},
}

const OPENING = (query: string) => `</api/v0/opening${query}>; rel=preload; as=fetch; crossorigin`
const WALL_LINKS = `${OPENING('?devices=true')}, </assets/wall-6.js>; rel=modulepreload`

let test: TestApp
let clientDir: string

beforeAll(async () => {
  clientDir = await mkdtemp(join(tmpdir(), 'client-'))
  await mkdir(join(clientDir, 'assets'))
  await writeFile(
    join(clientDir, 'index.html'),
    `<!doctype html><html lang="en"><title>Pulsewall</title><script>${SCRIPT}</script>`,
  )
  await writeFile(join(clientDir, 'player.html'), '<!doctype html><html lang="en"><title>A screen</title>')
  await writeFile(join(clientDir, 'routes.json'), JSON.stringify(ROUTES))
  await writeFile(join(clientDir, 'assets', 'index-a1b2c3.js'), `console.log("${'x'.repeat(2000)}")`)
  test = await createTestApp({clientDir})
})
afterAll(async () => {
  await test.close()
  await rm(clientDir, {recursive: true})
})

const browse = (url: string) => test.app.inject({url, headers: {accept: 'text/html,*/*;q=0.8'}})

describe('the built client', () => {
  it.each(['/', '/index.html', '/login', '/dashboard?device=1&key=a%2Fb', '/sys_admin/organisation/7'])(
    'is opened by %s and never kept',
    async url => {
      const response = await browse(url)

      expect(response.statusCode).toBe(200)
      expect(response.headers['content-type']).toBe('text/html; charset=utf-8')
      expect(response.headers['cache-control']).toBe('no-store')
      expect(response.body).toContain('Pulsewall')
    },
  )

  it.each(['/player', '/player/', '/player?any=1', '/player.html'])('shows a screen its own page at %s', async url => {
    const response = await browse(url)

    expect(response.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(response.headers['cache-control']).toBe('no-store')
    expect(response.body).toContain('A screen')
  })

  it.each(['/players', '/playerWorker'])('has nothing else for a screen, as at %s', async url => {
    expect((await browse(url)).body).not.toContain('A screen')
  })

  it('has assets that are kept for good, since their names change', async () => {
    const response = await test.app.inject({url: '/assets/index-a1b2c3.js', headers: {'accept-encoding': 'br'}})

    expect(response.headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect(response.headers['content-encoding']).toBe('br')
  })

  it('has assets that were compressed when it was built', async () => {
    await writeFile(join(clientDir, 'assets', 'index-a1b2c3.js.br'), brotliCompressSync('console.log()'))

    const response = await test.app.inject({url: '/assets/index-a1b2c3.js', headers: {'accept-encoding': 'gzip, br'}})

    expect(brotliDecompressSync(response.rawPayload).toString()).toBe('console.log()')
    expect(response.headers['content-type']).toContain('javascript')
    expect(response.headers['cache-control']).toBe('public, max-age=31536000, immutable')
  })

  it('may run the script of its own page, and no other', async () => {
    const hash = createHash('sha256').update(SCRIPT).digest('base64')

    const {headers} = await browse('/login')

    expect(headers['content-security-policy']).toContain(`script-src 'self' 'sha256-${hash}';`)
  })

  it.each([
    [
      '/dashboard?device=1',
      'accessToken=any',
      `${OPENING('?devices=true')}, </assets/wall-1.js>; rel=modulepreload, </assets/wall-2.css>; rel=preload; as=style; crossorigin, ` +
        '</assets/face-4.woff2>; rel=preload; as=font; type="font/woff2"; crossorigin',
    ],
    [
      '/dashboard?device=1',
      'accessToken=any; dashboard=media',
      `${OPENING('')}, </assets/media-5.js>; rel=modulepreload`,
    ],
    ['/dashboard?tiles=key', 'accessToken=any; dashboard=wall', WALL_LINKS],
    ['/dashboard?tiles=key&kiosk=1', 'accessToken=any', WALL_LINKS],
    ['/dashboard?device=1', 'dashboard=media', undefined],
    ['/dashboard?device=1', '', undefined],
    ['/register', '', '</config.json>; rel=preload; as=fetch; crossorigin, </assets/account-3.js>; rel=modulepreload'],
    [
      '/register/',
      'accessToken=any',
      '</config.json>; rel=preload; as=fetch; crossorigin, </assets/account-3.js>; rel=modulepreload',
    ],
    ['/unknown', 'accessToken=any', undefined],
    ['/constructor', 'accessToken=any', undefined],
  ])('names the files that %s needs with the cookie "%s"', async (url, cookie, links) => {
    const response = await test.app.inject({url, headers: {accept: 'text/html', cookie}})

    expect(response.headers.link).toBe(links)
  })

  it.each([
    ['accessToken=any', false],
    ['', true],
  ])('says whether the page came without a session, as with the cookie "%s"', async (cookie, isNobody) => {
    const response = await test.app.inject({url: '/login', headers: {accept: 'text/html', cookie}})

    expect(response.body).toMatch(/<html [^>]*lang="en">/)
    expect(response.body.includes('data-visitor="nobody"')).toBe(isNobody)
  })

  it.each([
    ['/dashboard', 'accessToken=any', '/api/v0/opening?devices=true'],
    ['/dashboard', 'accessToken=any; dashboard=media', '/api/v0/opening'],
    ['/dashboard', '', null],
    ['/register', 'accessToken=any', null],
  ])('tells its scripts what to ask first: at %s with the cookie "%s", %s', async (url, cookie, opening) => {
    const {body} = await test.app.inject({url, headers: {accept: 'text/html', cookie}})

    expect(/data-opening="([^"]*)"/.exec(body)?.[1] ?? null).toBe(opening)
  })

  it('names its build in the page and in the capabilities, so that an old page knows that it is old', async () => {
    const capabilities = await test.app.inject('/api/v0/capabilities')

    const {build} = z.object({build: z.string().check(z.minLength(8))}).parse(capabilities.json())
    expect((await browse('/')).body).toContain(`data-build="${build}"`)
  })

  it.each([
    ['/', 200],
    ['/login', 200],
    ['/dashboard?device=1.5', 200],
    ['/favicon-of-old.ico', 404],
    ['/api/v0/nothing', 404],
  ])('is opened by those who take anything, too: %s is answered %i', async (url, status) => {
    for (const headers of [{accept: '*/*'}, {}])
      expect((await test.app.inject({method: 'HEAD', url, headers})).statusCode).toBe(status)
    expect((await test.app.inject({url, headers: {accept: 'application/json'}})).statusCode).toBe(
      url === '/' ? 200 : 404,
    )
  })

  it.each(['/api', '/api/v0/nothing', '/assets', '/assets/gone-123.js', '/docs/nothing.js', '/player/files/1'])(
    'is not what %s means',
    async url => {
      const response = await browse(url)

      expect(response.statusCode).toBe(404)
      expect(response.json()).toEqual({message: 'There is nothing at this address.'})
    },
  )

  it.each([
    '/assets/',
    '/../package.json',
    '/..%2f..%2fetc%2fpasswd',
    '/assets/%2e%2e/%2e%2e/etc/passwd',
    '/assets/..%5c..%5c',
  ])('lets nothing out by %s', async url => {
    const response = await test.app.inject({url, headers: {accept: 'application/json'}})

    expect(response.statusCode).toBeGreaterThanOrEqual(400)
    expect(response.statusCode).toBeLessThan(500)
    expect(response.json()).toEqual({message: expect.any(String)})
  })

  it('is not posted to', async () => {
    expect((await test.app.inject({method: 'POST', url: '/login'})).statusCode).toBe(404)
  })
})
