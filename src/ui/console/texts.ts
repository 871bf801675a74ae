import {textsOf} from '../../domain/language'
/** Texts that several pages of the console share. */
export const texts = textsOf('console', {
  admin: 'Admin',
  unplaced: {
    heading: 'Your account belongs to no organisation yet.',
    hint: 'A system admin can change that.',
  },
  auditTrail: 'Audit trail',
  organisation: 'Organisation',
  tabs: {
    overview: 'Overview',
    customers: 'Customers',
    users: 'Users',
    devices: 'Devices',
    assets: 'Assets',
    notifications: 'Notifications',
  },
  empty: '—',
  yes: 'Yes',
  no: 'No',
  changedBy: (email: string | null) => `Changed by ${email ?? 'somebody else'}`,
  deletedBy: (email: string | null) => `Deleted by ${email ?? 'somebody else'}`,
  sides: {mine: 'Mine', theirs: 'Theirs', before: 'Before:'},
})
