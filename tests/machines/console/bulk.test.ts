import {describe, expect, it} from 'vitest'
import {createActor, type EventFromLogic, fromCallback} from 'xstate'
import type {ConsoleRecord} from '../../../src/domain/console/records/description'
import {devices} from '../../../src/domain/console/records/devices'
import type {BulkAction, BulkInput, RunCommand, RunEvent, RunInput} from '../../../src/machines/console/bulk'
import {bulkMachine} from '../../../src/machines/console/bulk'
import {recordOf} from '../../domain/console/records/examples'
import {statesOf} from '../adjacency'
import {createCalls} from '../calls'

const pump = (id: string): ConsoleRecord => recordOf({name: `Pump ${id}`}, {id})
const RECORDS = ['a', 'b', 'c'].map(pump)
const CUSTOMERS = [recordOf({email: 'c@works.test'}, {id: 'c1'})]

const inputOf = (action: BulkAction, records: readonly ConsoleRecord[] = RECORDS): BulkInput => ({
  description: devices,
  organisationId: 'o1',
  action,
  records,
})

function createBulk(action: BulkAction, records = RECORDS) {
  const customers = createCalls<readonly ConsoleRecord[], {organisationId: string}>()
  const runs: (RunInput | RunCommand)[] = []
  const files: {name: string; text: string}[] = []
  let tellBack: (event: RunEvent) => void = () => {}
  const bulk = createActor(
    bulkMachine.provide({
      actors: {
        loadCustomers: customers.logic,
        run: fromCallback<RunCommand, RunInput>(({input, sendBack, receive}) => {
          runs.push(input)
          receive(command => runs.push(command))
          tellBack = sendBack
        }),
      },
      actions: {saveFile: (_, file) => files.push(file)},
    }),
    {input: inputOf(action, records)},
  ).start()
  return {
    ...{customers, runs, files},
    value: () => bulk.getSnapshot().value,
    output: () => bulk.getSnapshot().output,
    context: () => bulk.getSnapshot().context,
    can: (event: EventFromLogic<typeof bulkMachine>) => bulk.getSnapshot().can(event),
    send: (event: EventFromLogic<typeof bulkMachine>) => bulk.send(event),
    finish: (outcomes: Readonly<Record<string, string | null>>) =>
      tellBack({type: 'rows.finished', outcomes: Object.entries(outcomes).map(([id, message]) => ({id, message}))}),
    end: () => tellBack({type: 'run.ended'}),
  }
}

function createRunning() {
  const bulk = createBulk('delete')
  bulk.send({type: 'confirmation.typed', text: '3'})
  bulk.send({type: 'consequence.acknowledged', isAcknowledged: true})
  bulk.send({type: 'start.confirmed'})
  return bulk
}

describe('a deletion', () => {
  it.each([
    ['3', true, true],
    ['3', false, false],
    ['2', true, false],
    ['', true, false],
    [' 3', true, false],
    ['Pump a', true, false],
  ])('of three, with %j typed and the tick %s, may begin: %s', (text, isAcknowledged, may) => {
    const {send, can} = createBulk('delete')
    send({type: 'confirmation.typed', text})
    send({type: 'consequence.acknowledged', isAcknowledged})
    expect(can({type: 'start.confirmed'})).toBe(may)
  })

  it.each([
    ['Pump a', true],
    ['pump a', false],
    ['1', false],
  ])('of a single one, with %j typed, may begin: %s', (text, may) => {
    const {send, can} = createBulk('delete', [pump('a')])
    send({type: 'confirmation.typed', text})
    send({type: 'consequence.acknowledged', isAcknowledged: true})
    expect(can({type: 'start.confirmed'})).toBe(may)
  })

  it('does nothing before it is confirmed', () => {
    const {send, runs, value} = createBulk('delete')
    send({type: 'start.confirmed'})
    expect([runs, value()]).toEqual([[], 'asking'])
  })

  it('closed before it began changes nothing', () => {
    const {send, output} = createBulk('delete')
    send({type: 'dialog.closed'})
    expect(output()).toEqual({doneIds: []})
  })
})

describe('an assignment', () => {
  it('offers the customers of the organisation', async () => {
    const {customers, value, context} = createBulk('assign')
    expect(value()).toBe('listing')
    await customers.answer(CUSTOMERS)
    expect([customers.asked, value(), context().customers]).toEqual([[{organisationId: 'o1'}], 'asking', CUSTOMERS])
  })

  it.each(['c1', null])('to %j begins once it was chosen', async customerId => {
    const {customers, send, can, runs} = createBulk('assign')
    await customers.answer(CUSTOMERS)
    expect(can({type: 'start.confirmed'})).toBe(false)
    send({type: 'customer.chosen', customerId})
    send({type: 'start.confirmed'})
    expect(runs).toEqual([{description: devices, action: 'assign', customerId, records: RECORDS}])
  })

  it('says that the customers can’t be had, and asks again', async () => {
    const {customers, send, value, context} = createBulk('assign')
    await customers.fail()
    expect([value(), context().message]).toEqual(['unlisted', 'The customers could not be loaded.'])
    send({type: 'retry.requested'})
    await customers.answer(CUSTOMERS)
    expect(value()).toBe('asking')
  })

  it('can be closed while the customers are loaded, and when they can’t be', async () => {
    const listing = createBulk('assign')
    listing.send({type: 'dialog.closed'})
    const unlisted = createBulk('assign')
    await unlisted.customers.fail()
    unlisted.send({type: 'dialog.closed'})
    expect([listing.value(), unlisted.value()]).toEqual(['closed', 'closed'])
  })
})

describe('a run', () => {
  it('is told of all of them', () => {
    expect(createRunning().runs).toEqual([{description: devices, action: 'delete', customerId: null, records: RECORDS}])
  })

  it('counts what has gone well, what has failed and what is left', () => {
    const {finish, context} = createRunning()
    finish({a: null, b: 'Taken.'})
    expect(context().tally).toEqual({done: 1, failed: 1, left: 1})
  })

  it('can’t be closed, nor begun again', () => {
    const {send, value, runs} = createRunning()
    send({type: 'dialog.closed'})
    send({type: 'start.confirmed'})
    expect([value(), runs.length]).toEqual([{running: 'going'}, 1])
  })

  it('once cancelled waits for what has been sent', () => {
    const {send, finish, end, runs, value, context} = createRunning()
    send({type: 'cancel.requested'})
    send({type: 'cancel.requested'})
    expect([value(), runs.slice(1)]).toEqual([{running: 'cancelling'}, [{type: 'cancel.requested'}]])
    finish({a: null})
    end()
    expect([value(), context().tally]).toEqual(['finished', {done: 1, failed: 0, left: 2}])
  })

  it('does again what failed and what was not begun, and that alone', () => {
    const {send, finish, end, runs, context} = createRunning()
    finish({a: null, b: 'Taken.'})
    end()
    send({type: 'retry.requested'})
    expect([runs.at(-1), context().tally]).toEqual([
      {description: devices, action: 'delete', customerId: null, records: [pump('b'), pump('c')]},
      {done: 1, failed: 0, left: 2},
    ])
    finish({b: null, c: null})
    end()
    expect(context().tally).toEqual({done: 3, failed: 0, left: 0})
  })

  it('is not tried again when everything went well', () => {
    const {send, finish, end, runs} = createRunning()
    finish({a: null, b: null, c: null})
    end()
    send({type: 'retry.requested'})
    expect(runs.length).toBe(1)
  })

  it('tells what is done when it is closed', () => {
    const {send, finish, end, output} = createRunning()
    finish({a: null, b: 'Taken.', c: null})
    end()
    send({type: 'dialog.closed'})
    expect(output()).toEqual({doneIds: ['a', 'c']})
  })

  it('writes its outcomes to a file', () => {
    const {send, finish, end, files} = createRunning()
    finish({a: null, b: 'Taken.'})
    end()
    send({type: 'outcomes.saved'})
    expect(files).toEqual([
      {
        name: 'outcomes.csv',
        text: '\uFEFFID,Name,Outcome,Reason\r\na,Pump a,done,\r\nb,Pump b,failed,Taken.\r\nc,Pump c,not begun,\r\n',
      },
    ])
  })
})

it('reaches every state', () => {
  const listing = 'actor.0.bulk.listing'
  const events = [
    {type: 'start.confirmed'},
    {type: 'cancel.requested'},
    {type: 'run.ended'},
    {type: 'dialog.closed'},
    {type: `xstate.done.${listing}`, output: CUSTOMERS},
    {type: `xstate.error.${listing}`, error: new Error('away')},
  ]
  const confirmed = bulkMachine.provide({guards: {isConfirmed: () => true}})
  expect(statesOf(confirmed, events, inputOf('assign'))).toEqual([
    'asking',
    'closed',
    'finished',
    'listing',
    'running.cancelling',
    'running.going',
    'unlisted',
  ])
})
