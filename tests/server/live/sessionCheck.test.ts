import {afterEach, beforeEach, expect, it} from 'vitest'
import {createTestApp, seedUser, signIn, type TestApp} from '../../support/app'
import {originOf} from '../../support/bareSocket'
import {type Client, connectSocket} from '../../support/socket'
import {createVirtualTime, type VirtualTime} from '../../support/virtualTime'

const DAY = 86_400_000
const CHECK_PERIOD = 30_000

let time: VirtualTime
let test: TestApp
let client: Client

beforeEach(async () => {
  time = createVirtualTime()
  test = await createTestApp({time})
  await seedUser(test.database, {email: 'admin@t.test'})
  const cookies = await signIn(test.app, 'admin@t.test')
  await test.app.listen({port: 0, host: '127.0.0.1'})
  client = await connectSocket(originOf(test.app).origin, cookies)
})
afterEach(async () => {
  await test.close()
})

it('closes a socket whose session has run out of refresh tokens', async () => {
  const ended = new Promise(resolve => client.once('disconnect', resolve))
  test.clock.now += 30 * DAY
  await time.advance(CHECK_PERIOD)

  expect(await ended).toBe('io server disconnect')
})

it('keeps a socket whose session could still be refreshed', async () => {
  test.clock.now += 29 * DAY
  await time.advance(CHECK_PERIOD)

  await expect(client.emitWithAck('subscribe', {device_ids: []})).resolves.toEqual({refused: []})
})

it('keeps sockets while the database can not be asked', async () => {
  await test.database.pool.query('alter table session rename to gone')
  await time.advance(CHECK_PERIOD)

  await expect(client.emitWithAck('subscribe', {device_ids: []})).resolves.toEqual({refused: []})
})
