import {afterEach, beforeEach, expect, it, vi} from 'vitest'
import {seedUser, signIn} from '../../support/app'
import {originOf} from '../../support/bareSocket'
import {connectSocket} from '../../support/socket'
import {type AccountWorld, createAccountWorld} from './world'

let world: AccountWorld

beforeEach(async () => {
  world = await createAccountWorld()
  await seedUser(world.database, {email: 'ann@works.test'})
  await world.app.listen({port: 0, host: '127.0.0.1'})
})
afterEach(async () => {
  await world.close()
})

it('a reset password closes the sockets of the user within a second', async () => {
  const cookies = await signIn(world.app, 'ann@works.test')
  const client = await connectSocket(originOf(world.app).origin, cookies, {reconnection: false})
  await world.requestReset('ann@works.test')

  await world.confirmReset(await world.nextToken(), 'a new password')

  await vi.waitFor(() => expect(client.connected).toBe(false))
})
