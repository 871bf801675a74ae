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
  },
  empty: '—',
  yes: 'Ja',
  no: 'Nein',
} satisfies Worded<typeof texts>
