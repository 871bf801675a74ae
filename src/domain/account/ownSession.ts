import type {EpochMs} from '../../../contract/wire/common'

/** Where a user is signed in. */
export interface OwnSession {
  id: string
  isCurrent: boolean
  /** As far as the browser tells; null where it tells nothing that is known. */
  browser: string | null
  system: string | null
  /** The network address that it was last seen from. */
  address: string | null
  startedAt: EpochMs
  lastUsedAt: EpochMs | null
}
