import type {EpochMs} from '../../../contract/wire/common'
import type {IssuedSecret} from '../issuedSecret'

/** An address by which a screen shows one wall. Its name says where the screen is. */
export interface WallLink extends IssuedSecret {
  wall: string
  /** On the client's clock; null before the link was used. */
  seenAt: EpochMs | null
}
