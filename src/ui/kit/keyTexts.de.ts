import type {Worded} from '../../domain/language'
import type {texts} from './keyTexts'

export const german = {
  everywhere: {
    name: 'Überall',
    palette: 'Alles durchsuchen',
    help: 'Tasten anzeigen',
    search: 'Auf dieser Seite suchen',
    dashboard: 'Zum Dashboard',
    alarms: 'Zu den Alarmen',
    admin: 'Zur Administration',
    myHome: 'Zu MyHome',
    profile: 'Zum Profil',
    close: 'Schließen',
  },
  devices: {
    name: 'Geräteliste',
    move: 'Nächste oder vorige Zeile',
    ends: 'Erste oder letzte Zeile',
    choose: 'Auswählen',
  },
  wall: {
    name: 'Wand',
    move: 'Nächste Kachel in dieser Richtung',
    open: 'Gerät neben der Wand öffnen und schließen',
    turn: 'Vorige oder nächste Seite',
  },
  chart: {
    name: 'Diagramm',
    zoom: 'Vergrößern oder verkleinern',
    pan: 'Früher oder später',
    reset: 'Zoom zurücksetzen',
    fullScreen: 'Vollbild und zurück',
  },
  range: {
    name: 'Zeitraum',
    earlier: 'Um seine Länge früher',
    later: 'Um seine Länge später',
    zoomOut: 'Doppelt so lang',
    zoomIn: 'Halb so lang',
    copy: 'Zeitraum kopieren',
    paste: 'Zeitraum einfügen',
  },
} satisfies Worded<typeof texts>
