import {afterEach, beforeEach, describe, expect, it, vi} from 'vitest'
import {type EventFromLogic, fromPromise, waitFor} from 'xstate'
import {LIVE, OFFLINE, RECONNECTING} from '../../../src/domain/link'
import type {CustomerNames, DeviceEntry} from '../../../src/domain/telemetry/devices/device'
import {DEFAULT_NAVIGATOR, type NavigatorView} from '../../../src/domain/telemetry/devices/navigatorView'
import {type NavigatorChanged, navigatorMachine} from '../../../src/machines/telemetry/navigator'
import {device} from '../../support/device'
import {statesOf} from '../adjacency'
import {alarm} from '../alarms/alarm'
import {createParent} from '../parent'

const NOW = 1_000_000
const LATE_AFTER = 90_000
const DEVICES: readonly DeviceEntry[] = [
  {...device('a', ['k']), type: 'pump'},
  device('b', ['k']),
  {...device('c', ['k']), type: 'pump'},
]

interface Overrides {
  loadCustomers?: () => Promise<CustomerNames>
  view?: Partial<NavigatorView>
  deviceId?: string | null
}

/** The list with its first values: `a` is fresh, `b` late, and `c` has never sent any. */
function createNavigator({view = {}, deviceId = null, loadCustomers = async () => new Map()}: Overrides = {}) {
  const machine = navigatorMachine.provide({actors: {loadCustomers: fromPromise(loadCustomers)}})
  const {child: navigator, heard} = createParent(machine, {
    mayReadCustomers: true,
    view: {...DEFAULT_NAVIGATOR, ...view},
    deviceId,
    lateAfter: LATE_AFTER,
    now: NOW,
  })
  const send = (event: EventFromLogic<typeof navigatorMachine>) => navigator.send(event)
  const ages = new Map<string, number | null>()
  const stands = (next: Record<string, number | null>) => {
    for (const [id, age] of Object.entries(next)) ages.set(id, age)
    const readings = new Map(
      [...ages].map(([id, age]) => [
        id,
        new Map([['k', age === null ? null : {value: 1, ts: NOW - age, receivedAt: NOW - age}]]),
      ]),
    )
    send({type: 'readings.changed', readings, at: NOW})
  }
  const context = () => navigator.getSnapshot().context
  return {
    navigator,
    send,
    stands,
    context,
    told: (): NavigatorChanged[] => heard.flatMap(event => (isTold(event) ? [event] : [])),
    listed: () => context().arrangement.groups.map(({devices}) => devices.map(({id}) => id).join('')),
    load: (devices = DEVICES) => {
      send({type: 'link.changed', link: LIVE, offer: null})
      send({type: 'clock.ticked', at: NOW})
      send({type: 'devices.loaded', devices})
      stands({a: 0, b: 100_000, c: null})
    },
  }
}

const isTold = (event: {type: string}): event is NavigatorChanged => event.type === 'navigator.changed'

function createLoaded(overrides: Overrides = {}) {
  const world = createNavigator(overrides)
  world.load()
  return world
}

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('the list', () => {
  it('is there by name before any value is read', () => {
    const {send, listed, context} = createNavigator({view: {sort: 'worst'}})
    send({type: 'devices.loaded', devices: DEVICES})
    expect([listed(), context().counts.notRead]).toEqual([['abc'], 3])
  })

  it('is arranged anew as soon as the first values are known', () => {
    expect(createLoaded({view: {sort: 'worst'}}).listed()).toEqual(['bca'])
    expect(createLoaded({view: {statuses: ['late']}}).listed()).toEqual(['b'])
  })

  it('has devices with alarms first as soon as those are read, and tells of a new order while somebody is in it', () => {
    const {send, listed, context} = createLoaded({view: {sort: 'worst'}})
    send({type: 'alarms.received', alarms: [alarm('1', {deviceId: 'a', key: 'k'})], isAll: true})
    expect(listed()).toEqual(['abc'])
    send({type: 'attention.changed', attention: {focus: true}})
    send({type: 'alarms.received', alarms: [alarm('1', {deviceId: 'a', state: 'normal', version: 2})], isAll: false})
    expect([listed(), context().hasNewOrder]).toEqual([['abc'], true])
  })

  it('counts devices by their most urgent alarm, and lists those of a severity, unless the link is down', () => {
    const {send, listed, context} = createLoaded()
    const warning = alarm('2', {deviceId: 'b', severity: 'warning'})
    send({type: 'alarms.received', alarms: [alarm('1', {deviceId: 'a'}), warning], isAll: true})
    expect(context().severityCounts).toEqual({warning: 1, critical: 1})
    send({type: 'filter.toggled', field: 'severities', value: 'critical'})
    expect(listed()).toEqual(['a'])
    send({type: 'link.changed', link: RECONNECTING, offer: null})
    expect(context().severityCounts).toEqual({warning: null, critical: null})
  })

  it('goes by the thresholds where the server keeps no alarms', () => {
    const {send, listed} = createLoaded({view: {sort: 'worst'}})
    send({type: 'severities.changed', severities: new Map([['a', new Map([['k', 'critical']])]])})
    send({type: 'order.requested'})
    expect(listed()).toEqual(['abc'])
  })

  it('has new keys where its devices stand, and finds them', () => {
    const {send, listed, context} = createLoaded()
    send({
      type: 'keys.appeared',
      devices: DEVICES.map(each => (each.id === 'c' ? {...each, keys: ['k', 'new']} : each)),
    })
    expect(context().arrangement.groups[0]?.devices[2]?.keys).toEqual(['k', 'new'])
    send({type: 'search.typed', q: 'new'})
    expect(listed()).toEqual(['c'])
  })

  it('counts anew with the time and the link', () => {
    const {send, context} = createLoaded()
    expect(context().counts).toMatchObject({fresh: 1, late: 1, never: 1, linkDown: 0})
    send({type: 'clock.ticked', at: NOW + LATE_AFTER + 1})
    expect(context().counts).toMatchObject({fresh: 0, late: 2})
    send({type: 'link.changed', link: OFFLINE, offer: null})
    expect(context().counts).toMatchObject({linkDown: 2, never: 1})
  })

  it('keeps all it has told when nothing has changed', () => {
    const {send, context} = createLoaded({view: {group: 'type'}})
    const {counts, arrangement, deviceStates} = context()
    send({type: 'clock.ticked', at: NOW + 1000})
    expect([context().counts, context().arrangement, context().deviceStates]).toEqual([
      counts,
      arrangement,
      deviceStates,
    ])
    expect([context().counts === counts, context().arrangement === arrangement]).toEqual([true, true])
  })
})

describe('the customers', () => {
  const owned = [
    {...device('a'), customerId: 'c1', organisationId: 'o'},
    {...device('b'), customerId: 'c2', organisationId: 'o'},
    device('c'),
  ]
  const names = new Map([
    ['c1', 'Zeta'],
    ['c2', 'Alpha'],
  ])

  it('are asked for once, when the list is grouped by them', async () => {
    const loadCustomers = vi.fn(async () => names)
    const {navigator, send, listed} = createNavigator({loadCustomers})
    send({type: 'devices.loaded', devices: owned})
    expect(loadCustomers).not.toHaveBeenCalled()
    send({type: 'group.chosen', group: 'customer'})
    expect(listed()).toEqual(['a', 'b', 'c'])
    await waitFor(navigator, s => s.matches({customers: 'read'}))
    expect(listed()).toEqual(['b', 'a', 'c'])
    send({type: 'group.chosen', group: 'none'})
    send({type: 'group.chosen', group: 'customer'})
    expect([listed(), loadCustomers.mock.calls.length]).toEqual([['b', 'a', 'c'], 1])
  })

  it('are asked for again when the list is grouped by them after a failure', async () => {
    const loadCustomers = vi.fn(async () => names).mockRejectedValueOnce(new Error('away'))
    const {navigator, send, listed} = createNavigator({loadCustomers, view: {group: 'customer'}})
    send({type: 'devices.loaded', devices: owned})
    await waitFor(navigator, s => s.matches({customers: 'failed'}))
    expect(listed()).toEqual(['a', 'b', 'c'])
    send({type: 'group.chosen', group: 'type'})
    send({type: 'group.chosen', group: 'customer'})
    await waitFor(navigator, s => s.matches({customers: 'read'}))
    expect(listed()).toEqual(['b', 'a', 'c'])
  })

  it('group nothing where no device has one', () => {
    const {context, told} = createLoaded({view: {group: 'customer'}})
    expect([context().view.group, told()]).toEqual([
      'none',
      [{type: 'navigator.changed', view: DEFAULT_NAVIGATOR, history: 'replace'}],
    ])
  })
})

describe('the order', () => {
  it('changes at a calm pace while nobody is in the list', () => {
    const {stands, listed} = createLoaded({view: {sort: 'worst'}})
    stands({a: 200_000})
    expect(listed()).toEqual(['bca'])
    vi.advanceTimersByTime(10_000)
    expect(listed()).toEqual(['abc'])
  })

  it('stays under the pointer and the focus, says that it is old, and changes at a word', () => {
    const {stands, listed, send, context} = createLoaded({view: {sort: 'worst'}})
    send({type: 'attention.changed', attention: {pointer: true}})
    send({type: 'attention.changed', attention: {focus: true}})
    stands({a: 200_000})
    vi.advanceTimersByTime(60_000)
    send({type: 'attention.changed', attention: {pointer: false}})
    vi.advanceTimersByTime(60_000)
    expect([listed(), context().hasNewOrder]).toEqual([['bca'], true])
    send({type: 'order.requested'})
    expect([listed(), context().hasNewOrder]).toEqual([['abc'], false])
  })

  it('follows again once the list is left', () => {
    const {stands, listed, send} = createLoaded({view: {sort: 'worst'}})
    send({type: 'attention.changed', attention: {focus: true}})
    stands({a: 200_000})
    send({type: 'attention.changed', attention: {focus: false}})
    vi.advanceTimersByTime(10_000)
    expect(listed()).toEqual(['abc'])
  })

  it('by name never says that it is old', () => {
    const {stands, send, context} = createLoaded()
    send({type: 'attention.changed', attention: {pointer: true}})
    stands({a: 200_000})
    expect(context().hasNewOrder).toBe(false)
  })

  it('chosen by the viewer holds at once', () => {
    const {send, listed} = createLoaded()
    send({type: 'attention.changed', attention: {pointer: true}})
    send({type: 'sort.chosen', sort: 'worst'})
    expect(listed()).toEqual(['bca'])
    send({type: 'group.chosen', group: 'type'})
    expect(listed()).toEqual(['ca', 'b'])
  })
})

describe('the address', () => {
  it('has what was chosen, with Back to what was before', () => {
    const {send, told} = createLoaded()
    send({type: 'filter.toggled', field: 'statuses', value: 'late'})
    send({type: 'group.chosen', group: 'type'})
    send({type: 'filters.cleared'})
    expect(told().map(({view, history}) => [view.statuses, view.group, history])).toEqual([
      [['late'], 'none', 'push'],
      [['late'], 'type', 'push'],
      [[], 'type', 'push'],
    ])
  })

  it('has folds without a step of Back for each', () => {
    const {send, told} = createLoaded({view: {group: 'type'}})
    send({type: 'fold.toggled', id: '=pump'})
    send({type: 'keys.toggled'})
    expect(told().map(({view, history}) => [view.closed, view.hasKeys, history])).toEqual([
      [['=pump'], true, 'replace'],
      [['=pump'], false, 'replace'],
    ])
  })

  it('has a search once typing pauses, and Back leads to the list without it', () => {
    const {send, told, listed} = createLoaded()
    for (const q of ['D', 'Device', 'Device b']) send({type: 'search.typed', q})
    expect([listed(), told()]).toEqual([['b'], []])
    vi.advanceTimersByTime(300)
    send({type: 'search.typed', q: 'Device c'})
    vi.advanceTimersByTime(300)
    send({type: 'search.typed', q: ''})
    vi.advanceTimersByTime(300)
    expect(told().map(({view, history}) => [view.q, history])).toEqual([
      ['Device b', 'push'],
      ['Device c', 'replace'],
      ['', 'push'],
    ])
  })

  it('brings back what it holds, and drops what was being typed', () => {
    const {send, told, listed} = createLoaded()
    send({type: 'search.typed', q: 'Device b'})
    send({type: 'view.restored', view: {...DEFAULT_NAVIGATOR, types: ['pump']}, deviceId: 'a'})
    vi.advanceTimersByTime(1000)
    expect([listed(), told()]).toEqual([['ac'], []])
  })

  it('loses what no device has, which is said until it is dismissed', () => {
    const {send, told, context, listed} = createLoaded({view: {types: ['pump', 'fan']}, deviceId: 'x'})
    expect([listed(), context().gone]).toEqual([
      ['ac'],
      [
        {what: 'device', value: 'x'},
        {what: 'type', value: 'fan'},
      ],
    ])
    expect(told()).toEqual([
      {type: 'navigator.changed', view: {...DEFAULT_NAVIGATOR, types: ['pump']}, history: 'replace'},
    ])
    send({type: 'notice.dismissed'})
    expect(context().gone).toEqual([])
  })

  it('may change before the list is loaded', () => {
    const {send, load, listed} = createNavigator()
    send({type: 'view.restored', view: {...DEFAULT_NAVIGATOR, types: ['pump', 'fan']}, deviceId: null})
    load()
    expect(listed()).toEqual(['ac'])
  })
})

describe('a hidden device', () => {
  it('comes back without the filters that hid it', () => {
    const {send, listed, context} = createLoaded({view: {statuses: ['late'], group: 'type', closed: ['-']}})
    send({type: 'device.revealed', deviceId: 'a'})
    expect([listed(), context().view.closed]).toEqual([['ac', 'b'], []])
  })

  it('comes back out of its folded group, and the filters stay', () => {
    const {send, context} = createLoaded({view: {types: ['pump'], group: 'type', closed: ['=pump', '-']}})
    send({type: 'device.revealed', deviceId: 'a'})
    expect([context().view.types, context().view.closed]).toEqual([['pump'], ['-']])
  })
})

it('reaches each of its states', () => {
  const events = [
    {type: 'search.typed', q: 'a'},
    {type: 'xstate.after.searchPause.navigator.search.typing'},
    {type: 'attention.changed', attention: {focus: true}},
    {type: 'attention.changed', attention: {focus: false}},
    {type: 'devices.loaded', devices: [{...device('a'), customerId: 'c', organisationId: 'o'}]},
    {type: 'group.chosen', group: 'none'},
    {type: 'xstate.done.actor.0.navigator.customers.reading', output: new Map()},
    {type: 'xstate.error.actor.0.navigator.customers.reading', error: new Error('away')},
  ]
  const machine = navigatorMachine.provide({actions: {notifyParent: () => {}}})
  const input = {
    view: {...DEFAULT_NAVIGATOR, group: 'customer'} as const,
    deviceId: null,
    lateAfter: LATE_AFTER,
    mayReadCustomers: true,
  }
  const searches = ['search.settled', 'search.typing']
  const customers = ['customers.unasked', 'customers.reading', 'customers.read', 'customers.failed']
  const orders = ['order.calm', 'order.watched']
  expect(statesOf(machine, events, input)).toEqual(
    searches.flatMap(search => customers.flatMap(those => orders.map(order => `${search} ${those} ${order}`))).sort(),
  )
})
