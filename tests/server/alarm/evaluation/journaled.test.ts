import fc from 'fast-check'
import {expect, it} from 'vitest'
import {thresholdsFrom} from '../../../../contract/rules/thresholds'
import {journaled, standingIn} from '../../../../server/alarm/evaluation/journaled'
import type {AlarmEvent} from '../../../../server/alarm/evaluation/lifeCycle'
import {type JournalEntry, Progress, type StoredAlarm} from '../../../../server/alarm/evaluation/progress'
import {firstStep} from '../../../../server/alarm/evaluation/state'

const AT = 1000
const by = 'ada@t.test'
const threshold = thresholdsFrom({load: {warning: {above: 5}, critical: {above: 8}}}).thresholds.get('load')
if (threshold === undefined) throw new Error('The threshold is wrong')
const RULES = [false, true].flatMap(isLatching => [0, 3].map(time => ({isLatching, delay: {on: time, off: time}})))

/** The events of an alarm. The life cycle ignores those that make no sense at the moment. */
const HAPPENINGS: readonly ((progress: Progress, at: number) => void)[] = [
  ...[1, 6, 9].map(value => (progress: Progress, at: number) => progress.evaluate(threshold, value, at)),
  ...(
    [
      {type: 'alarm.acknowledged', by, note: ''},
      {type: 'alarm.reset', by},
      {type: 'alarm.unshelved', by},
      {type: 'service.left', by, reason: 'repair'},
      {type: 'service.returned', by},
      {type: 'rule.changed', rule: RULES[0] ?? null, stillHolds: true},
      {type: 'rule.changed', rule: RULES[0] ?? null, stillHolds: false},
    ] satisfies (AlarmEvent extends infer E ? (E extends AlarmEvent ? Omit<E, 'at'> : never) : never)[]
  ).map(event => (progress: Progress, at: number) => progress.happen({...event, at})),
  (progress, at) => progress.happen({type: 'alarm.shelved', shelf: {until: at + 5, by, reason: 'known'}, at}),
  (progress, at) => progress.comment(by, 'So.', at),
]

const life = fc.record({
  rule: fc.constantFrom(...RULES),
  happenings: fc.array(fc.tuple(fc.constantFrom(...HAPPENINGS), fc.integer({min: 0, max: 4})), {maxLength: 40}),
})

it('tells at each moment of a life how the alarm stood then', () => {
  fc.assert(
    fc.property(life, ({rule, happenings}) => {
      let kept = newAlarm(rule)
      const journal: JournalEntry[] = []
      let at = AT
      for (const [happen, pause] of happenings) {
        at += pause
        const progress = new Progress(kept)
        progress.pass(at)
        happen(progress, at)
        const change = progress.change()
        if (change === undefined) continue
        kept = change
        journal.push(...change.entries)
        expect(seen(journal, at)).toEqual(known(kept))
      }
    }),
    {numRuns: 2000},
  )
})

function seen(journal: readonly JournalEntry[], at: number) {
  const newest = journal.filter(
    ({kind, severity}, index) =>
      journal.findLastIndex(other => other.kind === kind && other.severity === severity) === index,
  )
  const told = journaled(newest, AT)
  const {severity, shelf, isFlapping, changedAt, version, occurrence} = told
  const isStored = told.condition !== 'normal' || told.acknowledgement === 'unacknowledged'
  return {
    at: Math.max(at, 0),
    standing: standingIn(told),
    severity,
    shelf,
    isFlapping,
    changedAt,
    version,
    occurrence: isStored && occurrence ? occurrence : null,
  }
}

function known({alarm, occurrence}: StoredAlarm) {
  const {standing, severity, isFlapping, changedAt, version, state} = alarm
  const {shelf} = state.context
  return {
    at: expect.any(Number),
    standing,
    severity,
    isFlapping,
    changedAt,
    version,
    shelf: shelf && {until: shelf.until, by: shelf.by, reason: shelf.reason},
    occurrence: occurrence && {
      id: occurrence.id,
      severity: occurrence.severity,
      acknowledged:
        occurrence.acknowledgedAt === null ? null : {at: occurrence.acknowledgedAt, by: occurrence.acknowledgedBy},
    },
  }
}

const newAlarm = (rule: (typeof RULES)[number]): StoredAlarm => ({
  occurrence: null,
  alarm: {
    id: 'a',
    deviceId: 'd',
    deviceNumber: 1,
    keyId: 1,
    kind: 'value',
    threshold: {},
    standing: 'normal',
    severity: null,
    isResting: true,
    isFlapping: false,
    changes: '',
    occurrenceId: null,
    dueAt: null,
    changedAt: AT,
    urgency: 0,
    version: 0,
    state: {...firstStep(rule).state, peak: null},
  },
})
