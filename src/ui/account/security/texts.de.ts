import type {Worded} from '../../../domain/language'
import type {texts} from './texts'

export const german = {
  signedInAs: (email: string) => `Angemeldet als ${email}`,
  notOffered:
    'Auf diesem Server lässt sich das hier nicht ändern. Hilfe gibt der Administrator, ein neues Passwort gibt es per E-Mail.',
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
} satisfies Worded<typeof texts>
