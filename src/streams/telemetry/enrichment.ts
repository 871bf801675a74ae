import {bufferTime, concatMap, filter, map, type Observable, type ObservableInput} from 'rxjs'
import type {Milliseconds} from '../../../contract/wire/common'
import type {KeysByDevice} from '../../domain/telemetry/devices/device'
import type {Readings, ReadingsByDevice} from '../../domain/telemetry/readings/reading'
import {type Outcome, prioritisedQueue} from '../prioritisedQueue'

export interface ReadingsReceived {
  type: 'readings.received'
  readings: ReadingsByDevice
  keys: KeysByDevice
}

export interface DeviceNotEnriched {
  type: 'device.notEnriched'
  deviceId: string
  error: unknown
}

/** The keys of one device, and the readings of those that have a value. */
export interface DeviceTelemetry {
  keys: readonly string[]
  readings: Readings
}

export interface Enrichment {
  deviceIds: readonly string[]
  enrich: (deviceId: string) => ObservableInput<DeviceTelemetry>
  /** The devices in view, the most urgent first. */
  shown: Observable<readonly string[]>
  /** Each value starts a new round, in which the devices in view are asked for again. */
  polls: Observable<unknown>
}

/**
 * Asks for the devices one by one, a few at a time, those in view first. Each device is asked for once; in later
 * rounds only those are that are in view or come into view.
 */
export function enrichment({
  deviceIds,
  enrich,
  shown,
  polls,
}: Enrichment): Observable<ReadingsReceived | DeviceNotEnriched> {
  const listed = new Set(deviceIds)
  const requested = shown.pipe(map(ids => ids.filter(id => listed.has(id))))
  return prioritisedQueue({
    idOf: id => id,
    ask: enrich,
    requested,
    others: deviceIds,
    polls,
    concurrency: CONCURRENCY,
  }).pipe(
    bufferTime(BATCH_PERIOD),
    filter(outcomes => outcomes.length > 0),
    concatMap(eventsOf),
  )
}

/** A browser opens six connections to a server. Two are left to the charts and the tiles. */
const CONCURRENCY = 4
/** The list is drawn again for each batch, so answers are gathered for this long. */
const BATCH_PERIOD: Milliseconds = 100

function eventsOf(outcomes: readonly Outcome<string, DeviceTelemetry>[]): (ReadingsReceived | DeviceNotEnriched)[] {
  const known = outcomes.flatMap(outcome => ('answer' in outcome ? [outcome] : []))
  const failed = outcomes.flatMap(outcome => ('error' in outcome ? [outcome] : []))
  const received: ReadingsReceived = {
    type: 'readings.received',
    readings: new Map(known.map(({item, answer}) => [item, answer.readings])),
    keys: new Map(known.map(({item, answer}) => [item, answer.keys])),
  }
  return [
    ...(known.length > 0 ? [received] : []),
    ...failed.map(({item, error}): DeviceNotEnriched => ({type: 'device.notEnriched', deviceId: item, error})),
  ]
}
