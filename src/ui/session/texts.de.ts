import type {Worded} from '../../domain/language'
import type {texts} from './texts'

export const german = {
  heading: 'Zweiter Schritt',
  codeOfApp:
    'Das Passwort ist richtig. Nun die sechs Ziffern eingeben, die die App gerade anzeigt, oder einen Wiederherstellungscode.',
  passkey: 'Passkey verwenden',
  orCode: 'Das Passwort ist richtig. Nun den Passkey verwenden oder einen der Codes eingeben.',
  recoveryCode: 'Das Passwort ist richtig. Nun einen Wiederherstellungscode eingeben.',
  code: 'Einmalcode',
  submit: 'Anmelden',
  checking: 'Wird geprüft …',
  back: 'Zurück zur Anmeldung',
  lost: 'App und Wiederherstellungscodes verloren? Ein Administrator kann den zweiten Faktor entfernen.',
} satisfies Worded<typeof texts>
