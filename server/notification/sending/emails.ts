import {eq} from 'drizzle-orm'
import {LANGUAGES, loadTranslation} from '../../../contract/languages/languages'
import {type Worded, worded} from '../../../contract/languages/texts'
import {TITLE} from '../../../contract/limits'
import {
  NOTICE_CHANGES,
  type NoticeChange,
  type NoticeMessage,
  type NoticeWire,
} from '../../../contract/wire/notification'
import type {PreferencesBody} from '../../../contract/wire/people/preferences'
import type {Database} from '../../database/connect'
import {notificationDelivery} from '../../database/schema'
import type {Draft, EmailText, QueuedMail} from '../../mail/repository'
import type {PreferencesRepository} from '../../preferences/repository'
import type {UserRepository} from '../../user/repository'
import {ALARM_EMAIL} from './emailTexts'

export interface AlarmEmailOptions {
  database: Pick<Database, 'db'>
  users: Pick<UserRepository, 'findAllByEmail'>
  preferences: Pick<PreferencesRepository, 'find'>
  /** The origin that links begin with. */
  publicOrigin: () => string
}

type Reader = Pick<PreferencesBody, 'language' | 'zone' | 'hours'>

/** Those who are no users read English and UTC. */
export const ANYBODY: Reader = {language: 'en', zone: null, hours: null}

/** Writes a queued mail of the kind `alarm`. Undefined when its delivery is no more. */
export function createAlarmEmails({database: {db}, users, preferences, publicOrigin}: AlarmEmailOptions) {
  /** Whose email has accounts in several organisations reads as in the one that the alarm is of. */
  async function readerOf(email: string, organisationId: string): Promise<Reader> {
    const found = (await users.findAllByEmail(email)).filter(({userDeleted}) => !userDeleted)
    const user = found.find(user => user.organisationId === organisationId) ?? found[0]
    return (user && (await preferences.find(user.id))) || ANYBODY
  }

  return async ({email, deliveryId}: Pick<QueuedMail, 'email' | 'deliveryId'>): Promise<Draft | undefined> => {
    if (deliveryId === null) return undefined
    const [delivery] = await db.select().from(notificationDelivery).where(eq(notificationDelivery.id, deliveryId))
    if (delivery === undefined) return undefined
    const {message, route, step, key, organisationId} = delivery
    const reader = await readerOf(email, organisationId)
    const text = await composeAlarmEmail(message, {route, step, origin: publicOrigin(), reader})
    return {to: email, text, id: key, async discard() {}}
  }
}

type AlarmTexts = Worded<typeof ALARM_EMAIL>

interface Circumstances {
  route: string
  step: number
  origin: string
  reader: Reader
}

export async function composeAlarmEmail(
  message: NoticeMessage,
  {route, step, origin, reader}: Circumstances,
): Promise<EmailText> {
  const texts = worded(ALARM_EMAIL, (await loadTranslation(reader.language))?.areas['server.alarmEmail'])
  const link = {label: texts.openAlarms, url: `${origin}/alarms`}
  const common = {language: reader.language, after: [texts.why(route)]}
  if (message.type === 'test') return {...common, subject: texts.test.subject, before: [texts.test.before(route)], link}
  const [first] = message.notices
  const escalated = step > 0 ? [texts.escalated] : []
  const unlisted = message.total - message.notices.length
  const list = message.notices.map(notice => lineOf(notice, texts, reader))
  if (first !== undefined && message.total === 1) {
    const url = `${origin}/alarms/${first.alarm_id}`
    return {...common, subject: subjectOf(first, texts), before: escalated, list, link: {label: texts.openAlarm, url}}
  }
  return {
    ...common,
    link,
    list,
    before: [countsOf(message, texts), ...escalated],
    subject: `${TITLE}: ${texts.alarms(message.total)}: ${countsOf(message, texts)}`,
    after: [...(unlisted > 0 ? [texts.more(unlisted)] : []), ...common.after],
  }
}

function subjectOf(notice: NoticeWire, texts: AlarmTexts): string {
  const change = texts.changes[notice.change]
  const what = `${notice.device_name}, ${notice.key}`
  const isOver = notice.change === 'ended' || notice.change === 'passed'
  const words = isOver
    ? [what, change]
    : [texts.severities[notice.severity ?? 'normal'], what, ...(isPlain(notice) ? [] : [change])]
  return `${TITLE}: ${words.join(' · ').replace(/\s+/g, ' ')}`
}

const isPlain = ({change}: NoticeWire) => change === 'raised'

function countsOf({counts}: NoticeMessage, texts: AlarmTexts): string {
  return NOTICE_CHANGES.flatMap(change => {
    const count = counts[change]
    return count === undefined ? [] : [`${count} ${texts.changes[change]}`]
  }).join(', ')
}

const changeText = (change: NoticeChange, {changes, untilSettled}: AlarmTexts): string =>
  change === 'flapping' ? `${changes.flapping}; ${untilSettled}` : changes[change]

function lineOf(notice: NoticeWire, texts: AlarmTexts, {language, zone, hours}: Reader): string {
  const time = new Intl.DateTimeFormat(LANGUAGES[language].locale, {
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    ...(hours !== null && {hourCycle: hours === '12' ? 'h12' : 'h23'}),
    timeZone: zone ?? 'UTC',
    timeZoneName: 'short',
  })
  const number = new Intl.NumberFormat(language, {maximumFractionDigits: 4})
  const {change, severity, key, kind, value, peak, raised_at: raisedAt, ended_at: endedAt, ended_by: endedBy} = notice
  const reasons: Readonly<Record<string, string>> = texts.endedBy
  const why = reasons[endedBy ?? '']
  return [
    `${texts.severities[severity ?? 'normal']} · ${notice.device_name}, ${key}: ${changeText(change, texts)}`,
    ...(kind === 'silence' ? [texts.silent] : []),
    ...(value === null ? [] : [texts.value(number.format(value))]),
    ...(value === null || peak === null || peak === value
      ? []
      : [texts[peak > value ? 'highest' : 'lowest'](number.format(peak))]),
    ...(raisedAt === null ? [] : [texts.since(time.format(raisedAt))]),
    ...(endedAt === null ? [] : [texts.until(time.format(endedAt))]),
    ...(why === undefined ? [] : [why]),
  ].join(', ')
}
