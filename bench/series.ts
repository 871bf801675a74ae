import {setTimeout as delay} from 'node:timers/promises'
import {withBrowser} from './support/browser'
import {
  BARE_PAGE,
  bareHighcharts,
  CHART_KEYS,
  type ChartPage,
  createChartWorld,
  openBare,
  openOurs,
} from './support/chartPages'
import {connectDevice} from './support/deviceConnection'
import {information, type Line, timesOver} from './support/report'
import {withServer} from './support/server'
import {byLength, type Settings} from './support/settings'

const LIMIT = 1.2

/** Our dashboard and a bare Highcharts page take turns with the same points, the same width and the same server. */
export async function series(settings: Settings): Promise<Line[]> {
  return withServer(createChartWorld, (server, world) =>
    withBrowser(async browser => {
      const ours = await openOurs(browser, server, world)
      const bare = await openBare(browser, server, world, ours.page)
      const drawn: Times = {ours: [], bare: []}
      for (let run = 1; run <= byLength(settings, {quick: 8, usual: 24}); run++) {
        const [ourTime, bareTime] = [await timeToDraw(ours, run), await timeToDraw(bare, run)]
        // The first runs only warm up.
        if (run <= 3) continue
        drawn.ours.push(ourTime)
        drawn.bare.push(bareTime)
      }
      await timeToDraw(ours, 0)
      const appended = await timesToAppend(ours, bare, server.port, byLength(settings, {quick: 20, usual: 100}))
      return [
        line('series of 1,000 points: response → drawn', drawn),
        line('a live point: arrival in the page → appended and painted', appended),
        information('  the bare page', BARE_PAGE),
      ]
    }),
  )
}

interface Times {
  ours: number[]
  bare: number[]
}

async function timeToDraw({page, reload}: ChartPage, run: number): Promise<number> {
  await page.evaluate(() => {
    window.probe.drawings.length = 0
    performance.clearResourceTimings()
  })
  await reload(run)
  const handle = await page.waitForFunction(() => {
    const response = performance
      .getEntriesByType('resource')
      .findLast(entry => entry.name.includes('/values/timeseries'))
    if (!(response instanceof PerformanceResourceTiming) || response.responseEnd === 0) return undefined
    const drawing = window.probe.drawings.find(
      ({points, changedNow}) => points >= 990 && changedNow >= response.responseEnd,
    )
    return drawing === undefined ? undefined : drawing.paintedNow - response.responseEnd
  })
  const time = await handle.jsonValue()
  // Work that the page still has to do must not fall into the turn of the other page.
  await delay(300)
  return time ?? Number.NaN
}

/** Posts to both devices in turn, so that one page is idle while the other draws. */
async function timesToAppend(ours: ChartPage, bare: ChartPage, port: number, count: number): Promise<Times> {
  const pages = [ours, bare]
  const devices = pages.map(({token}) => connectDevice(port, token))
  for (const {page} of pages) {
    await page.evaluate(() => {
      window.probe.drawings.length = 0
      window.probe.messagesNow.length = 0
    })
  }
  for (let index = 0; index < count; index++) {
    for (const device of devices) {
      await device.post(`{"${CHART_KEYS[0]}":${20 + (index % 10)}}`)
      await delay(150)
    }
  }
  for (const device of devices) device.close()
  const [ourTimes = [], bareTimes = []] = await Promise.all(pages.map(each => appendTimes(each, count)))
  return {ours: ourTimes, bare: bareTimes}
}

async function appendTimes({page}: ChartPage, count: number): Promise<number[]> {
  await page.waitForFunction(expected => {
    const {messagesNow, drawings} = window.probe
    const lastNow = messagesNow[expected - 1] ?? Number.POSITIVE_INFINITY
    return drawings.some(({changedNow}) => changedNow >= lastNow)
  }, count)
  return page.evaluate(() =>
    window.probe.messagesNow.flatMap(arrivedNow => {
      const drawing = window.probe.drawings.find(({changedNow}) => changedNow >= arrivedNow)
      return drawing === undefined ? [] : [drawing.paintedNow - arrivedNow]
    }),
  )
}

/** Found in a profile of the page. */
const CAUSE =
  'ours also checks the answer, decides what may be drawn (machine), ' +
  'tells React of the counts, and lays out a larger page.'

const line = (what: string, {ours, bare}: Times): Line => ({
  ...timesOver(what, ours, bareHighcharts(bare), LIMIT),
  cause: CAUSE,
})
