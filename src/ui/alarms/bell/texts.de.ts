import type {Worded} from '../../../domain/language'
import type {texts} from './texts'

export const german = {
  none: 'Alarme: alle sind quittiert',
  unacknowledged: 'Nicht quittierte Alarme',
  counted: {warning: 'Warnungen', critical: 'kritisch'},
  unknown: 'Alarme: noch nicht gezählt',
  outdated: 'nicht aktuell',
  notification: (device: string, key: string) => `Kritischer Alarm: ${device}, ${key}`,
  sound: {
    on: 'Ton an',
    off: 'Ton aus',
    mute: 'Ton stumm schalten',
    unmute: 'Ton einschalten',
    label: 'Ton bei kritischen Alarmen',
    awaitingTouch: 'Der Ton beginnt mit dem ersten Klick auf diese Seite.',
  },
  notifications: {
    allow: 'Mitteilungen erlauben',
    asking: 'Wird gefragt…',
    allowed: 'Mitteilungen sind an',
    refused: 'Der Browser lässt keine Mitteilungen zu.',
  },
} satisfies Worded<typeof texts>
