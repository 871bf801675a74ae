import {afterAll, beforeAll, describe, expect, it} from 'vitest'
import {createTestApp, type TestApp} from '../../support/app'
import {LIVE_PATH, openBareSocket, originOf, upgrade} from '../../support/bareSocket'

let test: TestApp
let origin: string

beforeAll(async () => {
  test = await createTestApp()
  await test.app.listen({port: 0, host: '127.0.0.1'})
  ;({origin} = originOf(test.app))
})
afterAll(() => test.close())

describe('a stranger', () => {
  it.each([LIVE_PATH, '/elsewhere'])('who asks for an upgrade to %s and breaks off does no harm', async path => {
    const {socket} = openBareSocket(test.app)
    const closed = new Promise(resolve =>
      test.app.server.once('upgrade', (_request, connection) => {
        connection.once('close', resolve)
        socket.resetAndDestroy()
      }),
    )
    socket.write(upgrade(path, 'accessToken=made-up'))
    await closed

    expect((await fetch(`${origin}/healthz`)).status).toBe(200)
  })
})
