import {describe, expect, it} from 'vitest'
import {createActor, fromCallback} from 'xstate'
import {type BatchCommand, type BatchEvent, type BatchRun, createBatchMachine} from '../../src/machines/batch'
import {statesOf} from './adjacency'

interface Item {
  id: string
}

const ITEMS: readonly Item[] = ['a', 'b', 'c'].map(id => ({id}))
const machine = createBatchMachine<Item, string>()

function createBatch(end: 'atOnce' | 'shown' = 'shown') {
  const runs: (BatchRun<Item, string> | BatchCommand)[] = []
  let tellBack: (event: BatchEvent) => void = () => {}
  const batch = createActor(
    machine.provide({
      actors: {
        run: fromCallback<BatchCommand, BatchRun<Item, string>>(({input, sendBack, receive}) => {
          runs.push(input)
          receive(command => runs.push(command))
          tellBack = sendBack
        }),
      },
    }),
    {input: {job: 'rinse', items: ITEMS, end}},
  ).start()
  return {
    batch,
    runs,
    value: () => batch.getSnapshot().value,
    tally: () => batch.getSnapshot().context.tally,
    output: () => batch.getSnapshot().output,
    finish: (outcomes: Readonly<Record<string, string | null>>) =>
      tellBack({type: 'items.finished', outcomes: Object.entries(outcomes).map(([id, message]) => ({id, message}))}),
    end: () => tellBack({type: 'run.ended'}),
  }
}

describe('a batch', () => {
  it('starts with all of its items', () => {
    expect(createBatch().runs).toEqual([{job: 'rinse', items: ITEMS}])
  })

  it('counts what has gone well, what has failed and what is left', () => {
    const {finish, tally} = createBatch()
    finish({a: null, b: 'Taken.'})
    expect(tally()).toEqual({done: 1, failed: 1, left: 1})
  })

  it('can’t be closed while it runs, nor tried again', () => {
    const {batch, value, runs} = createBatch()
    batch.send({type: 'dialog.closed'})
    batch.send({type: 'retry.requested'})
    expect([value(), runs.length]).toEqual([{running: 'going'}, 1])
  })

  it('once cancelled waits for what has been sent', () => {
    const {batch, finish, end, runs, value, tally} = createBatch()
    batch.send({type: 'cancel.requested'})
    batch.send({type: 'cancel.requested'})
    expect([value(), runs.slice(1)]).toEqual([{running: 'cancelling'}, [{type: 'cancel.requested'}]])
    finish({a: null})
    end()
    expect([value(), tally()]).toEqual(['finished', {done: 1, failed: 0, left: 2}])
  })

  it('does again what failed and what was not started, and that alone', () => {
    const {batch, finish, end, runs, tally} = createBatch()
    finish({a: null, b: 'Taken.'})
    end()
    batch.send({type: 'retry.requested'})
    expect([runs.at(-1), tally()]).toEqual([
      {job: 'rinse', items: [{id: 'b'}, {id: 'c'}]},
      {done: 1, failed: 0, left: 2},
    ])
    finish({b: null, c: null})
    end()
    expect(tally()).toEqual({done: 3, failed: 0, left: 0})
  })

  it('is not tried again when everything went well', () => {
    const {batch, finish, end, runs} = createBatch()
    finish({a: null, b: null, c: null})
    end()
    batch.send({type: 'retry.requested'})
    expect(runs.length).toBe(1)
  })

  it('tells what is done when it is closed', () => {
    const {batch, finish, end, output} = createBatch()
    finish({a: null, b: 'Taken.', c: null})
    end()
    batch.send({type: 'dialog.closed'})
    expect(output()).toEqual({doneIds: ['a', 'c']})
  })

  it.each([
    [null, 'closed'],
    ['Taken.', 'finished'],
  ])('that shows no outcomes of a run without failures ends, when one says %j, in: %s', (message, state) => {
    const {finish, end, value} = createBatch('atOnce')
    finish({a: null, b: null, c: message})
    end()
    expect(value()).toBe(state)
  })

  it('whose run breaks shows what has come of it', () => {
    const broken = machine.provide({
      actors: {
        run: fromCallback(() => {
          throw new Error('broken')
        }),
      },
    })
    const batch = createActor(broken, {input: {job: 'rinse', items: ITEMS, end: 'shown'}}).start()
    expect(batch.getSnapshot()).toMatchObject({value: 'finished', context: {tally: {done: 0, failed: 0, left: 3}}})
  })

  it('reaches every state', () => {
    const events = [{type: 'cancel.requested'}, {type: 'run.ended'}, {type: 'dialog.closed'}]
    expect(statesOf(machine, events, {job: 'rinse', items: ITEMS, end: 'shown'})).toEqual([
      'closed',
      'finished',
      'running.cancelling',
      'running.going',
    ])
  })
})
