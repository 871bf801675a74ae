import type {Worded} from '../../../domain/language'
import type {texts} from './texts'

export const german = {
  title: 'MyHome',
  devices: 'Geräte',
  loading: 'Wird geladen …',
  failed: 'Die Geräte konnten nicht geladen werden.',
  failedHint: 'Nach einem Verbindungsabbruch werden sie von selbst geladen, sobald die Verbindung wieder steht.',
  retry: 'Erneut versuchen',
  empty: 'Noch keine Geräte',
  emptyNext:
    'Zugewiesene Geräte erscheinen hier mit ihren letzten Messwerten. Wer das Konto verwaltet, kann ein Gerät zuweisen.',
  linkDown: 'Verbindung unterbrochen: angezeigt wird der letzte bekannte Stand.',
  values: {
    title: (name: string) => `Letzte Messwerte von ${name}`,
    none: 'Noch keine Telemetrie. Die Messwerte erscheinen mit der ersten Nachricht.',
    notRead: 'Messwerte noch nicht gelesen',
    more: (count: number) => `Alle ${count} Messwerte anzeigen`,
    fewer: 'Weniger Messwerte anzeigen',
    of: (name: string) => `von ${name}`,
  },
  sparkline: {
    span: 'letzte 24 h, Mittelwerte über 15 min',
    truncated: 'neueste 1.000 Punkte, Mittelwerte über 15 min',
    min: 'Min.',
    max: 'Max.',
    last: 'zuletzt',
    loading: 'Diagramm wird geladen …',
    noNumbers: 'Kein Diagramm: keiner der Werte ist eine Zahl.',
    empty: 'Keine Punkte in den letzten 24 Stunden',
    failed: (reason: string) => `Kein Diagramm: ${reason} Alle paar Sekunden folgt ein neuer Versuch.`,
    outdated: 'Neuere Punkte fehlen möglicherweise.',
    label: ({key, name, gaps}: {key: string; name: string; gaps: number}) =>
      `Diagramm von ${key} von ${name} über die letzten 24 Stunden, ${gapsText(gaps)}`,
  },
} satisfies Worded<typeof texts>

function gapsText(gaps: number): string {
  if (gaps === 0) return 'ohne Lücke'
  return gaps === 1 ? 'mit einer Lücke' : `mit ${gaps} Lücken`
}
