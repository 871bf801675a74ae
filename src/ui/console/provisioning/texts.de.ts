import type {Worded} from '../../../domain/language'
import type {texts} from './texts'

export const german = {
  title: 'Registrierungsprofile',
  hint: 'Ein Gerät, das den Schlüssel und das Geheimnis eines Profils kennt, registriert sich selbst und erhält ein eigenes Zugriffstoken.',
  loading: 'Registrierungsprofile werden geladen …',
  retry: 'Erneut versuchen',
  none: 'Es ist kein Registrierungsprofil ausgestellt.',
  ...{nameColumn: 'Profil', customerColumn: 'Geräte gehören zu', keyColumn: 'Schlüssel'},
  ...{issuedColumn: 'Ausgestellt', actionsColumn: 'Aktionen'},
  noCustomer: 'keinem Kunden',
  by: (email: string) => `von ${email}`,
  name: 'Welche Geräte',
  issue: 'Profil ausstellen',
  issuing: 'Wird ausgestellt …',
  issued: (name: string) =>
    `Der Schlüssel und das Geheimnis von „${name}“. Das Geheimnis wird nur dieses eine Mal gezeigt:`,
  told: 'den Schlüssel und das Geheimnis',
  lead: (device: string) => `Eines davon ausführen: es registriert „${device}“ und zeigt dessen Zugriffstoken.`,
  revoke: 'Widerrufen',
  revokeWhat: (name: string) => `Das Profil „${name}“ widerrufen`,
  question: (name: string) => `Über „${name}“ registriert sich kein Gerät mehr. Bereits registrierte Geräte bleiben.`,
  cancel: 'Behalten',
  confirm: 'Profil widerrufen',
  revoking: 'Wird widerrufen …',
} satisfies Worded<typeof texts>
