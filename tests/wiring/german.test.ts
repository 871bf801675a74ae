import {describe, expect, it} from 'vitest'
import {declaredTexts, type Texts} from '../../src/domain/language'
import {german} from '../../src/wiring/german'

import.meta.glob(
  ['../../src/domain/**/*.ts', '../../src/machines/**/*.ts', '../../src/ui/**/*[tT]exts.ts', '!**/*.de.ts'],
  {eager: true},
)

/** Words that German has from English, names, units and signs. */
const SAME_IN_GERMAN: readonly string[] = [
  ...['', '–', '—', 'Name', 'Problem:', 'Version', 'Region', 'Token'],
  ...['Dashboard', 'MyHome', 'Live', 'live', 'offline', 'Aggregation', 'Administrator'],
  ...['Organisation', 'Asset', 'Assets', 'Server', 'Client', 'Text', 'JSON', 'Filter', 'Status', 'OK', 'Label'],
  ...['Celsius (°C)', 'Fahrenheit (°F)', 'Linux, macOS', 'Windows PowerShell'],
]

const declared = Object.entries(declaredTexts()).filter(([area]) => !area.startsWith('test.'))

describe('the German translation', () => {
  it('has every area that is declared in English, and no other', () => {
    expect(Object.keys(german).sort()).toEqual(declared.map(([area]) => area).sort())
  })

  it.each(declared)('has each text of %s in the same kind and with the same blanks', (area, english) => {
    expect(shapeOf(Object.entries(german).find(([name]) => name === area)?.[1])).toMatchObject(shapeOf(english))
  })

  it.each(declared)('says nothing of %s in English', (area, english) => {
    const translated = new Map(wordsOf(Object.entries(german).find(([name]) => name === area)?.[1] ?? {}))
    const same = wordsOf(english).filter(([name, text]) => translated.get(name) === text)
    expect(same.filter(([, text]) => !SAME_IN_GERMAN.includes(text))).toEqual([])
  })
})

/** The names with the kind of each text; of one with blanks, how many. */
function shapeOf(texts: Texts | undefined): object {
  const shapes = Object.entries(texts ?? {}).map(([name, text]) => {
    if (typeof text === 'function') return [name, `${text.length} blanks`]
    return [name, typeof text === 'string' ? 'text' : shapeOf(text)]
  })
  return Object.fromEntries(shapes)
}

/** The texts without blanks by their dotted names. */
function wordsOf(texts: Texts, path = ''): [name: string, text: string][] {
  return Object.entries(texts).flatMap(([name, text]): [string, string][] => {
    if (typeof text === 'function') return []
    return typeof text === 'string' ? [[path + name, text]] : wordsOf(text, `${path}${name}.`)
  })
}
