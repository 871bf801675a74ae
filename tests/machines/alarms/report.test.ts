import {expect, it} from 'vitest'
import {createActor} from 'xstate'
import type {AlarmReport} from '../../../src/domain/alarms/report'
import {alarmReportMachine, type ReportAnswer, type ReportQuestion} from '../../../src/machines/alarms/report'
import {createCalls} from '../calls'

const DAY = 86_400_000
const report: AlarmReport = {
  raised: 0,
  responses: {severities: [], devices: []},
  periods: [],
  floods: [],
  worst: [],
  standing: [],
  chattering: [],
}
const ANSWER: ReportAnswer = {report, availability: null, range: {start: 10 * DAY, end: 17 * DAY - 1}, readAt: 17 * DAY}

it('the report is that of the last week, until another range is chosen', async () => {
  const answers = createCalls<ReportAnswer, ReportQuestion>()
  const actor = createActor(alarmReportMachine.provide({actors: {loadReport: answers.logic}}), {
    input: {organisationId: 'o1', zone: 'UTC'},
  }).start()
  const now = () => actor.getSnapshot().value
  await answers.fail()
  expect([now(), actor.getSnapshot().context.message]).toEqual(['failed', 'The report could not be loaded.'])
  actor.send({type: 'retry.requested'})
  await answers.answer(ANSWER)
  expect(now()).toBe('loaded')
  actor.send({type: 'range.chosen', range: {from: 'now/d', to: 'now'}})
  expect(answers.asked.map(({range}) => range)).toEqual([
    {from: 'now-7d', to: 'now'},
    {from: 'now-7d', to: 'now'},
    {from: 'now/d', to: 'now'},
  ])
})
