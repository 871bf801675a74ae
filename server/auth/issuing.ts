import type {EpochMs, Milliseconds} from '../../contract/wire/common'
import type {token} from '../database/schema'
import type {TokenLifetimes} from '../http/browser/cookies'
import {hashToken} from '../http/secrets'
import type {TokenPair} from './tokenPair'

/** The address of a browser, and its own description. */
export interface SeenFrom {
  address: string
  userAgent: string | undefined
}

const USER_AGENT_LENGTH = 300

/** The rows of sessions and their tokens, as they are now. */
export function createIssuing({lifetimes, now}: {lifetimes: TokenLifetimes; now: () => EpochMs}) {
  return {
    /** No token outlives its session. */
    rowsOf({access, refresh}: TokenPair, sessionId: string, sessionEnds: EpochMs): (typeof token.$inferInsert)[] {
      const expiresAfter = (lifetime: Milliseconds) => Math.min(now() + lifetime, sessionEnds)
      return [
        {hash: hashToken(access), sessionId, kind: 'access', expiresAt: expiresAfter(lifetimes.access)},
        {hash: hashToken(refresh), sessionId, kind: 'refresh', expiresAt: expiresAfter(lifetimes.refresh)},
      ]
    },
    /** The time at which a session must end. That of a screen need not. */
    endOf: (createdAt: EpochMs, isOfScreen: boolean): EpochMs =>
      isOfScreen ? Number.POSITIVE_INFINITY : createdAt + lifetimes.session,
    seen: ({address, userAgent}: SeenFrom) => ({
      address,
      userAgent: userAgent?.slice(0, USER_AGENT_LENGTH) ?? null,
      lastSeenAt: now(),
    }),
  }
}
