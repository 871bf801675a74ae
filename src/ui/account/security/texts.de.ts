import type {Worded} from '../../../domain/language'
import type {texts} from './texts'

export const german = {
  signedInAs: (email: string) => `Angemeldet als ${email}`,
  notOffered:
    'Auf diesem Server lässt sich das hier nicht ändern. Hilfe gibt der Administrator, ein neues Passwort gibt es per E-Mail.',
  needed: 'Dieses Konto braucht einen zweiten Faktor.',
  neededHint:
    'Auf diesem Server geht es für Konten wie dieses nur damit weiter. Hier lässt sich eine App mit Codes oder ein Passkey einrichten.',
  secured: 'Dieses Konto hat seinen zweiten Faktor.',
  goOn: 'Weiter',
  currentPassword: 'Aktuelles Passwort',
  password: {
    heading: 'Passwort',
    submit: 'Passwort ändern',
    submitting: 'Wird geändert …',
  },
  email: {
    heading: 'E-Mail',
    lead: 'An die neue Adresse wird eine E-Mail mit einem Link gesendet. Sie gilt, sobald der Link geöffnet wird.',
    field: 'Neue E-Mail',
    submit: 'E-Mail senden',
    submitting: 'Wird gesendet …',
  },
  loading: 'Wird geladen …',
  retry: 'Erneut versuchen',
  cancel: 'Abbrechen',
  secondFactor: {
    heading: 'Zweiter Faktor',
    isOn: 'An: Die Anmeldung verlangt neben dem Passwort einen zweiten Faktor.',
    isOff:
      'Aus: Das Passwort genügt zur Anmeldung, auch wenn es jemand anderes kennt. Ein Code aus einer App auf dem Telefon hält Fremde fern.',
    app: 'App mit Codes',
    hasApp: 'App mit Codes: eingerichtet',
    passkey: (name: string) => `Passkey „${name}“`,
    passkeys: 'Passkey dieses Geräts oder ein Sicherheitsschlüssel',
    codesLeft: (left: number) => `Übrige Wiederherstellungscodes: ${left}`,
    deeds: {
      addApp: {
        ask: 'App einrichten',
        lead: 'Zuerst das aktuelle Passwort eingeben. Danach erhält die App ihr Geheimnis. Alle anderen Sitzungen werden beendet.',
      },
      removeApp: {ask: 'App entfernen', lead: 'Die Codes der App gelten danach nicht mehr.'},
      addPasskey: {
        ask: 'Passkey hinzufügen',
        lead: 'Zuerst das aktuelle Passwort eingeben. Danach legt der Browser einen Passkey an oder fragt nach einem Sicherheitsschlüssel. Alle anderen Sitzungen werden beendet.',
      },
      removePasskey: {ask: 'Entfernen', lead: 'Dieser Passkey gilt danach nicht mehr.'},
      renewCodes: {
        ask: 'Neue Wiederherstellungscodes',
        lead: 'Die bisherigen Wiederherstellungscodes gelten dann nicht mehr.',
      },
      switchOff: {
        ask: 'Zweiten Faktor ausschalten',
        lead: 'Danach genügt das Passwort zur Anmeldung. App und Wiederherstellungscodes gelten nicht mehr.',
      },
    },
    sending: 'Wird geprüft …',
    scan: 'Diesen Code mit einer Authenticator-App scannen.',
    qrCode: 'QR-Code mit dem Geheimnis für die App',
    orType: 'Oder dieses Geheimnis in die App eintippen. Es wird nur jetzt angezeigt.',
    secret: 'Geheimnis',
    code: 'Code, den die App anzeigt',
    confirm: 'Bestätigen',
    namePasskey: 'Dem Passkey einen Namen geben, an dem er wiederzuerkennen ist, etwa den dieses Geräts.',
    passkeyName: 'Name',
    makePasskey: 'Passkey anlegen',
    waitingForBrowser: 'Der Browser fragt …',
    keep: 'Diese Wiederherstellungscodes dort aufbewahren, wo sie auch ohne Telefon zu finden sind. Jeder ersetzt einmal die App. Sie werden nur jetzt angezeigt.',
    codes: 'Wiederherstellungscodes',
    download: 'Herunterladen',
    file: 'pulsewall-wiederherstellungscodes.txt',
    kept: 'Sie sind aufbewahrt',
  },
  sessions: {
    heading: 'Sitzungen',
    current: 'Diese hier',
    browserOn: (browser: string, system: string) => `${browser} unter ${system}`,
    unknown: 'Unbekanntes Programm',
    from: (address: string) => `Von ${address},`,
    since: 'angemeldet',
    lastUsed: '· zuletzt benutzt',
    end: 'Beenden',
    ending: 'Wird beendet …',
    endOthers: 'Alle anderen beenden',
  },
} satisfies Worded<typeof texts>
