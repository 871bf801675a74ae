import type {AddressInfo} from 'node:net'
import {io, type Socket} from 'socket.io-client'
import {afterEach, beforeEach, expect, it, vi} from 'vitest'
import {cookieHeader, seedUser, signIn} from '../../support/app'
import {type AccountWorld, createAccountWorld} from './world'

let world: AccountWorld
let socket: Socket | undefined

beforeEach(async () => {
  world = await createAccountWorld()
  await seedUser(world.database, {email: 'ann@works.test'})
  await world.app.listen({port: 0, host: '127.0.0.1'})
})
afterEach(async () => {
  socket?.disconnect()
  await world.close()
})

function connect(address: AddressInfo | string | null, cookie: string): Socket {
  if (address === null || typeof address === 'string') throw new Error('The server listens nowhere')
  return io(`http://127.0.0.1:${address.port}`, {
    transports: ['websocket'],
    extraHeaders: {cookie},
    reconnection: false,
  })
}

it('a reset password closes the sockets of the user within a second', async () => {
  const client = connect(world.app.server.address(), cookieHeader(await signIn(world.app, 'ann@works.test')))
  socket = client
  await new Promise<void>(resolve => client.once('connect', resolve))
  await world.requestReset('ann@works.test')

  await world.confirmReset(await world.nextToken(), 'a new password')

  await vi.waitFor(() => expect(client.connected).toBe(false))
})
