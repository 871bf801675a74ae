import {LIVE_MESSAGE_BYTES} from '../../contract/limits'
import {MINUTE, SECOND} from '../../contract/rules/time/durations'
import type {Milliseconds} from '../../contract/wire/common'

/**
 * The limits of one connection for packets that cost its sender nothing, whichever protocol it speaks. A browser needs
 * less: seven packets of 64 KB to subscribe 10,000 devices, and heartbeats. So does a device, whose messages are
 * counted by its own limits.
 */
const PACKETS: readonly {packets: number; bytes: number; period: Milliseconds}[] = [
  {packets: 20, bytes: 16 * LIVE_MESSAGE_BYTES, period: SECOND},
  {packets: 120, bytes: 32 * LIVE_MESSAGE_BYTES, period: MINUTE},
]

/** Counts the packets of a connection by their bytes, and says whether one is too many. */
export function countPackets(elapsed: () => Milliseconds): (bytes: number) => boolean {
  const exceeded = PACKETS.map(limit => countWithin(limit, elapsed))
  // Every limit must count the packet, so `some`, which stops at the first exceeded limit, would be wrong here.
  return bytes => exceeded.map(exceeds => exceeds(bytes)).includes(true)
}

function countWithin({packets, bytes, period}: (typeof PACKETS)[number], elapsed: () => Milliseconds) {
  let since = elapsed()
  let taken = 0
  let bytesTaken = 0
  return (size: number): boolean => {
    const now = elapsed()
    if (now - since >= period) {
      since = now
      taken = 0
      bytesTaken = 0
    }
    bytesTaken += size
    return ++taken > packets || bytesTaken > bytes
  }
}
