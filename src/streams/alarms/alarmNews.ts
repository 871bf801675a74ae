import {bufferTime, filter, map, type Observable} from 'rxjs'
import type {Milliseconds} from '../../../contract/wire/common'
import type {Alarm} from '../../domain/alarms/alarm'

export type AlarmsChanged = {type: 'alarms.changed'; alarms: readonly Alarm[]}

/** Drawing each alarm of a storm by itself would take longer than the storm. */
const DRAWING_PERIOD: Milliseconds = 250

/** What has become of alarms, the oldest news first, at most four times a second. */
export function alarmNews(alarms: Observable<readonly Alarm[]>): Observable<AlarmsChanged> {
  return alarms.pipe(
    bufferTime(DRAWING_PERIOD),
    filter(batches => batches.length > 0),
    map(batches => ({type: 'alarms.changed', alarms: batches.flat()})),
  )
}
