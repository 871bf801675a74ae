import {declaredTexts, type Texts} from '../../src/domain/language'

import.meta.glob(
  ['../../src/domain/**/*.ts', '../../src/machines/**/*.ts', '../../src/ui/**/*[tT]exts.ts', '!**/*.de.ts'],
  {eager: true},
)

/** Words that German has from English, names, units and signs. */
const SAME_IN_GERMAN: readonly string[] = [
  ...['', '–', '—', 'Name', 'Problem:', 'Version', 'Region', 'Token', 'Status', 'OK', 'Video'],
  ...['Dashboard', 'MyHome', 'Live', 'live', 'offline', 'Aggregation', 'Administrator'],
  ...['Organisation', 'Asset', 'Assets', 'Server', 'Client', 'Text', 'JSON', 'Filter', 'Label'],
  ...['Celsius (°C)', 'Fahrenheit (°F)', 'Linux, macOS', 'Windows PowerShell', '1 h', '24 h', '7 d'],
]

/** The English texts of every area, all of which are declared by the imports above. */
export const englishAreas = (): [area: string, english: Texts][] =>
  Object.entries(declaredTexts()).filter(([area]) => !area.startsWith('test.'))

/** Whether a text may be the same in both languages. */
export const isSameInGerman = (text: string): boolean => SAME_IN_GERMAN.includes(text)

/** The texts without blanks by their dotted names. */
export function wordsOf(texts: Texts, path = ''): [name: string, text: string][] {
  return Object.entries(texts).flatMap(([name, text]): [string, string][] => {
    if (typeof text === 'function') return []
    return typeof text === 'string' ? [[path + name, text]] : wordsOf(text, `${path}${name}.`)
  })
}

/** Every text that nobody should see on a German page. */
export const englishWords = (): ReadonlySet<string> =>
  new Set(
    englishAreas()
      .flatMap(([, english]) => wordsOf(english).map(([, text]) => text))
      .filter(text => !isSameInGerman(text)),
  )
