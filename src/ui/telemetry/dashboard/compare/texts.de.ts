import {counted} from '../../../../domain/format/counted'
import type {Worded} from '../../../../domain/language'
import type {texts} from './texts'

export const german = {
  title: 'Verglichene Messreihen',
  compare: 'Vergleichen…',
  addTitle: 'Messreihe zum Vergleich hinzufügen',
  addHint: 'Gerät oder Schlüssel suchen…',
  noMatch: 'Keine solche Messreihe',
  add: (key, name) => `${key} von ${name} vergleichen (Umschalt+Eingabe)`,
  remove: series => `${series} entfernen`,
  full: 'Sechs Messreihen werden verglichen: für eine weitere zuerst eine entfernen.',
  refused: {
    text: series => `${series} lässt sich nicht vergleichen: Die Werte sind Texte, ein Diagramm zeichnet Zahlen.`,
    full: series => `${series} wurde nicht hinzugefügt: Sechs Messreihen sind möglich. Zuerst eine entfernen.`,
    unit: (series, units) =>
      `${series} wurde nicht hinzugefügt: Die zwei Achsen zeigen ${units}, für eine dritte Einheit fehlt eine Achse.`,
  },
  noUnit: 'Werte ohne Einheit',
  and: (one, other) => `${one} und ${other}`,
  dismiss: 'Schließen',
  gone: series => `Der Link vergleicht, was es hier nicht gibt: ${series}.`,
  isText: 'ein Text: nicht gezeichnet',
  noAxis: 'dritte Einheit: nicht gezeichnet',
  loading: 'wird geladen…',
  failed: 'nicht geladen',
  empty: 'keine Punkte in diesem Zeitraum',
  beyondRange: 'Ergebnisse zu groß, um sie zu zeichnen',
  outdated: 'neuere Punkte nicht geladen',
  retry: 'Erneut versuchen',
  thinned: (shown, total) => `${counted(shown)} von ${counted(total)} Punkten`,
  truncated: shown => `neueste ${counted(shown)} Punkte`,
  figures: (count: string, until: string) => `${count}, vor ${until} Zahlen von Stunden und Minuten`,
  points: shown => `${counted(shown)} ${shown === 1 ? 'Punkt' : 'Punkte'}`,
  label:
    'Diagramm der verglichenen Messreihen. Plus und Minus zoomen, die Pfeiltasten verschieben, 0 zeigt wieder alles; ' +
    'mit Umschalt bewegen die Pfeiltasten das Fadenkreuz.',
  name: 'Diagramm der verglichenen Messreihen',
  readOut: (when, values) => `${when}: ${values}.`,
  noValue: 'kein Wert',
  summary: series => `Im Blick: ${series}.`,
  summaryOf: ({name, count, lowest, highest}) =>
    `${name}, ${counted(count)} Punkte, niedrigster ${lowest}, höchster ${highest}`,
  summaryEmpty: name => `${name}, keine Punkte`,
  fileName: 'vergleich.csv',
} satisfies Worded<typeof texts>
