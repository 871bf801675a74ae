import {describe, expect, it} from 'vitest'
import {WALL_TEMPLATES} from '../../../../contract/rules/lists/wallTemplates'
import {isSound} from '../../../../src/domain/wall/layout/layout'
import {SHAPE_ROWS, SHAPES} from '../../../../src/domain/wall/layout/shape'
import {compositionFrom} from '../../../../src/domain/wall/panels/panels'
import {panelsOfTemplate} from '../../../../src/domain/wall/panels/templates'
import {panelsFile, readPanels} from '../../../../src/domain/wall/panels/transfer'
import {device} from '../../../support/device'

const ENTRIES = [
  {id: 'n', kind: 'number', series: {deviceId: 'a', key: 'cpu'}, x: 0, y: 0, w: 6, h: 3},
  {id: 'c', kind: 'chart', series: [{deviceId: 'gone', key: 'cpu'}], x: 6, y: 0, w: 6, h: 3},
  {id: 't', kind: 'tiles', devices: {by: 'picked', values: ['a', 'sold']}, x: 12, y: 0, w: 6, h: 3},
  {id: 'm', kind: 'globe', x: 18, y: 0, w: 6, h: 3},
]

describe('panels in a file', () => {
  it('are read as they were written, with what can’t be shown here', () => {
    const composition = compositionFrom(ENTRIES)
    if (composition === undefined) throw new Error('is no composition')
    expect(readPanels(panelsFile(composition), [device('a')])).toEqual({
      kind: 'read',
      panels: composition.panels,
      kinds: ['globe'],
      devices: ['gone', 'sold'],
      left: 0,
      isMended: false,
    })
  })

  it.each(['', 'x', '[]', '{"panels": []}', '{"format": "pulsewall.panels"}', '{"format":"other","panels":[]}'])(
    'are not read from %j',
    text => {
      expect(readPanels(text, [])).toEqual({kind: 'unreadable'})
    },
  )
})

describe('a template', () => {
  it.each(WALL_TEMPLATES)('%s is panels that stand as they were drawn', template => {
    const panels = panelsOfTemplate(template, 'cpu')
    expect([panels.length > 2, isSound(panels), new Set(panels.map(({id}) => id)).size]).toEqual([
      ...[true, true, panels.length],
    ])
    expect(panels.filter(({kind}) => kind === 'later')).toEqual([])
  })

  it.each(SHAPES)('of each kind fills a screen of %s, and no more', shape => {
    for (const template of WALL_TEMPLATES) {
      const panels = panelsOfTemplate(template, 'cpu', shape)
      expect([isSound(panels), Math.max(...panels.map(({y, h}) => y + h))]).toEqual([true, SHAPE_ROWS[shape]])
    }
  })
})
