import type {EpochMs} from '../../../contract/wire/common'

/** An address by which a screen shows one wall. Times are on the client's clock. */
export interface WallLink {
  id: string
  wall: string
  /** Where the screen is. */
  name: string
  issuedBy: string
  issuedAt: EpochMs
  /** Null before the link was used. */
  seenAt: EpochMs | null
}
