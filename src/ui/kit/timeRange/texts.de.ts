import type {Worded} from '../../../domain/language'
import type {TimeUnit} from '../../../domain/timeRange/relativeTime'
import type {texts} from './texts'

export const german = {
  label: 'Zeitraum',
  open: (name: string, zone: string) => `Zeitraum: ${name}, ${zone}`,
  earlier: 'Früher',
  later: 'Später',
  zoomOut: 'Verkleinern',
  now: 'jetzt',
  typed: 'Zeitraum eintippen oder einfügen',
  examples: 'Etwa 5m, gestern, now-1d/d, 1.11.2026 – 3.11.2026 oder ein Link.',
  fixed: 'Von und bis',
  start: 'Beginn',
  end: 'Ende',
  zone: (zone: string) => `Die Zeiten gelten in ${zone}.`,
  apply: 'Anwenden',
  copy: 'Zeitraum kopieren',
  paste: 'Zeitraum einfügen',
  copied: 'Kopiert',
  copyFailed: 'Dieser Browser erlaubt der Seite kein Kopieren. Diesen Text kopieren:',
  pasteFailed: 'Dieser Browser lässt die Seite nicht lesen, was kopiert wurde. Bitte oben in das Feld einfügen.',
  quick: 'Schnellauswahl',
  recent: 'Zuletzt verwendet',
  problems: {
    notUnderstood: 'Nicht verstanden. Möglich sind 6h, now-1d/d oder 1.11.2026 14:00 – 3.11.2026.',
    startAfterEnd: 'Der Beginn muss vor dem Ende liegen.',
    noSuchDay: 'Diesen Tag gibt es nicht.',
    skippedHour: 'Diese Uhrzeit überspringt die Zeitumstellung an dem Tag.',
  },
  ranges: {
    last15Minutes: 'Letzte 15 Minuten',
    last30Minutes: 'Letzte 30 Minuten',
    lastHour: 'Letzte Stunde',
    last3Hours: 'Letzte 3 Stunden',
    last6Hours: 'Letzte 6 Stunden',
    last12Hours: 'Letzte 12 Stunden',
    last24Hours: 'Letzte 24 Stunden',
    last2Days: 'Letzte 2 Tage',
    last7Days: 'Letzte 7 Tage',
    last30Days: 'Letzte 30 Tage',
    today: 'Heute',
    yesterday: 'Gestern',
    thisWeek: 'Diese Woche',
    lastWeek: 'Letzte Woche',
  },
  last: (count: number, unit: TimeUnit) => {
    const words = {
      s: ['Letzte Sekunde', 'Sekunden'],
      m: ['Letzte Minute', 'Minuten'],
      h: ['Letzte Stunde', 'Stunden'],
      d: ['Letzter Tag', 'Tage'],
      w: ['Letzte Woche', 'Wochen'],
      M: ['Letzter Monat', 'Monate'],
      y: ['Letztes Jahr', 'Jahre'],
    } as const
    const [one, many] = words[unit]
    return count === 1 ? one : `Letzte ${count} ${many}`
  },
} satisfies Worded<typeof texts>
