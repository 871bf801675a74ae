import type {Worded} from '../../../domain/language'
import type {texts} from './texts'

export const german = {
  title: 'API-Schlüssel',
  hint: 'Mit einem Schlüssel ruft ein Programm die API auf, ohne Benutzer. Er gilt, bis er abläuft oder widerrufen wird, wer auch immer ihn ausgestellt hat.',
  loading: 'API-Schlüssel werden geladen …',
  retry: 'Erneut versuchen',
  none: 'Es ist kein API-Schlüssel ausgestellt. Mit einem liest oder schreibt ein Programm, was seine Rechte erreichen, zum Beispiel:',
  ...{nameColumn: 'Programm', rightsColumn: 'Rechte', scopeColumn: 'Darf', expiresColumn: 'Läuft ab'},
  ...{usedColumn: 'Zuletzt benutzt', issuedColumn: 'Ausgestellt', actionsColumn: 'Aktionen'},
  ofCustomer: (authority: string, customer: string) => `${authority} von ${customer}`,
  read: 'lesen',
  write: 'lesen und schreiben',
  by: (email: string) => `von ${email}`,
  never: 'nie',
  name: 'Welches Programm',
  lasts: 'Gilt',
  days: (days: number) => (days === 365 ? 'ein Jahr' : `${days} Tage`),
  issue: 'Schlüssel ausstellen',
  issuing: 'Wird ausgestellt …',
  issued: (name: string) => `Der Schlüssel von „${name}“. Er wird nur dieses eine Mal gezeigt:`,
  told: 'den API-Schlüssel',
  line: 'die Zeile für eine Shell',
  revoke: 'Widerrufen',
  revokeWhat: (name: string) => `Den Schlüssel von „${name}“ widerrufen`,
  question: (name: string) =>
    `Aufrufe von „${name}“ werden sofort abgewiesen. Um wieder aufzurufen, braucht es einen neuen Schlüssel.`,
  cancel: 'Behalten',
  confirm: 'Schlüssel widerrufen',
  revoking: 'Wird widerrufen …',
} satisfies Worded<typeof texts>
