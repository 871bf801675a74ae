import type {Worded} from '../../../domain/language'
import type {texts} from './texts'

export const german = {
  name: 'Alles durchsuchen',
  placeholder: 'Gerät, Schlüssel, Seite oder Aktion suchen',
  results: 'Treffer',
  none: 'Nichts gefunden',
  count: (count: string, number: number) => (number === 1 ? '1 Treffer' : `${count} Treffer`),
  more: (shown: string, count: string) => `${shown} von ${count} – weitertippen zeigt mehr`,
  loading: 'Wird geladen …',
  failed: 'Einiges konnte nicht geladen werden',
  kinds: {
    page: 'Seite',
    action: 'Aktion',
    organisation: 'Organisation',
    device: 'Gerät',
    key: 'Schlüssel',
  },
  dashboardOf: (device: string) => `Dashboard von ${device}`,
  pages: {
    createOrganisation: 'Organisation anlegen',
    audit: 'Protokoll',
    docs: 'API-Dokumentation',
  },
  actions: {
    light: 'Helles Design',
    dark: 'Dunkles Design',
    system: 'Design des Systems',
    comfortable: 'Normale Dichte',
    compact: 'Kompakte Dichte',
    copyLink: 'Link kopieren',
    keys: 'Tasten',
  },
  hints: {
    theme: 'Design',
    density: 'Dichte',
    language: 'Sprache',
  },
  copied: 'Der Link ist kopiert.',
  notCopied: 'Der Link konnte nicht kopiert werden.',
} satisfies Worded<typeof texts>
