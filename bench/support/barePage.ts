import {join} from 'node:path'
import type {BrowserContext} from 'playwright-core'
import {build} from 'vite'
import type {BareChart} from './bareChart'

export interface BareOptions extends BareChart {
  width: number
  height: number
}

/**
 * Serves a page of the same origin that runs `source` with Highcharts and socket.io only, built like the client.
 */
export async function serveBarePage(
  context: BrowserContext,
  origin: string,
  {source = join(import.meta.dirname, 'bareChart.ts'), ...options}: BareOptions & {source?: string},
): Promise<string> {
  const address = `${origin}/bare`
  const script = await bareScript(source)
  // Chromium treats a page that is served by the test as one from the internet, which may not connect to this machine.
  await context.grantPermissions(['local-network-access'], {origin})
  await context.route(`${address}/script.js`, route => route.fulfill({contentType: 'text/javascript', body: script}))
  await context.route(address, route => route.fulfill({contentType: 'text/html', body: page(options)}))
  return address
}

function page({width, height, ...chart}: BareOptions): string {
  return `<!doctype html>
<div id="chart" style="width: ${width}px; height: ${height}px"></div>
<button id="load">Load</button>
<script>window.bareChart = ${JSON.stringify(chart)}</script>
<script type="module" src="/bare/script.js"></script>`
}

async function bareScript(source: string): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      modulePreload: false,
      rolldownOptions: {input: source, output: {codeSplitting: false}},
    },
  })
  const outputs = 'output' in built ? built.output : Array.isArray(built) ? built.flatMap(({output}) => output) : []
  const script = outputs.find(output => output.type === 'chunk')
  if (script === undefined) throw new Error('The script of the bare page was not built')
  return script.code
}
