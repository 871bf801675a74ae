import {describe, expect, it} from 'vitest'
import {initialTransition, transition} from 'xstate'
import {type AlarmEvent, type AlarmRule, alarmMachine} from '../../../../server/alarm/evaluation/lifeCycle'
import {dueAt, standingOf} from '../../../../server/alarm/evaluation/standing'

const RULE: AlarmRule = {delay: {on: 0, off: 0}, isLatching: false}
const DELAYED: AlarmRule = {delay: {on: 60, off: 30}, isLatching: false}
const LATCHING: AlarmRule = {...RULE, isLatching: true}

const beyond = (at: number, severity: 'warning' | 'critical' = 'warning'): AlarmEvent => ({
  type: 'condition.evaluated',
  value: 99,
  severity,
  at,
})
const back = (at: number): AlarmEvent => ({type: 'condition.evaluated', value: 1, severity: null, at})
const due = (at: number): AlarmEvent => ({type: 'time.due', at})
const clockSet = (at: number): AlarmEvent => ({type: 'clock.set', at})
const acknowledged: AlarmEvent = {type: 'alarm.acknowledged', by: 'Ada', note: '', at: 0}
const reset: AlarmEvent = {type: 'alarm.reset', by: 'Ada', at: 0}
const shelved = (until: number): AlarmEvent => ({
  type: 'alarm.shelved',
  shelf: {until, by: 'Ada', reason: 'known'},
  at: 0,
})
const unshelved: AlarmEvent = {type: 'alarm.unshelved', by: 'Ada', at: 0}
const left: AlarmEvent = {type: 'service.left', by: 'Ada', reason: 'repair', at: 0}
const returned: AlarmEvent = {type: 'service.returned', by: 'Ada', at: 0}

/** Stores the alarm as JSON between any two events, as the server does. */
function outcomeOf(rule: AlarmRule, events: readonly AlarmEvent[]) {
  let [snapshot] = initialTransition(alarmMachine, {rule})
  const journal: unknown[] = []
  for (const event of events) {
    const {value, context} = JSON.parse(JSON.stringify(snapshot))
    const [next, actions] = transition(alarmMachine, alarmMachine.resolveState({value, context}), event)
    snapshot = next
    journal.push(...actions.filter(({type}) => type === 'journal').map(({params}) => Object(params).kind))
  }
  return {standing: standingOf(snapshot), severity: snapshot.context.severity, due: dueAt(snapshot), journal}
}

describe('an alarm', () => {
  it.each<[string, AlarmRule, AlarmEvent[], string]>([
    ['nothing', RULE, [], 'normal'],
    ['a value beyond', RULE, [beyond(1)], 'unacknowledged'],
    ['its acknowledgement', RULE, [beyond(1), acknowledged], 'acknowledged'],
    ['its return', RULE, [beyond(1), back(2)], 'returnedUnacknowledged'],
    ['return and acknowledgement', RULE, [beyond(1), back(2), acknowledged], 'normal'],
    ['acknowledgement and return', RULE, [beyond(1), acknowledged, back(2)], 'normal'],
    ['being beyond once more', RULE, [beyond(1), back(2), beyond(3)], 'unacknowledged'],
    ['getting worse', RULE, [beyond(1), acknowledged, beyond(2, 'critical')], 'unacknowledged'],
    [
      'getting worse while it returns',
      DELAYED,
      [beyond(1), due(61), acknowledged, back(70), beyond(80, 'critical')],
      'unacknowledged',
    ],
    ['being raised again when latched', LATCHING, [beyond(1), back(2), acknowledged, beyond(3)], 'unacknowledged'],
    ['getting milder', RULE, [beyond(1, 'critical'), acknowledged, beyond(2)], 'acknowledged'],
    ['a return that latches', LATCHING, [beyond(1), back(2)], 'latchedUnacknowledged'],
    ['its acknowledgement when latched', LATCHING, [beyond(1), back(2), acknowledged], 'latchedAcknowledged'],
    ['its reset', LATCHING, [beyond(1), acknowledged, back(2), reset], 'normal'],
    ['a reset while it holds', LATCHING, [beyond(1), acknowledged, reset], 'acknowledged'],
    ['a reset without acknowledgement', LATCHING, [beyond(1), back(2), reset], 'returnedUnacknowledged'],
    ['waiting', DELAYED, [beyond(1), beyond(60)], 'normal'],
    ['having waited, by a value', DELAYED, [beyond(1), beyond(61)], 'unacknowledged'],
    ['having waited, by the time', DELAYED, [beyond(1), due(61)], 'unacknowledged'],
    ['being told the time too early', DELAYED, [beyond(1), due(60)], 'normal'],
    ['being back while it waits', DELAYED, [beyond(1), back(30), due(61)], 'normal'],
    ['being back for a moment', DELAYED, [beyond(1), due(61), acknowledged, back(70), beyond(99)], 'acknowledged'],
    ['being back long enough', DELAYED, [beyond(1), due(61), acknowledged, back(70), due(100)], 'normal'],
    ['a shelf', RULE, [beyond(1), shelved(100)], 'shelved'],
    ['a shelf that ends', RULE, [beyond(1), acknowledged, shelved(100), due(100)], 'unacknowledged'],
    ['a shelf that ends after its return', RULE, [beyond(1), shelved(100), back(2), due(100)], 'normal'],
    ['a shelf that ends as it returns', DELAYED, [beyond(1), due(61), shelved(100), back(70), due(100)], 'normal'],
    ['a shelf that is made longer', RULE, [beyond(1), shelved(100), shelved(200), due(100)], 'shelved'],
    ['being taken from the shelf', RULE, [shelved(100), beyond(1), unshelved], 'unacknowledged'],
    ['the clock being set while it waits', DELAYED, [beyond(1), clockSet(500), due(559)], 'normal'],
    ['having waited since the clock was set', DELAYED, [beyond(1), clockSet(500), due(560)], 'unacknowledged'],
    ['being out of service', RULE, [beyond(1), left, shelved(100)], 'outOfService'],
    ['being in service again', RULE, [left, beyond(1), acknowledged, returned], 'unacknowledged'],
  ])('is after %s', (_, rule, events, standing) => {
    expect(outcomeOf(rule, events).standing).toBe(standing)
  })

  it('is closed by another threshold, and evaluated again', () => {
    const changed: AlarmEvent = {type: 'rule.changed', rule: DELAYED, stillHolds: false, at: 3}
    expect(outcomeOf(RULE, [beyond(1), changed])).toMatchObject({standing: 'normal', journal: ['raised', 'closed']})
    expect(outcomeOf(RULE, [beyond(1), changed, beyond(4)])).toMatchObject({standing: 'normal', due: 64})
    expect(outcomeOf(RULE, [beyond(1), acknowledged, {...changed, rule: null}]).standing).toBe('normal')
  })

  it('stays open by another threshold by which it holds, too', () => {
    const changed: AlarmEvent = {type: 'rule.changed', rule: DELAYED, stillHolds: true, at: 3}
    const outcome = outcomeOf(RULE, [beyond(1), acknowledged, changed])
    expect(outcome).toMatchObject({standing: 'acknowledged', severity: 'warning', journal: ['raised', 'acknowledged']})
  })

  it('ends the request for attention of a returned one, too, when its threshold changes', () => {
    const changed: AlarmEvent = {type: 'rule.changed', rule: null, stillHolds: false, at: 3}
    const outcome = outcomeOf(RULE, [beyond(1), back(2), changed])
    expect(outcome).toMatchObject({standing: 'normal', journal: ['raised', 'returned', 'cleared', 'closed']})
  })

  it('begins another occurrence when a latched one is raised again, after its delay', () => {
    const rule = {...DELAYED, isLatching: true}
    const events = [beyond(1), due(61), back(70), due(100), beyond(110)]
    expect(outcomeOf(rule, events)).toMatchObject({standing: 'latchedUnacknowledged', due: 170})
    expect(outcomeOf(rule, [...events, due(170)]).journal).toEqual(['raised', 'returned', 'cleared', 'raised'])
  })

  it('says when it has to be told the time', () => {
    expect(outcomeOf(DELAYED, [beyond(1)]).due).toBe(61)
    expect(outcomeOf(DELAYED, [beyond(1), due(61)]).due).toBeNull()
    expect(outcomeOf(DELAYED, [beyond(1), due(61), back(70)]).due).toBe(100)
    expect(outcomeOf(DELAYED, [beyond(1), shelved(20)]).due).toBe(20)
    expect(outcomeOf(RULE, [shelved(20), due(20)]).due).toBeNull()
  })

  it('has to be told it by a clock that was set', () => {
    expect(outcomeOf(DELAYED, [beyond(1), due(61), back(70), clockSet(5)]).due).toBe(35)
    expect(outcomeOf(RULE, [shelved(20), clockSet(-1000)]).due).toBe(-980)
    expect(outcomeOf(RULE, [shelved(20), clockSet(5)]).due).toBe(20)
  })

  it('tells its journal every step, each once', () => {
    const events = [beyond(1), beyond(2), beyond(3, 'critical'), acknowledged, acknowledged, back(4), reset, reset]
    expect(outcomeOf(LATCHING, events).journal).toEqual([
      ...['raised', 'severityChanged', 'acknowledged', 'returned', 'reset', 'cleared'],
    ])
  })

  it('tells that a shelf has ended after what has happened at the same time', () => {
    expect(outcomeOf(DELAYED, [beyond(1), due(61), shelved(100), back(70), due(100)]).journal).toEqual([
      ...['raised', 'shelved', 'returned', 'cleared', 'shelfEnded'],
    ])
  })

  it('goes on when it is shelved, so that it is known what was', () => {
    expect(outcomeOf(RULE, [shelved(100), beyond(1), back(2), due(100)]).journal).toEqual([
      ...['shelved', 'raised', 'returned', 'cleared', 'shelfEnded'],
    ])
  })
})
