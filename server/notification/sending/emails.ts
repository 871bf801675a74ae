import {eq} from 'drizzle-orm'
import {loadTranslation} from '../../../contract/languages/languages'
import {worded} from '../../../contract/languages/texts'
import {TITLE} from '../../../contract/limits'
import type {Reader} from '../../../contract/rules/format/formats'
import {runbookAddress} from '../../../contract/rules/thresholds'
import {MINUTE} from '../../../contract/rules/time/durations'
import type {EpochMs} from '../../../contract/wire/common'
import type {NoticeMessage, NoticeWire, WrittenMessage} from '../../../contract/wire/notification'
import {readSight} from '../../access/reach'
import type {Database} from '../../database/connect'
import {notificationDelivery} from '../../database/schema/notification'
import type {Composed, EmailLink, EmailText, QueuedMail} from '../../mail/repository'
import {type PreferencesRepository, readerOf} from '../../preferences/repository'
import type {TelemetryRepository} from '../../telemetry/repository'
import type {User, UserRepository} from '../../user/repository'
import {devicesOf, limitedTo, NOT_SEEN} from '../messages'
import type {ReadRoutes} from '../repository'
import {ALARM_EMAIL} from './emailTexts'
import {countsOf, type NewestValue, noticeWords} from './noticeWords'
import {isNamedIn} from './readers'

export interface AlarmEmailOptions {
  database: Pick<Database, 'db'>
  readRoutes: ReadRoutes
  users: Pick<UserRepository, 'findAllByEmail'>
  preferences: Pick<PreferencesRepository, 'find'>
  telemetry: Pick<TelemetryRepository, 'findSeries' | 'latest' | 'sparklines'>
  acknowledgeTokenFor: (user: User, alarm: {alarmId: string; version: number}) => Promise<string | null>
  /** The origin that links begin with. */
  publicOrigin: () => string
  now: () => EpochMs
}

const PICTURED_MINUTES = 60

/** Writes a queued mail of the kind `alarm`. Undefined when its delivery has been removed. */
export function createAlarmEmails({database: {db}, ...options}: AlarmEmailOptions) {
  const {readRoutes, users, preferences, telemetry, acknowledgeTokenFor, publicOrigin, now} = options

  /** The account of an email in several organisations is the one in the alarm's organisation. */
  function readingAccount(accounts: readonly User[], organisationId: string): User | undefined {
    const found = accounts.filter(({userDeleted}) => !userDeleted)
    return found.find(user => user.organisationId === organisationId) ?? found[0]
  }

  /** The part of a message for an inbox: all of it when the route names the inbox or nobody has an account with it. */
  async function shownTo(accounts: readonly User[], delivery: AlarmDelivery, address: string): Promise<NoticeMessage> {
    const {message, organisationId} = delivery
    const route = (await readRoutes([organisationId])).get(organisationId)?.find(({name}) => name === delivery.route)
    if (accounts.length === 0 || isNamedIn(route, {kind: 'email', address})) return message
    const ids = accounts.map(({id}) => id)
    const {sees} = await readSight(db, ids, devicesOf(message))
    return limitedTo(message, notice => ids.some(id => sees(id, notice.device_id)))
  }

  async function singleFor(notice: NoticeWire, user: User | undefined): Promise<Single> {
    const {alarm_id: alarmId, alarm_version: version, device_id: deviceId, key, limit} = notice
    const isOpen = notice.ended_at === null && notice.acknowledged_at === null
    const isAsked = user !== undefined && isOpen && typeof version === 'number'
    const acknowledgeToken = isAsked ? await acknowledgeTokenFor(user, {alarmId, version}) : null
    const series = await telemetry.findSeries(deviceId, [key])
    if (series === undefined) return {...NOTHING_ELSE, acknowledgeToken}
    const {deviceNumber} = series
    const endTs = now()
    const startTs = endTs - PICTURED_MINUTES * MINUTE + 1
    const [latest, averages] = await Promise.all([
      telemetry.latest(deviceNumber, key),
      telemetry.sparklines([{deviceNumber, key}], {startTs, endTs}, 1),
    ])
    const inMinute = new Map(averages.get(0)?.points)
    const minutes = Array.from({length: PICTURED_MINUTES}, (_, minute) => inMinute.get(minute) ?? null)
    const value = latest?.dbl_v ?? null
    // The module also loads the encoder of pictures, which servers without mail don't need.
    const {drawSeries} = await import('./picture')
    return {
      acknowledgeToken,
      newest: latest === undefined || value === null ? null : {ts: latest.ts, value},
      picture: drawSeries(minutes, limit?.value ?? null),
    }
  }

  return async ({email, deliveryId}: Pick<QueuedMail, 'email' | 'deliveryId'>): Promise<Composed> => {
    if (deliveryId === null) return undefined
    const [delivery] = await db.select().from(notificationDelivery).where(eq(notificationDelivery.id, deliveryId))
    if (delivery === undefined) return undefined
    const {route, step, key, organisationId} = delivery
    const accounts = await users.findAllByEmail(email)
    const message = await shownTo(accounts, delivery, email)
    if (message.type === 'alarms.changed' && message.notices.length === 0) return {refused: NOT_SEEN}
    const user = readingAccount(accounts, organisationId)
    const reader = await readerOf(preferences, user)
    const notice = singleOf(message)
    const single = notice && (await singleFor(notice, user))
    const text = await composeAlarmEmail(message, {route, step, origin: publicOrigin(), reader, now: now(), single})
    return {to: email, text, id: key, async discard() {}}
  }
}

type AlarmDelivery = typeof notificationDelivery.$inferSelect

/** The further parts of a mail of one alarm. */
interface Single {
  newest: NewestValue | null
  acknowledgeToken: string | null
  picture: Buffer | null
}

const NOTHING_ELSE: Single = {newest: null, acknowledgeToken: null, picture: null}

interface Circumstances {
  route: string
  step: number
  origin: string
  reader: Reader
  /** The time at which the mail is sent. */
  now: EpochMs
  single?: Single | undefined
}

export async function composeAlarmEmail(
  message: NoticeMessage,
  {route, step, origin, reader, now, single = NOTHING_ELSE}: Circumstances,
): Promise<EmailText> {
  if (message.written !== undefined) return writtenEmail(message.written, origin)
  const translation = await loadTranslation(reader.language)
  const texts = worded(ALARM_EMAIL, translation?.areas['server.alarmEmail'])
  const link = {label: texts.openAlarms, url: `${origin}/alarms`}
  const common = {language: reader.language, after: [texts.why(route)]}
  if (message.type === 'test') return {...common, subject: texts.test.subject, before: [texts.test.before(route)], link}
  const words = noticeWords(reader, {texts, translation, now})
  const escalated = [
    ...(step > 0 ? [texts.escalated] : []),
    ...(message.unmanned === undefined ? [] : [texts.unmanned(message.unmanned.join(', '))]),
  ]
  const notice = singleOf(message)
  if (notice !== undefined) {
    const open = {label: texts.openAlarm, url: `${origin}/alarms/${notice.alarm_id}`}
    const {newest, acknowledgeToken, picture} = single
    const acknowledge = acknowledgeToken && {
      label: texts.acknowledge,
      url: `${origin}/acknowledgement?${new URLSearchParams({token: acknowledgeToken})}`,
      isSecret: true,
    }
    const address = notice.runbook ? runbookAddress(notice.runbook) : null
    const further = address === null ? [] : [{label: texts.openRunbook, url: address}]
    return {
      ...common,
      subject: `${TITLE}: ${words.headline(notice)}`,
      before: escalated,
      list: [
        words.line(notice),
        ...(newest ? [words.newest(newest, notice)] : []),
        ...(notice.runbook ? [texts.runbook(notice.runbook)] : []),
      ],
      ...(picture && {picture: {png: picture, alt: texts.pictureOf(notice.key)}}),
      ...(acknowledge ? {link: acknowledge, furtherLinks: [open, ...further]} : linked(open, further)),
    }
  }
  const unlisted = message.total - message.notices.length
  return {
    ...common,
    link,
    list: message.notices.map(words.line),
    before: [countsOf(message, texts), ...escalated],
    subject: `${TITLE}: ${texts.alarms(message.total)}: ${countsOf(message, texts)}`,
    after: [...(unlisted > 0 ? [texts.more(unlisted)] : []), ...common.after],
  }
}

const writtenEmail = ({link, why, ...text}: WrittenMessage, origin: string): EmailText => ({
  ...text,
  link: {label: link.label, url: `${origin}${link.path}`},
  after: [why],
})

const linked = (link: EmailLink, furtherLinks: EmailLink[]) =>
  furtherLinks.length === 0 ? {link} : {link, furtherLinks}

const singleOf = ({total, notices}: NoticeMessage): NoticeWire | undefined => (total === 1 ? notices[0] : undefined)
