import {TITLE} from '../../../contract/limits'
import type {NoticeChange} from '../../../contract/wire/notification'

/** What the emails of alarms say. */
export const ALARM_EMAIL = {
  severities: {normal: 'Normal', warning: 'Warning', critical: 'Critical'},
  changes: {
    raised: 'raised',
    worsened: 'got worse',
    reminded: 'not acknowledged yet',
    resumed: 'unshelved and still active',
    ended: 'over',
    passed: 'raised and cleared',
    flapping: 'comes and goes',
    settled: 'has settled',
  } satisfies Record<NoticeChange, string>,
  maintained: 'no longer in maintenance and still active',
  untilSettled: 'you will hear when it has settled',
  alarms: (count: number) => `${count} alarms`,
  silent: 'no data',
  above: (limit: string) => `above ${limit}`,
  below: (limit: string) => `below ${limit}`,
  newest: (value: string, time: string) => `The newest value is ${value}, of ${time}.`,
  value: (value: string) => `value when raised ${value}`,
  highest: (value: string) => `highest ${value}`,
  lowest: (value: string) => `lowest ${value}`,
  since: (time: string) => `since ${time}`,
  until: (time: string) => `until ${time}`,
  endedBy: {
    reset: 'reset',
    ruleChanged: 'its threshold was changed',
    ruleRemoved: 'its threshold was removed',
    removed: 'it was deleted',
  },
  escalated: 'You are told because nobody has acknowledged these alarms.',
  unmanned: (rotas: string) => `You are told because nobody is on call now: ${rotas}.`,
  pictureOf: (key: string) => `${key} in the hour before this mail was sent`,
  more: (count: number) => `${count} more are not listed here.`,
  acknowledge: 'Acknowledge',
  openAlarm: 'Open the alarm',
  runbook: (what: string) => `What to do: ${what}`,
  openRunbook: 'Open the runbook',
  openAlarms: 'Open the alarms',
  why: (route: string) => `You receive this mail because you are on the route “${route}”.`,
  test: {
    subject: `Test of alarms from ${TITLE}`,
    before: (route: string) => `This is a test of the route “${route}”. Alarms will reach you here.`,
  },
}
