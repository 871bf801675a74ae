import {describe, expect, it} from 'vitest'
import {devices} from '../../src/domain/console/records/devices'
import {usualView} from '../../src/domain/console/records/list/list'
import {
  openedFromAddress,
  openedView,
  readNamedViews,
  savedView,
  VIEW_VERSION,
  withNamed,
  withoutNamed,
} from '../../src/domain/savedView'

const USUAL = ['name', 'status', 'lastSeen', 'customerId', 'type', 'label', 'createdAt']
const usual = usualView(devices)

describe('a saved view', () => {
  it('has the shown columns, the order, the filters and the density', () => {
    expect(savedView(devices, {...usual, q: 'pump', peek: 'd1'})).toEqual({
      v: VIEW_VERSION,
      columns: USUAL,
      sort: 'name',
      filters: [],
      density: null,
    })
  })

  it('opens as it was saved', () => {
    const view = {
      ...usual,
      sort: '-type',
      columns: ['name', 'createdAt'],
      density: 'compact' as const,
      filters: [{name: 'type', value: 'sensor'}],
    }
    const saved: unknown = JSON.parse(JSON.stringify(savedView(devices, view)))
    expect(openedView(devices, saved)).toEqual({view, ignored: [], added: []})
  })

  it('of the same version keeps the columns that somebody has hidden away', () => {
    const opened = openedView(devices, {v: VIEW_VERSION, columns: ['name', 'gone'], sort: 'name', filters: []})
    expect([opened?.view.columns, opened?.ignored, opened?.added]).toEqual([['name'], ['gone'], []])
  })

  it('of another version gets the columns that it may not have known', () => {
    const opened = openedView(devices, {v: 99, columns: ['name', 'type', 'gone'], sort: '-gone', filters: ['gone:x']})
    expect([opened?.view.columns, opened?.view.sort, opened?.ignored, opened?.added]).toEqual([
      ['name', 'type', 'status', 'lastSeen', 'customerId', 'label', 'createdAt'],
      'name',
      ['gone', 'gone:x', '-gone'],
      ['Status', 'Last seen', 'Customer', 'Label', 'Created at'],
    ])
  })

  it.each([null, 5, [], {}, {v: '1', columns: []}, {v: 1}, 'x'])('can’t be %j', saved => {
    expect(openedView(devices, saved)).toBeNull()
  })

  it('in an address is taken, and what else the address says comes before it', () => {
    const json = JSON.stringify({v: 1, columns: ['name', 'type'], sort: '-type', filters: [{name: 'type', value: 'a'}]})
    const opened = openedFromAddress(devices, `?view=${encodeURIComponent(json)}&sort=label&q=x`)
    expect(opened).toEqual({
      view: {...usual, q: 'x', sort: 'label', columns: ['name', 'type'], filters: [{name: 'type', value: 'a'}]},
      ignored: [],
      added: [],
    })
  })

  it.each(['{', '[]', 'null'])('that is %s in an address is left out and said', text => {
    const opened = openedFromAddress(devices, `?view=${encodeURIComponent(text)}`)
    expect(opened).toEqual({view: usual, ignored: [text], added: []})
  })
})

describe('views that are kept by name', () => {
  const view = savedView(devices, usual)
  const named = {name: 'mine', view}

  it.each([
    [null, []],
    ['{', []],
    ['5', []],
    [JSON.stringify([named, {name: 5, view}, {name: 'x'}]), [named]],
  ])('%s are read as far as they are views', (text, views) => {
    expect(readNamedViews(text)).toEqual(views)
  })

  it('have one view of a name', () => {
    const other = {name: 'mine', view: {...view, sort: '-name'}}
    expect(withNamed([named], other)).toEqual([other])
    expect(withNamed([named], {...other, name: 'b'})).toHaveLength(2)
    expect(withoutNamed([named], 'mine')).toEqual([])
  })
})
