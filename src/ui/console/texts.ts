import type {SettingsPage} from '../../domain/console/settingsPages'
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
    thresholds: 'Thresholds',
    units: 'Units',
    notifications: 'Notifications',
    zone: 'Time zone',
    walls: 'Walls',
    users: 'Users',
    keys: 'API keys',
    customers: 'Customers',
    devices: 'Devices',
    assets: 'Assets',
  } satisfies Record<SettingsPage, string>,
  empty: '—',
  yes: 'Yes',
  no: 'No',
  changedBy: (email: string | null) => `Changed by ${email ?? 'somebody else'}`,
  deletedBy: (email: string | null) => `Deleted by ${email ?? 'somebody else'}`,
  sides: {mine: 'Mine', theirs: 'Theirs', before: 'Before:'},
})
