import {createRequire} from 'node:module'
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
 * it loads a series, draws it, and appends what is pushed.
 */
export async function serveBarePage(context: BrowserContext, origin: string, options: BareOptions): Promise<string> {
  const require = createRequire(import.meta.url)
  const scripts = {
    highcharts: require.resolve('highcharts/highcharts.js'),
    socket: require.resolve('socket.io-client/dist/socket.io.min.js'),
  }
  const address = `${origin}/bare`
  await context.route(`${address}/highcharts.js`, route => route.fulfill({path: scripts.highcharts}))
  await context.route(`${address}/socket.js`, route => route.fulfill({path: scripts.socket}))
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
    series?.chart.destroy()
    const chart = Highcharts.chart('chart', {
      accessibility: {enabled: false},
      title: {text: ''},
      legend: {enabled: false},
      credits: {enabled: false},
      chart: {animation: false, height: ${height}},
      xAxis: {type: 'datetime'},
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
