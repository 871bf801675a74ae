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
  notices: {
    disk: (percent: string) => `Die Platte des Servers ist zu ${percent} % voll.`,
    free: (free: string, folder: string) => `In ${folder} sind ${free} frei.`,
    advice: {
      warning: 'Bitte Platz schaffen, bevor sie voll ist: Dann lässt sich nichts mehr speichern.',
      critical: 'Bitte sofort Platz schaffen: Wenn sie voll ist, lässt sich nichts mehr speichern.',
    },
    backup: (folder: string) => `Die letzte Sicherung nach ${folder} ist fehlgeschlagen.`,
    newestBackup: (time: string) => `Die neueste ist vom ${time}.`,
    noBackup: 'Es gibt noch keine.',
    seeLog: 'Warum, steht im Protokoll des Servers.',
    putAway: 'Ausblenden, bis es schlimmer wird',
  },
  linkDown: {
    since: (time: string) => `Verbindung unterbrochen seit ${time}`,
    crowded: 'Zu viele Live-Verbindungen sind von hier aus offen. Schließen Sie nicht benötigte Tabs und Wände.',
    age: (age: string) => `Werte sind ${age} alt`,
    tryNow: 'Jetzt versuchen',
  },
} satisfies Worded<typeof texts>
