import {execFile} from 'node:child_process'
import {once} from 'node:events'
import {connect} from 'node:net'
import {text} from 'node:stream/consumers'
import {promisify} from 'node:util'
import {afterAll, beforeAll, beforeEach, describe, expect, it} from 'vitest'
import {createTestApp, seedDevice, seedOrganisation, type TestApp} from '../../support/app'
import {portOf} from '../../support/portOf'
import {findProgram, pythonWith} from '../../support/programs'
import {emptyTables} from '../../support/tables'

const BODY = '{"temperature":21.5}'
const PATH = '/api/v1/pump-token/telemetry'
const PYTHON_POST = `import sys, urllib.request
urllib.request.urlopen(urllib.request.Request(sys.argv[1], sys.argv[2].encode(), {'Content-Type': 'application/json'}))`

/** As their users call them, without any option for us. */
const CLIENTS: Record<string, {program: string | undefined; parameters: (url: string) => string[]}> = {
  curl: {program: findProgram('curl'), parameters: url => ['-fsS', url, '--json', BODY]},
  'curl by HTTP 1.0': {
    program: findProgram('curl'),
    parameters: url => ['-fsS', '--http1.0', '-H', 'Content-Type: application/json', '-d', BODY, url],
  },
  wget: {
    program: findProgram('wget'),
    parameters: url => ['-qO-', '--header=Content-Type: application/json', `--post-data=${BODY}`, url],
  },
  'the library of Python': {program: pythonWith('urllib.request'), parameters: url => ['-c', PYTHON_POST, url, BODY]},
}

let test: TestApp
let port: number

beforeAll(async () => {
  test = await createTestApp()
  await seedDevice(test.database, {name: 'pump', organisationId: await seedOrganisation(test.database)})
  await test.app.listen({port: 0, host: '127.0.0.1'})
  port = portOf(test.app.server)
})
afterAll(() => test.close())
beforeEach(() => emptyTables(test.database.pool, 'telemetry', 'latest'))

async function stored(): Promise<unknown> {
  const {rows} = await test.database.pool.query('select value from telemetry')
  return rows.map(({value}) => value)
}

describe('a device with a client of others', () => {
  for (const [name, {program, parameters}] of Object.entries(CLIENTS)) {
    if (program === undefined) console.warn(`There is no ${name}: it is not tried.`)
    it.runIf(program !== undefined)(`is heard when it sends by ${name}`, async () => {
      await promisify(execFile)(program ?? '', parameters(`http://127.0.0.1:${port}${PATH}`))
      expect(await stored()).toEqual([21.5])
    })
  }

  const length = `Content-Length: ${BODY.length}\r\n`
  const type = 'Content-Type: application/json\r\n'
  const last = 'Connection: close\r\n'
  const host = 'Host: localhost\r\n'
  it.each([
    ['of HTTP 1.0 without a host', `POST ${PATH} HTTP/1.0\r\n${type}${length}\r\n${BODY}`],
    ['in absolute form', `POST http://localhost${PATH} HTTP/1.1\r\n${host}${type}${length}${last}\r\n${BODY}`],
    ['to a host of IPv6', `POST ${PATH} HTTP/1.1\r\nHost: [::1]:8080\r\n${type}${length}${last}\r\n${BODY}`],
    ['with a slash at its end', `POST ${PATH}/ HTTP/1.1\r\n${host}${type}${length}${last}\r\n${BODY}`],
    [
      'in chunks',
      `POST ${PATH} HTTP/1.1\r\n${host}${type}Transfer-Encoding: chunked\r\n${last}\r\n` +
        `5\r\n${BODY.slice(0, 5)}\r\n${(BODY.length - 5).toString(16)}\r\n${BODY.slice(5)}\r\n0\r\n\r\n`,
    ],
    ['that is announced', `POST ${PATH} HTTP/1.1\r\n${host}${type}${length}Expect: 100-continue\r\n${last}\r\n${BODY}`],
  ])('is heard when it sends a call %s', async (_, bytes) => {
    expect(await send(bytes)).toMatch(/HTTP\/1\.1 200 /)
    expect(await stored()).toEqual([21.5])
  })

  it.each([
    ['with bare line feeds', `POST ${PATH} HTTP/1.1\nHost: localhost\n\n`, 400],
    ['to a path of two slashes', `POST /${PATH} HTTP/1.1\r\n${host}${type}${length}${last}\r\n${BODY}`, 404],
    ['to no host', `POST ${PATH} HTTP/1.1\r\nHost: \r\n${type}${length}${last}\r\n${BODY}`, 421],
    ['to an unknown host', `POST ${PATH} HTTP/1.1\r\nHost: x.test\r\n${type}${length}${last}\r\n${BODY}`, 421],
  ])('is told why a call %s is refused', async (_, bytes, status) => {
    const answer = await send(bytes)
    expect(answer).toContain(`HTTP/1.1 ${status} `)
    expect(answer).toContain('"message":"')
  })
})

async function send(bytes: string): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  socket.write(bytes)
  return text(socket)
}
