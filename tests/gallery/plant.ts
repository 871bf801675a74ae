import {fromCallback} from 'xstate'
import {type Severity, thresholdsFrom} from '../../contract/rules/thresholds'
import type {Alarm} from '../../src/domain/alarm'
import {type DeviceEntry, NO_DETAILS} from '../../src/domain/telemetry/devices/device'
import type {Reading, ReadingsByDevice} from '../../src/domain/telemetry/readings/reading'
import {NO_SERIES, type Series} from '../../src/domain/telemetry/series/series'
import type {Averages, SparklineId, UsualRange} from '../../src/domain/telemetry/series/sparkline'
import {alarm, occurrence} from '../machines/alarms/alarm'
import {answers, says} from './given'
import type {Parts} from './parts'
import {ago, NOW} from './world'

const MINUTE = 60_000
const SITES = ['Amsterdam', 'Rotterdam']
const KINDS = ['press', 'boiler', 'compressor', 'mixer', 'fan']
const HALLS = 8
const LIMITS = thresholdsFrom({temperature: {critical: {above: 90}}, load: {warning: {above: 20}}}).thresholds

/** A plant of devices, in which all is well, or some of it fails: at least one is too hot. */
export function plant(count: number, isFailing: boolean): (parts: Parts) => Partial<Parts> {
  const devices = devicesOf(count)
  const isHot = (at: number) => isFailing && at % 23 === Math.min(11, count - 1)
  const readings: ReadingsByDevice = new Map(
    devices.map(({id}, at) => [id, readingsAt(at, {isFailing, isHot: isHot(at)})]),
  )
  const alarms = isFailing ? devices.flatMap((device, at) => alarmOf(device, at, isHot(at)) ?? []) : []
  return parts => ({
    devices: parts.devices.provide({
      actors: {
        loadDevices: answers(devices),
        readings: fromCallback(({sendBack}) =>
          sendBack({
            type: 'readings.received',
            at: NOW,
            readings,
            keys: new Map(devices.map(({id}) => [id, ['temperature', 'load']])),
          }),
        ),
      },
    }),
    wall: parts.wall.provide({
      actors: {
        alarms: says({type: 'alarms.received', alarms, isAll: true}),
        sparklines: fromCallback(({sendBack, receive, input}) => {
          const answer = (sparklines: readonly SparklineId[]) =>
            sendBack({
              type: 'histories.received',
              found: sparklines.map(id => {
                const averages = hourOf(id, readings)
                return {...id, averages, usual: usualBeside(averages)}
              }),
            })
          receive(command => command.type === 'sparklines.requested' && answer(command.sparklines))
          answer(input.requested)
        }),
      },
    }),
  })
}

/** Most of the hour is usual. */
function usualBeside({points}: Averages): readonly UsualRange[] {
  const values = points.map(({value}) => value)
  const [low, high] = [Math.min(...values), Math.max(...values)]
  const margin = (high - low) / 4
  return [-90, -30, 30, 90].map(minute => ({
    ts: NOW + minute * MINUTE,
    low: low + margin + minute / 60,
    high: high - margin / 2 + minute / 60,
  }))
}

export const devicesOf = (count: number): DeviceEntry[] => Array.from({length: count}, (_, at) => deviceAt(at))

const deviceAt = (at: number): DeviceEntry => ({
  ...NO_DETAILS,
  id: `p-${at}`,
  name: `${SITES[at % SITES.length]} ${KINDS[at % KINDS.length]} ${Math.floor(at / 10) + 1}`,
  type: KINDS[at % KINDS.length] ?? null,
  label: `Hall ${(at % HALLS) + 1}`,
})

export const valueAt = (at: number, minute: number): number =>
  Math.round(10 * (48 + (at % 9) + 6 * Math.sin(at + minute / (5 + (at % 11))) + Math.sin(minute * 1.7 + at))) / 10

function readingsAt(
  at: number,
  {isFailing, isHot}: {isFailing: boolean; isHot: boolean},
): ReadonlyMap<string, Reading> {
  const arrival = ago(isFailing && at % 31 === 30 ? 12 : 0)
  const reading = (value: number): Reading => ({value, ts: arrival, receivedAt: arrival})
  return new Map([
    ['temperature', reading(isHot ? 96.5 : valueAt(at, 60))],
    ['load', reading(20 + ((at * 37) % 60))],
  ])
}

function alarmOf({id, name}: DeviceEntry, at: number, isHot: boolean): Alarm | null {
  const raised = (severity: Severity) => occurrence({severity, raisedAt: NOW - (3 + (at % 90)) * MINUTE})
  const told = (more: Partial<Alarm>) =>
    alarm(`alarm-${at}`, {deviceId: id, deviceName: name, occurrence: raised('critical'), ...more})
  const [hot, loaded] = ['temperature', 'load'].map(key => LIMITS.get(key) ?? null)
  if (isHot) return told({threshold: hot ?? null, ...(at % 2 === 0 && {state: 'acknowledged'})})
  if (at % 37 === 5)
    return told({key: 'load', threshold: loaded ?? null, severity: 'warning', occurrence: raised('warning')})
  if (at % 97 === 17) return told({state: 'shelved'})
  return null
}

/** Ends at the value that is shown. */
function hourOf({deviceId, key}: SparklineId, readings: ReadingsByDevice): Series {
  const at = Number(deviceId.slice(2))
  const last = Number(readings.get(deviceId)?.get(key)?.value)
  const points = Array.from({length: 60}, (_, minute) => ({
    ts: NOW - (60 - minute) * MINUTE,
    value: last + valueAt(at, minute) - valueAt(at, 60),
  }))
  return {...NO_SERIES, points}
}
