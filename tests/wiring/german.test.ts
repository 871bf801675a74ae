import {describe, expect, it} from 'vitest'
import type {Texts} from '../../src/domain/language'
import {german} from '../../src/wiring/german'
import {englishAreas, isSameInGerman, wordsOf} from '../support/englishTexts'

const germanOf = (area: string): Texts => Object.entries(german).find(([name]) => name === area)?.[1] ?? {}

describe('the German translation', () => {
  it('has every area that is declared in English, and no other', () => {
    const areas = englishAreas().map(([area]) => area)
    expect(Object.keys(german).sort()).toEqual(areas.sort())
  })

  it.each(englishAreas())('has each text of %s in the same kind and with the same blanks', (area, english) => {
    expect(shapeOf(germanOf(area))).toMatchObject(shapeOf(english))
  })

  it.each(englishAreas())('says nothing of %s in English', (area, english) => {
    const translated = new Map(wordsOf(germanOf(area)))
    const same = wordsOf(english).filter(([name, text]) => translated.get(name) === text)
    expect(same.filter(([, text]) => !isSameInGerman(text))).toEqual([])
  })
})

/** The names with the kind of each text; of one with blanks, how many. */
function shapeOf(texts: Texts): object {
  const shapes = Object.entries(texts).map(([name, text]) => {
    if (typeof text === 'function') return [name, `${text.length} blanks`]
    return [name, typeof text === 'string' ? 'text' : shapeOf(text)]
  })
  return Object.fromEntries(shapes)
}
