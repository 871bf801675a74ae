import type {Worded} from '../language'
import type {texts} from './texts'

export const german = {
  key: 'Schlüssel',
  method: 'Methode',
  value: 'Wert',
  required: (label: string) => `${label}: Angabe erforderlich.`,
  tooLong: (characters: number) => `Höchstens ${characters.toLocaleString('de')} Zeichen.`,
  controlCharacters: 'Zeilenumbrüche, Tabulatoren und andere Steuerzeichen können nicht gespeichert werden.',
  broken: 'NUL und unvollständige Zeichen können nicht gespeichert werden.',
  noEmail: 'Das ist keine E-Mail-Adresse.',
  passwordTooShort: (characters: number) => `Mindestens ${characters} Zeichen verwenden.`,
  passwordTooLong: (characters: number) => `Höchstens ${characters} Zeichen verwenden.`,
  noDays: (most: number) => `Das ist keine ganze Zahl von Tagen von 1 bis ${most.toLocaleString('de')}.`,
  restoringNeedsPassword: 'Um einen gelöschten Benutzer wiederherzustellen, ist ein Passwort erforderlich.',
  notWhole: 'Das ist keine ganze Zahl zwischen -(2⁵³ - 1) und 2⁵³ - 1.',
  notANumber: 'Das ist keine Zahl.',
  noJson: 'Das ist kein gültiges JSON.',
  noInfoJson: 'Das ist kein gültiges JSON. Ein einfacher Text darf nicht mit { oder [ beginnen.',
  nullIsNoValue: 'null ist kein Wert.',
  tooDeep: (levels: number) => `JSON darf höchstens ${levels} Ebenen tief verschachtelt sein.`,
  tooManyBytes: (bytes: number) => `JSON darf höchstens ${bytes.toLocaleString('de')} Bytes haben.`,
  deviceUntokened: 'Das Gerät wurde ohne Zugriffstoken angelegt.',
} satisfies Worded<typeof texts>
