import {useSelector} from '@xstate/react'
import {kindOf, kindOfSeries, type ValueKind} from '../../../../domain/telemetry/series/chartKind'
import type {ChartRef} from '../../../../machines/telemetry/chart'
import type {DevicesRef} from '../../../../machines/telemetry/devices'
import type {TilesRef} from '../../../../machines/telemetry/tiles'

interface Shown {
  devices: DevicesRef
  deviceId: string | null
  telemetryKey: string | null
  chart: ChartRef | undefined
  tiles?: TilesRef | undefined
}

/** The one kind by which the chart, the tiles and the list of points of a series are shown. */
export function useSeriesKind({devices, deviceId, telemetryKey, chart, tiles}: Shown): ValueKind {
  const latest = useSelector(devices, s =>
    kindOf(s.context.readings.get(deviceId ?? '')?.get(telemetryKey ?? '')?.value),
  )
  const statistics = useSelector(tiles, s => s?.context.statistics)
  return useSelector(chart, s => kindOfSeries(latest, {series: s?.context.series, statistics}))
}
