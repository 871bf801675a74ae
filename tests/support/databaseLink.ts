import {connect, createServer, type Socket} from 'node:net'
import {Transform} from 'node:stream'
import {Client} from 'pg'
import type {Database} from '../../server/database/connect'
import {portOf} from './portOf'

/** A way to a database over TCP that can be cut. */
export interface Link {
  url: string
  cut(): Promise<void>
  /** It leads to the same database again, or to another one from then on. */
  mend(to?: Pick<Database, 'pool'>): Promise<void>
}

/**
 * Statements of a connection wait for `beforeStatement`: one statement at a time, and the first and last words of a
 * connection.
 */
export async function linkTo({pool}: Pick<Database, 'pool'>, beforeStatement = async () => {}): Promise<Link> {
  const {user = '', database = ''} = new Client(pool.options)
  let target = addressOf(pool)
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
  const linkPort = portOf(server)
  return {
    url: `postgres://${user}@127.0.0.1:${linkPort}/${database}`,
    mend(to) {
      if (to !== undefined) target = addressOf(to.pool)
      return listen(linkPort)
    },
    cut: () =>
      new Promise(resolve => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
  }
}

function addressOf({options}: Database['pool']) {
  const {host, port} = new Client(options)
  return host.startsWith('/') ? {path: `${host}/.s.PGSQL.${port}`} : {host, port}
}
