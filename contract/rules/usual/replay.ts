import type {EpochMs} from '../../wire/common'
import {HOUR} from '../time/durations'
import {hourOf, type UsualHour} from './hour'
import {judge, NOTHING_EVALUATED, type UsualVerdict} from './judge'
import {learn} from './learn'
import type {UsualState} from './state'

/** An hour is learned so long after it is over, so that most of what comes late is in it. */
const LEARNED_AFTER = HOUR

export interface EvaluatedValue {
  at: EpochMs
  verdict: UsualVerdict
  isNotified: boolean
}

/**
 * Evaluates past values in the order of time, as they were evaluated on arrival: each by the hours that had been
 * learned by then. `state` was learned before `hours`, which are all hours after it.
 */
export function* replay(
  state: UsualState,
  hours: readonly UsualHour[],
  values: Iterable<readonly [EpochMs, number]>,
  unusual?: number,
): Generator<EvaluatedValue> {
  let [known, judging, next] = [state, NOTHING_EVALUATED, 0]
  for (const [at, value] of values) {
    const due = hourOf(at) - LEARNED_AFTER
    const from = next
    while ((hours[next]?.ts ?? Number.POSITIVE_INFINITY) + HOUR <= due) next++
    if (next > from) known = learn(known, hours.slice(from, next))
    const judgement = judge(known, judging, value, at, unusual)
    judging = judgement.judging
    yield {at, verdict: judgement.verdict, isNotified: judgement.isNotified}
  }
}
