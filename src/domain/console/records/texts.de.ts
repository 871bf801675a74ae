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
    SYS_ADMIN: 'Systemadmin',
    ORGANISATION_ADMIN: 'Organisationsadmin',
    CUSTOMER_ADMIN: 'Kundenadmin',
    CUSTOMER_USER: 'Kundenbenutzer',
  },
  users: {active: 'Aktiv', invited: 'Eingeladen', notVerified: 'Nicht bestätigt', deleted: 'Gelöscht'},
  seen: {fresh: 'aktuell', late: 'verspätet', never: 'nie', linkDown: 'Verbindung unterbrochen'},
  yes: 'Ja',
  no: 'Nein',
} satisfies Worded<typeof listTexts>
