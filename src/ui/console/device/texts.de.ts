import type {Worded} from '../../../domain/language'
import type {texts} from './texts'

export const german = {
  status: 'Zuletzt gesehen',
  values: {
    title: 'Letzte Telemetrie',
    reading: 'Messwerte werden gelesen …',
    failed: 'Die Messwerte konnten nicht gelesen werden.',
    retry: 'Erneut versuchen',
    linkDown: 'Verbindung unterbrochen: angezeigt wird der letzte bekannte Stand.',
    empty: 'Noch keine Telemetrie. Ein mit dem Zugriffstoken dieses Geräts gesendeter Messwert erscheint hier.',
    key: 'Schlüssel',
    value: 'Messwert',
    arrived: 'Eingetroffen',
  },
  credentials: {
    title: 'Zugangsdaten',
    loading: 'Zugangsdaten werden geladen …',
    retry: 'Erneut versuchen',
    none: 'Dieses Gerät hat keine Zugangsdaten und kann daher nichts senden.',
    create: 'Zugangsdaten erstellen',
    creating: 'Werden erstellt …',
    accessToken: 'Zugriffstoken',
    hidden: 'verborgen',
    show: 'Anzeigen',
    showWhat: 'Zugriffstoken anzeigen',
    hide: 'Verbergen',
    hideWhat: 'Zugriffstoken verbergen',
    delete: 'Löschen',
    deleteWhat: 'Zugangsdaten löschen',
    created: 'Erstellt',
  },
  deletion: {
    title: 'Zugangsdaten löschen',
    question:
      'Diese Zugangsdaten wirklich löschen? Danach kann das Gerät nichts mehr senden: seine Nachrichten werden abgelehnt, bis es neue hat.',
    confirm: 'Löschen',
    deleting: 'Wird gelöscht …',
    cancel: 'Abbrechen',
  },
  send: {
    title: 'Messwert senden',
    first: 'Ersten Wert senden',
    lead: 'Zeilen in ein Terminal oder ein Python-Skript einfügen, und dieses Gerät sendet eine Temperatur.',
    hidden: 'Beim Kopieren tritt das Zugriffstoken an die Stelle von ACCESS_TOKEN.',
    noCredentials: 'Zuerst Zugangsdaten erstellen: ein Gerät sendet mit seinem Zugriffstoken.',
    ways: {
      sh: 'Linux, macOS',
      powerShell: 'Windows PowerShell',
      mosquitto: 'MQTT mit Mosquitto',
      python: 'MQTT mit Python und paho-mqtt',
    },
    line: (way: string) => `die Zeilen für ${way}`,
    waiting: 'wartet auf einen Messwert',
    arrived: (age: string) => `vor ${age} eingetroffen:`,
    hasArrived: 'Ein Messwert dieses Geräts ist eingetroffen.',
  },
} satisfies Worded<typeof texts>
