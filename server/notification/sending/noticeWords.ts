import {LANGUAGES} from '../../../contract/languages/languages'
import type {Worded} from '../../../contract/languages/texts'
import type {EpochMs} from '../../../contract/wire/common'
import type {NoticeWire} from '../../../contract/wire/notification'
import type {PreferencesBody} from '../../../contract/wire/people/preferences'
import type {ALARM_EMAIL} from './emailTexts'

export type Reader = Pick<PreferencesBody, 'language' | 'zone' | 'hours'>
export type AlarmTexts = Worded<typeof ALARM_EMAIL>

/** Says what a notice brings, in the reader's language and zone. */
export function noticeWords({language, zone, hours}: Reader, texts: AlarmTexts) {
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(LANGUAGES[language].locale, {
      ...options,
      ...(hours !== null && {hourCycle: hours === '12' ? 'h12' : 'h23'}),
      timeZone: zone ?? 'UTC',
      timeZoneName: 'short',
    })
  const clock = {hour: '2-digit', minute: '2-digit'} as const
  const timeOfDay = format(clock)
  const moment = format({year: 'numeric', month: 'short', day: 'numeric', ...clock, second: '2-digit'})
  const decimal = new Intl.NumberFormat(LANGUAGES[language].locale, {maximumFractionDigits: 4})

  const number = (value: number, {unit}: Pick<NoticeWire, 'unit'>): string =>
    `${decimal.format(value)}${unit ? `\u00a0${unit}` : ''}`

  const changeOf = ({change, after_maintenance: isMaintained}: NoticeWire): string =>
    isMaintained ? texts.maintained : texts.changes[change]

  const beyond = (notice: NoticeWire): string[] =>
    notice.limit ? [texts[notice.limit.side](number(notice.limit.value, notice))] : []

  const kindOf = ({kind}: NoticeWire): string[] =>
    kind === 'value' ? [] : [kind === 'silence' ? texts.silent : texts.unusual]

  /** The value farthest beyond the limit, and since when. */
  function figures(notice: NoticeWire): string[] {
    const {peak, value, raised_at: raisedAt} = notice
    const worst = peak ?? value
    return [
      ...kindOf(notice),
      ...(worst === null ? [] : [number(worst, notice)]),
      ...beyond(notice),
      ...(raisedAt === null ? [] : [texts.since(timeOfDay.format(raisedAt))]),
    ]
  }

  /** What has happened, to what. */
  function title(notice: NoticeWire): string {
    const {change, severity, device_name: device, key, place} = notice
    const changed = changeOf(notice)
    const what = `${device}${place ? ` (${place})` : ''}, ${key}`
    const words = isOver(notice)
      ? [what, changed]
      : [texts.severities[severity ?? 'normal'], what, ...(change === 'raised' ? [] : [changed])]
    return words.join(' · ')
  }

  return {
    /** Everything that matters in one line, for those who read no more than a subject. */
    headline: (notice: NoticeWire): string =>
      [title(notice), ...(isOver(notice) ? [] : [figures(notice).join(', ')])]
        .filter(Boolean)
        .join(': ')
        .replace(/\s+/g, ' '),

    title,

    /** What goes with the title: the figures, and whose it is. */
    body(notice: NoticeWire): string[] {
      const {customer_name: customer, ended_at: endedAt} = notice
      const ended = endedAt === null ? [] : [texts.until(timeOfDay.format(endedAt))]
      const known = [...figures(notice), ...ended].join(', ')
      return [known, customer ?? ''].filter(text => text !== '')
    },

    line(notice: NoticeWire): string {
      const {change, severity, device_name: device, key, place, customer_name: customer, value, peak} = notice
      const {raised_at: raisedAt, ended_at: endedAt, ended_by: endedBy} = notice
      const why = (texts.endedBy as Readonly<Record<string, string>>)[endedBy ?? '']
      const where = [place, customer].filter(Boolean).join(', ')
      const changed = changeOf(notice) + (change === 'flapping' ? `; ${texts.untilSettled}` : '')
      return [
        `${texts.severities[severity ?? 'normal']} · ${device}${where && ` (${where})`}, ${key}: ${changed}`,
        ...kindOf(notice),
        ...(value === null ? [] : [texts.value(number(value, notice))]),
        ...beyond(notice),
        ...(value === null || peak === null || peak === value
          ? []
          : [texts[peak > value ? 'highest' : 'lowest'](number(peak, notice))]),
        ...(raisedAt === null ? [] : [texts.since(moment.format(raisedAt))]),
        ...(endedAt === null ? [] : [texts.until(moment.format(endedAt))]),
        ...(why === undefined ? [] : [why]),
      ].join(', ')
    },

    /** The newest value, which is told with its time, as a mail may be read whenever. */
    newest: ({ts, value}: {ts: EpochMs; value: number}, notice: NoticeWire): string =>
      texts.newest(number(value, notice), moment.format(ts)),
  }
}

const isOver = ({change}: NoticeWire): boolean => change === 'ended' || change === 'passed'
