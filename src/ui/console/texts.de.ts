import type {Worded} from '../../domain/language'
import type {texts} from './texts'

export const german = {
  admin: 'Verwaltung',
  auditTrail: 'Audit-Protokoll',
  organisation: 'Organisation',
  tabs: {
    overview: 'Übersicht',
    customers: 'Kunden',
    users: 'Benutzer',
    devices: 'Geräte',
    assets: 'Assets',
    notifications: 'Benachrichtigungen',
  },
  empty: '—',
  yes: 'Ja',
  no: 'Nein',
  changedBy: (email: string | null) => `Geändert von ${email ?? 'jemand anderem'}`,
  deletedBy: (email: string | null) => `Gelöscht von ${email ?? 'jemand anderem'}`,
  sides: {mine: 'Eigener Wert', theirs: 'Fremder Wert', before: 'Vorher:'},
} satisfies Worded<typeof texts>
