import {describe, expect, it} from 'vitest'
import {DAY, HOUR, MINUTE} from '../../../../contract/rules/time/durations'
import {bandAt} from '../../../../contract/rules/usual/band'
import {judge, NOTHING_EVALUATED, type UsualJudging} from '../../../../contract/rules/usual/judge'
import {accept, learn} from '../../../../contract/rules/usual/learn'
import {emptyState, type UsualState} from '../../../../contract/rules/usual/state'
import type {EpochMs} from '../../../../contract/wire/common'
import {daily, hoursFrom} from './hours'

const START = Date.parse('2026-01-05T00:00Z')
const DAYS = 28
const NOW = START + DAYS * DAY
const state = learn(emptyState('UTC'), hoursFrom(START, DAYS, daily))

interface Run {
  state?: UsualState
  judging?: UsualJudging
}

/** Judges a value each five minutes of some hours. */
function judgeHours(from: EpochMs, hours: number, numberAt: (hours: number) => number, run: Run = {}) {
  let judging = run.judging ?? NOTHING_EVALUATED
  const told: EpochMs[] = []
  const verdicts = new Set<string>()
  for (let at = from; at < from + hours * HOUR; at += 5 * MINUTE) {
    const judgement = judge(run.state ?? state, judging, numberAt((at - START) / HOUR), at)
    judging = judgement.judging
    verdicts.add(judgement.verdict)
    if (judgement.isNotified) told.push(at)
  }
  return {judging, told, verdicts: [...verdicts]}
}

describe('judge', () => {
  it('calls values usual that are as always', () => {
    expect(judgeHours(NOW, 48, daily)).toMatchObject({told: [], verdicts: ['learning', 'usual']})
  })

  it('says that it is learning while too little is known', () => {
    const young = learn(emptyState('UTC'), hoursFrom(START, 1, daily))
    expect(judgeHours(START + DAY, 2, () => 1000, {state: young})).toMatchObject({told: [], verdicts: ['learning']})
    expect(bandAt(young, START + DAY)).toEqual({kind: 'learning', hoursMissing: 0, daysMissing: 1})
  })

  it('tells once of values that are far from what is usual, until they are back', () => {
    const before = judgeHours(NOW, 24, daily)
    const jump = judgeHours(NOW + DAY, 6, () => 9, {judging: before.judging})
    expect(jump.told).toHaveLength(1)
    expect(jump.verdicts).toContain('unusual')
    const back = judgeHours(NOW + DAY + 6 * HOUR, 6, daily, {judging: jump.judging})
    expect(back).toMatchObject({told: [], judging: {since: null}})
  })

  it('tells less easily soon after it told, and as easily as before some weeks later', () => {
    const before = judgeHours(NOW, 24, daily)
    /** Returns the least jump of an hour that is notified after so many days without another one. */
    const leastAfter = (days: number, {judging} = before) => {
      const quiet = judgeHours(NOW + DAY, days * 24, daily, {judging})
      const jumps = Array.from({length: 400}, (_, index) => index / 20)
      const isNotified = (jump: number) =>
        judgeHours(NOW + (1 + days) * DAY, 1, hours => daily(hours) + jump, {judging: quiet.judging}).told.length > 0
      return jumps.find(isNotified) ?? Number.POSITIVE_INFINITY
    }
    const told = judgeHours(NOW + DAY - HOUR, 1, () => 19, judgeHours(NOW, 23, daily))
    expect(told.told).toHaveLength(1)
    const [first, soon, later] = [leastAfter(1), leastAfter(1, told), leastAfter(40, told)]
    expect(soon).toBeGreaterThan(1.5 * first)
    expect(later).toBeLessThan(1.1 * first)
  })

  it('judges no value that is not later than the one before', () => {
    const {judging} = judgeHours(NOW, 24, daily)
    expect(judge(state, judging, 1e9, judging.at)).toEqual({judging, verdict: 'usual', isNotified: false})
    expect(judge(state, judging, Number.NaN, judging.at + 1)).toEqual({judging, verdict: 'usual', isNotified: false})
  })

  it('calls a new level usual once somebody has accepted it', () => {
    const accepted = accept(state, daily((NOW - START) / HOUR) + 9, NOW)
    expect(judgeHours(NOW, 48, hours => daily(hours) + 9, {state: accepted})).toMatchObject({
      told: [],
      verdicts: ['learning', 'usual'],
    })
  })
})
