import type {Worded} from '../../../domain/language'
import type {texts} from './texts'

export const german = {
  heading: 'Abspielnachweis',
  loading: 'Es wird geladen, was abgespielt wurde …',
  none: 'Kein Bildschirm meldet für diese Zeit etwas Abgespieltes.',
  cut: 'Manche Bildschirme haben mehr abgespielt, als dieser Server auf einmal mitteilt. Das Älteste fehlt.',
  retry: 'Erneut versuchen',
  save: 'Als CSV speichern',
  saving: 'Wird gespeichert …',
  table: 'Abgespieltes',
  sum: (plays: string, duration: string, screens: string) =>
    `Abgespielt: ${plays} · gezeigt: ${duration} · Bildschirme: ${screens}`,
  asOf: (time: string) => `Stand ${time}`,
  deleted: 'gelöschtes Video',
  columns: {
    device: 'Bildschirm',
    video: 'Video',
    whole: 'Abgespielt',
    brokenOff: 'Abgebrochen',
    seconds: 'Gezeigt',
    first: 'Zuerst',
    last: 'Zuletzt',
  },
} satisfies Worded<typeof texts>
