import fastify from 'fastify'
import {expect, it, onTestFinished} from 'vitest'
import {createPatience} from '../../../../server/http/failures/patience'
import {realTime} from '../../../../server/scheduler'
import {openBareSocket} from '../../../support/bareSocket'

const BODY = Buffer.alloc(9 * 1024 * 1024)

it('the rest of a refused body holds up no later request of its connection, by whomever it was read so far', async () => {
  const app = fastify()
  app.addContentTypeParser('*', (_request, _body, done) => done(null))
  app.get('/', async () => 'here')
  app.patch('/', async ({raw}, reply) => {
    await raw[Symbol.asyncIterator]().next()
    createPatience(realTime).forgetRest(raw)
    return reply.code(507).send()
  })
  await app.listen({host: '127.0.0.1', port: 0})
  const {socket, heard} = openBareSocket(app)
  onTestFinished(async () => {
    socket.destroy()
    await app.close()
  })

  socket.write(`PATCH / HTTP/1.1\r\nHost: localhost\r\nContent-Type: a/b\r\nContent-Length: ${BODY.length}\r\n\r\n`)
  socket.write(BODY)
  socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')

  await expect.poll(heard).toMatch(/^HTTP\/1\.1 507 .*HTTP\/1\.1 200 OK.*here/s)
})
