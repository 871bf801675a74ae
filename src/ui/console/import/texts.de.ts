import {counted} from '../../../domain/format/counted'
import type {Worded} from '../../../domain/language'
import type {texts} from './texts'

const rows = (count: number): string => `${counted(count)} ${count === 1 ? 'Zeile' : 'Zeilen'}`
const devices = (count: number): string => `${counted(count)} ${count === 1 ? 'Gerät' : 'Geräte'}`

export const german = {
  heading: 'Geräte importieren',
  choose: {
    heading: 'CSV-Datei wählen',
    lead: 'Mit einer Zeile Überschriften und je Gerät einer Zeile: ein Name und auf Wunsch Typ, Bezeichnung, Kunde und Zugriffstoken. Geschrieben wird erst, wenn das Ergebnis der Prüfung zu sehen war.',
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
    heading: 'Noch ist nichts geschrieben',
    good: (count: number) => `${rows(count)} ${count === 1 ? 'kann' : 'können'} importiert werden`,
    wrong: (count: number) => `${rows(count)} nicht`,
    warned: (count: number) => `${counted(count)} mit Warnung`,
    filter: 'Anzeigen',
    filters: {
      all: 'Alle Zeilen',
      wrong: 'Zeilen mit Problem',
      warned: 'Zeilen mit Warnung',
      good: 'Importierbare Zeilen',
    },
    filterCount: (label: string, count: number) => `${label} (${counted(count)})`,
    table: 'Geprüfte Zeilen',
    columns: {line: 'Zeile', name: 'Name', details: 'Typ und Bezeichnung', customer: 'Kunde', findings: 'Befunde'},
    problem: 'Problem:',
    warning: 'Warnung:',
    fine: 'In Ordnung',
    empty: 'Keine Zeilen dieser Art.',
    start: (count: number) =>
      count === 1 ? 'Die gute Zeile importieren' : `${counted(count)} gute Zeilen importieren`,
    save: 'Mit den Gründen als CSV speichern',
    back: 'Zurück zu den Spalten',
  },
  running: {
    heading: (count: number) => `${devices(count)} ${count === 1 ? 'wird' : 'werden'} importiert`,
    bar: 'Erledigte Zeilen',
    tally: ({done, failed, left}: {done: number; failed: number; left: number}) =>
      `${counted(done)} erledigt, ${counted(failed)} fehlgeschlagen, ${counted(left)} verbleibend`,
    speed: (perSecond: number) => `${counted(Math.round(perSecond))} Zeilen pro Sekunde`,
    cancel: 'Import anhalten',
    stopping: 'Wird angehalten: was gesendet ist, wird abgewartet …',
    paused: 'Der Import ist angehalten',
    unsure: (count: number) =>
      `Ob die letzten ${rows(count)} angekommen sind, ist nicht bekannt. Beim Fortsetzen wird nichts doppelt angelegt.`,
    safe: 'Was erledigt ist, bleibt erledigt; vom Rest geht nichts verloren.',
    resume: 'Fortsetzen',
    giveUp: 'Hier beenden',
  },
  finished: {
    heading: (isAll: boolean) => (isAll ? 'Der Import ist abgeschlossen' : 'Der Import ist beendet'),
    made: (count: number) => `${devices(count)} angelegt`,
    failed: (count: number) => `${counted(count)} fehlgeschlagen`,
    left: (count: number) => `${counted(count)} nicht begonnen`,
    unsure: (count: number) => `${counted(count)} ungewiss`,
    skipped: (count: number) => `${rows(count)} mit Problem ${count === 1 ? 'wurde' : 'wurden'} nicht importiert`,
    stays: 'Was angelegt ist, bleibt.',
    failures: 'Fehlgeschlagene Zeilen',
    columns: {line: 'Zeile', name: 'Name', reason: 'Grund'},
    save: 'Ergebnis als CSV speichern',
    retry: (count: number) => `Die anderen ${counted(count)} erneut versuchen`,
    retryFailed: 'Fehlgeschlagene wiederholen',
    list: 'Zu den Geräten',
    other: 'Weitere Datei importieren',
  },
  leaving: {
    heading: 'Während des Imports verlassen?',
    lead: 'Was angelegt ist, bleibt. Der Rest wird nicht importiert, und die Liste der Ergebnisse geht verloren.',
  },
} satisfies Worded<typeof texts>
