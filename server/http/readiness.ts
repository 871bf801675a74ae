import type {Milliseconds} from '../../contract/wire/common'
import type {Metrics} from './metrics/metrics'

export interface Findings {
  /** The reasons why calls can't be served, or nothing can be stored. */
  reasons?: readonly string[]
  /** Warnings need an operator before they become reasons. */
  warnings?: readonly string[]
}

/** Looks whether one thing that the server needs is there. */
export type ReadinessCheck = () => Findings | Promise<Findings>

export interface Readiness {
  reasons: readonly string[]
  warnings: readonly string[]
}

/** However many ask, everything is looked at once at a time, and not again within this time. */
const REMEMBERED: Milliseconds = 500

/** Asks all checks. `elapsed` is the time since any moment. */
export function createReadiness(checks: readonly ReadinessCheck[], elapsed: () => Milliseconds) {
  let underWay: Promise<Readiness> | undefined
  let known: {readiness: Readiness; at: Milliseconds} | undefined

  async function look(): Promise<Readiness> {
    const findings = await Promise.all(checks.map(async check => check()))
    const readiness = {
      reasons: findings.flatMap(({reasons = []}) => reasons),
      warnings: findings.flatMap(({warnings = []}) => warnings),
    }
    known = {readiness, at: elapsed()}
    return readiness
  }

  return async (): Promise<Readiness> => {
    if (known && elapsed() - known.at < REMEMBERED) return known.readiness
    underWay ??= look().finally(() => {
      underWay = undefined
    })
    return underWay
  }
}

/** Reasons are few sentences. Warnings contain times and shares, so they are no labels. */
export function addReadiness(metrics: Pick<Metrics, 'add' | 'addLabelled'>, look: () => Promise<Readiness>) {
  metrics.add([
    {
      name: 'ready',
      help: 'Whether calls are served and values stored: 1, or 0 for the reasons of unready',
      value: async () => ((await look()).reasons.length === 0 ? 1 : 0),
    },
    {
      name: 'readiness_warnings',
      help: 'How many warnings /readyz has, which tells them',
      value: async () => (await look()).warnings.length,
    },
  ])
  metrics.addLabelled([
    {
      name: 'unready',
      help: 'Why the server is not ready; absent while it is',
      label: 'reason',
      values: async () => (await look()).reasons.map(reason => [reason, 1] as const),
    },
  ])
}
