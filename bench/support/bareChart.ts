import type {Series} from 'highcharts'
import Highcharts from 'highcharts/esm/highcharts.js'
import {io} from 'socket.io-client'
import type {LiveTelemetry} from '../../contract/wire/telemetry/live'
import type {PointWire, SeriesItemWire} from '../../contract/wire/telemetry/telemetry'
import {createFormats} from '../../src/domain/format/formats'
import {chartOptions} from '../../src/ui/telemetry/dashboard/chart/drawing/chartOptions'

/** The data that the server of the page puts into it. */
export interface BareChart {
  deviceId: string
  /** The keys are loaded in turn. Pushed values of the first one are appended. */
  keys: readonly string[]
  startTs: number
  endTs: number
}

declare global {
  interface Window {
    bareChart: BareChart
  }
}

/**
 * The least code that shows the same with Highcharts. Like the dashboard, it creates an empty chart with the same
 * options, loads a series, draws it, and appends pushed values to its one line.
 */
const {deviceId, keys, startTs, endTs} = window.bareChart
const {timeZone: zone} = Intl.DateTimeFormat().resolvedOptions()
const formats = createFormats({zone, hours: null, language: 'en', locale: navigator.language})
const options = {
  ...chartOptions({
    color: 'blue',
    telemetryKey: '',
    kind: 'number',
    formats,
    onView: () => {},
    unit: () => null,
    leftOut: () => null,
  }),
  series: [{type: 'line' as const, data: []}],
}
let line: Series | undefined
let loads = 0

async function load() {
  const answer = fetch(addressOf(keys[loads++ % keys.length] ?? ''))
  line?.chart.destroy()
  line = Highcharts.chart('chart', options).series[0]
  const items: SeriesItemWire[] = await (await answer).json()
  line?.setData((items[0]?.values ?? []).map(drawn))
}

const addressOf = (key: string) =>
  `/api/v0/telemetry/device/${deviceId}/values/timeseries` +
  `?keys=${key}&startTs=${startTs}&endTs=${endTs}&limit=1000&agg=none`

const drawn = ({ts, dbl_v, long_v}: Omit<PointWire, 'json_v'>): [number, number] => [ts, dbl_v ?? long_v ?? 0]

document.getElementById('load')?.addEventListener('click', load)

const socket = io({transports: ['websocket']})
socket.on('connect', () => socket.emit('subscribe', {device_ids: [deviceId]}, () => {}))
socket.on('telemetry', (batch: LiveTelemetry[]) => {
  for (const {points} of batch) {
    for (const {key, ...point} of points) if (key === keys[0]) line?.addPoint(drawn(point), false)
  }
  line?.chart.redraw()
})
