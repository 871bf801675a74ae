import {createWriteStream} from 'node:fs'
import {createServer} from 'node:http'
import {pipeline} from 'node:stream/promises'

/** The least that takes a file: each body is written to the file that is named by the parameter, and flushed if asked. */
const [path = ''] = process.argv.slice(2)

const server = createServer(async (request, response) => {
  await pipeline(request, createWriteStream(path, {flush: request.url === '/flushed'}))
  response.end()
})
server.requestTimeout = 0
server.listen(0, '127.0.0.1', () => process.send?.(server.address()))
