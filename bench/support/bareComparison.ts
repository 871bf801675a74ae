import type {Chart} from 'highcharts'
import Highcharts from 'highcharts/esm/highcharts.js'
import {io} from 'socket.io-client'
import type {LiveTelemetry} from '../../contract/wire/telemetry/live'
import type {PointWire, SeriesItemWire} from '../../contract/wire/telemetry/telemetry'
import {createFormats} from '../../src/domain/format/formats'
import {compareOptions} from '../../src/ui/telemetry/dashboard/compare/CompareCanvas'

/** The least code that shows several series with Highcharts: loads each, appends pushed values, and redraws. */
const {deviceId, keys, startTs, endTs} = window.bareChart
const {timeZone: zone} = Intl.DateTimeFormat().resolvedOptions()
const formats = createFormats({zone, hours: null, language: 'en', locale: navigator.language})
const options = compareOptions({
  lines: keys.map((_, place) => ({place, axis: 0, isStepped: false})),
  units: [null],
  formats,
  onView: () => {},
})
const series = (options.series ?? []).filter((_, at) => at % 2 === 0).slice(0, keys.length)
let chart: Chart | undefined

async function load() {
  chart?.destroy()
  const drawing = Highcharts.chart('chart', {...options, series})
  chart = drawing
  const answers = await Promise.all(keys.map(async key => (await fetch(addressOf(key))).json()))
  answers.forEach((items: SeriesItemWire[], at) => {
    drawing.series[at]?.setData((items[0]?.values ?? []).map(drawn), false)
  })
  drawing.redraw()
}

const addressOf = (key: string) =>
  `/api/v0/telemetry/device/${deviceId}/values/timeseries` +
  `?keys=${key}&startTs=${startTs}&endTs=${endTs}&limit=1000&agg=none`

const drawn = ({ts, dbl_v, long_v}: Omit<PointWire, 'json_v'>): [number, number] => [ts, dbl_v ?? long_v ?? 0]

document.getElementById('load')?.addEventListener('click', load)

const socket = io({transports: ['websocket']})
socket.on('connect', () => socket.emit('subscribe', {device_ids: [deviceId]}, () => {}))
socket.on('telemetry', (batch: LiveTelemetry[]) => {
  for (const {points} of batch)
    for (const {key, ...point} of points) chart?.series[keys.indexOf(key)]?.addPoint(drawn(point), false)
  chart?.redraw()
})
