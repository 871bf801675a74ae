import {Subject} from 'rxjs'
import {describe, expect, it} from 'vitest'
import {createActor, type EventFromLogic, fromEventObservable} from 'xstate'
import {type HandOver, type HandOverDraft, outdatedSince, type Shift} from '../../../src/domain/alarms/shift'
import {LIVE, OFFLINE} from '../../../src/domain/link'
import type {RawRange, TimeRange} from '../../../src/domain/timeRange/timeRange'
import {
  type ShiftAddressChanged,
  type ShiftAnswer,
  type ShiftQuestion,
  shiftMachine,
} from '../../../src/machines/alarms/shift'
import type {LinkChanged} from '../../../src/machines/connectivity'
import {PULSEWALL} from '../../support/offer'
import {createCalls} from '../calls'
import {alarm, occurrence} from './alarm'

const HOUR = 3_600_000
const NOW = 100 * HOUR
const handOver = (id: string, by = 'ann@t.test'): HandOver => ({id, at: NOW - HOUR, by, to: null, notes: []})

const SHIFT: Shift = {
  asOf: NOW,
  range: {start: NOW - HOUR, end: NOW},
  period: 600_000,
  handOver: handOver('h1'),
  earlier: [],
  alarms: {
    raised: {warning: 0, critical: 0},
    ended: 0,
    active: 0,
    unacknowledged: 0,
    acknowledged: [],
    longest: [],
    flapping: [],
    unusual: [],
  },
  periods: [],
  links: {lost: 0, silentDevices: 0, devices: []},
  maintenance: [],
  successors: [
    {id: 'ann', name: 'Ann', email: 'ann@t.test', onCall: 'now'},
    {id: 'bob', name: 'Bob', email: 'bob@t.test', onCall: 'next'},
  ],
}
const answer = (shift: Partial<Shift> = {}): ShiftAnswer => ({
  shift: {...SHIFT, ...shift},
  range: SHIFT.range,
  readAt: NOW,
})
const TAKEN = Object.assign(new Error('taken'), {kind: 'refused', status: 409, serverMessage: 'It is handed over.'})

type AlarmsEvent = Extract<EventFromLogic<typeof shiftMachine>, {type: 'alarms.changed' | 'alarms.moved'}>

function create(chosen: RawRange | null = null) {
  const loads = createCalls<ShiftAnswer, ShiftQuestion>()
  const handOvers = createCalls<HandOver, {organisationId: string; after: string | null; draft: HandOverDraft}>()
  const newest = createCalls<HandOver | null, {organisationId: string}>()
  const notes = createCalls<HandOver, {organisationId: string; id: string; note: string}>()
  const mails = createCalls<void, {organisationId: string; range: TimeRange; to: readonly string[]}>()
  const links = new Subject<LinkChanged>()
  const alarms = new Subject<AlarmsEvent>()
  const addresses = new Subject<ShiftAddressChanged>()
  const outcomes: string[] = []
  const shown: (RawRange | null)[] = []
  const logic = shiftMachine.provide({
    actors: {
      linkChanges: fromEventObservable<LinkChanged, void>(() => links),
      alarmEvents: fromEventObservable<AlarmsEvent, void>(() => alarms),
      addressChanges: fromEventObservable<ShiftAddressChanged, void>(() => addresses),
      load: loads.logic,
      handOver: handOvers.logic,
      loadHandOver: newest.logic,
      addNote: notes.logic,
      sendMail: mails.logic,
    },
    actions: {
      reportOutcome: (_, {outcome}) => void outcomes.push(outcome),
      pushToUrl: (_, {chosen}) => void shown.push(chosen),
    },
  })
  const viewer = {id: 'ann', email: 'ann@t.test'}
  const actor = createActor(logic, {input: {organisationId: 'o1', zone: 'UTC', viewer, chosen}}).start()
  const link = (link: LinkChanged['link'], offer: LinkChanged['offer'] = PULSEWALL) =>
    links.next({type: 'link.changed', link, offer})
  const now = () => actor.getSnapshot()
  return {actor, loads, handOvers, newest, notes, mails, alarms, addresses, shown, outcomes, link, now}
}

async function createLoaded(shift: Partial<Shift> = {}) {
  const world = create()
  world.link(LIVE)
  await world.loads.answer(answer(shift))
  return world
}

const type = (note: string) => ({type: 'draft.changed', change: {note}}) as const

describe('a shift', () => {
  it('waits until it is known what the server offers, and is that since the newest hand-over', async () => {
    const {loads, link, now} = create()
    expect([now().value, loads.asked]).toEqual([{facts: 'awaitingServer', dialog: 'closed'}, []])
    link(LIVE)
    await loads.answer(answer())
    expect([now().value, loads.asked, now().context.range]).toEqual([
      {facts: 'loaded', dialog: 'closed'},
      [{organisationId: 'o1', zone: 'UTC', chosen: null}],
      {from: NOW - HOUR, to: 'now'},
    ])
  })

  it('is of the chosen range until that since the hand-over is asked for again', async () => {
    const {actor, loads} = await createLoaded()
    actor.send({type: 'range.chosen', range: {from: 'now-1d', to: 'now'}})
    await loads.answer(answer())
    actor.send({type: 'handOver.chosen'})
    expect(loads.asked.map(({chosen}) => chosen)).toEqual([null, {from: 'now-1d', to: 'now'}, null])
  })

  it('is of the range of its address, shows a chosen one there, and follows Back once', async () => {
    const day: RawRange = {from: 'now-1d', to: 'now'}
    const {actor, loads, addresses, shown, link} = create(day)
    link(LIVE)
    await loads.answer(answer())
    actor.send({type: 'range.chosen', range: {from: 'now-2d', to: 'now'}})
    await loads.answer(answer())
    addresses.next({type: 'address.changed', chosen: {from: 'now-2d', to: 'now'}})
    addresses.next({type: 'address.changed', chosen: day})
    await loads.answer(answer())
    actor.send({type: 'handOver.chosen'})
    expect(loads.asked.map(({chosen}) => chosen?.from ?? null)).toEqual(['now-1d', 'now-2d', 'now-1d', null])
    expect(shown).toEqual([{from: 'now-2d', to: 'now'}, null])
  })

  it('counts the alarms raised since it was read, each once, until it is read again', async () => {
    const {actor, loads, alarms, now} = await createLoaded()
    const raised = (id: string, raisedAt: number) => alarm(id, {occurrence: occurrence({id, raisedAt})})
    alarms.next({type: 'alarms.changed', alarms: [raised('a', NOW + 1), raised('old', NOW - 1)]})
    alarms.next({type: 'alarms.changed', alarms: [raised('a', NOW + 1), raised('b', NOW + 2)]})
    expect([...now().context.newer]).toEqual(['a', 'b'])
    actor.send({type: 'refresh.requested'})
    await loads.answer(answer())
    expect(now().context.newer.size).toBe(0)
    actor.send({type: 'range.chosen', range: {from: 0, to: NOW}})
    await loads.answer(answer())
    alarms.next({type: 'alarms.changed', alarms: [raised('c', NOW + 3)]})
    expect(now().context.newer.size).toBe(0)
  })

  it('is read again when others hand it over, and when a link that was down is up', async () => {
    const {loads, alarms, link, now} = await createLoaded()
    alarms.next({type: 'alarms.moved'})
    await loads.answer(answer())
    link(OFFLINE)
    expect(outdatedSince(now().context)).toBe(NOW)
    link(LIVE)
    expect(outdatedSince(now().context)).toBeNull()
    await loads.answer(answer())
    expect(loads.asked).toHaveLength(3)
  })

  it('that could not be read is asked for again by hand, or when the link is up', async () => {
    const {actor, loads, link, now} = create()
    link(OFFLINE, null)
    expect([now().value, now().context.unread]).toEqual([
      {facts: 'failed', dialog: 'closed'},
      'The shift could not be loaded.',
    ])
    link(LIVE)
    await loads.fail()
    expect(now().matches({facts: 'failed'})).toBe(true)
    actor.send({type: 'retry.requested'})
    await loads.answer(answer())
    expect([now().matches({facts: 'loaded'}), now().context.unread]).toEqual([true, null])
  })
})

describe('handing over', () => {
  it('takes two clicks: the person on call who is not the viewer takes over', async () => {
    const {actor, handOvers, loads, outcomes, now} = await createLoaded()
    actor.send({type: 'handOver.requested'})
    actor.send(type('Pump 1 leaks.'))
    actor.send({type: 'save.requested'})
    expect(handOvers.asked).toMatchObject([{after: 'h1', draft: {to: 'bob', note: 'Pump 1 leaks.'}}])
    for (const ignored of [{type: 'dialog.closed'}, type('lost?')] as const) actor.send(ignored)
    expect([now().hasTag('busy'), now().context.draft.note]).toEqual([true, 'Pump 1 leaks.'])
    await handOvers.answer(handOver('h2'))
    expect([now().value, now().context.answer?.shift.handOver?.id, now().context.draft.note, outcomes]).toEqual([
      {facts: 'loading', dialog: 'closed'},
      'h2',
      '',
      ['handedOver'],
    ])
    await loads.answer(answer())
  })

  it('is not for those who may not', async () => {
    const {actor, now} = await createLoaded({successors: undefined})
    actor.send({type: 'handOver.requested'})
    expect(now().matches({dialog: 'closed'})).toBe(true)
  })

  it('keeps a note that is too long, that could not be sent, or that was left', async () => {
    const {actor, handOvers, now} = await createLoaded()
    actor.send({type: 'handOver.requested'})
    actor.send(type('x'.repeat(10_001)))
    actor.send({type: 'save.requested'})
    expect([handOvers.asked, now().context.problems]).toEqual([[], {note: 'tooLong'}])
    actor.send(type('short'))
    actor.send({type: 'save.requested'})
    await handOvers.fail()
    expect([now().matches({dialog: {handOver: 'typing'}}), now().context.message]).toEqual([
      true,
      'The shift could not be handed over.',
    ])
    actor.send({type: 'dialog.closed'})
    actor.send({type: 'handOver.requested'})
    expect([now().context.draft.note, now().context.message]).toEqual(['short', null])
  })

  it('that somebody else was first with offers the note to that hand-over', async () => {
    const {actor, loads, handOvers, newest, notes, outcomes, alarms, now} = await createLoaded()
    actor.send({type: 'handOver.requested'})
    alarms.next({type: 'alarms.moved'})
    await loads.answer(answer({handOver: handOver('h2', 'bob@t.test')}))
    actor.send(type('mine'))
    actor.send({type: 'save.requested'})
    expect(handOvers.asked.map(({after}) => after)).toEqual(['h1'])
    await handOvers.fail(TAKEN)
    expect(now().matches({dialog: {handOver: 'finding'}})).toBe(true)
    await newest.answer(handOver('h2', 'bob@t.test'))
    expect([now().matches({dialog: {handOver: 'taken'}}), now().context.taken?.by, now().context.draft.note]).toEqual([
      true,
      'bob@t.test',
      'mine',
    ])
    actor.send({type: 'save.requested'})
    await notes.fail()
    expect(now().context.message).toBe('The note could not be added.')
    actor.send({type: 'save.requested'})
    await notes.fail(TAKEN)
    await newest.answer(handOver('h3'))
    actor.send({type: 'save.requested'})
    await notes.answer(handOver('h3'))
    expect(notes.asked.map(({id, note}) => [id, note])).toEqual([
      ['h2', 'mine'],
      ['h2', 'mine'],
      ['h3', 'mine'],
    ])
    expect([now().matches({dialog: 'closed'}), outcomes]).toEqual([true, ['noted']])
  })

  it('without a note ends there', async () => {
    const {actor, handOvers, newest, notes, now} = await createLoaded()
    actor.send({type: 'handOver.requested'})
    actor.send({type: 'save.requested'})
    await handOvers.fail(TAKEN)
    await newest.answer(handOver('h2'))
    actor.send({type: 'save.requested'})
    expect([now().matches({dialog: 'closed'}), notes.asked]).toEqual([true, []])
  })

  it('stays open when the newer hand-over can not be read', async () => {
    const {actor, handOvers, newest, now} = await createLoaded()
    actor.send({type: 'handOver.requested'})
    actor.send({type: 'save.requested'})
    await handOvers.fail(TAKEN)
    await newest.fail()
    expect(now().matches({dialog: {handOver: 'typing'}})).toBe(true)
  })
})

describe('the mail of a shift', () => {
  it('goes to the viewer, or to all addresses that are typed', async () => {
    const {actor, mails, outcomes, now} = await createLoaded()
    actor.send({type: 'mail.requested'})
    expect(now().context.draft.addresses).toBe('ann@t.test')
    actor.send({type: 'draft.changed', change: {addresses: 'ann@t.test, Boss@t.test;ann@t.test'}})
    actor.send({type: 'save.requested'})
    expect(mails.asked).toEqual([{organisationId: 'o1', range: SHIFT.range, to: ['ann@t.test', 'boss@t.test']}])
    await mails.fail()
    expect(now().context.message).toBe('The shift could not be sent.')
    actor.send({type: 'save.requested'})
    await mails.answer(undefined)
    expect([now().matches({dialog: 'closed'}), outcomes]).toEqual([true, ['sent']])
  })

  it.each([
    ['', 'none'],
    ['ann@t.test, boss', {wrong: 'boss'}],
    [Array.from({length: 11}, (_, n) => `b${n}@t.test`).join(' '), 'tooMany'],
  ])('is not sent to %j', async (addresses, problem) => {
    const {actor, mails, now} = await createLoaded()
    actor.send({type: 'mail.requested'})
    actor.send({type: 'draft.changed', change: {addresses}})
    actor.send({type: 'save.requested'})
    expect([mails.asked, now().context.problems]).toEqual([[], {addresses: problem}])
    actor.send({type: 'dialog.closed'})
    expect(now().context.problems).toEqual({})
  })
})
