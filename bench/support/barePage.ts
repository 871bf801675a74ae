import {join} from 'node:path'
import type {BrowserContext} from 'playwright-core'

export interface BareOptions {
  deviceId: string
  /** Loaded in turns; what is pushed of the first is appended. */
  keys: readonly string[]
  startTs: number
  endTs: number
  width: number
  height: number
}

/**
 * A page of the same origin with nothing but Highcharts and socket.io, of the same versions, from their own packages:
 * like the dashboard it makes an empty chart, loads a series, draws it into the same axes, and appends what is pushed.
 */
export async function serveBarePage(context: BrowserContext, origin: string, options: BareOptions): Promise<string> {
  const packages = join(import.meta.dirname, '../../node_modules')
  const address = `${origin}/bare`
  await context.route(`${address}/highcharts.js`, route =>
    route.fulfill({path: join(packages, 'highcharts/highcharts.js')}),
  )
  await context.route(`${address}/socket.js`, route =>
    route.fulfill({path: join(packages, 'socket.io-client/dist/socket.io.min.js')}),
  )
  // Chromium takes a page that comes from here for one from the internet, which must not open sockets to this machine.
  await context.grantPermissions(['local-network-access'], {origin})
  await context.route(address, route => route.fulfill({contentType: 'text/html', body: page(options)}))
  return address
}

function page({deviceId, keys, startTs, endTs, width, height}: BareOptions): string {
  return `<!doctype html>
<div id="chart" style="width: ${width}px; height: ${height}px"></div>
<button id="load">Load</button>
<script src="/bare/highcharts.js"></script>
<script src="/bare/socket.js"></script>
<script>
  const keys = ${JSON.stringify(keys)}
  let series
  let loads = 0
  load.onclick = async () => {
    const response = fetch(seriesUrl(keys[loads++ % keys.length]))
    series?.chart.destroy()
    series = emptyChart().series[0]
    const [{values}] = await (await response).json()
    series.setData(values.map(({ts, dbl_v, long_v, int_v, value}) => [ts, dbl_v ?? long_v ?? int_v ?? value ?? 0]))
  }
  const seriesUrl = key =>
    '/api/v0/telemetry/device/${deviceId}/values/timeseries?keys=' + key + '&startTs=${startTs}&endTs=${endTs}&limit=1000'
  const emptyChart = () =>
    Highcharts.chart('chart', {
      accessibility: {enabled: false},
      title: {text: ''},
      legend: {enabled: false},
      credits: {enabled: false},
      chart: {animation: false, height: ${height}},
      xAxis: {type: 'datetime', minPadding: 0, maxPadding: 0},
      series: [{type: 'line', animation: false, data: []}],
    })
  const socket = io({transports: ['websocket']})
  socket.on('connect', () => socket.emit('subscribe', {device_ids: [${JSON.stringify(deviceId)}]}, () => {}))
  socket.on('telemetry', batch => {
    for (const {points} of batch) {
      for (const {key, ts, dbl_v, long_v, int_v, value} of points) {
        if (key === keys[0]) series?.addPoint([ts, dbl_v ?? long_v ?? int_v ?? value ?? 0], false)
      }
    }
    series?.chart.redraw()
  })
</script>`
}
