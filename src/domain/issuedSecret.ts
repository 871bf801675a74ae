import type {EpochMs} from '../../contract/wire/common'

/** What an admin has issued and can revoke. Its secret was told once. */
export interface IssuedSecret {
  id: string
  /** Whose it is, such as a screen or a program. */
  name: string
  /** The email of the admin. */
  issuedBy: string
  /** On the client's clock. */
  issuedAt: EpochMs
}
