import type {IssuedSecret} from '../issuedSecret'

/** A profile by which devices register themselves. */
export interface ProvisioningProfile extends IssuedSecret {
  /** Whose the devices will be; null is the organisation's alone. */
  customerId: string | null
  key: string
}

export interface NewProvisioningProfile {
  name: string
  customerId: string | null
}
