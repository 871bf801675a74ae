import type {EpochMs} from '../../../contract/wire/common'
import type {Authority} from '../../../contract/wire/people/user'
import type {IssuedSecret} from '../issuedSecret'

/** A key by which a program calls the API. Times are on the client's clock. */
export interface ApiKey extends IssuedSecret {
  authority: Authority
  /** The customer whose rights it has, if not those of the organisation or the system. */
  customerId: string | null
  mayWrite: boolean
  expiresAt: EpochMs
  /** Null before the key was used. */
  usedAt: EpochMs | null
}

/** The rights that a key may have. */
export interface KeyRights {
  authority: Authority
  customerId: string | null
}

export interface NewApiKey {
  name: string
  rights: KeyRights
  mayWrite: boolean
  /** The lifetime in days. */
  days: number
}

/** A customer for whose users' rights a key may be issued. */
export interface KeyCustomer {
  id: string
  name: string
}

const CUSTOMER_AUTHORITIES = ['CUSTOMER_ADMIN', 'CUSTOMER_USER'] as const

/** Returns the rights that a key of an organisation or, where that is null, of the system may be issued for. */
export const rightsFor = (organisationId: string | null, customers: readonly KeyCustomer[]): readonly KeyRights[] =>
  organisationId === null
    ? [{authority: 'SYS_ADMIN', customerId: null}]
    : [
        {authority: 'ORGANISATION_ADMIN', customerId: null},
        ...customers.flatMap(({id}) => CUSTOMER_AUTHORITIES.map(authority => ({authority, customerId: id}))),
      ]

/** The line for a shell that tries a key. */
export const tryingLine = (apiOrigin: string, key: string): string =>
  `curl -H 'Authorization: Bearer ${key}' ${apiOrigin}/api/v0/device`
