import type {Limits, Severity} from '../../contract/rules/thresholds'

/** The names of limits in forms. */
export const LIMIT_FIELDS = ['warningAbove', 'warningBelow', 'criticalAbove', 'criticalBelow'] as const
export type LimitField = (typeof LIMIT_FIELDS)[number]

/** The field of a limit. */
export const limitField = ({side, severity}: {side: keyof Limits; severity: Severity}): LimitField =>
  `${severity}${side === 'above' ? 'Above' : 'Below'}`
