import {describe, expect, it} from 'vitest'
import {createActor, fromCallback} from 'xstate'
import type {CheckedRow, Existing} from '../../../src/domain/console/deviceImport/check'
import type {RowOutcome} from '../../../src/domain/console/deviceImport/outcome'
import type {RunCommand, RunEvent, RunInput} from '../../../src/domain/console/deviceImport/run'
import type {ConsoleRecord} from '../../../src/domain/console/records/description'
import {
  type CheckInput,
  type DeviceImportInput,
  deviceImportMachine,
  type ReadFile,
} from '../../../src/machines/console/deviceImport'
import {refused, unreachable} from '../../support/failures'
import {statesOf} from '../adjacency'
import {createCalls} from '../calls'

const SHEET = {
  headers: ['Name', 'Sort'],
  rows: [
    {line: 2, cells: ['Pump', 'a']},
    {line: 3, cells: ['', 'b']},
    {line: 4, cells: ['Fan', 'c']},
    {line: 5, cells: ['Belt', 'd']},
  ],
}
const MAPPING = {name: 0, type: 1, label: null, customer: null, accessToken: null}
const deviceOf = (name: string) => ({
  id: `n-${name}`,
  name,
  type: null,
  label: null,
  customerId: null,
  accessToken: null,
})
const checked = (line: number, name: string, problems: string[] = []): CheckedRow => ({
  line,
  cells: [name],
  device: deviceOf(name),
  problems,
  warnings: [],
})
const ROWS = [checked(2, 'Pump'), checked(3, '', ['Name must not be empty.']), checked(4, 'Fan'), checked(5, 'Belt')]
const queued = (line: number, name: string, deviceId: string | null = null) => ({
  line,
  device: deviceOf(name),
  deviceId,
})
const known: ConsoleRecord = {id: 'old', version: 1, values: {name: 'Old'}, counts: {}}
const EXISTING: Existing = {customers: [], devices: [known], takesBatches: true}
const FILE = new File([], 'pumps.csv')

const made = (line: number): RowOutcome => ({line, deviceId: `d${line}`, message: null})
const failed = (line: number, message: string): RowOutcome => ({line, deviceId: null, message})

function createImport() {
  const reads = createCalls<ReadFile, {file: File}>()
  const loads = createCalls<Existing, DeviceImportInput>()
  const checks = createCalls<readonly CheckedRow[], CheckInput>()
  const runs: {input: RunInput; commands: RunCommand[]; showOutcome: (event: RunEvent) => void}[] = []
  const saved: unknown[] = []
  const actor = createActor(
    deviceImportMachine.provide({
      actors: {
        readFile: reads.logic,
        loadExisting: loads.logic,
        checkRows: checks.logic,
        run: fromCallback<RunCommand, RunInput>(({input, sendBack, receive}) => {
          const commands: RunCommand[] = []
          receive(command => commands.push(command))
          runs.push({input, commands, showOutcome: sendBack})
        }),
      },
      actions: {
        saveTemplate: () => saved.push('template'),
        saveResult: (_, result) => saved.push(result),
      },
    }),
    {input: {organisationId: 'o1'}},
  ).start()
  const context = () => actor.getSnapshot().context
  return {
    actor,
    reads,
    loads,
    checks,
    runs,
    saved,
    context,
    state: () => actor.getSnapshot().value,
    lastRun: () => runs.at(-1)?.input.rows,
    showOutcome: (...events: RunEvent[]) => {
      for (const event of events) runs.at(-1)?.showOutcome(event)
    },
    outcomes: () => [...context().outcomes.values()],
  }
}

async function mapping() {
  const world = createImport()
  world.actor.send({type: 'file.chosen', file: FILE})
  await world.reads.answer({sheet: SHEET})
  return world
}

async function checkedImport() {
  const world = await mapping()
  world.actor.send({type: 'check.requested'})
  await world.loads.answer(EXISTING)
  await world.checks.answer(ROWS)
  return world
}

async function importing() {
  const world = await checkedImport()
  world.actor.send({type: 'import.requested'})
  return world
}

const finishedRows = (...outcomes: RowOutcome[]): RunEvent => ({type: 'rows.finished', outcomes, perSecond: 100})
const ENDED: RunEvent = {type: 'run.ended'}

describe('choosing a file', () => {
  it('reads it and guesses its columns', async () => {
    const {reads, state, context} = await mapping()
    expect([reads.asked, state()]).toEqual([[{file: FILE}], 'mapping'])
    expect([context().fileName, context().sheet, context().mapping]).toEqual([
      'pumps.csv',
      SHEET,
      {...MAPPING, type: null},
    ])
  })

  it('says why a file is refused, and takes another', async () => {
    const {actor, reads, state, context} = createImport()
    actor.send({type: 'file.chosen', file: FILE})
    expect(state()).toBe('reading')
    await reads.answer({refusal: 'The file is empty.'})
    expect([state(), context().message]).toEqual(['choosing', 'The file is empty.'])
    actor.send({type: 'file.chosen', file: FILE})
    expect([state(), context().message]).toEqual(['reading', null])
  })

  it('says that it could not be read', async () => {
    const {actor, reads, state, context} = createImport()
    actor.send({type: 'file.chosen', file: FILE})
    await reads.fail()
    expect([state(), context().message]).toEqual(['choosing', 'The file could not be read.'])
  })

  it('can be taken back while it is read', async () => {
    const {actor, reads, state} = createImport()
    actor.send({type: 'file.chosen', file: FILE})
    actor.send({type: 'file.discarded'})
    await reads.answer({sheet: SHEET})
    expect(state()).toBe('choosing')
  })

  it('offers a template', () => {
    const {actor, saved} = createImport()
    actor.send({type: 'template.requested'})
    expect(saved).toEqual(['template'])
  })

  it('writes nothing and checks nothing before there is a file', () => {
    const {actor, state, runs, loads} = createImport()
    for (const type of ['check.requested', 'import.requested', 'retry.requested', 'result.requested'] as const)
      actor.send({type})
    expect([state(), runs, loads.asked]).toEqual(['choosing', [], []])
  })
})

describe('naming the columns', () => {
  it('changes one at a time', async () => {
    const {actor, context} = await mapping()
    actor.send({type: 'column.mapped', column: 'type', at: 1})
    expect(context().mapping).toEqual(MAPPING)
  })

  it('needs one for the name', async () => {
    const {actor, state, loads} = await mapping()
    actor.send({type: 'column.mapped', column: 'name', at: null})
    actor.send({type: 'check.requested'})
    expect([state(), loads.asked]).toEqual(['mapping', []])
  })

  it('can be left for another file, of which nothing stays', async () => {
    const {actor, state, context} = await mapping()
    actor.send({type: 'file.discarded'})
    expect([state(), context().sheet.rows, context().mapping.name]).toEqual(['choosing', [], null])
  })
})

describe('checking the rows', () => {
  it('compares them with what there is, and shows the wrong ones first', async () => {
    const {loads, checks, state, context} = await checkedImport()
    expect(loads.asked).toEqual([{organisationId: 'o1'}])
    expect(checks.asked).toEqual([{sheet: SHEET, mapping: {...MAPPING, type: null}, existing: EXISTING}])
    expect([state(), context().rows, context().filter]).toEqual(['checked', ROWS, 'wrong'])
  })

  it('shows all where none is wrong', async () => {
    const {actor, loads, checks, context} = await mapping()
    actor.send({type: 'check.requested'})
    await loads.answer(EXISTING)
    await checks.answer([checked(2, 'Pump')])
    expect(context().filter).toBe('all')
    actor.send({type: 'filter.changed', filter: 'good'})
    expect(context().filter).toBe('good')
  })

  it('says that what there is could not be loaded, and keeps the columns', async () => {
    const {actor, loads, state, context} = await mapping()
    actor.send({type: 'column.mapped', column: 'type', at: 1})
    actor.send({type: 'check.requested'})
    await loads.fail(unreachable)
    expect([state(), context().message, context().mapping]).toEqual([
      'mapping',
      'What the organisation has already could not be loaded.',
      MAPPING,
    ])
    actor.send({type: 'check.requested'})
    expect([state(), context().message]).toEqual(['preparing', null])
  })

  it('says that the check itself failed', async () => {
    const {actor, loads, checks, state, context} = await mapping()
    actor.send({type: 'check.requested'})
    await loads.answer(EXISTING)
    await checks.fail()
    expect([state(), context().message]).toEqual(['mapping', 'The rows could not be checked.'])
  })

  it.each(['preparing', 'checking'])('can be taken back while %s', async during => {
    const {actor, loads, state} = await mapping()
    actor.send({type: 'check.requested'})
    if (during === 'checking') await loads.answer(EXISTING)
    expect(state()).toBe(during)
    actor.send({type: 'mapping.requested'})
    expect(state()).toBe('mapping')
  })

  it('imports nothing where no row is good', async () => {
    const {actor, loads, checks, state} = await mapping()
    actor.send({type: 'check.requested'})
    await loads.answer(EXISTING)
    await checks.answer([checked(3, '', ['Name must not be empty.'])])
    actor.send({type: 'import.requested'})
    expect(state()).toBe('checked')
  })

  it('saves a list of what is wrong', async () => {
    const {actor, saved} = await checkedImport()
    actor.send({type: 'result.requested'})
    expect(saved).toEqual([
      {fileName: 'pumps.csv', rows: ROWS, result: {sheet: SHEET, outcomes: new Map(), unsureLines: new Set()}},
    ])
  })
})

describe('importing', () => {
  it('makes the good rows and tells how far it is', async () => {
    const {lastRun, showOutcome, context, state, outcomes} = await importing()
    expect(lastRun()).toEqual([queued(2, 'Pump'), queued(4, 'Fan'), queued(5, 'Belt')])
    showOutcome(finishedRows(made(2), made(4)))
    expect([outcomes(), context().perSecond]).toEqual([[made(2), made(4)], 100])
    showOutcome(finishedRows(made(5)), ENDED)
    expect([state(), outcomes()]).toEqual(['finished', [made(2), made(4), made(5)]])
  })

  it('shows the failed rows when it has ended, or else all of them, and others on request', async () => {
    const {actor, showOutcome, context} = await importing()
    showOutcome(finishedRows(made(2), failed(4, 'No'), made(5)), ENDED)
    expect(context().resultFilter).toBe('failed')
    actor.send({type: 'result.filtered', filter: 'leftOut'})
    expect(context().resultFilter).toBe('leftOut')
    actor.send({type: 'retry.requested'})
    showOutcome(finishedRows(made(4)), ENDED)
    expect(context().resultFilter).toBe('all')
  })

  it('waits, once cancelled, for what was sent, and counts it', async () => {
    const {actor, runs, showOutcome, state, outcomes} = await importing()
    actor.send({type: 'cancel.requested'})
    actor.send({type: 'cancel.requested'})
    expect([state(), runs[0]?.commands]).toEqual([{importing: {sending: 'cancelling'}}, [{type: 'cancel.requested'}]])
    showOutcome(finishedRows(made(2)), ENDED)
    expect([state(), outcomes()]).toEqual(['finished', [made(2)]])
  })

  it('can’t be left for another file or another mapping', async () => {
    const {actor, state} = await importing()
    for (const type of ['file.discarded', 'mapping.requested', 'import.requested'] as const) actor.send({type})
    expect(state()).toEqual({importing: {sending: 'going'}})
  })

  it('tries the failed and those not begun again on request, and no others', async () => {
    const {actor, showOutcome, lastRun, state, outcomes, runs} = await importing()
    showOutcome(finishedRows(made(2), failed(4, 'No')), ENDED)
    actor.send({type: 'retry.requested'})
    expect([lastRun(), outcomes()]).toEqual([[queued(4, 'Fan'), queued(5, 'Belt')], [made(2)]])
    showOutcome(finishedRows(made(4), made(5)), ENDED)
    actor.send({type: 'retry.requested'})
    expect([state(), runs.length]).toEqual(['finished', 2])
  })

  it('gives a device that stands without its access token that alone', async () => {
    const {actor, showOutcome, lastRun} = await importing()
    showOutcome(finishedRows(made(2), made(4), {line: 5, deviceId: 'd5', message: 'Token refused'}), ENDED)
    actor.send({type: 'retry.requested'})
    expect(lastRun()).toEqual([queued(5, 'Belt', 'd5')])
  })

  it('writes the result, and takes another file', async () => {
    const {actor, showOutcome, saved, state, context} = await importing()
    showOutcome(finishedRows(made(2), made(4), made(5)), ENDED)
    actor.send({type: 'result.requested'})
    const outcomes = new Map([2, 4, 5].map(line => [line, made(line)]))
    expect(saved).toEqual([
      {fileName: 'pumps.csv', rows: ROWS, result: {sheet: SHEET, outcomes, unsureLines: new Set()}},
    ])
    actor.send({type: 'file.discarded'})
    expect([state(), context().rows, context().outcomes.size]).toEqual(['choosing', [], 0])
  })
})

describe('a lost answer', () => {
  const lost = (error: unknown, ...rows: ReturnType<typeof queued>[]): RunEvent => ({type: 'rows.lost', rows, error})

  it.each([
    [unreachable, 'The server did not answer.'],
    [refused(500), 'The server did not answer.'],
  ])('pauses (%s), then sends its rows again as they were, with the others', async (error, text) => {
    const {actor, showOutcome, state, context, runs, lastRun, outcomes} = await importing()
    const [first] = runs
    showOutcome(finishedRows(made(2)), lost(error, queued(4, 'Fan')), ENDED)
    expect([state(), context().message]).toEqual([{importing: 'paused'}, text])
    actor.send({type: 'retry.requested'})
    expect([state(), context().message, lastRun()]).toEqual([
      {importing: {sending: 'going'}},
      null,
      first?.input.rows.slice(1),
    ])
    showOutcome(finishedRows(made(4), made(5)), ENDED)
    expect([state(), outcomes()]).toEqual(['finished', [made(2), made(4), made(5)]])
  })

  it('is told to the next run, with what certainly does not come from it', async () => {
    const {actor, showOutcome, runs, context} = await importing()
    expect(runs[0]?.input.lost).toEqual({lines: new Set(), knownIds: new Set(['old'])})
    showOutcome(finishedRows(made(2)), lost(unreachable, queued(4, 'Fan')), ENDED)
    actor.send({type: 'retry.requested'})
    expect(runs[1]?.input.lost).toEqual({lines: new Set([4]), knownIds: new Set(['old', 'd2'])})
    showOutcome(finishedRows(made(4)))
    expect(context().unsureLines).toEqual(new Set())
  })

  it.each([
    ['is lost again', unreachable],
    ['is refused', refused(404)],
  ])('stays unknown while what is sent after it %s', async (_, error) => {
    const {actor, showOutcome, state, context} = await importing()
    showOutcome(lost(unreachable, queued(2, 'Pump')), ENDED)
    actor.send({type: 'retry.requested'})
    showOutcome(lost(error, queued(2, 'Pump')), ENDED)
    expect([state(), context().unsureLines]).toEqual([{importing: 'paused'}, new Set([2])])
  })

  it('of an access token leaves no doubt about the device', async () => {
    const {actor, showOutcome, context, lastRun} = await importing()
    showOutcome(finishedRows(made(2), made(4), {line: 5, deviceId: 'd5', message: 'Token refused'}), ENDED)
    actor.send({type: 'retry.requested'})
    showOutcome(lost(unreachable, queued(5, 'Belt', 'd5')), ENDED)
    expect(context().unsureLines).toEqual(new Set())
    actor.send({type: 'retry.requested'})
    expect(lastRun()).toEqual([queued(5, 'Belt', 'd5')])
  })

  it('can be given up before what was sent beside it is through', async () => {
    const {actor, showOutcome, state, outcomes} = await importing()
    showOutcome(lost(unreachable, queued(2, 'Pump')))
    expect(state()).toEqual({importing: {sending: 'stopping'}})
    actor.send({type: 'cancel.requested'})
    showOutcome(finishedRows(made(4)), lost(unreachable, queued(5, 'Belt')), ENDED)
    expect([state(), outcomes()]).toEqual(['finished', [made(4)]])
  })

  it('does not bring back what the server has refused in the same run', async () => {
    const {actor, showOutcome, lastRun} = await importing()
    showOutcome(finishedRows(failed(2, 'No')), lost(unreachable, queued(4, 'Fan')), ENDED)
    actor.send({type: 'retry.requested'})
    expect(lastRun()).toEqual([queued(4, 'Fan'), queued(5, 'Belt')])
  })

  it('leaves no doubt where the server said no to all of it', async () => {
    const {actor, showOutcome, state, context, lastRun} = await importing()
    showOutcome(lost(refused(404, 'Organisation not found'), queued(2, 'Pump')), ENDED)
    expect([context().message, context().unsureLines]).toEqual(['Organisation not found', new Set()])
    actor.send({type: 'retry.requested'})
    expect([state(), lastRun()?.length]).toEqual([{importing: {sending: 'going'}}, 3])
  })

  it('is told of in the result where the import is given up, and sent again by another try', async () => {
    const {actor, showOutcome, state, saved, runs} = await importing()
    showOutcome(finishedRows(made(2)), lost(unreachable, queued(4, 'Fan')), ENDED)
    actor.send({type: 'cancel.requested'})
    actor.send({type: 'result.requested'})
    const outcomes = new Map([[2, made(2)]])
    expect([state(), saved]).toEqual([
      'finished',
      [{fileName: 'pumps.csv', rows: ROWS, result: {sheet: SHEET, outcomes, unsureLines: new Set([4])}}],
    ])
    actor.send({type: 'retry.requested'})
    expect(runs[1]?.input).toEqual({
      organisationId: 'o1',
      takesBatches: true,
      rows: [queued(4, 'Fan'), queued(5, 'Belt')],
      lost: {lines: new Set([4]), knownIds: new Set(['old', 'd2'])},
    })
  })
})

it('reaches every state', () => {
  const machine = deviceImportMachine.provide({
    actors: {
      readFile: createCalls<ReadFile, {file: File}>().logic,
      loadExisting: createCalls<Existing, DeviceImportInput>().logic,
      checkRows: createCalls<readonly CheckedRow[], CheckInput>().logic,
      run: fromCallback<RunCommand, RunInput>(() => {}),
    },
    actions: {saveTemplate: () => {}, saveResult: () => {}},
  })
  const done = (state: string, output: unknown) => ({type: `xstate.done.actor.0.deviceImport.${state}`, output})
  const events = [
    {type: 'file.chosen', file: FILE},
    done('reading', {sheet: SHEET}),
    {type: 'check.requested'},
    done('preparing', EXISTING),
    done('checking', ROWS),
    {type: 'import.requested'},
    finishedRows(made(2)),
    {type: 'rows.lost', rows: [queued(4, 'Fan')], error: unreachable},
    ENDED,
    {type: 'cancel.requested'},
    {type: 'retry.requested'},
  ]
  expect(statesOf(machine, events, {organisationId: 'o1'})).toEqual([
    'checked',
    'checking',
    'choosing',
    'finished',
    'importing.paused',
    'importing.sending.cancelling',
    'importing.sending.going',
    'importing.sending.stopping',
    'mapping',
    'preparing',
    'reading',
  ])
})
