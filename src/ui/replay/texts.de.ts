import type {Worded} from '../../domain/language'
import type {texts} from './texts'

export const german = {
  open: 'Vergangenheit wiedergeben',
  mark: 'Wiedergabe',
  tab: 'Wiedergabe: ',
  label: 'Wiedergabe der Vergangenheit',
  play: 'Abspielen',
  pause: 'Anhalten',
  rates: 'Geschwindigkeit',
  rate: rate => `${rate}×`,
  slider: 'Zeitpunkt',
  span: 'Der Regler umfasst',
  spans: {day: 'Einen Tag', week: 'Eine Woche'},
  choose: 'Zeitpunkt wählen',
  note: 'Geräte, Namen, Einheiten, Schwellwerte und Wände sind die von heute. Ein Gerät, an dem hier „nie“ steht, hatte bis dahin nichts gesendet oder war noch nicht angelegt.',
  moment: 'Zeitpunkt',
  copy: 'Diesen Moment kopieren',
  copied: 'Kopiert',
  copyFailed: 'Kopieren nicht möglich',
  live: 'Zurück zu live',
  raised: (count, isOne) => (isOne ? `${count} Alarm wurde ausgelöst.` : `${count} Alarme wurden ausgelöst.`),
  standing: {
    paused: 'angehalten',
    playing: 'läuft',
    waiting: 'wartet auf das Folgende',
    missed: 'Das Folgende konnte nicht geladen werden.',
    ended: 'in der Gegenwart angekommen',
  },
  retry: 'Erneut versuchen',
  beforeAll: time => `Aus dieser Zeit ist nichts gespeichert. Der älteste Wert ist vom ${time}.`,
  nothingKept: 'Von keinem Gerät ist ein Wert gespeichert.',
  asking: 'Der Server wird gesucht …',
  unreadable: {
    heading: 'Dieser Link nennt keinen Zeitpunkt',
    hint: 'Die Zeit in der Adresse ist nicht lesbar. Sie muss aussehen wie 2026-11-22T10:03:07Z.',
  },
  ahead: {heading: 'Dieser Zeitpunkt liegt in der Zukunft', hint: 'Nur Vergangenes kann wiedergegeben werden.'},
  notOffered: {
    heading: 'Hier gibt es keine Wiedergabe',
    hint: 'Der Server oder diese Seite kann die Vergangenheit nicht zeigen.',
  },
} satisfies Worded<typeof texts>
