import {describe, expect, it} from 'vitest'
import {createActor} from 'xstate'
import type {AvailabilityGoals} from '../../../src/domain/alarms/availability'
import {
  type AvailabilityAnswer,
  type AvailabilityQuestion,
  availabilityMachine,
} from '../../../src/machines/alarms/availability'
import {createCalls} from '../calls'

const DAY = 86_400_000
const NOTHING = {available: 0, evaluated: 0, maintenance: 0, unknown: 0}
const report = {
  days: [],
  total: {devices: 0, amounts: NOTHING, days: []},
  rows: [],
  leftOff: 0,
  goals: {goal: 99.5, labels: {press: 99}, version: 4},
  labels: ['hall'],
  mayChange: true,
}
const ANSWER: AvailabilityAnswer = {report, range: {start: 10 * DAY, end: 17 * DAY - 1}, readAt: 17 * DAY}

function create() {
  const loads = createCalls<AvailabilityAnswer, AvailabilityQuestion>()
  const saves = createCalls<AvailabilityGoals, {organisationId: string; goals: AvailabilityGoals}>()
  const files: string[] = []
  const logic = availabilityMachine.provide({
    actors: {load: loads.logic, saveGoals: saves.logic},
    actions: {saveFile: (_, {name}) => void files.push(name)},
  })
  const actor = createActor(logic, {input: {organisationId: 'o1', zone: 'UTC'}}).start()
  return {actor, loads, saves, files, now: () => actor.getSnapshot().value}
}

describe('the availability', () => {
  it('is that of the last 30 days by device, until another range or group is chosen', async () => {
    const {actor, loads, now, files} = create()
    for (const type of ['file.requested', 'goals.requested'] as const) actor.send({type})
    await loads.fail()
    expect(now()).toBe('failed')
    actor.send({type: 'retry.requested'})
    await loads.answer(ANSWER)
    expect(now()).toBe('loaded')
    actor.send({type: 'file.requested'})
    actor.send({type: 'range.chosen', range: {from: 'now/d', to: 'now'}})
    await loads.answer(ANSWER)
    actor.send({type: 'group.chosen', by: 'customer'})
    expect(files).toEqual(['availability.csv'])
    expect(loads.asked.map(({range, by}) => [range, by])).toEqual([
      [{from: 'now-30d', to: 'now'}, 'device'],
      [{from: 'now-30d', to: 'now'}, 'device'],
      [{from: 'now/d', to: 'now'}, 'device'],
      [{from: 'now/d', to: 'now'}, 'customer'],
    ])
  })

  it('has goals, which are saved by their version when they are percentages', async () => {
    const {actor, loads, saves, now} = create()
    await loads.answer(ANSWER)
    actor.send({type: 'goals.requested'})
    expect(actor.getSnapshot().context.draft).toEqual({goal: '99.5', labels: {hall: '', press: '99'}})
    actor.send({type: 'draft.changed', change: {goal: 'x', labels: {hall: '101', press: ''}}})
    actor.send({type: 'save.requested'})
    expect(actor.getSnapshot().context.problems).toEqual({goal: true, labels: ['hall']})
    actor.send({type: 'draft.changed', change: {goal: '98,5 %', labels: {hall: '97', press: ''}}})
    actor.send({type: 'save.requested'})
    actor.send({type: 'dialog.closed'})
    await saves.fail()
    expect([now(), actor.getSnapshot().context.message]).toEqual([{form: 'typing'}, 'The goals could not be saved.'])
    actor.send({type: 'save.requested'})
    await saves.answer({goal: 98.5, labels: {hall: 97}, version: 5})
    expect(saves.asked[0]).toEqual({organisationId: 'o1', goals: {goal: 98.5, labels: {hall: 97}, version: 4}})
    expect(now()).toBe('loading')
  })
})
