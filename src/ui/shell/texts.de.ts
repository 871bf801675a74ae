import type {Worded} from '../../domain/language'
import type {texts} from './texts'

export const german = {
  rail: {
    narrow: 'Navigation schmaler',
    widen: 'Navigation breiter',
    keys: 'Tasten',
    docs: 'API-Dokumentation',
    help: 'Hilfe',
  },
  roles: {
    SYS_ADMIN: 'Systemadministration',
    ORGANISATION_ADMIN: 'Organisationsadministration',
    CUSTOMER_ADMIN: 'Kundenadministration',
    CUSTOMER_USER: 'Kunde',
  },
  user: {
    open: (email: string) => `Konto von ${email}`,
    menu: 'Konto',
    more: 'Mehr',
  },
  search: 'Suchen',
  linkDown: {
    since: (time: string) => `Verbindung unterbrochen seit ${time}`,
    age: (age: string) => `Werte sind ${age} alt`,
    tryNow: 'Jetzt versuchen',
  },
} satisfies Worded<typeof texts>
