import {Subject} from 'rxjs'
import {afterEach, beforeEach, describe, expect, it, vi} from 'vitest'
import {createActor, fromEventObservable} from 'xstate'
import type {Offer} from '../../../contract/wire/capabilities'
import {type AuditFilter, EVERYTHING} from '../../../src/domain/audit'
import {LIVE, type LinkState, RECONNECTING} from '../../../src/domain/link'
import type {AuditPage, AuditQuestion} from '../../../src/machines/console/auditTrail'
import {auditTrailMachine} from '../../../src/machines/console/auditTrail'
import type {ClockEvent} from '../../../src/streams/clock'
import {auditEntry} from '../../support/auditEntry'
import {refused, unreachable} from '../../support/failures'
import {PULSEWALL} from '../../support/offer'
import {statesOf} from '../adjacency'
import {createCalls, settled} from '../calls'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const entry = (id: string) => auditEntry({id})
const LINK_UP = {type: 'link.changed', link: LIVE, offer: PULSEWALL} as const
const OFFLINE = {type: 'link.changed', link: RECONNECTING, offer: null} as const

function createTrail(filter: Partial<AuditFilter> = {}) {
  const pages = createCalls<AuditPage, AuditQuestion>()
  const links = new Subject<{type: 'link.changed'; link: LinkState; offer: Offer | null}>()
  const addresses = new Subject<{type: 'address.changed'; filter: AuditFilter}>()
  const clock = new Subject<ClockEvent>()
  const shown: AuditFilter[] = []
  const saved: {name: string; text: string}[] = []
  const trail = createActor(
    auditTrailMachine.provide({
      actors: {
        linkChanges: fromEventObservable(() => links),
        addressChanges: fromEventObservable(() => addresses),
        clock: fromEventObservable(() => clock),
        loadPage: pages.logic,
      },
      actions: {
        pushToUrl: (_, {filter: settledFilter}) => shown.push(settledFilter),
        saveFile: (_, file) => saved.push(file),
      },
    }),
    {input: {filter: {...EVERYTHING, ...filter}, now: 0}},
  ).start()
  const context = () => trail.getSnapshot().context
  return {
    trail,
    pages,
    links,
    addresses,
    clock,
    shown,
    saved,
    context,
    state: () => trail.getSnapshot().value,
    ids: () => context().entries.map(({id}) => id),
  }
}

async function loaded(next: string | null = null, filter: Partial<AuditFilter> = {}) {
  const world = createTrail(filter)
  world.links.next(LINK_UP)
  await world.pages.answer({entries: [entry('a2'), entry('a1')], next})
  return world
}

describe('the audit trail', () => {
  it('shows what the address asks for', async () => {
    const {pages, state, ids} = await loaded(null, {entityId: 'd1'})
    expect(pages.asked).toEqual([{filter: {...EVERYTHING, entityId: 'd1'}, cursor: null}])
    expect([state(), ids()]).toEqual([{loaded: 'idle'}, ['a2', 'a1']])
  })

  it('is asked for at once', () => {
    const {state, pages} = createTrail()
    expect([state(), pages.asked.length]).toEqual(['loading', 1])
  })

  it.each([
    [unreachable, 'The audit trail could not be loaded.'],
    [refused(400, 'entityId: is no id'), 'entityId: is no id'],
  ])('says that it failed (%s), and tries again on request', async (error, text) => {
    const {links, trail, pages, state, context, ids} = createTrail()
    links.next(LINK_UP)
    await pages.fail(error)
    expect([state(), context().message]).toEqual(['failed', text])
    trail.send({type: 'retry.requested'})
    await pages.answer({entries: [entry('a1')], next: null})
    expect([ids(), context().message]).toEqual([['a1'], null])
  })

  it('comes by itself when the server does', async () => {
    const {links, state, pages} = createTrail()
    links.next(OFFLINE)
    await pages.fail(unreachable)
    expect(state()).toBe('failed')
    links.next(LINK_UP)
    expect([state(), pages.asked.length]).toEqual(['loading', 2])
  })

  it('stays as it is while the link goes and comes', async () => {
    const {links, state, pages} = await loaded()
    links.next(OFFLINE)
    links.next(LINK_UP)
    expect([state(), pages.asked.length]).toEqual([{loaded: 'idle'}, 1])
  })

  it('knows what time it is', async () => {
    const {clock, context, state} = await loaded()
    clock.next({type: 'clock.ticked', at: 7000})
    expect([context().now, state()]).toEqual([7000, {loaded: 'idle'}])
  })

  it('is asked for again on request', async () => {
    const {trail, pages, ids} = await loaded()
    trail.send({type: 'refresh.requested'})
    expect(ids()).toEqual(['a2', 'a1'])
    await pages.answer({entries: [entry('a3')], next: null})
    expect(ids()).toEqual(['a3'])
  })
})

describe('its pages', () => {
  it('come one after the other as their place comes into view', async () => {
    const {trail, pages, ids} = await loaded('a1')
    trail.send({type: 'rows.shown', lastInView: 1})
    trail.send({type: 'rows.shown', lastInView: 1})
    expect(pages.asked.slice(1)).toEqual([{filter: EVERYTHING, cursor: 'a1'}])
    await pages.answer({entries: [entry('a0')], next: null})
    expect(ids()).toEqual(['a2', 'a1', 'a0'])
    trail.send({type: 'rows.shown', lastInView: 2})
    expect(pages.asked.length).toBe(2)
  })

  it('say when one is missing, and what has come stays', async () => {
    const {trail, pages, state, context, ids} = await loaded('a1')
    trail.send({type: 'rows.shown', lastInView: 1})
    await pages.fail(unreachable)
    trail.send({type: 'rows.shown', lastInView: 1})
    expect([state(), context().message, ids()]).toEqual([
      {loaded: 'missed'},
      'The audit trail could not be loaded.',
      ['a2', 'a1'],
    ])
    trail.send({type: 'retry.requested'})
    await pages.answer({entries: [entry('a0')], next: null})
    expect([state(), context().message, ids()]).toEqual([{loaded: 'idle'}, null, ['a2', 'a1', 'a0']])
  })
})

describe('the file', () => {
  const linesOf = (file: {text: string} | undefined) => (file?.text.trimEnd().split('\r\n').length ?? 0) - 1
  const many = (count: number) => Array.from({length: count}, (_, at) => entry(`b${at}`))

  it('has at once what is loaded as a whole, and says so until something else is looked for', async () => {
    const {trail, saved, pages, state, context} = await loaded()
    trail.send({type: 'export.requested'})
    expect([saved.map(({name}) => name), saved.map(linesOf), state()]).toEqual([
      ['audit-trail.csv'],
      [2],
      {loaded: 'idle'},
    ])
    expect(context().saved).toEqual({count: 2, isAll: true})
    trail.send({type: 'refresh.requested'})
    expect([context().saved, pages.asked.length]).toEqual([null, 2])
  })

  it('waits for all pages', async () => {
    const {trail, saved, pages, context, ids} = await loaded('a1')
    trail.send({type: 'export.requested'})
    trail.send({type: 'export.requested'})
    await pages.answer({entries: [entry('a0')], next: 'a0'})
    expect([saved, pages.asked.slice(1).map(({cursor}) => cursor)]).toEqual([[], ['a1', 'a0']])
    await pages.answer({entries: [entry('a-1')], next: null})
    expect([saved.map(linesOf), context().saved, ids().length]).toEqual([[4], {count: 4, isAll: true}, 4])
  })

  it('has the newest 10,000 entries at most, and says so', async () => {
    const {trail, saved, pages, context, state} = await loaded('a1')
    trail.send({type: 'export.requested'})
    await pages.answer({entries: many(9999), next: 'b'})
    expect([saved.map(linesOf), context().saved, state()]).toEqual([
      [10_000],
      {count: 10_000, isAll: false},
      {loaded: 'idle'},
    ])
  })

  it('is not saved once cancelled, or without all pages', async () => {
    const {trail, saved, pages, state} = await loaded('a1')
    trail.send({type: 'export.requested'})
    expect(state()).toEqual({loaded: 'gathering'})
    trail.send({type: 'cancel.requested'})
    expect(state()).toEqual({loaded: 'idle'})
    trail.send({type: 'export.requested'})
    await pages.fail(unreachable)
    expect([state(), saved]).toEqual([{loaded: 'missed'}, []])
  })
})

describe('filtering', () => {
  it('waits for a pause, shows it in the address, and keeps what was found until then', async () => {
    const {trail, pages, shown, state, ids} = await loaded()
    trail.send({type: 'filter.changed', filter: {entityId: 'd'}})
    vi.advanceTimersByTime(200)
    trail.send({type: 'filter.changed', filter: {entityId: 'd1'}})
    vi.advanceTimersByTime(200)
    expect([state(), pages.asked.length, shown]).toEqual(['pausing', 1, []])
    vi.advanceTimersByTime(100)
    const filter = {...EVERYTHING, entityId: 'd1'}
    expect([state(), pages.asked.at(-1), shown, ids()]).toEqual([
      'loading',
      {filter, cursor: null},
      [filter],
      ['a2', 'a1'],
    ])
    await pages.answer({entries: [], next: null})
    expect([state(), ids()]).toEqual([{loaded: 'idle'}, []])
  })

  it('drops an answer to what was asked before', async () => {
    const {trail, pages, links, ids} = createTrail()
    links.next(LINK_UP)
    trail.send({type: 'filter.changed', filter: {userId: 'u1'}})
    await pages.answer({entries: [entry('old')], next: null})
    expect(ids()).toEqual([])
  })

  it('follows the address, and does not echo it', async () => {
    const {addresses, pages, shown} = await loaded()
    addresses.next({type: 'address.changed', filter: EVERYTHING})
    expect(pages.asked.length).toBe(1)
    addresses.next({type: 'address.changed', filter: {...EVERYTHING, userId: 'u2'}})
    await settled()
    expect([pages.asked.at(-1)?.filter.userId, shown]).toEqual(['u2', []])
  })
})

it('reaches every state', () => {
  const machine = auditTrailMachine.provide({
    actors: {
      linkChanges: fromEventObservable(
        () => new Subject<{type: 'link.changed'; link: LinkState; offer: Offer | null}>(),
      ),
      addressChanges: fromEventObservable(() => new Subject<{type: 'address.changed'; filter: AuditFilter}>()),
      clock: fromEventObservable(() => new Subject<ClockEvent>()),
      loadPage: createCalls<AuditPage, AuditQuestion>().logic,
    },
    actions: {pushToUrl: () => {}, saveFile: () => {}},
  })
  const events = [
    LINK_UP,
    OFFLINE,
    {type: 'xstate.error.actor.0.auditTrail.loading', error: unreachable},
    {type: 'xstate.done.actor.0.auditTrail.loading', output: {entries: [], next: 'a1'}},
    {type: 'rows.shown', lastInView: 0},
    {type: 'xstate.error.actor.0.auditTrail.loaded.fetchingMore', error: unreachable},
    {type: 'export.requested'},
    {type: 'filter.changed', filter: {userId: 'u1'}},
  ]
  expect(statesOf(machine, events, {filter: EVERYTHING})).toEqual([
    'failed',
    'loaded.fetchingMore',
    'loaded.gathering',
    'loaded.idle',
    'loaded.missed',
    'loading',
    'pausing',
  ])
})
