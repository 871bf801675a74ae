import {cut} from '../../../contract/rules/text'
import type {NoticeWire} from '../../../contract/wire/notification'
import type {EmailLink} from '../../mail/repository'
import type {Circumstances, Delivery} from '../channel'
import {oneLine} from './fitted'
import {isEnd, isPast, subjectOf} from './occurrences'

/** An event of a peer that opens and closes incidents by their key. */
export interface NoticeEvent {
  /** `past`: it has begun and ended already. */
  is: 'beginning' | 'past' | 'end'
  key: string
  title: string
  /** None in a test. */
  notice: NoticeWire | undefined
  severity: 'critical' | 'warning' | 'info'
  isAcknowledged: boolean
  link: EmailLink
  details: Readonly<Record<string, string>>
}

/** The number of events in a message; the last of them names what else there is. */
export const EVENTS = 20
/** The number of notices named in all. */
export const LISTED_NOTICES = 120
const NAMES_LENGTH = 8000

/** The events of a delivery, each with a key that is the same in every attempt and in every notice of its subject. */
export function eventsOf(delivery: Delivery, {origin, text}: Circumstances): readonly NoticeEvent[] {
  const {message, key, route} = delivery
  const shared = {details: {route, link: text.link.url}, isAcknowledged: false, link: text.link}
  if (message.type === 'test')
    return [{...shared, is: 'past', key: `pulsewall-${key}`, title: text.subject, notice: undefined, severity: 'info'}]
  const events = message.notices.slice(0, EVENTS).map((notice): NoticeEvent => {
    const what = `${notice.device_name}, ${notice.key}`
    const link = {label: text.link.label, url: `${origin}/alarms/${notice.alarm_id}`}
    return {
      ...shared,
      is: isEnd(notice) ? 'end' : isPast(notice) ? 'past' : 'beginning',
      key: subjectOf(notice),
      title: `${SEVERITIES[notice.severity ?? 'warning']}: ${what}${SUFFIXES[notice.change] ?? ''}`,
      notice,
      severity: isPast(notice) ? 'info' : (notice.severity ?? 'warning'),
      isAcknowledged: notice.acknowledged_at !== null,
      link,
      details: {...detailsOf(notice, route), link: link.url},
    }
  })
  const [last, rest] = [events.at(-1), message.notices.slice(EVENTS)]
  if (last === undefined || message.total <= EVENTS) return events
  return [...events.slice(0, -1), {...last, details: {...last.details, also: namesOf(rest, message.total - EVENTS)}}]
}

const SEVERITIES = {critical: 'Critical', warning: 'Warning'}

const SUFFIXES: Partial<Record<NoticeWire['change'], string>> = {
  worsened: ' got worse',
  reminded: ' is not acknowledged yet',
  resumed: ' is still active',
  passed: ' was raised and cleared',
  flapping: ' comes and goes',
}

function detailsOf({device_name, key, kind, value, peak, raised_at, alarm_id, ...notice}: NoticeWire, route: string) {
  const {unit, limit, place, customer_name: customer, runbook} = notice
  const details = {
    device: device_name,
    place,
    customer,
    key,
    kind,
    route,
    alarm: alarm_id,
    value,
    peak,
    unit,
    runbook,
    limit: limit ? `${limit.side} ${limit.value}` : null,
    since: raised_at === null ? null : new Date(raised_at).toISOString(),
  }
  return Object.fromEntries(
    Object.entries(details).flatMap(([name, value]) =>
      value === null || value === undefined ? [] : [[name, String(value)]],
    ),
  )
}

/** The names of notices without an event of their own, and the number of those without a name. */
function namesOf(rest: readonly NoticeWire[], total: number): string {
  const names = rest.map(notice => cut(oneLine(`${notice.device_name}, ${notice.key}`), 200))
  let listed = ''
  let count = 0
  for (const name of names) {
    if (listed.length + name.length > NAMES_LENGTH) break
    listed += `${count === 0 ? '' : '; '}${name}`
    count++
  }
  return count < total ? `${listed}; … and ${total - count} more` : listed
}
