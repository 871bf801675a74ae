import {LIVE_MESSAGE_BYTES} from '../../contract/limits'
import type {Milliseconds} from '../../contract/wire/common'

const SECOND: Milliseconds = 1000

/**
 * What the client of one connection may send, in packets and bytes. A client needs less: seven packets of 64 KB to
 * subscribe 10,000 devices, and heartbeats.
 */
export const PACKETS: readonly {packets: number; bytes: number; period: Milliseconds}[] = [
  {packets: 20, bytes: 16 * LIVE_MESSAGE_BYTES, period: SECOND},
  {packets: 120, bytes: 32 * LIVE_MESSAGE_BYTES, period: 60 * SECOND},
]

/** Connections at a time. A session has one in each tab; a network may be an office with a screen in each room. */
export const SESSION_SOCKETS = 50
export const NETWORK_SOCKETS = 2000

/** Handshakes that are judged, in the form of rate limits. */
export const SESSION_HANDSHAKES = '60:1,300:60'
export const NETWORK_HANDSHAKES = '1000:1,6000:60'
/** Those among them that came without a session that lives. */
export const REFUSED_HANDSHAKES = '100:1,2000:60'
/** How many handshakes of one network may wait for the database at the same time. */
export const WAITING_HANDSHAKES = 1000
