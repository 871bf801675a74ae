import {describe, expect, it} from 'vitest'
import type {NoticeChange, NoticeWire} from '../../../../contract/wire/notification'
import {renderEmail} from '../../../../server/mail/queue'
import {composeAlarmEmail} from '../../../../server/notification/sending/emails'
import {ANYBODY} from '../../../../server/preferences/repository'

const AT = Date.UTC(2026, 10, 23, 12)
const CIRCUMSTANCES = {route: 'Noc', step: 0, origin: 'https://pulsewall.test', now: AT}

function notice(change: NoticeChange, facts: Partial<NoticeWire>): NoticeWire {
  const ids = {id: 'n', alarm_id: 'a', occurrence_id: 'o', device_id: 'd'}
  const series = {device_name: 'Tank', key: 'level', kind: 'value'} as const
  const times = {raised_at: AT, acknowledged_at: null, ended_at: null, ended_by: null}
  return {...ids, ...series, ...times, change, severity: 'critical', value: 18, peak: 18, ...facts}
}

async function lineOf(change: NoticeChange, facts: Partial<NoticeWire>, language: 'de' | 'en' = 'en') {
  const notices = [notice(change, facts)]
  const reader = {...ANYBODY, language}
  const message = {type: 'alarms.changed', at: AT, total: 1, counts: {[change]: 1}, notices} as const
  const {list} = await composeAlarmEmail(message, {...CIRCUMSTANCES, reader})
  return list?.[0]
}

it.each([
  ['raised', 18, 'value when raised 18, since', 'Wert beim Auslösen 18, seit'],
  ['passed', 12, 'value when raised 18, lowest 12, since', 'Wert beim Auslösen 18, Tiefstwert 12, seit'],
  ['worsened', 92, 'value when raised 18, highest 92, since', 'Wert beim Auslösen 18, Höchstwert 92, seit'],
] as const)(
  'a mail of an alarm that is %s with %d at worst names its values by what they are',
  async (change, peak, en, de) => {
    expect(await lineOf(change, {peak})).toContain(en)
    expect(await lineOf(change, {peak}, 'de')).toContain(de)
  },
)

describe('a mail of one alarm', () => {
  const limit = {side: 'above', value: 80} as const
  const inItsPlace = {unit: '°C', limit, place: 'Hall 2', customer_name: 'Bakery'}
  const reader = {...ANYBODY, zone: 'Europe/Berlin', hours: '24'} as const

  const composed = (facts: Partial<NoticeWire>, change: NoticeChange = 'raised', circumstances = {}) =>
    composeAlarmEmail(
      {type: 'alarms.changed', at: AT, total: 1, counts: {[change]: 1}, notices: [notice(change, facts)]},
      {...CIRCUMSTANCES, reader, ...circumstances},
    )

  it('says everything in its subject and its first line, in the zone of its reader', async () => {
    const {subject, before, list, link, furtherLinks} = await composed({...inItsPlace, value: 84.25, peak: 84.25})
    expect(subject).toBe('Pulsewall: Critical · Tank (Hall 2), level: 84.3 °C, above 80 °C, since 13:00 UTC+1')
    expect([...before, ...(list ?? [])]).toEqual([
      'Critical · Tank (Hall 2, Bakery), level: raised, value when raised 84.3\u202f°C, above 80\u202f°C, since 23 Nov 2026, 13:00:00 UTC+1',
    ])
    expect([link.url, furtherLinks]).toEqual(['https://pulsewall.test/alarms/a', undefined])
  })

  it('leads to the alarm in the log, and only in itself to what acknowledges it', async () => {
    const text = await composeAlarmEmail(
      {type: 'alarms.changed', at: AT, total: 1, counts: {raised: 1}, notices: [notice('raised', inItsPlace)]},
      {
        ...CIRCUMSTANCES,
        reader,
        single: {newest: null, acknowledgeToken: 'secret', picture: null},
      },
    )
    const email = renderEmail({to: 'ann@works.test', text})

    expect(email.text).toContain('https://pulsewall.test/acknowledgement?token=secret')
    expect(email.link).toBe('https://pulsewall.test/alarms/a')
  })

  it('says the temperature in the unit of its reader, whatever unit is named', async () => {
    const fahrenheit = {reader: {...reader, temperatureUnit: 'fahrenheit'}}
    const {subject} = await composed({key: 'temperature', limit, value: 100, peak: 100}, 'raised', fahrenheit)
    expect(subject).toBe('Pulsewall: Critical · Tank, temperature: 212 °F, above 176 °F, since 13:00 UTC+1')
    const anybody = await composed({key: 'temperature', limit, value: 100, peak: 100})
    expect(anybody.subject).toContain('100 °C, above 80 °C')
  })

  it.each([
    [99.999991, 99.99996, '99.99999 %, above 99.99996 %'],
    [0.00002, 0.00001, '0.00002 %, above 0.00001 %'],
    [1.5e308, 1e308, '1.5E308 %, above 1E308 %'],
  ])('that is raised by %d says how far it is above %d', async (value, above, words) => {
    const {subject} = await composed({unit: '%', limit: {side: 'above', value: above}, value, peak: value})
    expect(subject).toContain(`level: ${words}, since`)
  })

  it('names beside the limit the worst value, which alone is surely beyond it', async () => {
    const {list} = await composed({limit, value: 75, peak: 99}, 'worsened')
    expect(list?.[0]).toContain('value when raised 75, highest 99, above 80, since')
  })

  it('that was raised on another day says on which, by the clocks of its reader', async () => {
    const lastNight = {raised_at: Date.UTC(2026, 10, 22, 22, 40)}
    expect((await composed(lastNight)).subject).toMatch(/since 22 Nov 2026, 23:40 UTC\+1$/)
    const newYork = {reader: {...reader, zone: 'America/New_York', hours: '12'}}
    const {subject} = await composed(lastNight, 'reminded', newYork)
    expect(subject).toMatch(/since 22 Nov 2026, 5:40 pm UTC−5$/)
    const tonight = {...newYork, now: lastNight.raised_at}
    expect((await composed(lastNight, 'raised', tonight)).subject).toMatch(/since 5:40 pm UTC−5$/)
  })

  it('says what to do, with a link where there is one', async () => {
    const runbook = 'https://wiki.test/tank'
    const linked = await composed({...inItsPlace, runbook})
    expect([linked.list?.at(-1), linked.furtherLinks]).toEqual([
      `What to do: ${runbook}`,
      [{label: 'Open the runbook', url: runbook}],
    ])
    const worded = await composed({...inItsPlace, runbook: 'Call the plant.'})
    expect([worded.list?.at(-1), worded.furtherLinks]).toEqual(['What to do: Call the plant.', undefined])
  })

  it('tells of silence since when, and of an end no figures in the subject', async () => {
    const silent = await composed({...inItsPlace, kind: 'silence', value: null, peak: null, limit: null})
    expect(silent.subject).toBe('Pulsewall: Critical · Tank (Hall 2), level: no data, since 13:00 UTC+1')
    const over = await composed({...inItsPlace, ended_at: AT}, 'ended')
    expect(over.subject).toBe('Pulsewall: Tank (Hall 2), level · over')
  })

  it('of which nothing more is known, as of messages from before, says what it can', async () => {
    const {subject} = await composed({})
    expect(subject).toBe('Pulsewall: Critical · Tank, level: 18, since 13:00 UTC+1')
  })
})
