import {expect, it} from 'vitest'
import {newPanel, PANEL_KINDS} from '../../../../src/domain/wall/panels/panels'
import {isUnfinished} from '../../../../src/domain/wall/panels/unfinished'

const SERIES = {deviceId: 'a', key: 'cpu'}
const CHOSEN = {picture: 'p', series: SERIES, key: 'cpu', text: 'Call the plant'}

it('a panel is unfinished while there is nothing that it could show', () => {
  const kinds = PANEL_KINDS.filter(kind => isUnfinished(newPanel(kind, [])))
  expect(kinds).toEqual(['number', 'gauge', 'indicators', 'chart', 'text', 'picture', 'plan'])
  const chosen = kinds.filter(kind => isUnfinished(newPanel(kind, [], kind === 'chart' ? {series: [SERIES]} : CHOSEN)))
  expect(chosen).toEqual([])
})
