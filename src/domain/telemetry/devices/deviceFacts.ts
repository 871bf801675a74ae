import type {StoredNotes} from '../../../../contract/rules/lists/annotations'
import type {PlainValue} from '../../../../contract/rules/series/point'
import type {EpochMs} from '../../../../contract/wire/common'

/** The known data of a device besides its telemetry. */
export interface DeviceFacts {
  /** On the client's clock; null when the server doesn't say it. */
  createdAt: EpochMs | null
  /** The title of its customer; null without one, and for those who may not read it. */
  customer: string | null
  /** The attributes of the device that hold a plain value, by key. */
  attributes: readonly {key: string; value: Exclude<PlainValue, null>}[]
  notes: StoredNotes
}

export interface FactsQuestion {
  deviceId: string
  /** The one who asks. Only some authorities may read customers. */
  authority: string
}

const MAY_READ_CUSTOMERS: readonly string[] = ['SYS_ADMIN', 'ORGANISATION_ADMIN', 'CUSTOMER_ADMIN']

export const mayReadCustomers = (authority: string): boolean => MAY_READ_CUSTOMERS.includes(authority)
