import {expect, it} from 'vitest'
import {createActor, fromCallback} from 'xstate'
import type {Given} from '../../../src/domain/media/assignment'
import type {BatchCommand, BatchEvent, BatchRun} from '../../../src/machines/batch'
import {
  type Assigned,
  type AssignedDevice,
  assignmentBatchMachine,
  groupAssignmentMachine,
  resultOf,
  type Target,
} from '../../../src/machines/media/groupAssignment'

const LEFT = {id: 'd1', name: 'Left'}
const FRONT = {id: 'd2', name: 'Front'}
const DOOR = {id: 'd3', name: 'Door'}
const FOYER: Target = {id: 'g1', name: 'Foyer', devices: [LEFT, DOOR]}
const HALL: Target = {id: 'g2', name: 'Hall', devices: [FRONT, DOOR]}
const SUNRISE: Assigned = {kind: 'videos', name: 'Sunrise.mp4', items: [{assetId: 'v1', schedule: null}]}

function createAssignment(targets: readonly Target[] = [FOYER, HALL]) {
  const runs: BatchRun<AssignedDevice, Given>[] = []
  let tellBack: (event: BatchEvent) => void = () => {}
  const run = fromCallback<BatchCommand, BatchRun<AssignedDevice, Given>>(({input, sendBack}) => {
    runs.push(input)
    tellBack = sendBack
  })
  const batch = assignmentBatchMachine.provide({actors: {run}})
  const assignment = createActor(groupAssignmentMachine.provide({actors: {batch}}), {
    input: {assigned: SUNRISE, targets, devices: [LEFT, FRONT, DOOR]},
  }).start()
  return {
    assignment,
    runs,
    tick: (id: string) => assignment.send({type: 'target.ticked', id}),
    showOutcome: (event: BatchEvent) => tellBack(event),
    now: () => assignment.getSnapshot(),
  }
}

it('gives a video to the devices of a group, and is over when its outcomes have been seen', () => {
  const {assignment, runs, tick, showOutcome, now} = createAssignment()
  tick('g2')
  assignment.send({type: 'start.confirmed'})
  expect(runs).toEqual([{job: {items: SUNRISE.items, manner: 'add'}, items: [FRONT, DOOR]}])
  showOutcome({type: 'items.finished', outcomes: [{id: 'd2', message: null}]})
  showOutcome({type: 'run.ended'})
  expect(now().value).toBe('assigning')
  now().children.batch?.send({type: 'dialog.closed'})
  expect(now().value).toBe('closed')
})

it('takes each device once, whichever of its groups are ticked', () => {
  const {tick, now} = createAssignment()
  for (const id of ['g1', 'g2', 'd3']) tick(id)
  expect(now().context.chosen).toEqual([LEFT, FRONT, DOOR])
  tick('g1')
  tick('g2')
  expect(now().context.chosen).toEqual([DOOR])
})

it('replaces the playlists when that is chosen', () => {
  const {assignment, runs, tick} = createAssignment()
  tick('d1')
  assignment.send({type: 'manner.chosen', manner: 'replace'})
  assignment.send({type: 'start.confirmed'})
  expect(runs).toEqual([{job: {items: SUNRISE.items, manner: 'replace'}, items: [LEFT]}])
})

it('does nothing while nothing is ticked', () => {
  const {assignment, runs, now} = createAssignment()
  assignment.send({type: 'start.confirmed'})
  expect([now().value, runs]).toEqual(['asking', []])
})

it('does nothing when it is closed', () => {
  const {assignment, runs, tick, now} = createAssignment()
  tick('g1')
  assignment.send({type: 'dialog.closed'})
  expect([now().value, runs]).toEqual(['closed', []])
})

it.each([
  [
    {kind: 'added', added: 2, present: 0},
    {message: null, detail: '2 added'},
  ],
  [
    {kind: 'added', added: 1, present: 3},
    {message: null, detail: '1 added, 3 in it already'},
  ],
  [
    {kind: 'replaced', removed: 0},
    {message: null, detail: 'Replaced'},
  ],
  [
    {kind: 'replaced', removed: 1200},
    {message: null, detail: 'Replaced, 1,200 removed'},
  ],
  [{kind: 'unchanged'}, {message: null, detail: 'Nothing to change'}],
  [{kind: 'full'}, {message: 'The list is full.'}],
] as const)('says what %j means to a playlist', (effect, result) => {
  expect(resultOf(effect)).toEqual(result)
})
