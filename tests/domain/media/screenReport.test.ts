import {describe, expect, it} from 'vitest'
import {hinderedScreens, receiptOf, type ScreenReport} from '../../../src/domain/media/screenReport'

const REPORT: ScreenReport = {
  revision: 7,
  fetching: null,
  ready: 5,
  files: 5,
  playing: 'a',
  free: null,
  clockError: 0,
  faults: {},
  zone: 'UTC',
}

describe('whether a screen has got its playlist', () => {
  it.each([
    ['a foreign player', null, 7, {kind: 'notReported'}],
    ['a screen that plays it', REPORT, 7, {kind: 'playing', revision: 7}],
    ['a screen that has not heard of it', REPORT, 8, {kind: 'saved'}],
    ['a screen that fetches it', {...REPORT, fetching: 8, ready: 2}, 8, {kind: 'fetching', ready: 2, files: 5}],
    ['a screen that fetches an older one', {...REPORT, fetching: 8}, 9, {kind: 'saved'}],
    ['a screen with a broken file', {...REPORT, faults: {b: 'Broken.'}}, 7, {kind: 'hindered', reasons: ['Broken.']}],
    ['a screen of a server without versions', REPORT, null, {kind: 'playing', revision: 7}],
  ] as const)('says of %s', (_, report, wanted, receipt) => {
    expect(receiptOf(report, wanted)).toEqual(receipt)
  })
})

it('finds the active screens that don’t play all', () => {
  const broken = {...REPORT, faults: {b: 'Broken.'}}
  const reports = new Map([
    ['broken', broken],
    ['off', broken],
    ['well', REPORT],
    ['foreign', null],
  ])
  const statuses = new Map([...reports.keys()].map(id => [id, id === 'off' ? 'inactive' : 'active'] as const))
  expect(hinderedScreens({statuses, reports, revisions: new Map()})).toEqual(['broken'])
})
