import type {Worded} from '../../../domain/language'
import type {viewTexts} from './viewTexts'

export const german = {
  peek: {
    open: (name: string) => `${name} neben der Liste zeigen`,
    label: 'Neben der Liste',
    page: 'Seite öffnen',
    previous: 'Vorige Zeile',
    next: 'Nächste Zeile',
    close: 'Schließen, was neben der Liste steht',
    loading: 'Eintrag wird geladen…',
  },
  filters: {
    add: 'Filter',
    heading: 'Filter hinzufügen',
    column: 'Spalte',
    value: 'Wert',
    choose: (label: string) => `Auswählen: ${label}`,
    since: 'Seit',
    sinceOf: (label: string) => `${label} seit`,
    apply: 'Filter hinzufügen',
    deleted: 'Gelöscht',
    notDeleted: 'Nicht gelöscht',
    unfiltered: 'Dieser Server filtert keine Listen, deshalb ist nichts weggelassen.',
    nothing: 'Nichts passiert die Filter.',
    clear: 'Alle Filter entfernen',
  },
  views: {
    menu: 'Ansichten',
    none: 'Noch keine Ansicht gespeichert. Eine Ansicht hat Spalten, Reihenfolge, Filter und Zeilenhöhe.',
    name: 'Name der Ansicht',
    save: 'Diese Ansicht speichern',
    remove: (name: string) => `Ansicht ${name} löschen`,
    link: 'Link mit dieser Ansicht',
    density: 'Zeilenhöhe',
    densities: {preferred: 'Wie eingestellt', comfortable: 'Bequem', compact: 'Eng'},
    ignored: 'Das ist hier unbekannt und wurde weggelassen:',
    added: (columns: string) => `Die Ansicht gehört zu einer anderen Version. Diese Spalten kamen hinzu: ${columns}.`,
    understood: 'OK',
  },
} satisfies Worded<typeof viewTexts>
