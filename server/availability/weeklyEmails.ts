import {loadTranslation} from '../../contract/languages/languages'
import {worded} from '../../contract/languages/texts'
import {percentOf} from '../../contract/rules/availability'
import {createReaderFormats} from '../../contract/rules/format/formats'
import {HOUR} from '../../contract/rules/time/durations'
import type {ReportWire} from '../../contract/wire/alarm'
import type {EpochMs} from '../../contract/wire/common'
import type {Viewer} from '../access/viewer'
import type {Draft, QueuedMail} from '../mail/repository'
import {type PreferencesRepository, readerOf} from '../preferences/repository'
import {maySignIn, type UserRepository} from '../user/repository'
import type {AvailabilityRepository} from './repository'
import {WEEKLY_EMAIL} from './texts'
import {weekBefore} from './weeks'

export interface WeeklyEmailOptions {
  users: Pick<UserRepository, 'find'>
  preferences: Pick<PreferencesRepository, 'find'>
  availability: Pick<AvailabilityRepository, 'read'>
  /** The figures of the alarms of a range, both ends included. */
  report(
    viewer: Viewer,
    organisationId: string,
    range: {startTs: EpochMs; endTs: EpochMs; at: undefined},
  ): Promise<Pick<ReportWire, 'raised' | 'floods' | 'standing'>>
  /** The origin that links begin with. */
  publicOrigin: () => string
}

const WORST = 5

/** Writes a queued mail of the kind `weeklyReport`. Undefined without data or without a recipient. */
export function createWeeklyEmails({users, preferences, availability, report, publicOrigin}: WeeklyEmailOptions) {
  return async ({userId, createdAt}: Pick<QueuedMail, 'userId' | 'createdAt'>): Promise<Draft | undefined> => {
    const user = userId === null ? undefined : await users.find(userId)
    if (user?.organisationId == null || user.authority !== 'ORGANISATION_ADMIN') return undefined
    if (!maySignIn(user)) return undefined
    const {organisationId} = user
    const viewer = {...user, authority: user.authority, userId: user.id, sessionId: ''}
    const reader = await readerOf(preferences, user)
    const {language} = reader
    const areas = (await loadTranslation(language))?.areas
    const formats = createReaderFormats(reader, areas?.format)
    const timeZone = formats.zone
    const {start, end} = weekBefore(createdAt, timeZone)
    const [found, alarms] = await Promise.all([
      availability.read(viewer, {organisationId, from: start, until: end, timeZone, by: 'device'}),
      report(viewer, organisationId, {startTs: start, endTs: end - 1, at: undefined}),
    ])
    const total = percentOf(amountsOf(found.total))
    if (total === null) return undefined
    const texts = worded(WEEKLY_EMAIL, areas?.['server.weeklyEmail'])
    const {number} = formats
    const percent = (value: number) => formats.exact(value, '%')
    const hours = (time: number) => number(Math.round((10 * time) / HOUR) / 10, {unit: 'h'})
    const {goal} = found.goals
    const {maintenance} = amountsOf(found.total)
    const worst = found.rows.flatMap(row => {
      const share = percentOf(amountsOf(row))
      const name = [row.name ?? '', row.label ? `(${row.label})` : ''].filter(Boolean).join(' ')
      return share === null || share >= 100 ? [] : [texts.row(name, percent(share))]
    })
    const text = {
      language,
      subject: texts.subject(percent(total)),
      before: [
        texts.total(percent(total), formats.date(start), formats.date(end - 1), formats.zoneName()),
        ...(goal === null ? [] : [texts.goal(percent(goal))]),
        ...(maintenance === 0 ? [] : [texts.maintenance(hours(maintenance))]),
        texts.raised(number(alarms.raised)),
        texts.floods(number(alarms.floods.length)),
        texts.standing(number(alarms.standing.length)),
        ...(worst.length === 0 ? [] : [texts.worst]),
      ],
      list: worst.slice(0, WORST),
      link: {label: texts.open, url: `${publicOrigin()}/alarms/availability`},
      after: [texts.why],
    }
    return {to: user.email, text, async discard() {}}
  }
}

const amountsOf = ({amounts}: {amounts: readonly [number, number, number, number]}) => {
  const [available, evaluated, maintenance, unknown] = amounts
  return {available, evaluated, maintenance, unknown}
}
