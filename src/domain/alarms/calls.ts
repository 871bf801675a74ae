import type {EpochMs} from '../../../contract/wire/common'
import type {Alarm} from '../alarm'

/** The known alarms by their ids, and whether each was calling for the user at its last notification. */
export type KnownCalls = ReadonlyMap<string, boolean>

/** An alarm in maintenance calls nobody. */
export const isCalling = ({state, severity, maintenanceUntil}: Alarm): boolean =>
  state === 'unacknowledged' && severity === 'critical' && maintenanceUntil === undefined

/**
 * Returns the changed alarms that have begun to call. An unknown one counts when it changed after `since`. A flapping or
 * chattering alarm doesn't call again.
 */
export const newCalls = (changes: readonly Alarm[], known: KnownCalls, since: EpochMs): readonly Alarm[] =>
  changes.filter(alarm => {
    const before = known.get(alarm.id)
    const isNew = before === undefined ? alarm.changedAt >= since : !before
    return isCalling(alarm) && isNew && !(before !== undefined && (alarm.isFlapping || alarm.isChattering))
  })

/** Drops alarms at rest, so that the map stays as small as the set of active ones. */
export function knownAfter(changes: readonly Alarm[], known: KnownCalls): KnownCalls {
  const after = new Map(known)
  for (const alarm of changes) {
    if (alarm.state === 'normal' && !alarm.isFlapping) after.delete(alarm.id)
    else after.set(alarm.id, isCalling(alarm))
  }
  return after
}
