import {describe, expect, it} from 'vitest'
import {createActor, type EventFromLogic, fromCallback} from 'xstate'
import type {ConsoleRecord} from '../../../src/domain/console/records/description'
import {devices} from '../../../src/domain/console/records/devices'
import type {Outcome} from '../../../src/domain/failure'
import type {BatchCommand, BatchEvent, BatchRun} from '../../../src/machines/batch'
import {
  type BulkAction,
  type BulkInput,
  bulkMachine,
  type RecordJob,
  recordBatchMachine,
} from '../../../src/machines/console/bulk'
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
  const runs: BatchRun<ConsoleRecord, RecordJob>[] = []
  const files: {name: string; text: string}[] = []
  let tellBack: (event: BatchEvent) => void = () => {}
  const run = fromCallback<BatchCommand, BatchRun<ConsoleRecord, RecordJob>>(({input, sendBack}) => {
    runs.push(input)
    tellBack = sendBack
  })
  const bulk = createActor(
    bulkMachine.provide({
      actors: {loadCustomers: customers.logic, batch: recordBatchMachine.provide({actors: {run}})},
      actions: {saveFile: (_, file) => files.push(file)},
    }),
    {input: inputOf(action, records)},
  ).start()
  return {
    customers,
    runs,
    files,
    value: () => bulk.getSnapshot().value,
    output: () => bulk.getSnapshot().output,
    context: () => bulk.getSnapshot().context,
    can: (event: EventFromLogic<typeof bulkMachine>) => bulk.getSnapshot().can(event),
    send: (event: EventFromLogic<typeof bulkMachine>) => bulk.send(event),
    batch: () => bulk.getSnapshot().children.batch,
    finish: (outcomes: readonly Outcome[]) => {
      tellBack({type: 'items.finished', outcomes})
      tellBack({type: 'run.ended'})
    },
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
    expect(runs).toEqual([{job: {description: devices, action: 'assign', customerId}, items: RECORDS}])
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

describe('once it is confirmed', () => {
  const outcomes = [
    {id: 'a', message: null},
    {id: 'b', message: 'Taken.'},
  ]

  it('does it with all of the records, and tells which are done when it is closed', () => {
    const {batch, finish, runs, value, output} = createRunning()
    expect(runs).toEqual([{job: {description: devices, action: 'delete', customerId: null}, items: RECORDS}])
    finish(outcomes)
    expect(value()).toBe('doing')
    batch()?.send({type: 'dialog.closed'})
    expect([value(), output()]).toEqual(['closed', {doneIds: ['a']}])
  })

  it('writes the outcomes to a file', () => {
    const {send, finish, files} = createRunning()
    finish(outcomes)
    send({type: 'outcomes.saved', outcomes: new Map(outcomes.map(outcome => [outcome.id, outcome]))})
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
    {type: 'dialog.closed'},
    {type: `xstate.done.${listing}`, output: CUSTOMERS},
    {type: `xstate.error.${listing}`, error: new Error('away')},
  ]
  const confirmed = bulkMachine.provide({guards: {isConfirmed: () => true}})
  expect(statesOf(confirmed, events, inputOf('assign'))).toEqual(['asking', 'closed', 'doing', 'listing', 'unlisted'])
})
