import {createHash} from 'node:crypto'
import {runbookAddress} from '../../../contract/rules/thresholds'
import type {NoticeWire} from '../../../contract/wire/notification'
import {TARGETS} from '../../../contract/wire/target'
import {called, json} from '../called'
import type {Circumstances, Delivery} from '../channel'
import {isPast, subjectOf} from '../wording/occurrences'

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
      commonLabels: {route},
      commonAnnotations: {},
      externalURL: circumstances.origin,
      alerts,
    }
    return [json(url, body, token === undefined ? {} : {authorization: `Bearer ${token}`})]
  },
})

function alertOf(notice: NoticeWire, {route, message}: Delivery, {origin}: Circumstances) {
  const {change, device_name, device_id, key, kind, severity, value, raised_at, ended_at, runbook} = notice
  const isResolved = isPast(notice)
  return {
    status: isResolved ? 'resolved' : 'firing',
    labels: {alertname: `${key} ${kind}`, device: device_name, device_id, key, route, severity: severity ?? 'normal'},
    annotations: {
      summary: `${device_name}, ${key}`,
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

const testAlert = ({key, route, message}: Delivery, {text, origin}: Circumstances) => ({
  status: 'resolved',
  labels: {alertname: 'test', route, severity: 'normal'},
  annotations: {summary: text.subject},
  startsAt: timeOf(message.at),
  endsAt: timeOf(message.at),
  generatorURL: `${origin}/alarms`,
  fingerprint: fingerprintOf(key),
})

const timeOf = (at: number): string => new Date(at).toISOString()

const fingerprintOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16)
