import {SECOND} from '../../contract/rules/time/durations'
import type {EpochMs, Milliseconds} from '../../contract/wire/common'
import type {LabelledMetric} from '../http/metrics/metrics'
import type {ReadinessCheck} from '../http/readiness'
import type {Log} from '../log/log'
import type {Job, Scheduler} from '../scheduler'
import {explainFailure} from '../store/failure'

export interface BackgroundOptions extends Pick<Scheduler, 'now' | 'elapsed'> {
  log: Pick<Log, 'info' | 'warn'>
  /** Called with each failure. */
  onFailed: (error: unknown) => void
}

/** The work beside the calls. Failures are logged here alone, so that work tried each second does not flood the log. */
export interface Background {
  /** `name` is that of the metrics; `trouble` is a sentence for the state while it fails, such as `Mail waits`. */
  job(name: string, trouble: string): Job
  check: ReadinessCheck
  metrics: readonly LabelledMetric[]
}

interface Outage {
  since: EpochMs
  begunAt: Milliseconds
  reasons: Set<string>
  latest: string
}

interface State {
  trouble: string
  succeededAt?: EpochMs
  failedAt?: EpochMs
  failures: number
  outage?: Outage | undefined
}

const MAX_REASONS = 20

/** Each reason is logged once until the work succeeds, which is logged with how long that took. */
export function createBackground({now, elapsed, log, onFailed}: BackgroundOptions): Background {
  const states = new Map<string, State>()

  function job(name: string, trouble: string): Job {
    const state: State = {trouble, failures: 0}
    states.set(name, state)
    return {
      succeeded() {
        state.succeededAt = now()
        if (state.outage === undefined) return
        const seconds = Math.round((elapsed() - state.outage.begunAt) / SECOND)
        log.info({job: name, seconds}, `${trouble}: that is over, after ${seconds} s`)
        state.outage = undefined
      },
      failed(error) {
        onFailed(error)
        state.failedAt = now()
        state.failures++
        state.outage ??= {since: now(), begunAt: elapsed(), reasons: new Set(), latest: ''}
        const {reasons} = state.outage
        const reason = explainFailure(error)
        state.outage.latest = reason
        if (reasons.has(reason) || reasons.size === MAX_REASONS) return
        reasons.add(reason)
        log.warn({job: name, err: error}, `${trouble}: ${reason}`)
      },
    }
  }

  const times = (which: 'succeededAt' | 'failedAt') => () =>
    [...states].flatMap(([name, {[which]: at}]) => (at === undefined ? [] : [[name, at / SECOND] as const]))

  return {
    job,
    check: () => ({
      warnings: [...states.values()].flatMap(({trouble, outage}) =>
        outage ? [`${trouble}, since ${new Date(outage.since).toISOString()}: ${outage.latest}.`] : [],
      ),
    }),
    metrics: [
      {
        name: 'background_last_success_timestamp_seconds',
        help: 'When work in the background has last succeeded, by what it is',
        label: 'work',
        values: times('succeededAt'),
      },
      {
        name: 'background_last_failure_timestamp_seconds',
        help: 'When work in the background has last failed, by what it is',
        label: 'work',
        values: times('failedAt'),
      },
      {
        name: 'background_failures_total',
        help: 'How often work in the background has failed, by what it is',
        label: 'work',
        values: () => [...states].map(([name, {failures}]) => [name, failures] as const),
      },
    ],
  }
}
