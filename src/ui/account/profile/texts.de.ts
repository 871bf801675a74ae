import {NAME_LENGTH} from '../../../../contract/limits'
import type {Worded} from '../../../domain/language'
import type {texts} from './texts'

export const german = {
  heading: 'Profil',
  loading: 'Profil wird geladen …',
  signedInAs: (email: string) => `Angemeldet als ${email}`,
  create: 'Es gibt noch kein Profil. Alle Angaben sind freiwillig.',
  fields: {
    name: 'Vorname',
    surname: 'Nachname',
    addressLine1: 'Adresszeile 1',
    addressLine2: 'Adresszeile 2',
    postcode: 'Postleitzahl',
    city: 'Ort',
  },
  customerType: 'Kundenart',
  customerTypes: {private: 'Privat', business: 'Geschäftlich'},
  temperatureUnit: 'Temperatureinheit',
  temperatureUnits: {celsius: 'Celsius (°C)', fahrenheit: 'Fahrenheit (°F)'},
  problems: {
    tooLong: `Höchstens ${NAME_LENGTH} Zeichen.`,
    controlCharacters: 'Zeilenumbrüche, Tabulatoren und andere Steuerzeichen können nicht gespeichert werden.',
  },
  save: 'Speichern',
  saving: 'Wird gespeichert …',
  saved: 'Profil gespeichert.',
  unsaved: 'Noch nicht gespeichert.',
  discard: 'Änderungen verwerfen',
  preferences: {
    heading: 'Einstellungen',
    theme: 'Farbschema',
    themes: {system: 'Wie das System', light: 'Hell', dark: 'Dunkel'},
    zone: 'Zeitzone',
    browserZone: (zone: string) => `Die des Browsers (${zone})`,
    noZone: 'Keine solche Zeitzone.',
    hours: 'Uhrzeit',
    hourKinds: {12: '12 Stunden (2:30 pm)', 24: '24 Stunden (14:30)'},
    hoursOfLanguage: 'Wie in der Sprache üblich',
    density: 'Dichte',
    densities: {comfortable: 'Komfortabel', compact: 'Kompakt'},
    language: 'Sprache',
    states: {
      here: 'In diesem Browser gespeichert.',
      unread:
        'Der Server hat nicht mitgeteilt, was er gespeichert hat. Bis dahin gelten die Einstellungen dieses Browsers.',
      reading: 'Gespeicherte Einstellungen werden gelesen …',
      deciding: '',
      saving: 'Wird gespeichert …',
      kept: 'Mit dem Konto gespeichert.',
      unsaved: 'Nur in diesem Browser gespeichert.',
    },
    retry: 'Erneut speichern',
    languageNext: 'Die Sprache wechselt, sobald diese Seite neu geladen wird.',
  },
} satisfies Worded<typeof texts>
