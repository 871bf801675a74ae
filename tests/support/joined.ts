import {setTimeout} from 'node:timers/promises'
import {Redis} from 'ioredis'
import {expect, vi} from 'vitest'
import {SETTLING} from '../../server/live/redisPeers'
import type {TestRedis} from './redis'

/**
 * Resolves when so many servers are joined and no socket is cut for that any more: a server that meets another may have
 * missed something, and makes its sockets reconnect after a while.
 */
export async function untilJoined({url}: Pick<TestRedis, 'url'>, servers: number): Promise<void> {
  const connection = new Redis(url)
  await vi.waitFor(async () => expect(await connection.pubsub('NUMSUB', 'pulsewall')).toEqual(['pulsewall', servers]))
  connection.disconnect()
  await setTimeout(2 * SETTLING)
}
