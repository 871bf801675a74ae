import {expect, it} from 'vitest'
import {createActor, fromCallback} from 'xstate'
import type {BatchCommand, BatchEvent, BatchRun} from '../../../src/machines/batch'
import {
  type Assigned,
  type AssignedDevice,
  assignmentBatchMachine,
  groupAssignmentMachine,
  type Target,
} from '../../../src/machines/media/groupAssignment'

const FOYER: Target = {id: 'g1', name: 'Foyer', devices: [{id: 'd1', name: 'Left'}]}
const HALL: Target = {id: 'g2', name: 'Hall', devices: [{id: 'd2', name: 'Front'}]}
const SUNRISE: Assigned = {kind: 'video', videoId: 'v1', name: 'Sunrise.mp4'}

function createAssignment(targets: readonly Target[]) {
  const runs: BatchRun<AssignedDevice, Assigned>[] = []
  let tellBack: (event: BatchEvent) => void = () => {}
  const run = fromCallback<BatchCommand, BatchRun<AssignedDevice, Assigned>>(({input, sendBack}) => {
    runs.push(input)
    tellBack = sendBack
  })
  const batch = assignmentBatchMachine.provide({actors: {run}})
  const assignment = createActor(groupAssignmentMachine.provide({actors: {batch}}), {
    input: {assigned: SUNRISE, targets},
  }).start()
  return {
    assignment,
    runs,
    showOutcome: (event: BatchEvent) => tellBack(event),
    now: () => assignment.getSnapshot(),
  }
}

it('gives a video to the devices of the chosen group, and is over when its outcomes have been seen', () => {
  const {assignment, runs, showOutcome, now} = createAssignment([FOYER, HALL])
  assignment.send({type: 'target.chosen', target: HALL})
  assignment.send({type: 'start.confirmed'})
  expect(runs).toEqual([{job: SUNRISE, items: HALL.devices}])
  showOutcome({type: 'items.finished', outcomes: [{id: 'd2', message: null}]})
  showOutcome({type: 'run.ended'})
  expect(now().value).toBe('assigning')
  now().children.batch?.send({type: 'dialog.closed'})
  expect(now().value).toBe('closed')
})

it('without any group does nothing', () => {
  const {assignment, runs, now} = createAssignment([])
  assignment.send({type: 'start.confirmed'})
  expect([now().value, runs]).toEqual(['asking', []])
})

it('that is not wanted after all does nothing', () => {
  const {assignment, runs, now} = createAssignment([FOYER])
  assignment.send({type: 'dialog.closed'})
  expect([now().value, runs]).toEqual(['closed', []])
})
