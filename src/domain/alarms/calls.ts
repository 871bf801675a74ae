import type {EpochMs} from '../../../contract/wire/common'
import type {Alarm} from './alarm'

/** Which alarms were calling for a user when they were last told of, by their ids. */
export type KnownCalls = ReadonlyMap<string, boolean>

/** What is in maintenance calls nobody. */
export const isCalling = ({standing, severity, maintenanceUntil}: Alarm): boolean =>
  standing === 'unacknowledged' && severity === 'critical' && maintenanceUntil === undefined

/**
 * The alarms of the news that have begun to call. Those that are not known yet have, when they changed after `since`.
 * What goes to and fro without an end calls nobody again.
 */
export const newCalls = (changes: readonly Alarm[], known: KnownCalls, since: EpochMs): readonly Alarm[] =>
  changes.filter(alarm => {
    const before = known.get(alarm.id)
    const isNew = before === undefined ? alarm.changedAt >= since : !before
    return isCalling(alarm) && isNew && !(before !== undefined && (alarm.isFlapping || alarm.isChattering))
  })

/** Alarms at rest are forgotten, so that the map stays as small as what stands. */
export function knownAfter(changes: readonly Alarm[], known: KnownCalls): KnownCalls {
  const after = new Map(known)
  for (const alarm of changes) {
    if (alarm.standing === 'normal' && !alarm.isFlapping) after.delete(alarm.id)
    else after.set(alarm.id, isCalling(alarm))
  }
  return after
}
