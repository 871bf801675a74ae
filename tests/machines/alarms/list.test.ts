import {Subject} from 'rxjs'
import {afterEach, beforeEach, describe, expect, it, vi} from 'vitest'
import {createActor, fromEventObservable} from 'xstate'
import type {Offer} from '../../../contract/wire/capabilities'
import {type AlarmFilter, EVERY_ALARM, type Listed} from '../../../src/domain/alarms/filter'
import {countWaiting, rowsOf} from '../../../src/domain/alarms/rows'
import {LIVE, type LinkState, OFFLINE, POLLING} from '../../../src/domain/link'
import {type AlarmsQuestion, alarmListMachine} from '../../../src/machines/alarms/list'
import type {LinkChanged} from '../../../src/machines/connectivity'
import {PULSEWALL} from '../../support/offer'
import {createCalls} from '../calls'
import {alarm, occurrence, silent} from './alarm'

beforeEach(() => {
  vi.useFakeTimers({toFake: ['setTimeout', 'clearTimeout']})
})
afterEach(() => {
  vi.useRealTimers()
})

function createList(known?: Listed['alarms']) {
  const links = new Subject<LinkChanged>()
  const pages = createCalls<Listed, AlarmsQuestion>()
  const shown: AlarmFilter[] = []
  const addressed: {filter: AlarmFilter; peek: string | null; replace: boolean}[] = []
  const list = createActor(
    alarmListMachine.provide({
      actors: {
        linkChanges: fromEventObservable(() => links),
        addressChanges: silent(),
        clock: silent(),
        alarmEvents: silent(),
        watching: silent(),
        polls: silent(),
        loadPage: pages.logic,
      },
      actions: {
        pushToUrl: (_, told) => {
          shown.push(told.filter)
          addressed.push(told)
        },
      },
    }),
    {input: {filter: EVERY_ALARM, now: 5000, ...(known && {known})}},
  ).start()
  return {
    list,
    pages,
    shown,
    addressed,
    connect: (link: LinkState = LIVE, offer: Offer | null = PULSEWALL) =>
      links.next({type: 'link.changed', link, offer}),
    now: () => list.getSnapshot().value,
    ids: () => list.getSnapshot().context.listed?.alarms.map(({id}) => id),
    rows: () => rowsOf(list.getSnapshot().context).map(({id, state}) => `${id} ${state}`),
    waiting: () => countWaiting(list.getSnapshot().context),
  }
}

async function openList(page: Listed = {alarms: [alarm('a'), alarm('b')], next: null}) {
  const opened = createList()
  opened.connect()
  await opened.pages.answer(page)
  return opened
}

describe('the list of alarms', () => {
  it('waits for the link, so that what changes while it is read is pushed', () => {
    const {connect, now, pages} = createList()
    expect(now()).toEqual({loading: 'awaitingLink'})
    expect(pages.asked).toEqual([])
    connect()
    expect(now()).toEqual({loading: 'fetching'})
  })

  it('has the alarms that its screen knows until it is read, and says when those are no longer current', async () => {
    const {list, connect, ids, pages} = createList([alarm('a')])
    expect(ids()).toEqual(['a'])
    connect()
    connect(OFFLINE)
    expect([ids(), list.getSnapshot().context.outdatedSince]).toEqual([['a'], 5000])
    connect()
    await pages.answer({alarms: [alarm('b')], next: null})
    expect([ids(), list.getSnapshot().context.outdatedSince]).toEqual([['b'], null])
  })

  it('says that the link is down, and loads when it is up', async () => {
    const {connect, now, pages} = createList()
    connect(OFFLINE)
    expect(now()).toBe('failed')
    connect()
    await pages.answer({alarms: [], next: null})
    expect(now()).toEqual({loaded: 'idle'})
  })

  it('that can’t be loaded is asked for again on demand', async () => {
    const {connect, list, now, pages} = createList()
    connect()
    await pages.fail()
    expect([now(), list.getSnapshot().context.message]).toEqual(['failed', 'The alarms could not be loaded.'])
    list.send({type: 'retry.requested'})
    expect(now()).toEqual({loading: 'fetching'})
  })

  it('takes up news, and those that came while it was read', async () => {
    const {connect, list, ids, pages} = createList()
    connect()
    const told = alarm('a', {state: 'acknowledged', version: 2})
    list.send({type: 'alarms.changed', alarms: [told, alarm('n', {version: 1})]})
    await pages.answer({alarms: [alarm('a'), alarm('b')], next: null})
    expect(ids()).toEqual(['b', 'n'])
    list.send({type: 'alarms.changed', alarms: [alarm('c')]})
    expect(ids()).toEqual(['b', 'c', 'n'])
  })

  it('is outdated from the loss of the link until it was read again', async () => {
    const {connect, list, now, pages} = await openList()
    list.send({type: 'clock.ticked', at: 7000})
    connect(OFFLINE)
    list.send({type: 'clock.ticked', at: 9000})
    expect([now(), list.getSnapshot().context.outdatedSince]).toEqual([{loaded: 'idle'}, 7000])
    connect()
    expect([now(), list.getSnapshot().context.outdatedSince]).toEqual([{loading: 'fetching'}, 7000])
    await pages.answer({alarms: [], next: null})
    expect(list.getSnapshot().context.outdatedSince).toBe(null)
  })

  it('is outdated at once when the answer comes after the loss of the link', async () => {
    const {list, connect, pages, ids} = createList()
    connect()
    connect(OFFLINE)
    await pages.answer({alarms: [alarm('a')], next: null})
    expect([ids(), list.getSnapshot().context.outdatedSince]).toEqual([['a'], 5000])
  })

  it('is not outdated before it was read, and says no time then', () => {
    const {connect, list, now} = createList()
    connect(OFFLINE)
    list.send({type: 'clock.ticked', at: 7000})
    const {listed, outdatedSince} = list.getSnapshot().context
    expect([now(), listed, outdatedSince]).toEqual(['failed', null, null])
  })

  it('is read again at intervals where nothing is pushed', async () => {
    const {connect, list, now} = await openList()
    list.send({type: 'minute.ticked', at: 1})
    expect(now()).toEqual({loaded: 'idle'})
    connect(POLLING)
    list.send({type: 'minute.ticked', at: 2})
    expect(now()).toEqual({loading: 'fetching'})
  })

  it('is read again when devices have moved, even while it is read', async () => {
    const {list, ids, now, pages} = await openList()
    list.send({type: 'alarms.moved'})
    list.send({type: 'alarms.moved'})
    expect([now(), pages.asked.length]).toEqual([{loading: 'fetching'}, 3])
    await pages.answer({alarms: [alarm('b')], next: null})
    expect(ids()).toEqual(['b'])
  })

  it('loads the next page as it comes into view', async () => {
    const {list, ids, now, pages} = await openList({alarms: [alarm('a')], next: 'more'})
    list.send({type: 'rows.shown', lastInView: 0})
    await pages.fail()
    expect(now()).toEqual({loaded: 'missed'})
    list.send({type: 'retry.requested'})
    await pages.answer({alarms: [alarm('b')], next: null})
    list.send({type: 'rows.shown', lastInView: 1})
    expect([now(), ids(), pages.asked.map(({cursor}) => cursor)]).toEqual([
      {loaded: 'idle'},
      ['a', 'b'],
      [null, 'more', 'more'],
    ])
  })
})

describe('the rows that somebody is at work on', () => {
  const watched = {type: 'watching.changed', isWatched: true} as const
  const left = {type: 'watching.changed', isWatched: false} as const
  const later = alarm('n', {occurrence: occurrence({raisedAt: 5000})})
  const [a, b, n] = ['a unacknowledged', 'b unacknowledged', 'n unacknowledged']

  it('stay where they are in their newest state, and new ones wait', async () => {
    const {list, rows, waiting} = await openList()
    list.send(watched)
    list.send({type: 'alarms.changed', alarms: [later, alarm('a', {state: 'acknowledged', version: 2})]})
    expect([rows(), waiting()]).toEqual([['a acknowledged', b], 1])
    list.send(left)
    expect([rows(), waiting()]).toEqual([[n, b], 0])
  })

  it('give way to those that wait when these are wanted, and stay again', async () => {
    const {list, rows, waiting} = await openList()
    list.send(watched)
    list.send({type: 'alarms.changed', alarms: [later]})
    list.send({type: 'waiting.requested'})
    list.send({type: 'alarms.changed', alarms: [alarm('m', {occurrence: occurrence({raisedAt: 6000})})]})
    expect([rows(), waiting()]).toEqual([[n, a, b], 1])
  })

  it('are those of the list once it is filtered otherwise', async () => {
    const {list, pages, rows} = await openList()
    list.send(watched)
    list.send({type: 'filter.changed', filter: {tab: 'all'}})
    await pages.answer({alarms: [alarm('n'), alarm('a')], next: null})
    list.send({type: 'alarms.changed', alarms: [later]})
    expect(rows()).toEqual([a, n])
  })

  it('stay when all are read again, but for those that are gone', async () => {
    const {list, pages, rows, waiting} = await openList()
    list.send(watched)
    list.send({type: 'alarms.moved'})
    await pages.answer({alarms: [later, alarm('b')], next: null})
    expect([rows(), waiting()]).toEqual([[b], 1])
  })

  it('go on with the next page', async () => {
    const {list, pages, rows} = await openList({alarms: [alarm('a'), alarm('b')], next: 'more'})
    list.send(watched)
    list.send({type: 'rows.shown', lastInView: 1})
    await pages.answer({alarms: [alarm('b'), alarm('c')], next: null})
    expect(rows()).toEqual([a, b, 'c unacknowledged'])
  })
})

describe('the filter of the list', () => {
  it('is applied at once, and forgets what was selected', async () => {
    const {list, now, shown} = await openList()
    list.send({type: 'all.selected', isSelected: true})
    list.send({type: 'filter.changed', filter: {tab: 'shelved'}})
    expect([now(), shown.map(({tab}) => tab), list.getSnapshot().context.selected.size]).toEqual([
      {loading: 'fetching'},
      ['shelved'],
      0,
    ])
  })

  it('by a text waits for a pause in typing', async () => {
    const {list, now, pages, shown} = await openList()
    list.send({type: 'filter.changed', filter: {text: 'b'}})
    list.send({type: 'filter.changed', filter: {text: 'bo'}})
    expect(now()).toBe('pausing')
    vi.advanceTimersByTime(300)
    expect([now(), shown.map(({text}) => text), pages.asked.length]).toEqual([{loading: 'fetching'}, ['bo'], 2])
  })

  it('follows the address', async () => {
    const {list, now, shown} = await openList()
    list.send({type: 'address.changed', filter: {...EVERY_ALARM}, peek: null})
    expect(now()).toEqual({loaded: 'idle'})
    list.send({type: 'address.changed', filter: {...EVERY_ALARM, severity: 'critical'}, peek: null})
    expect([now(), shown]).toEqual([{loading: 'fetching'}, []])
  })
})

it('selects alarms one by one', async () => {
  const {list} = await openList()
  list.send({type: 'row.selected', id: 'a', isSelected: true})
  list.send({type: 'row.selected', id: 'b', isSelected: true})
  list.send({type: 'row.selected', id: 'a', isSelected: false})
  expect([...list.getSnapshot().context.selected]).toEqual(['b'])
})

describe('the alarm beside the list', () => {
  it('is told to the address, and taken from it, without reading the list again', async () => {
    const {list, addressed, now} = await openList()
    list.send({type: 'peek.changed', id: 'a'})
    list.send({type: 'peek.changed', id: 'b', isFollowing: true})
    expect(addressed).toEqual([
      {filter: EVERY_ALARM, peek: 'a', replace: false},
      {filter: EVERY_ALARM, peek: 'b', replace: true},
    ])
    list.send({type: 'address.changed', filter: {...EVERY_ALARM}, peek: null})
    expect([list.getSnapshot().context.peek, now()]).toEqual([null, {loaded: 'idle'}])
  })
})
