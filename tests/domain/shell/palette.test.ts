import {describe, expect, it} from 'vitest'
import {
  createPaletteSearch,
  indexOf,
  type PaletteEntry,
  type PaletteParts,
  withRecent,
} from '../../../src/domain/shell/palette'

const device = (id: string, label: string, detail = ''): PaletteEntry => ({
  id: `device:${id}`,
  kind: 'device',
  label,
  detail,
  recordId: id,
  action: {type: 'go', to: `/dashboard?device=${id}`},
})
const DEVICES = [
  device('01a20143-2a2e-79a2-973c-18024960aaaa', 'Boiler', 'north'),
  device('01a20143-2a3e-7776-b1de-d23428bbbbbb', 'Kühlhaus Süd'),
  device('01a20143-2a47-72c0-b55f-2234e7cccccc', 'Pump 1'),
  device('01a20143-2a47-72c0-b55f-2234e7dddddd', 'Pump 10'),
  device('e', 'مضخة 7'),
  device('f', '<b>🏭 plant</b>'),
]
const PAGE: PaletteEntry = {
  id: 'page:/profile',
  kind: 'page',
  label: 'Profile',
  detail: '',
  recordId: null,
  action: {type: 'go', to: '/profile'},
}
const PARTS: PaletteParts = {devices: DEVICES, places: [PAGE]}

function search(query: string, recent: readonly string[] = [], parts = PARTS) {
  const {entries, total} = createPaletteSearch()(indexOf(parts), query, recent)
  return {labels: entries.map(({label}) => label), total}
}

/** The label of the best entry, with the marked letters in brackets. */
function marked(query: string, entry: PaletteEntry): string | undefined {
  const [best] = createPaletteSearch()(indexOf({devices: [entry]}), query, []).entries
  return [...(best?.labelPieces ?? []), {start: 0, text: ' | ', isMatched: false}, ...(best?.detailPieces ?? [])]
    .map(({text, isMatched}) => (isMatched ? `[${text}]` : text))
    .join('')
}

describe('the letters by which an entry is found', () => {
  it.each([
    ['boil', device('a', 'Boiler', 'north'), '[Boil]er | north'],
    ['north boil', device('a', 'Boiler', 'north'), '[Boil]er | [north]'],
    ['biler', device('a', 'Boiler'), '[Boiler] | '],
    ['kuhl', device('a', 'Ku\u0308hlhaus'), '[Ku\u0308hl]haus | '],
    ['strasse', device('a', 'Große Straße'), 'Große [Straße] | '],
    ['مضخ', device('a', 'غرفة مضخة 7'), 'غرفة [مضخ]ة 7 | '],
    ['plant', device('a', '<b>👩🏽‍🔧 plant</b>'), '<b>👩🏽‍🔧 [plant]</b> | '],
    ['01a20143', device('01a20143-2a2e', 'Boiler', 'north'), 'Boiler | north'],
    ['', device('a', 'Boiler', 'north'), 'Boiler | north'],
  ])('are marked in %j', (query, entry, text) => {
    expect(marked(query, entry)).toBe(text)
  })
})

describe('what is found', () => {
  it.each([
    ['boil', ['Boiler']],
    ['NORTH boiler', ['Boiler']],
    ['kuhlhaus', ['Kühlhaus Süd']],
    ['sud kühl', ['Kühlhaus Süd']],
    ['biler', ['Boiler']],
    ['pump 1', ['Pump 1', 'Pump 10']],
    ['7 مضخة', ['مضخة 7']],
    ['plant', ['<b>🏭 plant</b>']],
    ['nothing such', []],
    ['(*.', []],
  ])('by %j is %j', (query, labels) => {
    expect(search(query).labels).toEqual(labels)
  })

  it('by an id begins with it', () => {
    expect(search('01A20143-2a2e').labels).toEqual(['Boiler'])
    expect(search('01a20143-2a47').labels).toEqual(['Pump 1', 'Pump 10'])
  })

  it('begins with what is called exactly so', () => {
    const many = Array.from({length: 3000}, (_, at) => device(`x${at}`, `Pump 1 of ${at}`))
    const {labels, total} = search('pump 1', [], {devices: [...many, device('y', 'Pump 1')]})
    expect(labels[0]).toBe('Pump 1')
    expect(labels).toHaveLength(40)
    expect(total).toBe(3001)
  })

  it('before anything is typed begins with what was chosen last, as far as it is still there', () => {
    const recent = ['device:e', 'device:gone', DEVICES[0]?.id ?? '']
    expect(search('', recent).labels.slice(0, 3)).toEqual(['مضخة 7', 'Boiler', 'Profile'])
    expect(search(' ', recent).total).toBe(7)
  })
})

it('remembers six choices, the newest first and each once', () => {
  const recent = ['a', 'b', 'c', 'd', 'e', 'f', 'b'].reduce<readonly string[]>(withRecent, [])
  expect(recent).toEqual(['b', 'f', 'e', 'd', 'c', 'a'])
})
