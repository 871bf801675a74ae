/** Connections at a time. A session has one in each tab; a network may be an office with a screen in each room. */
export const SESSION_SOCKETS = 50
export const NETWORK_SOCKETS = 2000

/** Handshakes that are evaluated, in the form of rate limits. */
export const SESSION_HANDSHAKES = '60:1,300:60'
export const NETWORK_HANDSHAKES = '1000:1,6000:60'
/** Those among them that came without a session that lives. */
export const REFUSED_HANDSHAKES = '100:1,2000:60'
/** How many handshakes of one network may wait for the database at the same time. */
export const WAITING_HANDSHAKES = 1000
