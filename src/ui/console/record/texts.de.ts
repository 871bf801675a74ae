import {counted} from '../../../domain/format/counted'
import type {Worded} from '../../../domain/language'
import {nounOf} from '../nouns.de'
import type {texts} from './texts'

export const german = {
  loading: 'Wird geladen …',
  missingId: (noun: string) => `${nounOf(noun).id} fehlt`,
  missingOrganisation: 'In der Adresse fehlt die Organisations-ID.',
  back: 'Zurück zu den Organisationen',
  edit: 'Bearbeiten',
  delete: 'Löschen',
  history: 'Verlauf',
  openInDashboard: 'Im Dashboard öffnen',
  signOutEverywhere: 'Überall abmelden',
  signingOut: 'Wird abgemeldet …',
  deleted: 'Gelöscht',
  restore: 'Zum Wiederherstellen bearbeiten: „Gelöscht“ ausschalten und ein neues Passwort setzen.',
  invitation: {
    waiting: 'Dieser Benutzer wurde per E-Mail eingeladen und hat noch kein Passwort gewählt.',
    again: 'Einladung erneut senden',
    sending: 'Wird gesendet …',
  },
  rescue: {
    isOn: 'Dieser Benutzer meldet sich mit einem zweiten Faktor an.',
    remove: 'Zweiten Faktor entfernen',
    question:
      'Nur für jemanden entfernen, der ihn nachweislich verloren hat: Danach genügt das Passwort zur Anmeldung. Alle Sitzungen des Benutzers werden beendet, und er erfährt es per E-Mail.',
    removing: 'Wird entfernt …',
    cancel: 'Abbrechen',
    retry: 'Erneut versuchen',
    removed: 'Der zweite Faktor ist entfernt.',
  },
  create: (noun: string) => `${noun} erstellen`,
  editing: (name: string) => `${name} bearbeiten`,
  save: 'Speichern',
  sending: 'Wird gespeichert …',
  cancel: 'Abbrechen',
  unsaved: 'Noch nicht gespeichert.',
  choose: 'Wählen …',
  none: '—',
  keepPassword: 'Leer lassen, um das Passwort nicht zu ändern.',
  ownPassword: 'Für eine eigene neue E-Mail oder ein neues Passwort ist das aktuelle nötig.',
  info: 'Ein Text oder JSON.',
  days: 'Ältere Werte ihrer Geräte werden endgültig gelöscht, außer den neuesten. Leer: so lange, wie der Server sie aufbewahrt.',
  picker: {
    loading: (plural: string) => `${plural} werden geladen …`,
    listed: (count: number, noun: string, plural: string) => {
      if (count === 0) return `Es gibt keine ${plural} zur Auswahl.`
      return `${counted(count)} ${count === 1 ? noun : plural}. Zum Suchen tippen.`
    },
    unknown: (noun: string) => `${nounOf(noun).no} der Liste hat diese ID.`,
    none: (noun: string) => nounOf(noun).no,
    nothingFound: 'Nichts gefunden.',
    more: (count: number) => `${counted(count)} weitere. Zum Finden tippen.`,
    noOrganisation: 'Ohne Organisation gibt es nichts zur Auswahl.',
    typeInstead: (noun: string) => `Stattdessen kann die ID ${nounOf(noun).genitive} eingegeben werden.`,
    retry: 'Erneut versuchen',
    toLoad: (plural: string) => `${plural} zu laden`,
  },
  deletion: {
    heading: (noun: string) => `${noun} löschen`,
    question: 'Wirklich endgültig löschen:',
    type: (label: string) => `Zur Bestätigung eingeben: ${label}`,
    acknowledge: 'Mir ist klar, was das bewirkt.',
    confirm: (noun: string) => `${nounOf(noun).this} löschen`,
    sending: 'Wird gelöscht …',
    name: 'den Namen',
  },
  conflict: {
    heading: 'Jemand anderes hat dies inzwischen geändert',
    lead: 'Noch ist nichts überschrieben. Für jedes Feld lässt sich wählen, welcher Wert gilt; wo beide Seiten dasselbe geändert haben, ist zunächst der fremde gewählt.',
    changedBy: {
      me: 'nur selbst geändert',
      them: 'nur von der anderen Seite geändert',
      both: 'von beiden geändert',
    },
    nothing: 'nichts',
    oldPassword: 'unverändert',
    newPassword: 'ein neues Passwort',
    back: 'Zurück zum Formular',
  },
  close: 'Schließen',
} satisfies Worded<typeof texts>
