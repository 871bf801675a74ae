import {expect, it} from 'vitest'
import type {NoticeChange, NoticeWire} from '../../../../contract/wire/notification'
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
