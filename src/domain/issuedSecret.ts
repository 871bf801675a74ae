import type {EpochMs} from '../../contract/wire/common'

/** A secret that an admin has issued and can revoke. The secret itself was shown once. */
export interface IssuedSecret {
  id: string
  /** The holder, such as a screen or a program. */
  name: string
  /** The email of the admin. */
  issuedBy: string
  /** On the client's clock. */
  issuedAt: EpochMs
}
