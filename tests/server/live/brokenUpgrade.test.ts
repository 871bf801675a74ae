import {once} from 'node:events'
import {connect} from 'node:net'
import {afterAll, beforeAll, expect, it} from 'vitest'
import {createTestApp, type TestApp} from '../../support/app'

let test: TestApp
let origin: URL

beforeAll(async () => {
  test = await createTestApp()
  origin = new URL(await test.app.listen({host: '127.0.0.1', port: 0}))
})
afterAll(() => test.close())

it.each(['/', '/socket.io/?EIO=4&transport=websocket', '/socket.io/?EIO=1&transport=websocket'])(
  'serves on when a connection is reset that asked to become a WebSocket at %s',
  async path => {
    const received = once(test.app.server, 'upgrade')
    const stranger = connect(Number(origin.port), '127.0.0.1')
    await once(stranger, 'connect')
    stranger.write(
      `GET ${path} HTTP/1.1\r\nHost: ${origin.host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
        'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: x3JJHMbDL1EzLkh9GBhXDw==\r\n\r\n',
    )
    const [, connection] = await received
    const closed = new Promise(resolve => connection.once('close', resolve))

    stranger.resetAndDestroy()

    await closed
    expect((await fetch(new URL('/healthz', origin))).status).toBe(200)
  },
)
