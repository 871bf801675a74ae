import type {Worded} from '../../domain/language'
import type {texts} from './texts'

export const german = {
  rail: {
    narrow: 'Navigation einklappen',
    widen: 'Navigation ausklappen',
    keys: 'Tasten',
    docs: 'API-Dokumentation',
    help: 'Hilfe',
  },
  roles: {
    SYS_ADMIN: 'Systemadmin',
    ORGANISATION_ADMIN: 'Organisationsadmin',
    CUSTOMER_ADMIN: 'Kundenadmin',
    CUSTOMER_USER: 'Kunde',
  },
  user: {
    open: (email: string) => `Konto von ${email}`,
    menu: 'Konto',
    more: 'Mehr',
  },
  search: 'Suchen',
  theme: {
    label: 'Design',
    system: 'Wie das System',
    light: 'Hell',
    dark: 'Dunkel',
  },
  find: 'Alles durchsuchen',
  keys: {
    heading: 'Tasten',
    letters: 'Einzelne Buchstaben lösen etwas aus',
    lettersHint: 'Beim Tippen nie. Abschaltbar, falls sie unabsichtlich gedrückt werden.',
  },
  linkDown: {
    since: (time: string) => `Verbindung unterbrochen seit ${time}`,
    age: (age: string) => `Werte sind ${age} alt`,
    tryNow: 'Jetzt versuchen',
  },
} satisfies Worded<typeof texts>
