import {describe, expect, it} from 'vitest'
import {createActor} from 'xstate'
import type {Json} from '../../../contract/wire/common'
import type {Change, ChangeQuestion} from '../../../src/domain/console/change'
import {type LoadedUnits, type UnitRow, unitRows} from '../../../src/domain/console/units'
import {unitEntries, unitsMachine} from '../../../src/machines/console/units'
import {refused} from '../../support/failures'
import {createCalls} from '../calls'
import {createAttributeWrites, dialogOf} from './attributeWrites'

const loadedWith = (value: Json, version: number): LoadedUnits => ({
  attribute: {scope: 2, key: 'units', value: {type: 'json', value}, updatedAt: 1, version},
  keys: ['current', 'pressure'],
})

async function shown(loaded: LoadedUnits = loadedWith({pressure: 'bar', odd: {unit: 'km/h'}}, 4)) {
  const loads = createCalls<LoadedUnits | null, {input: {organisationId: string}}>()
  const {writes, ...calls} = createAttributeWrites(unitEntries)
  const changes = createCalls<Change | null, {question: ChangeQuestion}>()
  const actor = createActor(unitsMachine.provide({actors: {...calls, load: loads.logic, findChange: changes.logic}}), {
    input: {organisationId: 'o1'},
  }).start()
  await loads.answer(loaded)
  return {
    loads,
    writes,
    send: actor.send,
    context: () => actor.getSnapshot().context,
    state: () => dialogOf(actor.getSnapshot().value),
  }
}

const typed = (change: Partial<UnitRow>) => ({type: 'draft.changed', change}) as const
const PRESSURE: UnitRow = {key: 'pressure', unit: 'bar'}

describe('the form of a unit', () => {
  it('adds it to the others, of the version that was loaded, and leaves what is no unit as it is', async () => {
    const {writes, send, context} = await shown()
    send({type: 'add.requested'})
    send(typed({key: ' current ', unit: ' A '}))
    send({type: 'save.requested'})
    const value = {pressure: 'bar', odd: {unit: 'km/h'}, current: 'A'}
    expect(writes.asked).toMatchObject([{version: 4, isNew: false, value: {type: 'json', value}}])
    await writes.answer(null)
    expect(unitRows(context().loaded ?? {attribute: null})).toEqual([{key: 'current', unit: 'A'}, PRESSURE])
  })

  it('is the first one of an organisation without any', async () => {
    const {writes, send} = await shown({attribute: null, keys: []})
    send({type: 'add.requested'})
    send(typed(PRESSURE))
    send({type: 'save.requested'})
    expect(writes.asked).toMatchObject([{version: null, isNew: true, value: {value: {pressure: 'bar'}}}])
  })

  it.each<[UnitRow, object]>([
    [
      {key: '', unit: ''},
      {key: 'Name a key.', unit: 'Name a unit.'},
    ],
    [{key: 'pressure', unit: 'Pa'}, {key: 'This key has a unit already.'}],
    [{key: 'p', unit: '<b>'}, {unit: 'A unit has 24 characters at most, and no angle brackets.'}],
    [
      {key: 'p', unit: 'twenty-five letters, a lot'},
      {unit: 'A unit has 24 characters at most, and no angle brackets.'},
    ],
  ])('refuses %j', async (draft, problems) => {
    const {writes, send, context} = await shown()
    send({type: 'add.requested'})
    send(typed(draft))
    send({type: 'save.requested'})
    expect([context().problems, writes.asked]).toEqual([problems, []])
  })

  it('shows both versions where somebody else has named another unit for the same key', async () => {
    const {loads, writes, send, state} = await shown()
    send({type: 'edit.requested', row: PRESSURE})
    send(typed({unit: 'Pa'}))
    send({type: 'save.requested'})
    await writes.fail(refused(409))
    await loads.answer(loadedWith({pressure: 'mbar'}, 5))
    expect(state()).toEqual({form: 'choosing'})
  })

  it('keeps the others where one is removed', async () => {
    const {writes, send} = await shown()
    send({type: 'deletion.requested', row: PRESSURE})
    send({type: 'deletion.confirmed'})
    expect(writes.asked).toMatchObject([{value: {value: {odd: {unit: 'km/h'}}}}])
  })
})
