import {bufferTime, concatMap, defer, filter, from, Observable, type ObservableInput} from 'rxjs'
import type {Milliseconds} from '../../contract/common'
import type {KeysByDevice} from '../domain/device'
import type {Readings, ReadingsByDevice} from '../domain/reading'

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

/** What is known of one device: its keys, and the readings of those that have a value. */
export interface DeviceTelemetry {
  keys: readonly string[]
  readings: Readings
}

export interface Enrichment {
  deviceIds: readonly string[]
  /** Asks for one device. */
  enrich: (deviceId: string) => ObservableInput<DeviceTelemetry>
  /** The devices in view, most wanted first. */
  shown: Observable<readonly string[]>
  /** From here on what was asked before is too old. */
  rounds: Observable<unknown>
}

/**
 * Asks for the devices one by one, a few at a time, those in view first. Each device is asked for once; in every later
 * round only those in view are, and others when they come into view.
 */
export function enrichment(parts: Enrichment): Observable<ReadingsReceived | DeviceNotEnriched> {
  return asked(parts).pipe(
    bufferTime(BATCH_PERIOD),
    filter(outcomes => outcomes.length > 0),
    concatMap(eventsOf),
  )
}

/** A browser opens six connections to a server; two are left to the chart and the tiles. */
const CONCURRENCY = 4
/** The list is drawn again for each batch. */
const BATCH_PERIOD: Milliseconds = 100

type Outcome = {deviceId: string} & ({telemetry: DeviceTelemetry} | {error: unknown})

function asked({deviceIds, enrich, shown, rounds}: Enrichment): Observable<Outcome> {
  return new Observable<Outcome>(subscriber => {
    const listed = new Set(deviceIds)
    const due = new Set(deviceIds)
    const askedThisRound = new Set<string>()
    let inView: readonly string[] = []
    let underWay = 0

    const askNext = () => {
      while (underWay < CONCURRENCY && due.size > 0 && !subscriber.closed) ask(mostWanted(due, inView))
    }
    const ask = (deviceId: string) => {
      due.delete(deviceId)
      askedThisRound.add(deviceId)
      underWay++
      const done = () => {
        underWay--
        askNext()
      }
      subscriber.add(
        defer(() => from(enrich(deviceId))).subscribe({
          next: telemetry => subscriber.next({deviceId, telemetry}),
          error: (error: unknown) => {
            subscriber.next({deviceId, error})
            done()
          },
          complete: done,
        }),
      )
    }
    const wantInView = () => {
      for (const id of inView) if (listed.has(id) && !askedThisRound.has(id)) due.add(id)
      askNext()
    }

    subscriber.add(
      shown.subscribe(ids => {
        inView = ids
        wantInView()
      }),
    )
    subscriber.add(
      rounds.subscribe(() => {
        askedThisRound.clear()
        wantInView()
      }),
    )
    askNext()
  })
}

function mostWanted(due: ReadonlySet<string>, inView: readonly string[]): string {
  const [first = ''] = due
  return inView.find(id => due.has(id)) ?? first
}

function eventsOf(outcomes: readonly Outcome[]): (ReadingsReceived | DeviceNotEnriched)[] {
  const known = outcomes.flatMap(outcome => ('telemetry' in outcome ? [outcome] : []))
  const failed = outcomes.flatMap(outcome => ('error' in outcome ? [outcome] : []))
  const received: ReadingsReceived = {
    type: 'readings.received',
    readings: new Map(known.map(({deviceId, telemetry}) => [deviceId, telemetry.readings])),
    keys: new Map(known.map(({deviceId, telemetry}) => [deviceId, telemetry.keys])),
  }
  return [
    ...(known.length > 0 ? [received] : []),
    ...failed.map(({deviceId, error}): DeviceNotEnriched => ({type: 'device.notEnriched', deviceId, error})),
  ]
}
