import {MINUTE} from '../../../../contract/rules/time/durations'
import type {EpochMs, Milliseconds} from '../../../../contract/wire/common'
import type {AuditEntry} from '../../audit'
import {may} from '../../rights'
import type {SparklineId} from '../../telemetry/series/sparkline'
import type {UnusualFacts} from '../../telemetry/usual'
import {WALL_AUTHORITY} from '../../user'
import type {PanelKind} from '../panels/panels'
import type {AvailabilityFacts} from './availability'
import type {ComparisonFacts} from './comparison'
import type {AvailabilitySpan} from './kinds'
import type {ScreensFacts} from './screens'

/** A panel's request to the server. */
export type FactsAsked =
  | {kind: 'unusual'}
  | {kind: 'availability'; span: AvailabilitySpan; organisationId: string; zone: string}
  | {kind: 'screens'; organisationId: string}
  | {kind: 'comparison'; series: readonly SparklineId[]; zone: string}
  | {kind: 'changes'; organisationId: string; count: number}

/** The answer. `withheld`: not by this server, not to this viewer, or not of the past. */
export type Facts = {readAt: EpochMs} & (
  | ({kind: 'unusual'} & UnusualFacts)
  | ({kind: 'availability'} & AvailabilityFacts)
  | ({kind: 'screens'} & ScreensFacts)
  | ({kind: 'comparison'} & ComparisonFacts)
  /** The newest first. */
  | {kind: 'changes'; entries: readonly AuditEntry[]}
  | {kind: 'withheld'; why: Withheld}
)

export type Withheld = 'notOffered' | 'refused' | 'past'

/** A wall link may read the values of its devices alone, and of the organisation's changes only its admins. */
export function mayRead(kind: PanelKind, authority: string): boolean {
  if (kind === 'changes') return may(authority, 'audit')
  return authority !== WALL_AUTHORITY || (kind !== 'availability' && kind !== 'screens')
}

/** Panels are on screens that nobody is in a hurry at. */
export const FACT_PAUSES: Readonly<Record<Facts['kind'], Milliseconds>> = {
  unusual: MINUTE,
  availability: 5 * MINUTE,
  screens: MINUTE,
  comparison: 5 * MINUTE,
  changes: MINUTE,
  withheld: 30 * MINUTE,
}
