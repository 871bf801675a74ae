import {randomInt} from 'node:crypto'
import {once} from 'node:events'
import {createServer} from 'node:net'

/** Linux hands out ports from 32,768 on to sockets that ask for any, other systems from 49,152 on. */
const HANDED_OUT_FROM = 32_768
const FIRST = 10_000

/**
 * A free port that the system hands out to nobody, so that it stays free until its owner listens, and while its owner is not there.
 * Only for what must be known before somebody listens, or can't tell its port: everything else listens on port 0.
 */
export async function steadyPort(): Promise<number> {
  const port = randomInt(FIRST, HANDED_OUT_FROM)
  const probe = createServer()
  const isFree = await Promise.race([
    once(probe.listen(port, '127.0.0.1'), 'listening').then(() => true),
    once(probe, 'close').then(() => false),
  ]).catch(() => false)
  probe.close()
  return isFree ? port : steadyPort()
}
