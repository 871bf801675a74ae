import {createHash} from 'node:crypto'
import {runbookAddress} from '../../../contract/rules/thresholds'
import type {NoticeWire} from '../../../contract/wire/notification'
import {TARGETS} from '../../../contract/wire/target'
import {called, json} from '../called'
import type {Circumstances, Delivery} from '../channel'
import {isPast, subjectOf} from '../wording/occurrences'

type Texts = Readonly<Record<string, string>>

interface Alert {
  status: 'firing' | 'resolved'
  labels: Texts
  annotations: Texts
  startsAt: string
  endsAt: string
  generatorURL: string
  fingerprint: string
}

const NEVER = '0001-01-01T00:00:00Z'

export const alertmanager = called<'alertmanager'>({
  target: TARGETS.alertmanager,
  shown: ({url}) => url,
  mostNotices: 1000,
  hasFurtherMessages: true,
  isOrdered: true,
  render({url, token}, delivery, circumstances) {
    const {route, organisationId, step, message} = delivery
    const alerts =
      message.type === 'test'
        ? [testAlert(delivery, circumstances)]
        : message.notices.map(notice => alertOf(notice, delivery, circumstances))
    const body = {
      version: '4',
      groupKey: `{}/{organisation="${organisationId}",route=${JSON.stringify(route)},step="${step}"}:{}`,
      truncatedAlerts: 0,
      status: alerts.some(({status}) => status === 'firing') ? 'firing' : 'resolved',
      receiver: route,
      groupLabels: {route},
      commonLabels: sharedBy(alerts.map(({labels}) => labels)),
      commonAnnotations: sharedBy(alerts.map(({annotations}) => annotations)),
      externalURL: circumstances.origin,
      alerts,
    }
    return [json(url, body, token === undefined ? {} : {authorization: `Bearer ${token}`})]
  },
})

/** An alert is identified by its labels, so they hold only what stays as it is until the alert is resolved. */
function alertOf(notice: NoticeWire, {route, message}: Delivery, {origin}: Circumstances): Alert {
  const {change, device_name, device_id, key, kind, severity, value, raised_at, ended_at, runbook} = notice
  const isResolved = isPast(notice)
  const flapping = notice.occurrence_id === null ? ' flapping' : ''
  return {
    status: isResolved ? 'resolved' : 'firing',
    labels: {alertname: `${key} ${kind}${flapping}`, device_id, key, route},
    annotations: {
      summary: `${device_name}, ${key}`,
      device: device_name,
      severity: severity ?? 'normal',
      change,
      ...(value !== null && {value: String(value)}),
      ...(runbook && {[runbookAddress(runbook) === null ? 'runbook' : 'runbook_url']: runbook}),
    },
    startsAt: timeOf(raised_at ?? message.at),
    endsAt: isResolved ? timeOf(ended_at ?? message.at) : NEVER,
    generatorURL: `${origin}/alarms/${notice.alarm_id}`,
    fingerprint: fingerprintOf(subjectOf(notice)),
  }
}

const testAlert = ({key, route, message}: Delivery, {text, origin}: Circumstances): Alert => ({
  status: 'resolved',
  labels: {alertname: 'test', route},
  annotations: {summary: text.subject, severity: 'normal'},
  startsAt: timeOf(message.at),
  endsAt: timeOf(message.at),
  generatorURL: `${origin}/alarms`,
  fingerprint: fingerprintOf(key),
})

/** The texts that all alerts of a message share. */
const sharedBy = ([first = {}, ...others]: readonly Texts[]): Texts =>
  Object.fromEntries(Object.entries(first).filter(([name, value]) => others.every(other => other[name] === value)))

const timeOf = (at: number): string => new Date(at).toISOString()

const fingerprintOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16)
