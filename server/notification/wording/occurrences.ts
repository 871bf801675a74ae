import type {NoticeWire} from '../../../contract/wire/notification'
import type {Delivery} from '../channel'

/** The subject of a notice, the same in each notice of it and to each peer: an occurrence, or an alarm that flaps. */
export const subjectOf = ({alarm_id: alarmId, occurrence_id: occurrenceId}: NoticeWire): string =>
  `pulsewall-${occurrenceId ?? alarmId}`

/** The alarm that was notified is over. */
export const isEnd = ({change}: NoticeWire): boolean => change === 'ended' || change === 'settled'

/** It came and went before anybody was notified. */
export const isPast = (notice: NoticeWire): boolean => isEnd(notice) || notice.change === 'passed'

/** The highest severity of the active alarms; null when there is none. */
export function severityOf({message: {notices, type}}: Pick<Delivery, 'message'>): 'critical' | 'warning' | null {
  const standing = notices.filter(notice => !isPast(notice))
  if (type === 'test' || standing.length === 0) return null
  return standing.some(({severity}) => severity === 'critical') ? 'critical' : 'warning'
}

/** The only notice of a message. */
export function onlyNotice({message: {notices, total}}: Pick<Delivery, 'message'>): NoticeWire | undefined {
  return total === 1 ? notices[0] : undefined
}
