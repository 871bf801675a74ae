import {isDeepStrictEqual} from 'node:util'
import {IntlMessageFormat} from 'intl-messageformat'
import {describe, expect, it} from 'vitest'
import {LANGUAGE_CODES, LANGUAGES} from '../../contract/languages/languages'
import type {Catalogue} from '../../contract/languages/translation'
import {englishTexts, isSameInGerman, textsBelow} from '../support/englishTexts'

const catalogues = await Promise.all(
  LANGUAGE_CODES.map(async code => [code, (await LANGUAGES[code].catalogue?.())?.default] as const),
)

const english = englishTexts()

describe.each(catalogues.flatMap(([code, catalogue]) => (catalogue === undefined ? [] : [{code, catalogue}])))(
  'the catalogue $code',
  ({code, catalogue}: {code: string; catalogue: Catalogue}) => {
    const texts = new Map(textsBelow(catalogue.areas).map(([name, text]) => [name, String(text)]))

    it('has each text that is declared in English, and no other', () => {
      expect([...texts.keys()].sort()).toEqual(english.map(([name]) => name).sort())
    })

    it('fills in what English does', () => {
      const arities = english.map(([name, text]) => [name, typeof text === 'function' ? text.length : 0] as const)
      expect(arities.filter(([name, arity]) => blanksOf(texts.get(name)).length !== arity)).toEqual([])
    })

    it('names the numbers that English does', () => {
      const plain = english.filter(([, text]) => typeof text === 'string')
      const differing = plain.filter(([name, text]) => !isDeepStrictEqual(numbersOf(texts.get(name)), numbersOf(text)))
      expect(differing.map(([name, text]) => [name, text, texts.get(name)])).toEqual([])
    })

    it('says nothing in English', () => {
      const same = english.filter(([name, text]) => typeof text === 'string' && texts.get(name) === text)
      expect(same.filter(([, text]) => !isSameInGerman(String(text)))).toEqual([])
    })

    it('fills in what a message of the server names', () => {
      const messages = Object.entries(catalogue.messages)
      expect(messages.map(([, text]) => blanksOf(text))).toEqual(messages.map(([message]) => blanksOf(message)))
    })

    it.each([...texts, ...Object.entries(catalogue.messages)].filter(([, text]) => blanksOf(text).length > 0))(
      'says %s in a message that can be read',
      (_, text) => {
        expect(() => new IntlMessageFormat(text, code, undefined, {ignoreTag: true})).not.toThrow()
      },
    )
  },
)

const blanksOf = (text = ''): string[] => [...new Set(Array.from(text.matchAll(/\{(\d)/g), ([, at = '']) => at))].sort()

const numbersOf = (text: unknown): number[] =>
  (
    String(text)
      .replace(/(?<=\d)[.,](?=\d{3}\b)/g, '')
      .match(/\d+/g) ?? []
  )
    .map(Number)
    .sort((a, b) => a - b)
