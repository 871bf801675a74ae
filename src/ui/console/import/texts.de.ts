import {counted} from '../../../domain/format/counted'
import type {Worded} from '../../../domain/language'
import type {texts} from './texts'

const rows = (count: number): string => `${counted(count)} ${count === 1 ? 'Zeile' : 'Zeilen'}`
const devices = (count: number): string => `${counted(count)} ${count === 1 ? 'Gerät' : 'Geräte'}`

export const german = {
  heading: 'Geräte importieren',
  steps: {
    label: 'Schritte des Imports',
    names: {file: 'Datei', columns: 'Spalten', check: 'Prüfung', import: 'Importieren', result: 'Ergebnis'},
    done: 'erledigt',
    back: 'Zurück zu:',
  },
  filter: 'Zeilen nach Art anzeigen',
  empty: 'Keine Zeilen dieser Art.',
  choose: {
    heading: 'CSV-Datei wählen',
    lead: 'Die erste Zeile nennt die Spalten, jede weitere Zeile ist ein Gerät. Nötig ist nur ein Name; Typ, Bezeichnung, Kunde und Zugriffstoken können daneben stehen. Angelegt wird erst etwas, wenn jede Zeile geprüft zu sehen war.',
    zone: 'Ablage für die Datei',
    drop: 'Eine Datei hier ablegen oder',
    button: 'Datei wählen',
    limits: 'CSV mit Kommas, Semikolons oder Tabulatoren, in UTF-8; höchstens 100.000 Zeilen und 50 MB.',
    template: 'Vorlage herunterladen',
  },
  reading: (name: string) => `${name} wird gelesen …`,
  cancel: 'Abbrechen',
  mapping: {
    heading: 'Welche Spalte ist was?',
    found: (name: string, count: number) => `${name}: ${rows(count)}.`,
    none: '— keine —',
    required: 'Eine Spalte für den Namen ist nötig.',
    hints: {
      name: 'Erforderlich.',
      type: '',
      label: '',
      customer: 'E-Mail, Titel oder ID.',
      accessToken: 'Damit kann das Gerät sofort senden.',
    },
    preview: 'Die ersten Zeilen der Datei',
    line: 'Zeile',
    becomes: (label: string) => `→ ${label}`,
    check: 'Zeilen prüfen',
    other: 'Andere Datei',
  },
  preparing: 'Vorhandene Daten der Organisation werden geladen …',
  checking: (count: number) => `${rows(count)} ${count === 1 ? 'wird' : 'werden'} geprüft …`,
  checked: {
    heading: 'Noch ist nichts angelegt',
    lead: 'Zeilen mit Problemen werden ausgelassen. Eine Zeile, deren Name schon vorhanden ist, wird trotzdem importiert.',
    filters: {
      all: (count: number) => (count === 1 ? 'Zeile' : 'Zeilen'),
      good: () => 'bereit',
      wrong: (count: number) => (count === 1 ? 'mit einem Problem' : 'mit Problemen'),
      known: () => 'schon vorhanden',
      repeated: () => 'mit wiederholtem Namen',
    },
    table: 'Geprüfte Zeilen',
    columns: {line: 'Zeile', name: 'Name', details: 'Typ und Bezeichnung', customer: 'Kunde', findings: 'Prüfung'},
    problem: 'Problem:',
    note: 'Hinweis:',
    fine: 'Bereit',
    start: (count: number) => `${devices(count)} importieren`,
    save: 'Gründe als CSV speichern',
    back: 'Zurück zu den Spalten',
  },
  running: {
    heading: (count: number) => `${devices(count)} ${count === 1 ? 'wird' : 'werden'} importiert`,
    bar: 'Erledigte Zeilen',
    tally: ({done, failed, left}: {done: number; failed: number; left: number}) =>
      `${counted(done)} erledigt, ${counted(failed)} fehlgeschlagen, ${counted(left)} verbleibend`,
    speed: (perSecond: number) => `${counted(Math.round(perSecond))} Zeilen pro Sekunde`,
    cancel: 'Import anhalten',
    stopping: 'Wird angehalten. Die Antwort auf die letzten Zeilen steht noch aus …',
    paused: 'Der Import ist angehalten',
    unsure: (count: number) =>
      `Ob die letzten ${rows(count)} angekommen sind, ist ungewiss. Beim Fortsetzen wird kein Gerät doppelt angelegt.`,
    safe: 'Angelegte Geräte bleiben, und die übrigen Zeilen gehen nicht verloren.',
    resume: 'Fortsetzen',
    giveUp: 'Hier beenden',
  },
  finished: {
    heading: (isAll: boolean) => (isAll ? 'Der Import ist abgeschlossen' : 'Der Import ist beendet'),
    stays: 'Angelegte Geräte bleiben.',
    table: 'Ergebnis',
    columns: {line: 'Zeile', name: 'Name', result: 'Ergebnis', reason: 'Grund'},
    save: 'Ergebnis als CSV speichern',
    retry: (count: number) => (count === 1 ? 'Die übrige Zeile importieren' : `Die übrigen ${rows(count)} importieren`),
    retryFailed: (count: number) =>
      count === 1 ? 'Die fehlgeschlagene Zeile wiederholen' : `${counted(count)} fehlgeschlagene Zeilen wiederholen`,
    list: 'Geräte öffnen',
    other: 'Weitere Datei importieren',
  },
  leaving: {
    heading: 'Während des Imports verlassen?',
    lead: 'Angelegte Geräte bleiben. Die übrigen Zeilen werden nicht importiert, und das Ergebnis geht verloren.',
  },
} satisfies Worded<typeof texts>
