import {counted} from '../../../domain/format/counted'
import type {Worded} from '../../../domain/language'
import {capital, nounOf} from '../nouns.de'
import type {texts} from './texts'

export const german = {
  createOrganisation: 'Neue Organisation erstellen',
  create: (noun: string) => `${noun} erstellen`,
  importDevices: 'Geräte importieren',
  exportCsv: 'CSV exportieren',
  exporting: (loaded: number, total: number) => `${counted(loaded)} von ${counted(total)} werden geladen …`,
  search: (plural: string) => `${capital(plural)} durchsuchen`,
  clearSearch: 'Suche löschen',
  count: (shown: number, total: number, noun: string) =>
    shown === total ? `${counted(total)} ${capital(noun)}` : `${counted(shown)} von ${counted(total)} ${capital(noun)}`,
  loading: (plural: string) => `${capital(plural)} werden geladen …`,
  loadingMore: 'Weitere werden geladen …',
  searching: 'Suche läuft …',
  retry: 'Erneut versuchen',
  cancel: 'Abbrechen',
  missed: 'Die Anzeige ist möglicherweise nicht vollständig.',
  empty: (plural: string) => `Noch keine ${capital(plural)}.`,
  emptyNext: (noun: string) => `${nounOf(noun).first} mit der Schaltfläche oben erstellen.`,
  emptyDevices:
    'Das erste Gerät mit der Schaltfläche oben erstellen oder viele auf einmal aus einer CSV-Datei importieren.',
  nothingFound: (q: string) => `Nichts gefunden für „${q}“.`,
  edit: 'Bearbeiten',
  editOne: (name: string) => `${name} bearbeiten`,
  actions: 'Aktionen',
  select: (name: string) => `${name} auswählen`,
  selectShown: 'Alle angezeigten auswählen',
  selected: (count: number) => `${counted(count)} ausgewählt`,
  selectedElsewhere: (count: number) => `${counted(count)} davon nicht angezeigt`,
  selectAll: (total: number) => `Alle ${counted(total)} auswählen`,
  clearSelection: 'Aufheben',
  selection: 'Ausgewählte Zeilen',
  delete: 'Löschen …',
  assign: 'Einem Kunden zuweisen …',
  unassigned: {
    heading: 'Benutzer ohne Organisation',
    hint: 'Personen, die sich selbst registriert haben und noch zu keiner Organisation gehören, sowie Systemadministratoren.',
    owner: 'Keine Organisation',
  },
  management: {
    heading: 'Kunden',
    of: 'Der Organisation',
    choose: 'Organisation wählen',
    hint: 'Eine Organisation wählen, um ihre Kunden zu sehen.',
    more: (count: number) =>
      `Die ersten ${counted(count)} stehen zur Wahl; weitere findet die Suche nach Organisationen oben.`,
  },
} satisfies Worded<typeof texts>
