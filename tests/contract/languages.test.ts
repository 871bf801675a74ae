import {expect, it} from 'vitest'
import {languageOf} from '../../contract/languages/languages'
import {worded} from '../../contract/languages/texts'
import {translationOf} from '../../contract/languages/translation'

it.each([
  ['de', 'de'],
  ['de-AT, en;q=0.5', 'de'],
  [' DE', 'de'],
  ['en-US, de', 'en'],
  ['fr-FR, de', 'en'],
  ['toString', 'en'],
  ['', 'en'],
])('a browser that asks for "%s" gets %s', (tags, language) => {
  expect(languageOf(tags)).toBe(language)
})

it('a text of a catalogue counts, chooses, and leaves what it is given as it is', () => {
  const english = {
    rows: (count: number) => `${count} rows`,
    group: {
      by: (who: string | null, at: string) => `by ${who}, ${at}`,
      ready: (count: number) => `${count} ready`,
      json: '{ or [',
    },
  }
  const {areas} = translationOf(
    {
      areas: {
        table: {
          rows: '{0, number} {0, plural, one {Zeile} other {Zeilen}}',
          group: {
            by: 'von {0, select, null {niemandem} other {{0}}}, {1}',
            ready: 'bereit',
            json: '{ oder [',
          },
        },
      },
      messages: {},
    },
    'de-DE',
  )
  const {rows, group} = worded(english, areas.table)
  expect([rows(1), rows(1234), group.by(null, '{0}'), group.by('<b>Ada</b>', '')]).toEqual([
    '1 Zeile',
    '1.234 Zeilen',
    'von niemandem, {0}',
    'von <b>Ada</b>, ',
  ])
  expect([group.ready(2), group.json]).toEqual(['bereit', '{ oder ['])
})
