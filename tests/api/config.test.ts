import {createServer, type Server} from 'node:http'
import {afterEach, describe, expect, it} from 'vitest'
import {loadConfig} from '../../src/api/config'

const DEFAULTS = {apiBase: '', dashboards: {media: [], wall: []}, lateAfter: 90_000}
const PAGE = '<!doctype html><title>Works</title>'

let host: Server | undefined
afterEach(() => host?.close())

async function hostAnswering(status: number, type: string, body: string): Promise<string> {
  const started = createServer((_, response) => {
    response.writeHead(status, {'content-type': type, connection: 'close'}).end(body)
  })
  host = started
  await new Promise<void>(resolve => started.listen(0, '127.0.0.1', resolve))
  const address = started.address()
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
}

describe('the configuration of a client', () => {
  it('is what its host says, and the defaults for the rest', async () => {
    const origin = await hostAnswering(200, 'application/json', '{"apiBase": "https://api.works.test"}')
    expect(await loadConfig({origin})).toEqual({...DEFAULTS, apiBase: 'https://api.works.test'})
  })

  it.each([
    [404, 'text/html', PAGE],
    [404, 'application/json', '{"message": "Not found"}'],
    [403, 'application/xml', '<Error/>'],
    [500, 'text/html', PAGE],
    [200, 'text/html', PAGE],
    [200, 'text/plain', ''],
  ])('is the defaults with a host that answers %d %s', async (status, type, body) => {
    const origin = await hostAnswering(status, type, body)
    expect(await loadConfig({origin})).toEqual(DEFAULTS)
  })

  it.each(['{"lateAfter": "soon"}', '[]', '{"lateAfter": 1000,}'])('is refused as %s', async body => {
    const origin = await hostAnswering(200, 'application/json', body)
    await expect(loadConfig({origin})).rejects.toMatchObject({kind: 'unexpected'})
  })

  it.each([502, 503, 504])('is waited for while a gateway answers %d', async status => {
    const origin = await hostAnswering(status, 'text/html', PAGE)
    await expect(loadConfig({origin})).rejects.toMatchObject({kind: 'unreachable'})
  })

  it('is waited for while nobody answers', async () => {
    const origin = await hostAnswering(200, 'application/json', '{}')
    await new Promise(resolve => host?.close(resolve))
    await expect(loadConfig({origin})).rejects.toMatchObject({kind: 'unreachable'})
  })
})
