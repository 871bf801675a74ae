import {describe, expect, it} from 'vitest'
import {HOUR} from '../../../contract/rules/time/durations'
import type {Alarm} from '../../../src/domain/alarm'
import {
  type AlarmFilter,
  EVERY_ALARM,
  filterFromSearch,
  peekFromSearch,
  raisedBetween,
  searchFromFilter,
  searchFromList,
  statesOf,
  withChanges,
  withPage,
} from '../../../src/domain/alarms/filter'
import {alarm, occurrence} from '../../machines/alarms/alarm'

const ids = ({alarms}: {alarms: readonly Alarm[]}) => alarms.map(({id}) => id)

describe('the filter in the address', () => {
  it.each<[string, AlarmFilter]>([
    ['', EVERY_ALARM],
    ['?standing=shelved&severity=critical', {...EVERY_ALARM, tab: 'shelved', severity: 'critical'}],
    ['?kind=silence&q=boil&organisation=o1', {...EVERY_ALARM, kind: 'silence', text: 'boil', organisationId: 'o1'}],
  ])('%s is read and written', (search, filter) => {
    expect(filterFromSearch(search)).toEqual(filter)
    expect(searchFromFilter(filter)).toBe(search)
  })

  it.each<[string, AlarmFilter['raised']]>([
    ['?raised=8h', '8h'],
    ['?raised=handOver', 'handOver'],
    ['?from=1970-01-01T00%3A00%3A01.000Z', {from: 1000, to: null}],
    ['?from=1970-01-01T00%3A00%3A01.000Z&to=1970-01-01T00%3A00%3A02.000Z', {from: 1000, to: 2000}],
  ])('%s names the time in which the alarms were raised', (search, raised) => {
    expect(filterFromSearch(search)).toEqual({...EVERY_ALARM, raised})
    expect(searchFromFilter({...EVERY_ALARM, raised})).toBe(search)
  })

  it('leaves out what makes no sense', () => {
    expect(filterFromSearch('?raised=1y&from=yesterday&to=')).toEqual(EVERY_ALARM)
    expect(filterFromSearch('?standing=wrong&severity=awful&kind=')).toEqual(EVERY_ALARM)
  })
})

describe('the time in which the listed alarms were raised', () => {
  const now = 100 * HOUR

  it.each<[string, AlarmFilter['raised'], number | null, object | null]>([
    ['is any by default', null, null, null],
    ['ends now', '1h', null, {from: 99 * HOUR, to: null}],
    ['begins with the hand-over', 'handOver', 97 * HOUR, {from: 97 * HOUR, to: null}],
    ['is eight hours long where nobody has handed over', 'handOver', null, {from: 92 * HOUR, to: null}],
    ['can be chosen', {from: 1, to: 2}, null, {from: 1, to: 2}],
  ])('%s', (_what, raised, handedOverAt, between) => {
    expect(raisedBetween(raised, {now, handedOverAt})).toEqual(between)
  })

  it('shows what has become of them on the tab of all', () => {
    expect(statesOf({tab: 'all', raised: '8h'})).toContain('normal')
    expect(statesOf({tab: 'all', raised: null})).not.toContain('normal')
    expect(statesOf({tab: 'active', raised: '8h'})).not.toContain('normal')
  })

  it('holds for alarms that change while they are shown', () => {
    const filter: AlarmFilter = {...EVERY_ALARM, tab: 'all', raised: '1h'}
    const inTime = occurrence({raisedAt: 150})
    const listed = {alarms: [alarm('a', {occurrence: inTime})], next: null, raised: {from: 100, to: 200}}
    const before = alarm('b', {occurrence: occurrence({raisedAt: 99})})
    const after = alarm('c', {occurrence: occurrence({raisedAt: 201})})
    const within = alarm('d', {occurrence: occurrence({raisedAt: 160})})
    const over = alarm('a', {occurrence: null, state: 'normal', severity: null, version: 2})
    const found = withChanges(listed, [before, after, within, over], filter)
    expect([ids(found).sort(), found.raised]).toEqual([['a', 'd'], listed.raised])
    expect(found.alarms.find(({id}) => id === 'a')).toMatchObject({state: 'normal', occurrence: inTime})
  })
})

describe('news of alarms', () => {
  const critical = alarm('a')
  const warning = alarm('b', {severity: 'warning', occurrence: occurrence({severity: 'warning'})})
  const listed = {alarms: [critical, warning], next: null}

  it('put those that need attention most first', () => {
    const newer = alarm('c', {occurrence: occurrence({raisedAt: 2000})})
    expect(ids(withChanges(listed, [newer], EVERY_ALARM))).toEqual(['c', 'a', 'b'])
  })

  it('take an alarm away that the filter finds no longer', () => {
    const told = alarm('a', {state: 'acknowledged', version: 2})
    expect(ids(withChanges(listed, [told], EVERY_ALARM))).toEqual(['b'])
    expect(ids(withChanges(listed, [told], {...EVERY_ALARM, tab: 'active'}))).toEqual(['b', 'a'])
  })

  it('that are older than what is known change nothing', () => {
    const known = {alarms: [alarm('a', {version: 3})], next: null}
    expect(withChanges(known, [alarm('a', {state: 'acknowledged', version: 2})], EVERY_ALARM)).toEqual(known)
  })

  it('of an alarm behind all that is loaded wait for its page', () => {
    const older = alarm('z', {severity: 'warning', occurrence: occurrence({severity: 'warning', raisedAt: 1})})
    expect(ids(withChanges({...listed, next: 'more'}, [older], EVERY_ALARM))).toEqual(['a', 'b'])
    expect(ids(withChanges(listed, [older], EVERY_ALARM))).toEqual(['a', 'b', 'z'])
  })

  it.each<[Partial<AlarmFilter>, string[]]>([
    [{severity: 'warning'}, []],
    [{kind: 'silence'}, []],
    [{organisationId: 'other'}, []],
    [{text: 'pump'}, []],
    [{text: 'BÖIL'}, ['c']],
    [{text: 'temp'}, ['c']],
  ])('are held to %j', (changes, found) => {
    expect(ids(withChanges({alarms: [], next: null}, [alarm('c')], {...EVERY_ALARM, ...changes}))).toEqual(found)
  })

  it('are not lost by a page that was read before', () => {
    const page = {alarms: [alarm('a', {version: 1}), alarm('d')], next: 'more'}
    const known = alarm('a', {version: 4, severity: 'warning'})
    expect(withPage({alarms: [known], next: null}, page)).toEqual({alarms: [alarm('d'), known], next: 'more'})
  })
})

it('the alarm beside the list stands in the address with the filter', () => {
  const search = searchFromList({...EVERY_ALARM, severity: 'critical'}, 'a1')
  expect([search, peekFromSearch(search)]).toEqual(['?severity=critical&peek=a1', 'a1'])
  expect([searchFromList(EVERY_ALARM, null), peekFromSearch('?peek=')]).toEqual(['', null])
})
