import fc from 'fast-check'
import {describe, expect, it} from 'vitest'
import {LIVE, OFFLINE} from '../../../../src/domain/link'
import type {DeviceEntry} from '../../../../src/domain/telemetry/devices/device'
import {
  type DeviceStates,
  deviceStatesOf,
  NO_COUNTS,
  NO_DEVICE_STATES,
  statusCounts,
  worstOf,
} from '../../../../src/domain/telemetry/devices/deviceStates'
import type {Mark, MarksByDevice} from '../../../../src/domain/telemetry/devices/marks'
import {
  type Arrangement,
  arrange,
  facetsOf,
  groupingsOf,
  hiddenBy,
  indexOf,
  isSameArrangement,
  NOTHING_KNOWN,
  passingOf,
  rollUpsOf,
  withoutGone,
} from '../../../../src/domain/telemetry/devices/navigator'
import {
  DEFAULT_NAVIGATOR,
  GROUPINGS,
  type NavigatorView,
  SORTS,
  STATUSES,
  withToggled,
} from '../../../../src/domain/telemetry/devices/navigatorView'
import type {Reading} from '../../../../src/domain/telemetry/readings/reading'
import {device} from '../../../support/device'

const NOW = 1_000_000
const NOTHING = new Map()
const CONDITIONS = {now: NOW, link: LIVE, lateAfter: 90_000}

const entry = (name: string, changes: Partial<DeviceEntry> = {}): DeviceEntry => ({
  ...device(name, ['k'], name),
  ...changes,
})
const reading = (receivedAt: number): Reading => ({value: 1, ts: receivedAt, receivedAt})

/** Devices by the age of their values; null is a device without a value, undefined one that is not read. */
function deviceStates(ages: Record<string, number | null | undefined>, conditions = CONDITIONS): DeviceStates {
  const devices = Object.keys(ages).map(name => entry(name))
  const readings = new Map(
    Object.entries(ages).flatMap(([name, age]) =>
      age === undefined ? [] : [[name, new Map([['k', age === null ? null : reading(NOW - age)]])] as const],
    ),
  )
  return deviceStatesOf(devices, readings, conditions, NO_DEVICE_STATES)
}

function arranged(
  devices: readonly DeviceEntry[],
  view: Partial<NavigatorView>,
  stand: DeviceStates = NO_DEVICE_STATES,
  marks: MarksByDevice = NOTHING,
) {
  return arrange(
    devices,
    indexOf(devices, NOTHING),
    {...DEFAULT_NAVIGATOR, ...view},
    {deviceStates: stand, marks, unusual: NOTHING},
  )
}

const names = ({groups}: Arrangement) => groups.flatMap(({devices}) => devices.map(({name}) => name))
const groups = ({groups}: Arrangement) => groups.map(({id, devices}) => [id, ...devices.map(({name}) => name)])

describe('the search', () => {
  const devices = [
    entry('Ölpumpe', {label: 'Halle 2', keys: ['temperature']}),
    entry('Łódź', {type: 'Straßenlampe', keys: []}),
    entry('Fan', {id: 'ABC-123', keys: ['spéed']}),
  ]

  it.each([
    ['', ['Fan', 'Łódź', 'Ölpumpe']],
    ['   ', ['Fan', 'Łódź', 'Ölpumpe']],
    ['olpumpe', ['Ölpumpe']],
    ['ÖLPUMPE', ['Ölpumpe']],
    ['lodz', ['Łódź']],
    ['strassen', ['Łódź']],
    ['abc-1', ['Fan']],
    ['halle', ['Ölpumpe']],
    ['temper', ['Ölpumpe']],
    ['speed', ['Fan']],
    ['fan speed', ['Fan']],
    ['fan temperature', []],
    ['.*', []],
  ])('%j finds %j', (q, found) => {
    expect(names(arranged(devices, {q}))).toEqual(found)
  })

  it('does not find what begins in one field and ends in the next', () => {
    expect(names(arranged([entry('one', {label: 'two'})], {q: 'onetwo'}))).toEqual([])
  })

  it('makes the texts of entries without news once', () => {
    const before = indexOf(devices, NOTHING)
    const [first, ...rest] = devices
    const next = indexOf([{...entry('Ölpumpe')}, ...rest], before)
    expect(rest.map(other => next.get(other) === before.get(other))).toEqual([true, true])
    expect(first !== undefined && next.has(first)).toBe(false)
  })
})

describe('the order', () => {
  const ages = {fresh1: 0, fresh2: 5, late1: 100_000, late2: 200_000, never: null, unread: undefined}
  const devices = Object.keys(ages).map(name => entry(name))

  it.each([
    ['name', ['fresh1', 'fresh2', 'late1', 'late2', 'never', 'unread']],
    ['worst', ['late2', 'late1', 'never', 'unread', 'fresh1', 'fresh2']],
    ['seen', ['fresh1', 'fresh2', 'late1', 'late2', 'never', 'unread']],
  ] as const)('by %s', (sort, order) => {
    expect(names(arranged(devices, {sort}, deviceStates(ages)))).toEqual(order)
  })

  it('of the worst puts alarms by severity and acknowledgement first, then what is silent', () => {
    const marks = new Map(
      Object.entries({
        fresh1: {severity: 'critical', attention: 'acknowledged'},
        fresh2: {severity: 'critical', attention: 'unacknowledged'},
        unread: {severity: null, attention: 'shelved'},
        warned: {severity: 'warning', attention: 'unacknowledged'},
      } satisfies Record<string, Mark>).map(([id, mark]) => [id, new Map([['k', mark]])]),
    )
    const stand = deviceStates({...ages, warned: 0})
    expect(names(arranged([...devices, entry('warned')], {sort: 'worst'}, stand, marks))).toEqual([
      ...['fresh2', 'fresh1', 'warned', 'late2', 'late1', 'never', 'unread'],
    ])
  })

  it('reads numbers in names as numbers, and ignores case and accents', () => {
    const some = ['List 10', 'list 9', 'Žebra', 'zebra 2', 'Éclair', 'delta'].map(name => entry(name))
    expect(names(arranged(some, {}))).toEqual(['delta', 'Éclair', 'list 9', 'List 10', 'Žebra', 'zebra 2'])
  })

  it('among fresh devices does not follow each value', () => {
    expect(names(arranged([entry('b'), entry('a')], {sort: 'worst'}, deviceStates({a: 1, b: 50})))).toEqual(['a', 'b'])
  })
})

describe('the filters', () => {
  const devices = [
    entry('a', {type: 'pump', label: 'x'}),
    entry('b', {type: 'pump'}),
    entry('c', {label: 'x'}),
    entry('d'),
  ]
  const stand = deviceStates({a: 0, b: 100_000, c: null, d: 0})

  it.each([
    [{types: ['pump']}, ['a', 'b']],
    [{types: ['']}, ['c', 'd']],
    [{types: ['pump', '']}, ['a', 'b', 'c', 'd']],
    [{types: ['pump'], labels: ['x']}, ['a']],
    [{statuses: ['late', 'never']}, ['b', 'c']],
    [{statuses: ['fresh'], types: ['']}, ['d']],
    [{types: ['gone']}, []],
  ] as const)('%j pass %j', (view, passing) => {
    expect(names(arranged(devices, view, stand))).toEqual(passing)
  })

  it('are offered with the number of devices, those without a value last', () => {
    expect(facetsOf(devices, 'type')).toEqual([
      {value: 'pump', devices: 2},
      {value: '', devices: 2},
    ])
    expect(facetsOf([entry('d')], 'type')).toEqual([])
  })

  it('switch over by their values, and ignore what is not a status', () => {
    const once = withToggled(DEFAULT_NAVIGATOR, 'statuses', 'late')
    expect(once.statuses).toEqual(['late'])
    expect(withToggled(once, 'statuses', 'late').statuses).toEqual([])
    expect(withToggled(once, 'statuses', 'broken')).toBe(once)
    expect(withToggled(once, 'severities', 'broken')).toBe(once)
    expect(withToggled(once, 'severities', 'critical').severities).toEqual(['critical'])
  })
})

describe('the groups', () => {
  const devices = [entry('a', {type: 'Zeta'}), entry('b', {type: 'alpha'}), entry('c'), entry('d', {type: 'alpha'})]
  const stand = deviceStates({a: 0, b: 100_000, c: null, d: 0})

  it('are those of customers in the order of their names', () => {
    const owned = [
      entry('a', {customerId: 'c1'}),
      entry('b', {customerId: 'c2'}),
      entry('c'),
      entry('d', {customerId: 'c3'}),
    ]
    const customers = new Map([
      ['c1', 'Store 10'],
      ['c2', 'store 9'],
    ])
    const view = {...DEFAULT_NAVIGATOR, group: 'customer'} as const
    expect(groups(arrange(owned, indexOf(owned, NOTHING), view, NOTHING_KNOWN, customers))).toEqual([
      ['=c3', 'd'],
      ['=c2', 'b'],
      ['=c1', 'a'],
      ['-', 'c'],
    ])
  })

  it('of customers are for those who may read them, where a device has one', () => {
    const owned = [entry('a', {customerId: 'c1'})]
    const offered = [groupingsOf(owned, true), groupingsOf(owned, false), groupingsOf(devices, true)]
    expect(offered.map(groupings => groupings.includes('customer'))).toEqual([true, false, false])
    const view = {...DEFAULT_NAVIGATOR, group: 'customer'} as const
    expect(withoutGone(view, null, owned, groupingsOf(owned, true)).view).toBe(view)
    expect(withoutGone(view, null, owned, groupingsOf(owned, false)).view).toEqual(DEFAULT_NAVIGATOR)
  })

  it('are one without a grouping', () => {
    expect(groups(arranged(devices, {}))).toEqual([['', 'a', 'b', 'c', 'd']])
  })

  it('are in the order of their names, with the devices that have none last', () => {
    expect(groups(arranged(devices, {group: 'type'}))).toEqual([
      ['=alpha', 'b', 'd'],
      ['=Zeta', 'a'],
      ['-', 'c'],
    ])
  })

  it('of statuses begin with the worst', () => {
    expect(groups(arranged(devices, {group: 'status'}, stand))).toEqual([
      ['=late', 'b'],
      ['=never', 'c'],
      ['=fresh', 'a', 'd'],
    ])
  })

  it('know without the link how many have no values, and of no other what it is doing', () => {
    const cut = deviceStates({a: 0, b: 0, c: null}, {...CONDITIONS, link: OFFLINE})
    expect(statusCounts(devices.slice(0, 3), cut)).toEqual({...NO_COUNTS, linkDown: 2, never: 1, notRead: 0})
  })

  it('know nothing but that before any value is read', () => {
    expect(statusCounts(devices, deviceStates({}))).toEqual({...NO_COUNTS, notRead: 4})
  })

  it('count their devices by status, and show the worst', () => {
    const rollUps = rollUpsOf(arranged(devices, {group: 'type'}), stand, NOTHING)
    const alpha = rollUps.get('=alpha')
    expect(alpha).toEqual({fresh: 1, late: 1, never: 0, notRead: 0, linkDown: 0, replay: 0})
    expect(alpha && worstOf(alpha)).toBe('late')
  })

  it.each([
    ['a', {}, null],
    ['x', {q: 'a'}, 'filter'],
    [null, {}, null],
    ['a', {group: 'type', closed: ['=Zeta']}, 'group'],
    ['b', {group: 'type', closed: ['=Zeta']}, null],
  ] as const)('say of %j in %j that it is hidden by %j', (deviceId, view, by) => {
    expect(hiddenBy(arranged(devices, view), {...DEFAULT_NAVIGATOR, ...view}, deviceId)).toBe(by)
  })
})

describe('a link', () => {
  it('loses what no device has, and says so', () => {
    const devices = [entry('a', {type: 'pump'})]
    const view = {...DEFAULT_NAVIGATOR, types: ['pump', 'fan'], labels: ['roof', '']}
    expect(withoutGone(view, 'b', devices)).toEqual({
      view: {...view, types: ['pump'], labels: ['']},
      gone: [
        {what: 'device', value: 'b'},
        {what: 'type', value: 'fan'},
        {what: 'label', value: 'roof'},
      ],
    })
    expect(withoutGone(DEFAULT_NAVIGATOR, 'a', devices)).toEqual({view: DEFAULT_NAVIGATOR, gone: []})
  })
})

describe('how devices stand', () => {
  it('is told by the newest of their values, by the link, and by what is read', () => {
    const stand = deviceStates({a: 0, b: 90_001, c: null, d: undefined})
    expect([...stand.values()].map(({status, seenAt}) => [status, seenAt])).toEqual([
      ['fresh', NOW],
      ['late', NOW - 90_001],
      ['never', null],
      ['notRead', null],
    ])
    const cut = deviceStates({a: 0, c: null}, {...CONDITIONS, link: OFFLINE})
    expect([...cut.values()].map(({status}) => status)).toEqual(['linkDown', 'never'])
  })

  it('stays the same object as long as nothing changes', () => {
    const devices = [entry('a'), entry('b')]
    const readings = new Map([['a', new Map([['k', reading(NOW)]])]])
    const before = deviceStatesOf(devices, readings, CONDITIONS, NO_DEVICE_STATES)
    expect(deviceStatesOf(devices, readings, {...CONDITIONS, now: NOW + 1000}, before)).toBe(before)
    const later = deviceStatesOf(devices, readings, {...CONDITIONS, now: NOW + 100_000}, before)
    expect([later.get('a')?.status, later.get('b') === before.get('b')]).toEqual(['late', true])
  })
})

describe('any list', () => {
  const text = fc.option(fc.constantFrom('pump', 'Fan', 'ö', '=', '-', ''))
  const listed = fc
    .uniqueArray(
      fc.record({
        name: fc.string(),
        type: text,
        label: text,
        age: fc.option(fc.option(fc.nat(300_000)), {nil: undefined}),
      }),
      {selector: ({name}) => name, maxLength: 40},
    )
    .map(rows => ({
      devices: rows.map(({name, type, label}) => entry(name, {type, label})),
      stand: deviceStates(Object.fromEntries(rows.map(({name, age}) => [name, age]))),
    }))
  const views = fc.record({
    q: fc.constantFrom('', 'a', 'pump'),
    statuses: fc.uniqueArray(fc.constantFrom(...STATUSES)),
    types: fc.uniqueArray(fc.constantFrom('pump', 'Fan', '')),
    sort: fc.constantFrom(...SORTS),
    group: fc.constantFrom(...GROUPINGS),
  })

  it('counts each device that passes the other filters in one status', () => {
    fc.assert(
      fc.property(listed, views, ({devices, stand}, changes) => {
        const view = {...DEFAULT_NAVIGATOR, ...changes}
        const passing = passingOf(devices, indexOf(devices, NOTHING), view)
        const counts = statusCounts(passing, stand)
        expect(Object.values(counts).reduce<number>((sum, count) => sum + (count ?? 0), 0)).toBe(passing.length)
        const chosen = view.statuses.reduce((sum, status) => sum + (counts[status] ?? 0), 0)
        expect(arranged(devices, view, stand).shown).toBe(view.statuses.length === 0 ? passing.length : chosen)
      }),
    )
  })

  it('has each device once, in one of its groups, whatever order they came in', () => {
    fc.assert(
      fc.property(listed, views, ({devices, stand}, changes) => {
        const list = arranged(devices, changes, stand)
        const ids = list.groups.flatMap(group => group.devices.map(({id}) => id))
        expect([new Set(ids).size, new Set(list.groups.map(({id}) => id)).size]).toEqual([
          list.shown,
          list.groups.length,
        ])
        expect(ids.length).toBe(list.shown)
        expect(isSameArrangement(list, arranged(devices, changes, stand))).toBe(true)
      }),
    )
  })
})
