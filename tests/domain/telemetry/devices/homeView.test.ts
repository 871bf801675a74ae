import {expect, it} from 'vitest'
import {
  homeViewFromSearch,
  searchFromHomeView,
  withStatusToggled,
} from '../../../../src/domain/telemetry/devices/homeView'

it.each([
  ['', {span: '24h', statuses: []}],
  ['?range=7d', {span: '7d', statuses: []}],
  ['?range=1h&status=fresh&status=linkDown', {span: '1h', statuses: ['fresh', 'linkDown']}],
] as const)('is read from %j and written so', (search, view) => {
  expect([homeViewFromSearch(search), searchFromHomeView({...view})]).toEqual([view, search])
})

it('takes defaults for what the address can’t mean, and names a state once in its order', () => {
  expect(homeViewFromSearch('?range=9y&status=late&status=broken&status=fresh&status=late')).toEqual({
    span: '24h',
    statuses: ['fresh', 'late'],
  })
})

it('takes a state in and out', () => {
  const late = withStatusToggled({span: '1h', statuses: []}, 'late')
  expect([late.statuses, withStatusToggled(late, 'late').statuses]).toEqual([['late'], []])
})
