import type {Worded} from '../../language'
import type {listTexts} from './texts'

export const german = {
  columns: {
    status: 'Status',
    lastSeen: 'Zuletzt gesehen',
    customer: 'Kunde',
    asset: 'Übergeordnet',
    organisation: 'Organisation',
  },
  authorities: {
    SYS_ADMIN: 'Systemadministrator',
    ORGANISATION_ADMIN: 'Organisationsadministrator',
    CUSTOMER_ADMIN: 'Kundenadministrator',
    CUSTOMER_USER: 'Kundenbenutzer',
  },
  users: {active: 'Aktiv', notVerified: 'Nicht bestätigt', deleted: 'Gelöscht'},
  seen: {fresh: 'aktuell', late: 'verspätet', never: 'nie', linkDown: 'Verbindung unterbrochen'},
  yes: 'Ja',
  no: 'Nein',
} satisfies Worded<typeof listTexts>
