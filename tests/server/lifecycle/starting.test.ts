import {expect, it, onTestFinished, vi} from 'vitest'
import {createTestDatabase} from '../../support/database'
import {linkTo} from '../../support/databaseLink'
import {createDataDir} from '../../support/dataDir'
import {startServerProcess} from '../../support/serverProcess'
import {steadyPort} from '../../support/steadyPort'

const WAITING = 'The server is starting: it waits for the database.'

it('tells on its port that it waits for the database, and serves when that is there', async () => {
  const database = await createTestDatabase()
  onTestFinished(() => database.close())
  const link = await linkTo(database)
  await link.cut()
  const port = await steadyPort()
  const origin = `http://127.0.0.1:${port}`
  const environment = {PORT: String(port), DATABASE_URL: link.url, PUBLIC_URL: 'https://works.example'}
  const server = startServerProcess({dataDir: await createDataDir(), environment})
  onTestFinished(async () => {
    await server.end('SIGKILL')
    await link.cut()
  })
  const call = async (path: string, headers: Readonly<Record<string, string>> = {}) => {
    const answer = await fetch(`${origin}${path}`, {headers})
    for (const name of ['strict-transport-security', 'content-security-policy', 'x-content-type-options'])
      expect(answer.headers.get(name)).not.toBeNull()
    return {status: answer.status, retryAfter: answer.headers.get('retry-after'), body: await answer.text()}
  }

  const readiness = await vi.waitFor(async () => {
    const answer = await call('/readyz')
    expect(answer.body).toContain(WAITING)
    return answer
  })
  expect(readiness.status).toBe(503)
  expect(JSON.parse(readiness.body)).toEqual({message: 'The server is not ready.', reasons: [WAITING], warnings: []})
  expect(await call('/livez')).toMatchObject({status: 200, body: '{"status":"alive"}'})
  expect(await call('/api/v0/user')).toEqual({status: 503, retryAfter: '2', body: JSON.stringify({message: WAITING})})
  const page = await call('/dashboard', {accept: 'text/html', 'accept-language': 'de-DE,de;q=0.9'})
  expect(page).toMatchObject({status: 503, retryAfter: '2'})
  expect(page.body).toContain('<h1>Der Server startet</h1>')

  await link.mend()
  await vi.waitFor(async () => expect((await call('/readyz')).status).toBe(200))
  expect(await server.end('SIGTERM')).toBe(0)
})

it('refuses a port that something else has, before it opens its database', async () => {
  const first = startServerProcess({dataDir: await createDataDir()})
  onTestFinished(async () => void (await first.end('SIGKILL')))
  const {port} = new URL((await first.origin) ?? '')
  const second = startServerProcess({dataDir: await createDataDir(), environment: {PORT: port}})

  expect(await second.exited).toBe(1)
  expect(second.output()).toContain(
    `The server can't listen on 127.0.0.1, port ${port}: something else does. Choose another with PORT.`,
  )
})
