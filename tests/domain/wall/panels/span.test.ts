import {describe, expect, it} from 'vitest'
import {NO_LIST} from '../../../../contract/rules/lists/storedList'
import type {Json} from '../../../../contract/wire/common'
import {SPANS} from '../../../../src/domain/telemetry/series/sparkline'
import {shownSpan} from '../../../../src/domain/wall/board'
import {newPanel} from '../../../../src/domain/wall/panels/panels'
import {panelsFile, readPanels} from '../../../../src/domain/wall/panels/transfer'
import {NEW_WALL, WALLS} from '../../../../src/domain/wall/walls'

const CHART = {id: 'a', kind: 'chart', title: '', x: 0, y: 0, w: 12, h: 6, series: []}

const stored = (wall: Record<string, Json>) => WALLS.read([{name: 'Hall', ...wall}], 1).items[0] ?? null

/** The time ranges of all charts and tables of a stored wall. */
function shownIn(wall: Record<string, Json>): string[] {
  const read = stored(wall)
  return (read?.composition?.panels ?? []).flatMap(panel =>
    'span' in panel && panel.kind !== 'availability' ? [shownSpan(panel, {wall: read})] : [],
  )
}

describe('the time range of a panel', () => {
  it('is that of its wall, until it has its own', () => {
    const panels = [CHART, {...CHART, id: 'b', y: 6, span: '6h'}, {...CHART, id: 'c', y: 12, kind: 'top', span: '1h'}]
    expect(shownIn({panels, span: '7d'})).toEqual(['7d', '6h', '1h'])
    expect(newPanel('chart', [])).toMatchObject({span: 'wall'})
  })

  it('is 24 hours on a wall from before walls had one, or else what the panel says', () => {
    expect(
      shownIn({panels: [CHART, {...CHART, id: 'b', y: 6, span: '7d'}, {...CHART, id: 'c', y: 12, span: 'year'}]}),
    ).toEqual(['24h', '7d', '24h'])
    expect(stored({span: '3h'})?.span).toBe('24h')
  })

  it('is stored with the wall and exported with its panels', () => {
    for (const span of ['wall', ...SPANS] as const) {
      const composition = {panels: [newPanel('chart', [], {span})], surplus: [], isMended: false}
      const wall = {...NEW_WALL, name: 'Hall', span: '7d', composition} as const
      expect(WALLS.read(WALLS.write({...NO_LIST, items: [wall], exists: true, version: 1}), 1).items).toEqual([wall])
      expect(readPanels(panelsFile(composition), [])).toMatchObject({panels: composition.panels})
    }
  })
})
