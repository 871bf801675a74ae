import {Subject} from 'rxjs'
import {beforeEach, describe, expect, it, vi} from 'vitest'
import {createActor, fromEventObservable} from 'xstate'
import type {RotaOverride} from '../../../contract/rules/onCall/rota'
import type {NamedRota, Person, RotaEntry} from '../../../src/domain/alarms/onCall'
import {onCallMachine} from '../../../src/machines/alarms/onCall'
import {createCalls} from '../calls'

/** A Monday. */
const NOW = Date.UTC(2026, 10, 23, 12, 20)
const HOUR = 3_600_000
const NIGHT: NamedRota = {
  ...{id: 'r1', name: 'Night', zone: 'UTC', people: ['ann', 'bob'], layers: [], overrides: [], version: 3},
  handOver: {minute: 8 * 60, days: 1, since: '2026-11-02'},
}
const PEOPLE: readonly Person[] = ['ann', 'bob'].map(id => ({id, name: id, isPresent: true}))
const LOADED: {rotas: readonly NamedRota[]; people: readonly Person[]} = {rotas: [NIGHT], people: PEOPLE}

function createOnCall() {
  const load = createCalls<typeof LOADED, string>()
  const save = createCalls<void, {organisationId: string; entry: RotaEntry; rota: NamedRota | null}>()
  const remove = createCalls<void, {organisationId: string; id: string}>()
  const takeOver = createCalls<void, {organisationId: string; id: string; override: RotaOverride}>()
  const giveBack = createCalls<void, {organisationId: string; id: string; overrideId: string}>()
  const moved = new Subject<{type: 'alarms.moved'}>()
  const clock = {now: NOW}
  const actor = createActor(
    onCallMachine.provide({
      actors: {
        alarmEvents: fromEventObservable(() => moved),
        ...{load: load.logic, save: save.logic, remove: remove.logic},
        ...{takeOver: takeOver.logic, giveBack: giveBack.logic},
      },
    }),
    {input: {organisationId: 'o1', userId: 'bob', zone: 'UTC', now: () => clock.now}},
  ).start()
  const now = () => actor.getSnapshot().value
  return {
    ...{actor, now, clock, load, save, remove, takeOver, giveBack, moved},
    context: () => actor.getSnapshot().context,
  }
}

let of: ReturnType<typeof createOnCall>

beforeEach(async () => {
  vi.useFakeTimers()
  of = createOnCall()
  await of.load.answer(LOADED)
  return () => vi.useRealTimers()
})

describe('who is on call', () => {
  it('is read again when a rota changes, and shown by the clock each minute', async () => {
    of.clock.now += HOUR
    await vi.advanceTimersByTimeAsync(60_000)
    expect(of.context().at).toBe(NOW + HOUR)
    of.clock.now += HOUR
    await vi.advanceTimersByTimeAsync(60_000)
    expect(of.context().at).toBe(NOW + 2 * HOUR)
    of.moved.next({type: 'alarms.moved'})
    expect(of.now()).toBe('loading')
    await of.load.fail()
    expect([of.now(), of.context().message]).toEqual(['failed', 'The rotas could not be loaded.'])
    of.actor.send({type: 'retry.requested'})
    await of.load.answer(LOADED)
    expect([of.now(), of.context().message]).toEqual(['shown', null])
  })

  it('is taken over in two clicks by the viewer, from now until the next hand-over', async () => {
    of.actor.send({type: 'takeover.requested', rota: NIGHT})
    of.actor.send({type: 'save.requested'})
    const override = {person: 'bob', start: NOW, end: Date.UTC(2026, 10, 24, 8), insteadOf: null}
    expect(of.takeOver.asked).toEqual([{organisationId: 'o1', id: 'r1', override}])
    await of.takeOver.fail()
    expect([of.now(), of.context().message]).toEqual([{takingOver: 'typing'}, 'The takeover could not be saved.'])
    of.actor.send({type: 'takeover.changed', change: {end: NOW}})
    of.actor.send({type: 'save.requested'})
    expect([of.now(), of.context().isTakeoverWrong]).toEqual([{takingOver: 'typing'}, true])
    of.actor.send({type: 'dialog.closed'})
    expect(of.now()).toBe('loading')
  })

  it('is given back', async () => {
    of.actor.send({type: 'return.requested', rota: NIGHT, overrideId: 't1'})
    expect(of.giveBack.asked).toEqual([{organisationId: 'o1', id: 'r1', overrideId: 't1'}])
    await of.giveBack.fail()
    expect([of.now(), of.context().message]).toEqual(['shown', 'The takeover could not be removed.'])
  })
})

describe('the form of a rota', () => {
  it('is about each Monday at eight, and saved once it has a name and people', async () => {
    of.actor.send({type: 'add.requested'})
    of.actor.send({type: 'save.requested'})
    expect([of.now(), of.context().problems]).toEqual([{form: 'typing'}, {name: true, people: true}])
    of.actor.send({
      type: 'draft.changed',
      change: {name: ' Days ', people: ['bob'], layers: [{days: [6], from: '8:00', until: '24:00', people: ['ann']}]},
    })
    of.actor.send({type: 'save.requested'})
    expect(of.save.asked).toEqual([
      {
        organisationId: 'o1',
        rota: null,
        entry: {
          ...{name: 'Days', zone: 'UTC', people: ['bob']},
          handOver: {minute: 480, days: 7, since: '2026-11-23'},
          layers: [{days: [6], from: 480, until: 0, people: ['ann']}],
        },
      },
    ])
    of.actor.send({type: 'draft.changed', change: {name: 'ignored'}})
    await of.save.answer()
    expect(of.now()).toBe('loading')
  })

  it('proposes the last hand-over that has passed for the zone and the time that are typed', () => {
    of.actor.send({type: 'add.requested'})
    of.actor.send({type: 'draft.changed', change: {time: '13:00'}})
    expect(of.context().draft.since).toBe('2026-11-16')
    of.actor.send({type: 'draft.changed', change: {zone: 'Europe/Berlin'}})
    expect(of.context().draft.since).toBe('2026-11-23')
    of.actor.send({type: 'draft.changed', change: {since: '2026-12-07'}})
    of.actor.send({type: 'draft.changed', change: {zone: 'UTC'}})
    expect(of.context().draft.since).toBe('2026-12-07')
  })

  it('looks at the clock when it is opened or changed, and each minute', async () => {
    of.clock.now += HOUR
    of.actor.send({type: 'add.requested'})
    expect(of.context().at).toBe(NOW + HOUR)
    of.clock.now += HOUR
    of.actor.send({type: 'draft.changed', change: {name: 'Night'}})
    expect(of.context().at).toBe(NOW + 2 * HOUR)
    of.clock.now += HOUR
    await vi.advanceTimersByTimeAsync(60_000)
    expect([of.context().at, of.context().draft.name]).toEqual([NOW + 3 * HOUR, 'Night'])
  })

  it.each([
    [{time: '25:00'}, 'time'],
    [{days: '0'}, 'days'],
    [{since: 'soon'}, 'since'],
    [{since: '2026-02-30'}, 'since'],
    [{people: []}, 'people'],
    [{layers: [{days: [], from: '22:00', until: '06:00', people: ['ann']}]}, 'layer-0'],
    [{layers: [{days: [1], from: '22:00', until: '06:00', people: []}]}, 'layer-0-people'],
  ])('says what is wrong with %o', (change, problem) => {
    of.actor.send({type: 'edit.requested', rota: NIGHT})
    of.actor.send({type: 'draft.changed', change})
    of.actor.send({type: 'save.requested'})
    expect(of.context().problems).toEqual({[problem]: true})
  })

  it('keeps what was typed when it is not saved', async () => {
    of.actor.send({type: 'edit.requested', rota: NIGHT})
    of.actor.send({type: 'draft.changed', change: {name: 'Nights'}})
    of.actor.send({type: 'save.requested'})
    await of.save.fail()
    expect([of.context().draft.name, of.context().message]).toEqual(['Nights', 'The rota could not be saved.'])
  })
})

describe('a rota', () => {
  it('is deleted once that is confirmed', async () => {
    of.actor.send({type: 'deletion.requested', rota: NIGHT})
    of.actor.send({type: 'deletion.confirmed'})
    expect(of.remove.asked).toEqual([{organisationId: 'o1', id: 'r1'}])
    await of.remove.fail()
    expect([of.now(), of.context().message]).toEqual([{deleting: 'asking'}, 'The rota could not be deleted.'])
  })
})
