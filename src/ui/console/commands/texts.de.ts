import type {Worded} from '../../../domain/language'
import type {texts} from './texts'

export const german = {
  title: 'Befehle',
  loading: 'Befehle werden geladen …',
  retry: 'Erneut versuchen',
  method: 'Methode',
  params: 'Parameter (JSON)',
  timeout: 'Warten für',
  seconds: (seconds: number) => `${seconds} s`,
  oneWay: 'Einseitig: das Gerät antwortet nicht',
  send: 'Senden',
  sending: 'Wartet auf das Gerät …',
  stopWaiting: 'Nicht länger warten',
  none: 'Noch keine Befehle.',
  list: 'Die neuesten Befehle',
  states: {
    queued: 'wartet',
    sent: 'gesendet',
    answered: 'beantwortet',
    failed: 'fehlgeschlagen',
    expired: 'keine Antwort',
  },
  answer: 'Antwort:',
  failed: 'Das Gerät hat ihn abgelehnt.',
  noAnswerWanted: 'Das Gerät hat ihn erhalten.',
  notTaken: 'Seine Zeit ist abgelaufen, bevor das Gerät ihn abgeholt hat.',
  outcomes: {
    queued: 'Wartet darauf, dass das Gerät ihn abholt.',
    sent: 'Das Gerät hat ihn erhalten und noch nicht geantwortet.',
    expired: 'Seine Zeit ist abgelaufen, bevor das Gerät geantwortet hat.',
  },
  ago: (age: string) => `vor ${age}`,
} satisfies Worded<typeof texts>
