import {MINUTE} from '../../contract/rules/durations'
import type {EpochMs, Milliseconds} from '../../contract/wire/common'
import type {LiveTelemetry} from '../../contract/wire/live'
import type {TileStatistics} from '../../contract/wire/telemetry'
import type {TelemetryRepository} from './repository'

export interface SharedStatistics {
  /** The statistics of a device's key as of now. Who asks for the same meanwhile, or soon after it, gets the same answer. */
  asOf(now: EpochMs, asked: Asked): Promise<TileStatistics>
  /** Call it when values are stored. What was computed before them is not told again. */
  hear(stored: readonly Pick<LiveTelemetry, 'device_id'>[]): void
}

interface Asked {
  device: {id: string; number: number}
  keyId: number
  timeZone: string
}

interface Shared {
  since: EpochMs
  answer: Promise<TileStatistics>
}

/** Other servers may store values, too, of which nothing is heard. */
const KEPT: Milliseconds = 10_000
/** All are forgotten at this number of devices. */
const DEVICES = 10_000

/** Browsers ask for statistics in the same minutes, all for the same devices. */
export function createSharedStatistics({statistics}: Pick<TelemetryRepository, 'statistics'>): SharedStatistics {
  const kept = new Map<string, Map<string, Shared>>()
  const isCurrent = (since: EpochMs, now: EpochMs) =>
    now >= since && now - since < KEPT && Math.floor(now / MINUTE) === Math.floor(since / MINUTE)

  return {
    asOf(now, {device, keyId, timeZone}) {
      if (kept.size >= DEVICES) kept.clear()
      const ofDevice: Map<string, Shared> = kept.get(device.id) ?? new Map()
      kept.set(device.id, ofDevice)
      const name = `${keyId} ${timeZone}`
      const last = ofDevice.get(name)
      if (last !== undefined && isCurrent(last.since, now)) return last.answer
      const answer = statistics({deviceNumber: device.number, keyId}, now, timeZone)
      ofDevice.set(name, {since: now, answer})
      answer.catch(() => {
        if (ofDevice.get(name)?.answer === answer) ofDevice.delete(name)
      })
      return answer
    },
    hear(stored) {
      for (const {device_id} of stored) kept.delete(device_id)
    },
  }
}
