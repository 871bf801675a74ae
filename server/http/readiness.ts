import type {Milliseconds} from '../../contract/wire/common'

export interface Findings {
  /** Why calls can't be served, or nothing can be stored. */
  reasons?: readonly string[]
  /** What needs an operator before it becomes a reason. */
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
