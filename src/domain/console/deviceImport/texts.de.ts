import type {Worded} from '../../language'
import type {texts} from './texts'

export const german = {
  columns: {name: 'Name', type: 'Typ', label: 'Bezeichnung', customer: 'Kunde', accessToken: 'Zugriffstoken'},
  unnamedColumn: (number: number) => `Spalte ${number}`,
  refusals: {
    empty: 'Die Datei ist leer.',
    noRows: 'Die Datei hat Überschriften, aber keine Zeilen darunter.',
    tooManyRows: (most: number) =>
      `Die Datei hat mehr als ${most.toLocaleString('de')} Zeilen und muss geteilt werden.`,
    tooManyColumns: (most: number) => `Die Datei hat mehr als ${most} Spalten.`,
    quotes: (line: number) =>
      `Die Anführungszeichen in Zeile ${line} passen nicht zusammen. Was dahinter steht, lässt sich nicht sicher lesen.`,
  },
  knownName: 'Es gibt bereits ein Gerät mit diesem Namen.',
  repeatedName: (line: number) => `Zeile ${line} hat denselben Namen.`,
  repeatedToken: (line: number) => `Zeile ${line} hat dasselbe Zugriffstoken.`,
  surplus: (cells: number, headers: number) => `Hat ${cells} Spalten, obwohl es ${headers} Überschriften gibt.`,
  noCustomer: (text: string) => `In der Organisation gibt es keinen Kunden „${text}“.`,
  manyCustomers: (count: number, text: string) =>
    `${count} Kunden heißen „${text}“. Stattdessen die E-Mail oder die ID verwenden.`,
  wrong: (label: string, problem: string) => `${label}: ${problemIn(problem)}.`,
  unknown: 'Es kam keine Antwort. Das Gerät ist vielleicht angelegt, vielleicht nicht.',
  results: {
    created: 'angelegt',
    failed: 'fehlgeschlagen',
    unclear: 'ungewiss',
    notStarted: 'nicht begonnen',
    leftOut: 'ausgelassen',
  },
  result: {outcome: 'Ergebnis', reason: 'Grund', deviceId: 'Geräte-ID'},
} satisfies Worded<typeof texts>

/** The rules of texts are shared with the server, which says them in English. */
function problemIn(problem: string): string {
  const characters = /\d+/.exec(problem)?.[0] ?? ''
  if (problem.startsWith('must have at most')) return `höchstens ${characters} Zeichen`
  if (problem.startsWith('must have at least')) return `mindestens ${characters} Zeichen`
  return PROBLEMS[problem] ?? problem
}

const PROBLEMS: Readonly<Record<string, string>> = {
  'must not be empty': 'darf nicht leer sein',
  'must not hold control characters': 'darf keine Steuerzeichen enthalten',
  'may hold letters, digits, and . _ ~ - only': 'darf nur Buchstaben, Ziffern und . _ ~ - enthalten',
  'is too easy to guess': 'ist zu leicht zu erraten',
}
