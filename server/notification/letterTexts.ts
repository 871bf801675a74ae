import {TITLE} from '../../contract/limits'
import type {Severity} from '../../contract/rules/thresholds'
import type {NoticeChange} from '../../contract/wire/notification'

/** What the mails of alarms say, in the language of who gets them. */
export interface AlarmTexts {
  severity(severity: Severity | null): string
  /** What has changed, of a single notice. */
  change: Readonly<Record<NoticeChange, string>>
  /** What has changed, of several. */
  counted(change: NoticeChange, count: number): string
  alarms(count: number): string
  silent: string
  value(value: string): string
  highest(value: string): string
  lowest(value: string): string
  since(time: string): string
  until(time: string): string
  endedBy: Readonly<Record<string, string>>
  escalated: string
  more(count: number): string
  openAlarm: string
  openAlarms: string
  why(route: string): string
  test: {subject: string; before(route: string): string; link: string}
}

export const english: AlarmTexts = {
  severity: severity => (severity === null ? 'Normal' : severity === 'critical' ? 'Critical' : 'Warning'),
  change: {
    raised: 'raised',
    worsened: 'worse',
    reminded: 'not acknowledged yet',
    resumed: 'no longer hidden, and still stands',
    ended: 'over',
    passed: 'raised, and over again',
    flapping: 'comes and goes; you will hear when it has settled',
    settled: 'has settled',
  },
  counted: (change, count) => `${count} ${english.change[change].replace(/;.*/, '')}`,
  alarms: count => `${count} alarms`,
  silent: 'no data',
  value: value => `value when raised ${value}`,
  highest: value => `highest ${value}`,
  lowest: value => `lowest ${value}`,
  since: time => `since ${time}`,
  until: time => `until ${time}`,
  endedBy: {
    reset: 'reset',
    ruleChanged: 'its threshold was changed',
    ruleRemoved: 'its threshold was removed',
    removed: 'it was deleted',
  },
  escalated: 'You are told because nobody has acknowledged these alarms.',
  more: count => `${count} more are not listed here.`,
  openAlarm: 'Open the alarm',
  openAlarms: 'Open the alarms',
  why: route => `You get this mail because the route “${route}” of your organisation names you.`,
  test: {
    subject: `Test of alarms from ${TITLE}`,
    before: route => `This is a test of the route “${route}”. Alarms will reach you here.`,
    link: 'Open the alarms',
  },
}

export const german: AlarmTexts = {
  severity: severity => (severity === null ? 'Normal' : severity === 'critical' ? 'Kritisch' : 'Warnung'),
  change: {
    raised: 'ausgelöst',
    worsened: 'verschlimmert',
    reminded: 'noch nicht quittiert',
    resumed: 'nicht mehr ausgeblendet und noch aktiv',
    ended: 'vorbei',
    passed: 'ausgelöst und schon vorbei',
    flapping: 'kommt und geht; du erfährst, wenn sich das gelegt hat',
    settled: 'hat sich beruhigt',
  },
  counted: (change, count) => `${count} ${german.change[change].replace(/;.*/, '')}`,
  alarms: count => `${count} Alarme`,
  silent: 'keine Daten',
  value: value => `Wert beim Auslösen ${value}`,
  highest: value => `Höchstwert ${value}`,
  lowest: value => `Tiefstwert ${value}`,
  since: time => `seit ${time}`,
  until: time => `bis ${time}`,
  endedBy: {
    reset: 'zurückgesetzt',
    ruleChanged: 'der Grenzwert wurde geändert',
    ruleRemoved: 'der Grenzwert wurde entfernt',
    removed: 'es wurde gelöscht',
  },
  escalated: 'Du erhältst diese Mail, weil niemand diese Alarme quittiert hat.',
  more: count => `${count} weitere sind hier nicht aufgeführt.`,
  openAlarm: 'Alarm öffnen',
  openAlarms: 'Alarme öffnen',
  why: route => `Du erhältst diese Mail, weil die Route „${route}“ deiner Organisation dich nennt.`,
  test: {
    subject: `Test der Alarme von ${TITLE}`,
    before: route => `Das ist ein Test der Route „${route}“. Alarme erreichen dich hier.`,
    link: 'Alarme öffnen',
  },
}
