import {connect, createServer, type Socket} from 'node:net'
import {Transform} from 'node:stream'
import {Client} from 'pg'
import type {Database} from '../../server/database/connect'

/** A way to a database over TCP that can be cut. */
export interface Link {
  url: string
  cut(): Promise<void>
  mend(): Promise<void>
}

/** What a connection sends waits for `beforeStatement`: one statement at a time, and the first and last words of a connection. */
export async function linkTo({pool}: Database, beforeStatement = async () => {}): Promise<Link> {
  const {host, port, user = '', database = ''} = new Client(pool.options)
  const target = host.startsWith('/') ? {path: `${host}/.s.PGSQL.${port}`} : {host, port}
  const sockets = new Set<Socket>()
  const server = createServer(near => {
    const far = connect(target)
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => {
        near.destroy()
        far.destroy()
        sockets.delete(socket)
      })
    }
    const statements = new Transform({
      transform(sent, _encoding, done) {
        beforeStatement().then(
          () => done(null, sent),
          () => near.destroy(),
        )
      },
    })
    near.pipe(statements).pipe(far).pipe(near)
  })
  const listen = (at: number) => new Promise<void>(resolve => server.listen(at, '127.0.0.1', resolve))

  await listen(0)
  const address = server.address()
  const linkPort = address !== null && typeof address === 'object' ? address.port : 0
  return {
    url: `postgres://${user}@127.0.0.1:${linkPort}/${database}`,
    mend: () => listen(linkPort),
    cut: () =>
      new Promise(resolve => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
  }
}
