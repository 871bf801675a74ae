import fc from 'fast-check'
import {afterEach, expect, it} from 'vitest'
import {LANGUAGE_CODES, loadTranslation} from '../../../../contract/languages/languages'
import type {Reader} from '../../../../contract/rules/format/formats'
import {unitOfKey} from '../../../../contract/rules/format/shownUnit'
import {writerOfLimited} from '../../../../contract/rules/format/values'
import type {NoticeMessage, NoticeWire} from '../../../../contract/wire/notification'
import {composePush} from '../../../../server/notification/push/pushed'
import {composeAlarmEmail} from '../../../../server/notification/sending/emails'
import {createFormats} from '../../../../src/domain/format/formats'
import {speak} from '../../../../src/domain/language'

afterEach(() => speak({}))

const YEAR = 365 * 24 * 60 * 60 * 1000
const finite = fc.double({noNaN: true, noDefaultInfinity: true})
const usual = fc.double({min: -1000, max: 1000, noNaN: true})
const amount = fc.oneof(finite, usual, fc.integer({min: -100, max: 100}))
const instant = fc.integer({min: Date.UTC(2026, 0, 1), max: Date.UTC(2026, 0, 1) + YEAR})

const told = fc.record({
  limit: amount,
  step: fc.oneof(finite.map(Math.abs), fc.constantFrom(1e-9, 1e-3, 1)),
  raisedAt: instant,
  later: fc.oneof(fc.integer({min: 0, max: 3_600_000}), fc.integer({min: 0, max: YEAR})),
  series: fc.constantFrom(
    {key: 'temperature', unit: null},
    {key: 'temperature', unit: '°C'},
    {key: 'load', unit: '%'},
    {key: 'level', unit: null},
  ),
  reader: fc.record<Reader>({
    language: fc.constantFrom(...LANGUAGE_CODES),
    zone: fc.constantFrom(null, 'Europe/Berlin', 'America/New_York', 'Asia/Kolkata', 'Australia/Lord_Howe'),
    hours: fc.constantFrom(null, '12' as const, '24' as const),
    temperatureUnit: fc.constantFrom('celsius', 'fahrenheit'),
  }),
})

const plain = (text: string): string => text.replace(/\s+/gu, ' ')

it('says values, limits and times in mails and pushes as the screen of the reader does', async () => {
  await fc.assert(
    fc.asyncProperty(told, async ({limit, step, raisedAt, later, series, reader}) => {
      const value = limit + step
      fc.pre(Number.isFinite(value) && value > limit)
      const notice: NoticeWire = {
        id: 'n',
        change: 'raised',
        alarm_id: 'a',
        occurrence_id: 'o',
        device_id: 'd',
        device_name: 'Tank',
        kind: 'value',
        severity: 'critical',
        value,
        peak: value,
        limit: {side: 'above', value: limit},
        ...series,
        raised_at: raisedAt,
        acknowledged_at: null,
        ended_at: null,
        ended_by: null,
      }
      const message: NoticeMessage = {
        type: 'alarms.changed',
        at: raisedAt,
        total: 1,
        counts: {raised: 1},
        notices: [notice],
      }
      const now = raisedAt + later
      const mail = await composeAlarmEmail(message, {
        route: 'Noc',
        step: 0,
        origin: 'https://pulsewall.test',
        reader,
        now,
      })
      const {payload} = await composePush({message, key: 'k', route: 'Noc'}, {reader, now, acknowledgeToken: null})

      const {areas = {}} = (await loadTranslation(reader.language)) ?? {}
      speak(areas)
      const formats = createFormats({...reader, zone: reader.zone ?? 'UTC'})
      const unit = unitOfKey(series.key, reader.temperatureUnit, series.unit)
      const written = writerOfLimited(formats, {unit, limit, values: [value]})
      const above = {en: 'above', de: 'über'}[reader.language]
      const since = {en: 'since', de: 'seit'}[reader.language]
      const figures = plain(`${written(value)}, ${above} ${written(limit)}, ${since} `)
      const clock = plain(`${formats.recent(raisedAt, now)} ${formats.offset(raisedAt)}`)
      expect(plain(mail.subject).endsWith(`: ${figures}${clock}`)).toBe(true)
      expect(plain(payload.body)).toBe(figures + clock)
      expect(plain(mail.list?.[0] ?? '')).toContain(
        `${figures}${plain(`${formats.dateTime(raisedAt)} ${formats.offset(raisedAt)}`)}`,
      )
      expect(written(value)).not.toBe(written(limit))
    }),
    {numRuns: 300},
  )
})
