import {join} from 'node:path'
import type {BrowserContext} from 'playwright-core'

export interface BareOptions {
  deviceId: string
  key: string
  seriesUrl: string
  width: number
  height: number
}

/**
 * A page of the same origin with nothing but Highcharts and socket.io, of the same versions, from their own packages:
 * it loads a series, draws it as the dashboard's axes have it, and appends what is pushed.
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

function page({deviceId, key, seriesUrl, width, height}: BareOptions): string {
  return `<!doctype html>
<div id="chart" style="width: ${width}px; height: ${height}px"></div>
<button id="load">Load</button>
<script src="/bare/highcharts.js"></script>
<script src="/bare/socket.js"></script>
<script>
  let series
  load.onclick = async () => {
    const [{values}] = await (await fetch(${JSON.stringify(seriesUrl)})).json()
    const data = values.map(({ts, dbl_v, long_v, int_v, value}) => [ts, dbl_v ?? long_v ?? int_v ?? value ?? 0])
    if (series) return series.setData(data, true, false, false)
    const chart = Highcharts.chart('chart', {
      accessibility: {enabled: false},
      title: {text: ''},
      legend: {enabled: false},
      credits: {enabled: false},
      chart: {animation: false, height: ${height}},
      xAxis: {type: 'datetime', minPadding: 0, maxPadding: 0},
      series: [{type: 'line', animation: false, data}],
    })
    series = chart.series[0]
  }
  const socket = io({transports: ['websocket']})
  socket.on('connect', () => socket.emit('subscribe', {device_ids: [${JSON.stringify(deviceId)}]}, () => {}))
  socket.on('telemetry', batch => {
    for (const {points} of batch) {
      for (const {key, ts, dbl_v, long_v, int_v, value} of points) {
        if (key === ${JSON.stringify(key)}) series?.addPoint([ts, dbl_v ?? long_v ?? int_v ?? value ?? 0], false)
      }
    }
    series?.chart.redraw()
  })
</script>`
}
