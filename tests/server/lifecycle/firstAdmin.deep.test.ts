import {afterEach, beforeEach, describe, expect, it} from 'vitest'
import type {Database} from '../../../server/database/connect'
import {user} from '../../../server/database/schema/user'
import {createTestDatabase} from '../../support/database'
import {createDataDir} from '../../support/dataDir'
import {type ServerProcess, startServerProcess} from '../../support/serverProcess'

const INVITATION = /^No admin yet\. Make the first one here: (\S+)\/firstAdmin\?token=([\w-]{43})$/m
const ADMIN = {email: 'root@works.test', password: 'correct horse battery'}

let database: Database
let server: ServerProcess | undefined

beforeEach(async () => {
  database = await createTestDatabase()
})
afterEach(async () => {
  await server?.end('SIGKILL')
  await database.close()
})

/** Outside of demo mode. */
async function start(environment: Record<string, string> = {}) {
  await server?.end('SIGTERM')
  const started = startServerProcess({
    dataDir: await createDataDir(),
    environment: {DATABASE_URL: database.pool.options.connectionString ?? '', DEMO: 'off', ...environment},
  })
  server = started
  return {...started, listensAt: (await started.origin) ?? ''}
}

async function invitationOf({output}: ServerProcess) {
  await expect.poll(output).toMatch(INVITATION)
  const [, origin, token] = INVITATION.exec(output()) ?? []
  return {origin, token}
}

async function post(url: string, body: object): Promise<number> {
  const headers = {'content-type': 'application/json'}
  return (await fetch(url, {method: 'POST', headers, body: JSON.stringify(body)})).status
}

describe('a server without any admin', () => {
  it('holds no account at all, so none with a known password', async () => {
    await start()

    expect(await database.db.select().from(user)).toEqual([])
  })

  it('prints another link at each start, until an admin is made by one', async () => {
    const first = await invitationOf(await start())
    const again = await start()
    const second = await invitationOf(again)
    expect(second.origin).toBe(again.listensAt)
    expect(second.token).not.toBe(first.token)

    expect(await post(`${again.listensAt}/api/v0/setup`, {...ADMIN, token: second.token})).toBe(200)

    expect(await post(`${again.listensAt}/api/v0/auth/login`, ADMIN)).toBe(200)
    const {output} = await start()
    await server?.end('SIGTERM')
    expect(output()).not.toContain('No admin yet')
  })

  it('links to the address that users see', async () => {
    const invitation = await invitationOf(await start({PUBLIC_URL: 'https://wall.works.test/'}))

    expect(invitation.origin).toBe('https://wall.works.test')
  })
})
