import {counted} from '../../../domain/format/counted'
import type {Worded} from '../../../domain/language'
import type {texts} from './texts'

export const german = {
  heading: 'Audit-Protokoll',
  loading: 'Audit-Protokoll wird geladen …',
  notOffered: 'Dieser Server führt kein Audit-Protokoll.',
  notOfferedHint: 'Er schreibt nicht auf, wer was getan hat, daher gibt es nichts anzuzeigen.',
  retry: 'Erneut versuchen',
  refresh: 'Aktualisieren',
  filters: 'Filter',
  menu: {
    open: 'Filtern',
    heading: 'Filter hinzufügen',
    by: 'Filtern nach',
    value: 'Wert',
    choose: 'Auswählen …',
    named: {userId: 'E-Mail oder Benutzer-ID', entityId: 'Name oder ID', organisationId: 'Titel oder ID'},
    apply: 'Filter hinzufügen',
  },
  fields: {
    userId: 'Wer',
    entityType: 'Art',
    entityId: 'Wovon',
    organisationId: 'Organisation',
    action: 'Aktion',
    from: 'Von',
    to: 'Bis',
  },
  entityTypes: {
    organisation: 'Organisation',
    customer: 'Kunde',
    user: 'Benutzer',
    device: 'Gerät',
    asset: 'Asset',
  },
  clear: 'Filter zurücksetzen',
  count: (count: number, isAll: boolean) =>
    `${counted(count)} ${count === 1 && isAll ? 'Eintrag' : 'Einträge'}${isAll ? '' : ' bisher'}`,
  exportCsv: 'CSV exportieren',
  gathering: 'Alle Einträge für die Datei werden geladen …',
  cancel: 'Abbrechen',
  saved: (count: number, isAll: boolean) =>
    isAll
      ? `${counted(count)} ${count === 1 ? 'Eintrag' : 'Einträge'} gespeichert.`
      : `Die neuesten ${counted(count)} Einträge gespeichert; mehr fasst eine Datei nicht. Ältere lassen sich filtern.`,
  searching: 'Suche läuft …',
  loadingMore: 'Weitere werden geladen …',
  missed: 'Die Anzeige ist nicht vollständig.',
  empty: 'Nichts gefunden.',
  emptyHint: 'Was von jetzt an geschieht, wird hier aufgeschrieben.',
  emptyFiltered: 'Andere Filter finden vielleicht etwas.',
  columns: {when: 'Wann', who: 'Wer', what: 'Was', entity: 'Wovon'},
  nobody: 'niemand angemeldet',
  onlyBy: (email: string) => `nur dies: was ${email} getan hat`,
  onlyOf: (name: string) => `nur dies: was mit ${name} geschehen ist`,
  only: 'nur dies',
  address: (address: string) => `von ${address}`,
  unnamed: 'ohne Namen',
} satisfies Worded<typeof texts>
