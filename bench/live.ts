import {setTimeout as delay} from 'node:timers/promises'
import {openDashboard, signedInContext, withBrowser} from './support/browser'
import {connectDevice} from './support/deviceConnection'
import {information, type Line, verdict} from './support/report'
import {withServer} from './support/server'
import {byLength, type Settings} from './support/settings'
import {percentile} from './support/statistics'
import {type BenchDevice, createOrganisation, storePoints} from './support/world'

const MESSAGES_PER_SECOND = 100
const P50_LIMIT = 40
const P99_LIMIT = 150
/** Values have seven digits, so that no other number on the page is mistaken for one. */
const FIRST_VALUE = 1_000_000

/** Each message has its own value. Every message of the devices whose rows are on screen is measured. */
export async function live(settings: Settings): Promise<Line[]> {
  return withServer(
    async database => {
      const organisation = await createOrganisation(database, 'Live', 100)
      const {devices} = organisation
      await storePoints(database, {devices, keys: ['level'], firstTs: Date.now() - 600_000, step: 1000, count: 600})
      return organisation
    },
    (server, organisation) =>
      withBrowser(async browser => {
        const page = await openDashboard(await signedInContext(browser, server, organisation), server)
        await page.waitForLoadState('networkidle')
        await postSteadily(server.port, organisation.devices, 3, FIRST_VALUE)
        const posts = await postSteadily(
          server.port,
          organisation.devices,
          byLength(settings, {quick: 10, usual: 40}),
          2 * FIRST_VALUE,
        )
        await delay(1000)
        return lines(posts, await page.evaluate(() => window.probe.numbers))
      }),
  )
}

interface Post {
  device: number
  value: number
  postedAt: number
  acknowledged: Promise<number>
}

async function postSteadily(
  port: number,
  devices: readonly BenchDevice[],
  seconds: number,
  firstValue: number,
): Promise<Post[]> {
  const connections = devices.map(({token}) => connectDevice(port, token))
  const startedAt = performance.now()
  const posts: Post[] = []
  for (let index = 0; index < seconds * MESSAGES_PER_SECOND; index++) {
    const wait = startedAt + (index * 1000) / MESSAGES_PER_SECOND - performance.now()
    if (wait > 0) await delay(wait)
    // The stride prevents all rows on screen from changing in one frame.
    const device = (index * 37) % devices.length
    const value = firstValue + index
    const acknowledged = connections[device]?.post(`{"level":${value}}`) ?? Promise.resolve(0)
    posts.push({device, value, postedAt: Date.now(), acknowledged})
  }
  const statuses = await Promise.all(posts.map(({acknowledged}) => acknowledged))
  if (statuses.some(status => status !== 200)) throw new Error(`Posts were answered with ${[...new Set(statuses)]}`)
  for (const connection of connections) connection.close()
  return posts
}

function lines(posts: readonly Post[], painted: Readonly<Record<string, number>>): Line[] {
  const onScreen = new Set(posts.filter(({value}) => value in painted).map(({device}) => device))
  const watched = posts.filter(({device}) => onScreen.has(device))
  const latencies = watched.map(({value, postedAt}) => (painted[value] ?? Number.POSITIVE_INFINITY) - postedAt)
  const [p50, p99] = [percentile(latencies, 0.5), percentile(latencies, 0.99)]
  const missing = latencies.filter(latency => latency === Number.POSITIVE_INFINITY).length
  return [
    {
      what: 'device POST → value painted in Chromium, 100 messages/s',
      measured: `p50 ${p50.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms`,
      limit: 'p50 ≤ 40 ms, p99 ≤ 150 ms',
      verdict: verdict(p50 <= P50_LIMIT && p99 <= P99_LIMIT),
    },
    information(
      '  of these',
      `${watched.length} messages of ${onScreen.size} rows on screen, ${missing} never painted`,
    ),
  ]
}
