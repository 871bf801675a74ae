import type {Translation, Worded} from '../../../contract/languages/texts'
import {createReaderFormats, type Reader} from '../../../contract/rules/format/formats'
import {unitOfKey} from '../../../contract/rules/format/shownUnit'
import {writerOfLimited} from '../../../contract/rules/format/values'
import type {ScreenTroubleWire} from '../../../contract/wire/alarm'
import type {EpochMs} from '../../../contract/wire/common'
import {NOTICE_CHANGES, type NoticeMessage, type NoticeWire} from '../../../contract/wire/notification'
import {isPast} from '../wording/occurrences'
import type {ALARM_EMAIL} from './emailTexts'

export type AlarmTexts = Worded<typeof ALARM_EMAIL>

interface Wording {
  texts: AlarmTexts
  translation: Translation | undefined
  /** The time at which the message is sent. */
  now: EpochMs
}

export interface NewestValue {
  ts: EpochMs
  value: number
}

/** The words of a notice, in the reader's language, units and zone. */
export function noticeWords(reader: Reader, {texts, translation, now}: Wording) {
  const formats = createReaderFormats(reader, translation?.areas.format)
  const {dateTime, recent, offset} = formats
  const clock = (at: EpochMs): string => `${recent(at, now)} ${offset(at)}`
  const moment = (at: EpochMs): string => `${dateTime(at)} ${offset(at)}`

  function writerOf({key, unit = null, limit = null, value, peak}: NoticeWire, newest?: NewestValue) {
    const values = [value, peak, newest?.value ?? null].filter(known => known !== null)
    const shown = unitOfKey(key, reader.temperatureUnit, unit)
    return writerOfLimited(formats, {unit: shown, limit: limit?.value ?? null, values})
  }

  const changeOf = ({change, after_maintenance: isMaintained}: NoticeWire): string =>
    isMaintained ? texts.maintained : texts.changes[change]

  const beyond = (notice: NoticeWire): string[] =>
    notice.limit ? [texts[notice.limit.side](writerOf(notice)(notice.limit.value))] : []

  function kindOf({kind, screen}: NoticeWire): string[] {
    if (kind === 'screen') return screen === undefined ? [] : screenWords(screen)
    return kind === 'value' ? [] : [kind === 'silence' ? texts.silent : texts.unusual]
  }

  function screenWords({kind, why, last}: ScreenTroubleWire): string[] {
    const words = why === null ? texts.screen[kind] : `${texts.screen[kind]}: ${texts.screen.why[why]}`
    return [words, ...(last === null ? [] : [texts.screen.last(last)])]
  }

  /** What is done about the trouble of a screen by itself, or by whom. */
  const tried = ({screen, ...notice}: NoticeWire): string[] =>
    screen === undefined || isPast({...notice, screen}) ? [] : [texts.screen.tried[triedOf(screen)]]

  const severityOf = ({severity}: NoticeWire): string[] => (severity === null ? [] : [texts.severities[severity]])

  /** The value farthest beyond the limit, and since when. */
  function figures(notice: NoticeWire): string[] {
    const {peak, value} = notice
    const since = sinceOf(notice)
    const worst = peak ?? value
    return [
      ...kindOf(notice),
      ...(worst === null ? [] : [writerOf(notice)(worst)]),
      ...beyond(notice),
      ...(since === null ? [] : [texts.since(clock(since))]),
    ]
  }

  /** The change and its subject. */
  function title(notice: NoticeWire): string {
    const {change, device_name: device, key, place} = notice
    const changed = changeOf(notice)
    const what = `${device}${place ? ` (${place})` : ''}, ${key}`
    const words = isPast(notice)
      ? [what, changed]
      : [...severityOf(notice), what, ...(change === 'raised' ? [] : [changed])]
    return words.join(' · ')
  }

  /** The value that raised the alarm and the worst one, which alone is sure to be beyond the limit. */
  function values(notice: NoticeWire): string[] {
    const {value, peak} = notice
    if (value === null) return []
    const written = writerOf(notice)
    const worst = peak === null || peak === value ? [] : [texts[peak > value ? 'highest' : 'lowest'](written(peak))]
    return [texts.value(written(value)), ...worst]
  }

  return {
    /** Everything that matters in one line, for recipients who read only the subject. */
    headline: (notice: NoticeWire): string =>
      [title(notice), ...(isPast(notice) ? [] : [figures(notice).join(', ')])]
        .filter(Boolean)
        .join(': ')
        .replace(/\s+/g, ' '),

    title,

    /** The text below the title: the figures, and the customer. */
    body(notice: NoticeWire): string[] {
      const {customer_name: customer, ended_at: endedAt} = notice
      const ended = endedAt === null ? [] : [texts.until(clock(endedAt))]
      const known = [...figures(notice), ...ended, ...tried(notice)].join(', ')
      return [known, customer ?? ''].filter(text => text !== '')
    },

    line(notice: NoticeWire): string {
      const {change, device_name: device, key, place, customer_name: customer} = notice
      const {ended_at: endedAt, ended_by: endedBy} = notice
      const since = sinceOf(notice)
      const why = (texts.endedBy as Readonly<Record<string, string>>)[endedBy ?? '']
      const where = [place, customer].filter(Boolean).join(', ')
      const changed = changeOf(notice) + (change === 'flapping' ? `; ${texts.untilSettled}` : '')
      const what = [...severityOf(notice), `${device}${where && ` (${where})`}, ${key}: ${changed}`]
      return [
        what.join(' · '),
        ...kindOf(notice),
        ...values(notice),
        ...beyond(notice),
        ...(since === null ? [] : [texts.since(moment(since))]),
        ...(endedAt === null ? [] : [texts.until(moment(endedAt))]),
        ...(why === undefined ? [] : [why]),
        ...tried(notice),
      ].join(', ')
    },

    /** The newest value, with its time, as a mail may be read at any time. */
    newest: (newest: NewestValue, notice: NoticeWire): string =>
      texts.newest(writerOf(notice, newest)(newest.value), moment(newest.ts)),
  }
}

/** A screen may have been dark for a while when its alarm is raised. */
const sinceOf = ({screen, raised_at: raisedAt}: NoticeWire) => screen?.since ?? raisedAt

const triedOf = ({kind, why}: ScreenTroubleWire) => (kind === 'dark' || kind === 'fallback' ? (why ?? 'unsaid') : kind)

/** The number of notices of each change in a message. */
export function countsOf({counts}: NoticeMessage, texts: AlarmTexts): string {
  return NOTICE_CHANGES.flatMap(change => {
    const count = counts[change]
    return count === undefined ? [] : [`${count} ${texts.changes[change]}`]
  }).join(', ')
}
