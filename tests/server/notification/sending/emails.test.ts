import {describe, expect, it} from 'vitest'
import type {NoticeChange, NoticeWire} from '../../../../contract/wire/notification'
import {renderEmail} from '../../../../server/mail/renderEmail'
import {composeAlarmEmail} from '../../../../server/notification/sending/emails'

const AT = Date.UTC(2026, 10, 23, 12)

function notice(change: NoticeChange, facts: Partial<NoticeWire>): NoticeWire {
  const ids = {id: 'n', alarm_id: 'a', occurrence_id: 'o', device_id: 'd'}
  const series = {device_name: 'Tank', key: 'level', kind: 'value'} as const
  const times = {raised_at: AT, acknowledged_at: null, ended_at: null, ended_by: null}
  return {...ids, ...series, ...times, change, severity: 'critical', value: 18, peak: 18, ...facts}
}

async function lineOf(change: NoticeChange, facts: Partial<NoticeWire>, language: 'de' | 'en' = 'en') {
  const notices = [notice(change, facts)]
  const reader = {language, zone: null, hours: null}
  const message = {type: 'alarms.changed', at: AT, total: 1, counts: {[change]: 1}, notices} as const
  const {list} = await composeAlarmEmail(message, {route: 'Noc', step: 0, origin: 'https://pulsewall.test', reader})
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
  const reader = {language: 'en', zone: 'Europe/Berlin', hours: '24'} as const

  const composed = (facts: Partial<NoticeWire>, change: NoticeChange = 'raised') =>
    composeAlarmEmail(
      {type: 'alarms.changed', at: AT, total: 1, counts: {[change]: 1}, notices: [notice(change, facts)]},
      {route: 'Noc', step: 0, origin: 'https://pulsewall.test', reader},
    )

  it('says everything in its subject and its first line, in the zone of its reader', async () => {
    const {subject, before, list, link, furtherLinks} = await composed({...inItsPlace, value: 84.25, peak: 84.25})
    expect(subject).toBe('Pulsewall: Critical · Tank (Hall 2), level: 84.25 °C, above 80 °C, since 13:00 CET')
    expect([...before, ...(list ?? [])]).toEqual([
      'Critical · Tank (Hall 2, Bakery), level: raised, value when raised 84.25\u00a0°C, above 80\u00a0°C, since 23 Nov 2026, 13:00:00 CET',
    ])
    expect([link.url, furtherLinks]).toEqual(['https://pulsewall.test/alarms/a', undefined])
  })

  it('leads to the alarm in the log, and only in itself to what acknowledges it', async () => {
    const text = await composeAlarmEmail(
      {type: 'alarms.changed', at: AT, total: 1, counts: {raised: 1}, notices: [notice('raised', inItsPlace)]},
      {
        ...{route: 'Noc', step: 0, origin: 'https://pulsewall.test', reader},
        single: {newest: null, acknowledgeToken: 'secret', picture: null},
      },
    )
    const email = renderEmail({to: 'ann@works.test', text})

    expect(email.text).toContain('https://pulsewall.test/acknowledgement?token=secret')
    expect(email.link).toBe('https://pulsewall.test/alarms/a')
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
    expect(silent.subject).toBe('Pulsewall: Critical · Tank (Hall 2), level: no data, since 13:00 CET')
    const over = await composed({...inItsPlace, ended_at: AT}, 'ended')
    expect(over.subject).toBe('Pulsewall: Tank (Hall 2), level · over')
  })

  it('of which nothing more is known, as of messages from before, says what it can', async () => {
    const {subject} = await composed({})
    expect(subject).toBe('Pulsewall: Critical · Tank, level: 18, since 13:00 CET')
  })
})
