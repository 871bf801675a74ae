import {connect} from 'node:net'
import {afterAll, beforeAll, describe, expect, it} from 'vitest'
import {createTestApp, type TestApp} from '../../support/app'
import {portOf} from '../../support/portOf'

let test: TestApp
let port: number

beforeAll(async () => {
  test = await createTestApp({requestTimeout: 400})
  await test.app.listen({port: 0, host: '127.0.0.1'})
  port = portOf(test.app.server)
})
afterAll(() => test.close())

describe('bytes on the wire', () => {
  it('that name two lengths are refused, and what follows them is not taken for a request', async () => {
    const received = await send(
      'POST /api/v0/auth/logout HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n' +
        '0\r\n\r\nGET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n',
    )

    expect(received.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 400'])
    expect(bodyOf(received)).toEqual({message: 'The request is not valid HTTP.'})
  })

  it('that are no HTTP are refused', async () => {
    expect(bodyOf(await send('hello\r\n\r\n'))).toEqual({message: 'The request is not valid HTTP.'})
  })

  it('that ask for their echo get none', async () => {
    const received = await send(
      'TRACE / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nCookie: accessToken=s3cret\r\n\r\n',
    )

    expect(received).toMatch(/^HTTP\/1\.1 40[45] /)
    expect(received).not.toContain('s3cret')
  })

  it('of endless headers are refused', async () => {
    const received = await send(`GET / HTTP/1.1\r\nHost: localhost\r\nCookie: ${'x'.repeat(40_000)}\r\n\r\n`)

    expect(received).toContain('HTTP/1.1 431')
    expect(bodyOf(received)).toEqual({message: 'The headers are too large.'})
  })

  it.each([
    ['headers', 'GET / HTTP/1.1\r\nHost: localhost\r\n'],
    [
      'a body',
      'POST /api/v0/auth/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{',
    ],
  ])('that never come to the end of %s are given up', async (_what, beginning) => {
    const received = await send(beginning)

    expect(received).toContain('HTTP/1.1 408')
  })
})

describe('closing', () => {
  it('ends connections that are kept alive', async () => {
    const closing = await createTestApp({database: test.database})
    await closing.app.listen({port: 0, host: '127.0.0.1'})
    const received = send('GET /config.json HTTP/1.1\r\nHost: localhost\r\n\r\n', portOf(closing.app.server), () =>
      closing.close(),
    )

    expect(await received).toContain('HTTP/1.1 200')
  })
})

/** Resolves with all that came, when the server has closed the connection. */
function send(bytes: string, to = port, onAnswer: () => void = () => {}): Promise<string> {
  return new Promise((resolve, reject) => {
    let received = ''
    const socket = connect(to, '127.0.0.1', () => socket.write(bytes))
    socket.on('data', chunk => {
      received += chunk
      onAnswer()
    })
    socket.on('error', reject)
    socket.on('close', () => resolve(received))
  })
}

function bodyOf(received: string): unknown {
  return JSON.parse(received.slice(received.indexOf('\r\n\r\n')))
}
