import type {Viewer} from '../access/viewer'

/** Connections at a time. A session has one in each tab; a network may be an office with a screen in each room. */
export const SESSION_SOCKETS = 50
const NETWORK_SOCKETS = 2000

/** Counts the connections of each session and each network. */
export interface Crowds {
  isFull(viewer: Viewer, network: string): boolean
  /** Call what is returned when the connection is closed. */
  enter(viewer: Viewer, network: string): () => void
}

export function createCrowds(): Crowds {
  const ofSession = new Map<string, number>()
  const ofNetwork = new Map<string, number>()
  return {
    isFull: ({sessionId}, network) =>
      (ofSession.get(sessionId) ?? 0) >= SESSION_SOCKETS || (ofNetwork.get(network) ?? 0) >= NETWORK_SOCKETS,
    enter({sessionId}, network) {
      count(ofSession, sessionId, 1)
      count(ofNetwork, network, 1)
      return () => {
        count(ofSession, sessionId, -1)
        count(ofNetwork, network, -1)
      }
    },
  }
}

/** A key that counts nothing any more is forgotten. */
export function count(counts: Map<string, number>, key: string, change: 1 | -1) {
  const sum = (counts.get(key) ?? 0) + change
  if (sum > 0) counts.set(key, sum)
  else counts.delete(key)
}
