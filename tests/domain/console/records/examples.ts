import type {ConsoleRecord} from '../../../../src/domain/console/records/description'

/** A record of any kind, of which only the given values are known. */
export const recordOf = (values: ConsoleRecord['values'], more: Partial<ConsoleRecord> = {}): ConsoleRecord => ({
  id: 'r1',
  version: 1,
  counts: {},
  values,
  ...more,
})

export const HARBOUR = recordOf({
  title: 'Harbour Works',
  email: 'office@harbour.test',
  phone: '+49 40 1234',
  address2: null,
  additionalInfo: {shift: 'night'},
  createdAt: 1_700_000_000_000,
})

export const DELETED_USER = recordOf({
  email: 'petra@harbour.test',
  authority: 'CUSTOMER_USER',
  customerId: 'c1',
  userDeleted: true,
})
