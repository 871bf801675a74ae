import type {ConsoleRecord} from '../../../../src/domain/console/records/description'
import {type CellWorld, NO_NAMES} from '../../../../src/domain/console/records/list/cell'
import {createFormats} from '../../../../src/domain/format/formats'
import {LIVE} from '../../../../src/domain/link'

/** A record of any kind with only the given values. */
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

export const READ_AT = Date.UTC(2026, 2, 4, 12)

/** A list that was read at `READ_AT`, on the clock of the zone. */
export function worldIn(zone: string, more: Partial<CellWorld> = {}): CellWorld {
  const formats = createFormats({zone, hours: '24', language: 'en'})
  return {names: NO_NAMES, readAt: READ_AT, link: LIVE, lateAfter: 90_000, formats, ...more}
}
