import {describe, expect, it} from 'vitest'
import {createActor} from 'xstate'
import type {Headline} from '../../../contract/rules/headlines'
import type {Json} from '../../../contract/wire/common'
import type {Change, ChangeQuestion} from '../../../src/domain/console/change'
import {type HeadlineDraft, headlinesIn, type LoadedHeadlines} from '../../../src/domain/console/headlines'
import {NO_KEY_SETTINGS} from '../../../src/domain/telemetry/readings/keySettings'
import {headlineEntries, headlinesMachine} from '../../../src/machines/console/headlines'
import {refused} from '../../support/failures'
import {createCalls} from '../calls'
import {createAttributeWrites, dialogOf} from './attributeWrites'

const OF_ALL: Headline = {by: 'all', value: '', key: 'cpu'}
const OF_CORE: Headline = {by: 'label', value: 'Core', key: 'temperature'}

const loadedWith = (value: Json, version: number): LoadedHeadlines => ({
  attribute: {scope: 2, key: 'headlines', value: {type: 'json', value}, updatedAt: 1, version},
  devices: [],
  thresholds: NO_KEY_SETTINGS.thresholds,
})

async function shown(value: Json = [{...OF_ALL}, {...OF_CORE}]) {
  const loads = createCalls<LoadedHeadlines | null, {input: {organisationId: string}}>()
  const {writes, ...calls} = createAttributeWrites(headlineEntries)
  const changes = createCalls<Change | null, {question: ChangeQuestion}>()
  const actor = createActor(
    headlinesMachine.provide({actors: {...calls, load: loads.logic, findChange: changes.logic}}),
    {input: {organisationId: 'o1'}},
  ).start()
  await loads.answer(loadedWith(value, 4))
  return {
    loads,
    writes,
    send: actor.send,
    context: () => actor.getSnapshot().context,
    state: () => dialogOf(actor.getSnapshot().value),
  }
}

const typed = (change: Partial<HeadlineDraft>) => ({type: 'draft.changed', change}) as const

describe('the form of a headline key', () => {
  it('adds it to the others, of the version that was loaded', async () => {
    const {writes, send, context} = await shown()
    send({type: 'add.requested'})
    send(typed({by: 'type', value: ' router ', key: ' throughput '}))
    send({type: 'save.requested'})
    expect(writes.asked).toMatchObject([{version: 4, isNew: false}])
    await writes.answer(null)
    expect(headlinesIn(context().loaded ?? loadedWith([], 0))).toEqual([
      OF_ALL,
      OF_CORE,
      {by: 'type', value: 'router', key: 'throughput'},
    ])
  })

  it('asks for the devices and the key, and refuses devices that have one already', async () => {
    const {send, context, state} = await shown()
    send({type: 'add.requested'})
    send(typed({by: 'label'}))
    send({type: 'save.requested'})
    expect(context().problems).toEqual({value: 'Choose for which devices it is.', key: 'Name a key.'})
    send(typed({value: 'Core', key: 'load'}))
    send({type: 'save.requested'})
    expect([state(), context().problems]).toEqual([
      {form: 'typing'},
      {value: 'These devices have a headline key already.'},
    ])
  })

  it('shows both versions where somebody else has named another key for the same devices', async () => {
    const {loads, writes, send, state} = await shown()
    send({type: 'edit.requested', row: OF_CORE})
    send(typed({key: 'load'}))
    send({type: 'save.requested'})
    await writes.fail(refused(409))
    await loads.answer(loadedWith([{...OF_ALL}, {...OF_CORE, key: 'voltage'}], 5))
    expect(state()).toEqual({form: 'choosing'})
  })

  it('keeps the others where one is removed', async () => {
    const {writes, send} = await shown()
    send({type: 'deletion.requested', row: OF_CORE})
    send({type: 'deletion.confirmed'})
    expect(writes.asked).toMatchObject([{value: {value: [{by: 'all', key: 'cpu'}]}}])
  })
})
