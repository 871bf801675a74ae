import {bufferTime, filter, map, merge, type Observable} from 'rxjs'
import type {Milliseconds} from '../../../contract/wire/common'
import type {Alarm} from '../../domain/alarm'

export type AlarmsChanged = {type: 'alarms.changed'; alarms: readonly Alarm[]}
/** Alarms have left the reach or come into it: the shown ones have to be read again. */
export type AlarmsMoved = {type: 'alarms.moved'}

/** Drawing each alarm of a storm by itself would take longer than the storm. */
const DRAWING_PERIOD: Milliseconds = 250

interface AlarmSource {
  alarms: Observable<readonly Alarm[]>
  alarmsMoved: Observable<void>
}

/** Emits changes of alarms, the oldest first, at most four times a second. */
export const changedAlarms = (alarms: AlarmSource['alarms']): Observable<readonly Alarm[]> =>
  alarms.pipe(
    bufferTime(DRAWING_PERIOD),
    filter(batches => batches.length > 0),
    map(batches => batches.flat()),
  )

export function alarmEvents({alarms, alarmsMoved}: AlarmSource): Observable<AlarmsChanged | AlarmsMoved> {
  return merge(
    changedAlarms(alarms).pipe(map((changed): AlarmsChanged => ({type: 'alarms.changed', alarms: changed}))),
    alarmsMoved.pipe(map((): AlarmsMoved => ({type: 'alarms.moved'}))),
  )
}
