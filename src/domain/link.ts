import type {Offer} from '../../contract/wire/capabilities'
import type {EpochMs} from '../../contract/wire/common'

/**
 * The way by which the values on screen arrive. In `live` they are pushed, in `polling` they are requested, and in all
 * others nothing arrives. `nextTryAt` is on the client's clock, and null while a try is under way.
 */
export type LinkState =
  | {kind: 'probing'}
  | {kind: 'live'}
  | {kind: 'polling'}
  | {kind: 'reconnecting'; nextTryAt: EpochMs | null}
  | {kind: 'offline'}
  /** The link is up, and requests concern the past. */
  | {kind: 'replay'}

export const PROBING: LinkState = {kind: 'probing'}
export const LIVE: LinkState = {kind: 'live'}
export const POLLING: LinkState = {kind: 'polling'}
export const RECONNECTING: LinkState = {kind: 'reconnecting', nextTryAt: null}
export const OFFLINE: LinkState = {kind: 'offline'}
export const REPLAY: LinkState = {kind: 'replay'}

/** The link and what the server offers, as far as is known. */
export interface KnownLink {
  link: LinkState
  offer: Offer | null
}

/** Before the first answer the server's additions are unknown, and a call that depends on them would be wrong. */
export const isServerKnown = ({offer}: KnownLink): boolean => offer !== null

export const isLinkDown = (link: LinkState): boolean => link.kind !== 'probing' && !isLinkUp(link)

export const isLinkUp = ({kind}: LinkState): boolean => kind === 'live' || kind === 'polling' || kind === 'replay'

export const hasComeUp = (before: LinkState, now: LinkState): boolean => isLinkUp(now) && !isLinkUp(before)
