import {describe, expect, it} from 'vitest'
import {createActor} from 'xstate'
import {draftOfTakeover, type NamedRota, type OnCallDraft, type Person} from '../../../src/domain/alarms/onCall'
import {type OnCallAct, type OnCallInput, onCallMachine} from '../../../src/machines/alarms/onCall'
import {createCalls} from '../calls'

/** A Monday. */
const NOW = Date.UTC(2026, 10, 23, 12, 20)
const INPUT: OnCallInput = {organisationId: 'o1', zone: 'UTC', now: () => NOW}
const NIGHT: NamedRota = {
  id: 'r1',
  name: 'Night',
  zone: 'UTC',
  people: ['ann', 'bob'],
  layers: [],
  overrides: [],
  version: 3,
  handOver: {minute: 8 * 60, days: 1, since: '2026-11-02'},
}
const PEOPLE: readonly Person[] = ['ann', 'bob'].map(id => ({id, name: id, isPresent: true}))
const LOADED: {rotas: readonly NamedRota[]; people: readonly Person[]} = {rotas: [NIGHT], people: PEOPLE}

async function createOnCall() {
  const load = createCalls<typeof LOADED, {input: OnCallInput}>()
  const save = createCalls<
    typeof LOADED | undefined,
    {input: OnCallInput; loaded: typeof LOADED; row: NamedRota | null; draft: OnCallDraft}
  >()
  const act = createCalls<unknown, {input: OnCallInput; act: OnCallAct}>()
  const actor = createActor(onCallMachine.provide({actors: {load: load.logic, save: save.logic, act: act.logic}}), {
    input: INPUT,
  }).start()
  await load.answer(LOADED)
  return {save, act, send: actor.send, context: () => actor.getSnapshot().context}
}

describe('who is on call', () => {
  it('is taken over in two clicks by the viewer, from now until the next hand-over', async () => {
    const {send, save, context} = await createOnCall()
    const draft = draftOfTakeover(NIGHT, PEOPLE, {userId: 'bob', now: NOW})
    send({type: 'edit.requested', row: NIGHT, draft})
    expect(context().draft).toMatchObject({
      form: 'takeover',
      person: 'bob',
      start: NOW,
      end: Date.UTC(2026, 10, 24, 8),
    })
    send({type: 'save.requested'})
    expect(save.asked).toEqual([{input: INPUT, loaded: LOADED, row: NIGHT, draft}])
    await save.fail()
    expect(context().message).toBe('The takeover could not be saved.')
  })

  it('is not taken over until before it begins', async () => {
    const {send, save, context} = await createOnCall()
    send({type: 'edit.requested', row: NIGHT, draft: draftOfTakeover(NIGHT, PEOPLE, {userId: 'bob', now: NOW})})
    send({type: 'draft.changed', change: {end: NOW}})
    send({type: 'save.requested'})
    expect([context().problems, save.asked]).toEqual([{override: true}, []])
  })

  it('is given back', async () => {
    const {send, act, context} = await createOnCall()
    send({type: 'act.requested', act: {kind: 'giveBack', id: 'r1', overrideId: 't1'}})
    expect(act.asked).toEqual([{input: INPUT, act: {kind: 'giveBack', id: 'r1', overrideId: 't1'}}])
    await act.fail()
    expect(context().message).toBe('The takeover could not be removed.')
  })
})

describe('the form of a rota', () => {
  it('is about each Monday at eight, and saved once it has a name and people', async () => {
    const {send, save, context} = await createOnCall()
    send({type: 'add.requested'})
    expect(context().draft).toMatchObject({form: 'rota', time: '08:00', days: '7', since: '2026-11-23'})
    send({type: 'save.requested'})
    expect([context().problems, save.asked]).toEqual([{name: true, people: true}, []])
    send({type: 'draft.changed', change: {name: ' Days ', people: ['bob']}})
    send({type: 'save.requested'})
    expect(save.asked).toEqual([{input: INPUT, loaded: LOADED, row: null, draft: context().draft}])
    await save.fail()
    expect([context().draft.name, context().message]).toEqual([' Days ', 'The rota could not be saved.'])
  })

  it('proposes the last hand-over that has passed for the zone and the time that are typed', async () => {
    const {send, context} = await createOnCall()
    send({type: 'add.requested'})
    send({type: 'draft.changed', change: {time: '13:00'}})
    expect(context().draft.since).toBe('2026-11-16')
    send({type: 'draft.changed', change: {zone: 'Europe/Berlin'}})
    expect(context().draft.since).toBe('2026-11-23')
    send({type: 'draft.changed', change: {since: '2026-12-07'}})
    send({type: 'draft.changed', change: {zone: 'UTC'}})
    expect(context().draft.since).toBe('2026-12-07')
  })

  it.each([
    [{time: '25:00'}, 'time'],
    [{days: '0'}, 'days'],
    [{since: 'soon'}, 'since'],
    [{since: '2026-02-30'}, 'since'],
    [{people: []}, 'people'],
    [{layers: [{days: [], from: '22:00', until: '06:00', people: ['ann']}]}, 'layer-0'],
    [{layers: [{days: [1], from: '22:00', until: '06:00', people: []}]}, 'layer-0-people'],
  ])('says what is wrong with %o', async (change, problem) => {
    const {send, context} = await createOnCall()
    send({type: 'edit.requested', row: NIGHT})
    send({type: 'draft.changed', change})
    send({type: 'save.requested'})
    expect(context().problems).toEqual({[problem]: true})
  })
})
