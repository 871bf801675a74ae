import {createHash} from 'node:crypto'
import {createServer, type RequestListener, type Server} from 'node:http'
import {afterEach, expect, it} from 'vitest'
import {createRefuseBreached} from '../../../server/auth/breachedPasswords'
import {portOf} from '../../support/portOf'

const PASSWORD = 'correct horse battery'
const HASH = createHash('sha1').update(PASSWORD).digest('hex').toUpperCase()
const REFUSED = {statusCode: 400, message: 'This password is known from a data breach. Choose another.'}

let service: Server | undefined
afterEach(() => new Promise(resolve => (service === undefined ? resolve(undefined) : service.close(resolve))))

/** A service that answers so, its requests, and the log. */
async function createService(answer: RequestListener) {
  const asked: unknown[] = []
  const warnings: string[] = []
  const listening = createServer((request, response) => {
    asked.push([request.url, request.headers['add-padding']])
    answer(request, response)
  })
  service = listening
  await new Promise<void>(resolve => listening.listen(0, '127.0.0.1', resolve))
  const refuse = createRefuseBreached(`http://127.0.0.1:${portOf(listening)}/range/`, {
    warn: message => warnings.push(message),
  })
  return {refuse, asked, warnings}
}

const lines = (...counts: readonly (readonly [suffix: string, count: number])[]) =>
  counts.map(([suffix, count]) => `${suffix}:${count}`).join('\r\n')

it('a password of a breach is refused, and the service learns five characters of its hash', async () => {
  const {refuse, asked} = await createService((_request, response) =>
    response.end(lines(['0'.repeat(35), 2], [HASH.slice(5), 3])),
  )

  await expect(refuse(PASSWORD)).rejects.toMatchObject(REFUSED)
  expect(asked).toEqual([[`/range/${HASH.slice(0, 5)}`, 'true']])
})

it.each([
  ['that is in none', lines(['0'.repeat(35), 2])],
  ['that only pads the answer', lines([HASH.slice(5), 0])],
])('a password %s is taken', async (_what, body) => {
  const {refuse, warnings} = await createService((_request, response) => response.end(body))

  await expect(refuse(PASSWORD)).resolves.toBeUndefined()
  expect(warnings).toEqual([])
})

it.each<[string, RequestListener]>([
  ['fails', (_request, response) => response.writeHead(503).end()],
  ['leads elsewhere', (_request, response) => response.writeHead(302, {location: '/elsewhere'}).end()],
  ['breaks off', (_request, response) => response.destroy()],
  ['answers without end', (_request, response) => response.end('x'.repeat(1_100_000))],
  ['is silent', () => {}],
])('a service that %s keeps nobody from a password, and is told of in the log', async (_what, answer) => {
  const {refuse, warnings} = await createService(answer)

  await expect(refuse(PASSWORD)).resolves.toBeUndefined()
  expect(warnings).toEqual([expect.stringContaining("Breached passwords can't be asked for")])
  service?.closeAllConnections()
})
