import {mkdir, mkdtemp, rm, writeFile} from 'node:fs/promises'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import {afterAll, beforeAll, describe, expect, it} from 'vitest'
import {createTestApp, type TestApp} from '../../support/app'

let test: TestApp
let clientDir: string

beforeAll(async () => {
  clientDir = await mkdtemp(join(tmpdir(), 'client-'))
  await mkdir(join(clientDir, 'assets'))
  await writeFile(join(clientDir, 'index.html'), '<!doctype html><title>Pulsewall</title>')
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
      expect(response.headers['cache-control']).toBe('no-cache')
      expect(response.body).toContain('Pulsewall')
    },
  )

  it('has assets that are kept for good, since their names change', async () => {
    const response = await test.app.inject({url: '/assets/index-a1b2c3.js', headers: {'accept-encoding': 'br'}})

    expect(response.headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect(response.headers['content-encoding']).toBe('br')
  })

  it.each(['/api', '/api/v0/nothing', '/assets/gone-123.js', '/docs/nothing.js'])('is not what %s means', async url => {
    const response = await browse(url)

    expect(response.statusCode).toBe(404)
    expect(response.json()).toEqual({message: 'There is nothing at this address.'})
  })

  it.each(['/../package.json', '/..%2f..%2fetc%2fpasswd', '/assets/%2e%2e/%2e%2e/etc/passwd', '/assets/..%5c..%5c'])(
    'lets nothing out by %s',
    async url => {
      const response = await test.app.inject({url})

      expect(response.statusCode).toBeGreaterThanOrEqual(400)
      expect(response.statusCode).toBeLessThan(500)
      expect(response.json()).toEqual({message: expect.any(String)})
    },
  )

  it('is not posted to', async () => {
    expect((await test.app.inject({method: 'POST', url: '/login'})).statusCode).toBe(404)
  })
})
