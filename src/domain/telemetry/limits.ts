import {backFrom, SEVERITIES, type Severity, type Threshold} from '../../../contract/rules/thresholds'
import type {Aggregation} from '../../../contract/wire/telemetry/telemetry'
import {texts} from './texts'

export const SIDES = ['above', 'below'] as const
export type Side = (typeof SIDES)[number]

/** One of the up to four limits of a threshold. A value on this side of it is beyond. */
export interface Limit {
  severity: Severity
  side: Side
  value: number
}

export const NO_LIMITS: readonly Limit[] = []

/** Returns the limits of a threshold, first the warning limits. */
export function limitsOf(threshold: Threshold | null): readonly Limit[] {
  if (threshold === null) return NO_LIMITS
  return SEVERITIES.flatMap(severity =>
    SIDES.flatMap(side => {
      const value = threshold[severity]?.[side] ?? null
      return value === null ? [] : [{severity, side, value}]
    }),
  )
}

/** Counts and sums of values are not what limits are set for. */
export const haveLimits = (aggregation: Aggregation): boolean => aggregation !== 'count' && aggregation !== 'sum'

/** Writes 'critical: above 80 %'. `written` is the value of the limit with its unit. */
export const limitText = ({severity, side}: Pick<Limit, 'severity' | 'side'>, written: string): string =>
  texts.limits[severity][side](written)

/**
 * Says why a value is as severe as it was evaluated: beyond which limit it is, or how far it has to come back. `write`
 * writes a value with its unit.
 */
export function evaluatedText(
  threshold: Threshold,
  {value, severity}: {value: number; severity: Severity},
  write: (value: number) => string,
): string {
  const ofSeverity = limitsOf(threshold).filter(limit => limit.severity === severity)
  const beyond = ofSeverity.find(limit => (limit.side === 'above' ? value > limit.value : value < limit.value))
  if (beyond !== undefined) return limitText(beyond, write(beyond.value))
  const [nearest] = ofSeverity.toSorted((one, other) => Math.abs(one.value - value) - Math.abs(other.value - value))
  if (nearest === undefined) return texts.limits[severity].name
  return texts.limits[severity].until[nearest.side](write(backFrom(nearest, threshold.clear)))
}
