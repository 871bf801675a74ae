import {PASSWORD_LENGTH, PASSWORD_LENGTH_MIN} from '../../../contract/limits'
import type {Worded} from '../../domain/language'
import type {texts} from './texts'

const problems = {
  emailMissing: 'E-Mail-Adresse eingeben.',
  emailMisspelt: 'Das ist keine E-Mail-Adresse.',
  passwordMissing: 'Passwort eingeben.',
  passwordTooShort: `Mindestens ${PASSWORD_LENGTH_MIN} Zeichen verwenden.`,
  passwordTooLong: `Höchstens ${PASSWORD_LENGTH} Zeichen verwenden.`,
  passwordsDiffer: 'Die Passwörter stimmen nicht überein',
}

export const german = {
  email: 'E-Mail',
  problems,
  password: 'Passwort',
  passwordHint: `Mindestens ${PASSWORD_LENGTH_MIN} Zeichen.`,
  strength: {weak: 'Schwach', fair: 'Mittel', strong: 'Stark'},
  confirmation: 'Passwort bestätigen',
  logIn: 'Anmelden',
  createAccount: 'Konto erstellen',
  forgotten: 'Passwort vergessen?',
  tokenMissing: 'Das Token fehlt.',
  register: {
    heading: 'Konto erstellen',
    submit: 'Registrieren',
    submitting: 'Registrierung läuft …',
  },
  passwordReset: {
    heading: 'Passwort zurücksetzen',
    lead: 'Eine E-Mail mit einem Link zum Wählen eines neuen Passworts wird gesendet.',
    submit: 'E-Mail senden',
    submitting: 'Wird gesendet …',
    repeat: 'Erneut senden',
    missing: 'Keine E-Mail erhalten? Im Spam-Ordner nachsehen oder sie erneut senden.',
  },
  newPassword: {
    heading: 'Neues Passwort wählen',
    password: 'Neues Passwort',
    confirmation: 'Neues Passwort bestätigen',
    submit: 'Passwort setzen',
    submitting: 'Wird gesetzt …',
    problems: {...problems, passwordsDiffer: 'Die Passwörter stimmen nicht überein.'},
    tokenMissingHint: 'Den vollständigen Link aus der E-Mail öffnen oder einen neuen anfordern.',
    askAgain: 'Neuen Link anfordern',
  },
  verification: {
    heading: 'E-Mail-Adresse bestätigen',
    verifying: 'Wird bestätigt …',
    secondsLeft: (seconds: number) => `In ${seconds} s`,
    hints: {
      tokenMissing: 'Den vollständigen Link aus der E-Mail öffnen.',
      refused: 'Wurde dieser Link schon einmal geöffnet, ist das Konto bereits bestätigt.',
      unanswered: 'Der Server war gerade nicht dazu in der Lage. Der Link ist möglicherweise noch gültig.',
    },
  },
  firstAdmin: {
    heading: 'Ersten Administrator anlegen',
    submit: 'Administrator anlegen',
    submitting: 'Wird angelegt …',
    tokenMissingHint: 'Den vollständigen Link öffnen, den der Server beim Start ausgegeben hat.',
  },
} satisfies Worded<typeof texts>
