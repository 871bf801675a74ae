import {kindOf} from '../../../../domain/telemetry/series/chartKind'
import {
  type Candidate,
  isSameSeries,
  type Placed,
  placed,
  type SeriesName,
} from '../../../../domain/telemetry/series/comparison'
import type {ChartRef} from '../../../../machines/telemetry/chart'
import type {ComparisonRef} from '../../../../machines/telemetry/comparison'
import type {DashboardRef} from '../../../../machines/telemetry/dashboard'
import type {DevicesRef, DevicesSnapshot} from '../../../../machines/telemetry/devices'
import {unitOf} from '../../unitOf'

/** A series of the drawing, the own one or one beside it. */
export interface DrawnSeries extends Placed {
  /** As the legend says it: the device and the key. */
  title: string
  chart: ChartRef
}

export function candidateOf(snapshot: DevicesSnapshot, {deviceId, key}: SeriesName): Candidate {
  const value = snapshot.context.readings.get(deviceId)?.get(key)?.value
  return {deviceId, key, unit: unitOf(snapshot, deviceId, key), kind: kindOf(value)}
}

export const titleOf = (devices: readonly {id: string; name: string}[], {deviceId, key}: SeriesName): string =>
  `${devices.find(({id}) => id === deviceId)?.name ?? deviceId} · ${key}`

/** Adds a series to the drawing, or takes it away again. Returns false when there is no drawing to add it to. */
export function compare(dashboard: DashboardRef, devices: DevicesRef, name: SeriesName): boolean {
  const comparison = dashboard.getSnapshot().children.comparison
  if (comparison === undefined) return false
  const shown = shownIn(comparison)
  if (shown.slice(1).some(other => isSameSeries(other, name))) comparison.send({type: 'series.removed', name})
  else {
    const snapshot = devices.getSnapshot()
    const candidates = shown.map(other => candidateOf(snapshot, other))
    comparison.send({type: 'series.requested', requested: candidateOf(snapshot, name), shown: candidates})
  }
  return true
}

/** The own series, and then the others. */
export function shownIn(comparison: ComparisonRef): SeriesName[] {
  const {own, comparison: shown} = comparison.getSnapshot().context
  return [own, ...placed(shown)]
}
