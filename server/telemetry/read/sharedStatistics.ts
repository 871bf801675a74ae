import {MINUTE} from '../../../contract/rules/time/durations'
import type {EpochMs, Milliseconds} from '../../../contract/wire/common'
import type {LiveTelemetry} from '../../../contract/wire/telemetry/live'
import type {StatisticsAnswer} from '../../../contract/wire/telemetry/telemetry'
import type {TelemetryRepository} from '../repository'

export interface SharedStatistics {
  /** The statistics of a device's key as of now. Calls for the same at or soon after that time share the answer. */
  asOf(now: EpochMs, asked: Asked): Promise<StatisticsAnswer>
  /** The statistics as of another moment, which nobody else requests. */
  past(at: EpochMs, asked: Asked): Promise<StatisticsAnswer>
  /** Call it when values are stored. Results computed before them are not used again. */
  onStored(stored: readonly Pick<LiveTelemetry, 'device_id'>[]): void
}

interface Asked {
  device: {id: string; number: number}
  key: string
  timeZone: string
}

interface Shared {
  since: EpochMs
  answer: Promise<StatisticsAnswer>
}

/** Other servers may store values, too, without an event here. */
const CACHED_FOR: Milliseconds = 10_000
/** All are forgotten at this number of devices. */
const DEVICES = 10_000

const NO_STATISTICS = {lastHour: null, today: null, yesterday: null, thisWeek: null, lastWeek: null}

/** Many look at the same devices: pushed and requested statistics share one computation. */
export function createSharedStatistics({
  findKeys,
  statistics,
}: Pick<TelemetryRepository, 'findKeys' | 'statistics'>): SharedStatistics {
  const cached = new Map<string, Map<string, Shared>>()
  const isCurrent = (since: EpochMs, now: EpochMs) =>
    now >= since && now - since < CACHED_FOR && Math.floor(now / MINUTE) === Math.floor(since / MINUTE)

  async function computed(deviceNumber: number, key: string, timeZone: string, at: EpochMs): Promise<StatisticsAnswer> {
    const keyId = (await findKeys(deviceNumber, [key])).get(key)
    if (keyId === undefined) return {...NO_STATISTICS, at}
    return {...(await statistics({deviceNumber, keyId}, at, timeZone)), at}
  }

  return {
    asOf(now, {device, key, timeZone}) {
      if (cached.size >= DEVICES) cached.clear()
      const ofDevice: Map<string, Shared> = cached.get(device.id) ?? new Map()
      cached.set(device.id, ofDevice)
      const name = `${timeZone} ${key}`
      const last = ofDevice.get(name)
      if (last !== undefined && isCurrent(last.since, now)) return last.answer
      const answer = computed(device.number, key, timeZone, now)
      ofDevice.set(name, {since: now, answer})
      answer.catch(() => {
        if (ofDevice.get(name)?.answer === answer) ofDevice.delete(name)
      })
      return answer
    },
    past: (at, {device, key, timeZone}) => computed(device.number, key, timeZone, at),
    onStored(stored) {
      for (const {device_id} of stored) cached.delete(device_id)
    },
  }
}
