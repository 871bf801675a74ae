import type {Worded} from '../../domain/language'
import type {texts} from './texts'

export const german = {
  breadcrumbs: 'Übergeordnete Seiten',
  close: 'Schließen',
  leaving: {
    heading: 'Ohne Speichern verlassen?',
    lead: 'Die Änderungen in diesem Formular sind nicht gespeichert und gehen beim Verlassen verloren.',
    leave: 'Verlassen',
    stay: 'Bleiben',
  },
  outcomes: 'Meldungen',
  closeOutcome: 'Meldung schließen',
  copy: 'Kopieren',
  copied: 'Kopiert',
  copyFailed: 'Konnte nicht kopiert werden',
  severities: {warning: 'Warnung', critical: 'Kritisch'},
  timeProblems: {
    notUnderstood: (example: string) => `Möglich ist ${example}.`,
    noSuchDay: () => 'Diesen Tag gibt es nicht.',
    skippedHour: () => 'Diese Uhrzeit überspringt die Zeitumstellung an dem Tag.',
  },
  unknownZone: (name: string, zone: string) =>
    `Die Adresse nennt eine unbekannte Zeitzone: ${name}. Alle Zeiten sind die von ${zone}.`,
} satisfies Worded<typeof texts>
