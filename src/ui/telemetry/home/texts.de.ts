import type {Worded} from '../../../domain/language'
import type {Span} from '../../../domain/telemetry/sparkline'
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
  status: 'Nach Status filtern',
  span: 'Zeitraum der Diagramme',
  spans: {'1h': '1 h', '24h': '24 h', '7d': '7 d'},
  noneChosen: 'Kein Gerät hat gerade einen der gewählten Status.',
  showAll: 'Alle Geräte anzeigen',
  linkDown: 'Verbindung unterbrochen: angezeigt wird der letzte bekannte Stand.',
  values: {
    first: (name: string) => `Hauptmesswert von ${name}`,
    title: (name: string) => `Letzte Messwerte von ${name}`,
    none: 'Noch keine Telemetrie. Die Messwerte erscheinen mit der ersten Nachricht.',
    notRead: 'Messwerte noch nicht gelesen',
    more: (count: number) => `Alle ${count} Messwerte anzeigen`,
    fewer: 'Weniger Messwerte anzeigen',
    of: (name: string) => `von ${name}`,
  },
  sparkline: {
    span: {
      '1h': 'letzte 1 h, Mittelwerte über 1 min',
      '24h': 'letzte 24 h, Mittelwerte über 15 min',
      '7d': 'letzte 7 d, Mittelwerte über 2 h',
    },
    truncated: {
      '1h': 'neueste 1.000 Punkte, Mittelwerte über 1 min',
      '24h': 'neueste 1.000 Punkte, Mittelwerte über 15 min',
      '7d': 'neueste 1.000 Punkte, Mittelwerte über 2 h',
    },
    min: 'Min.',
    max: 'Max.',
    last: 'zuletzt',
    loading: 'Diagramm wird geladen …',
    noNumbers: 'Kein Diagramm: keiner der Werte ist eine Zahl.',
    empty: {
      '1h': 'Keine Punkte in der letzten Stunde',
      '24h': 'Keine Punkte in den letzten 24 Stunden',
      '7d': 'Keine Punkte in den letzten 7 Tagen',
    },
    failed: (reason: string) => `Kein Diagramm: ${reason} Alle paar Sekunden folgt ein neuer Versuch.`,
    outdated: 'Neuere Punkte fehlen möglicherweise.',
    label: ({key, name, span, gaps}: {key: string; name: string; span: Span; gaps: number}) =>
      `Diagramm von ${key} von ${name} über ${LENGTHS[span]}, ${gapsText(gaps)}`,
  },
} satisfies Worded<typeof texts>

const LENGTHS: Record<Span, string> = {
  '1h': 'die letzte Stunde',
  '24h': 'die letzten 24 Stunden',
  '7d': 'die letzten 7 Tage',
}

function gapsText(gaps: number): string {
  if (gaps === 0) return 'ohne Lücke'
  return gaps === 1 ? 'mit einer Lücke' : `mit ${gaps} Lücken`
}
