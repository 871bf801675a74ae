import {join} from 'node:path'
import {counted, cpuPerUpdate, longTasksOf, SLICE_SECONDS, UPDATES_PER_SECOND, update, watch} from './liveChart'
import {serveBarePage} from './support/barePage'
import {signedInContext, withBrowser} from './support/browser'
import {bareHighcharts} from './support/chartPages'
import {type Line, timesOver, verdict} from './support/report'
import {withServer} from './support/server'
import {byLength, type Settings} from './support/settings'
import {type BenchDevice, createOrganisation, storePoints} from './support/world'

const KEYS = ['current', 'flow', 'level', 'power', 'speed', 'torque']
const POINTS = 1000
const STEP = 60_000
const DAY = 86_400_000
const CPU_LIMIT = 1.2

/** Six series with values pushed for each of them, beside a page that draws the same with Highcharts alone. */
export async function comparison(settings: Settings): Promise<Line[]> {
  const slices = byLength(settings, {quick: 3, usual: 6, full: 18})
  return withServer(
    async database => {
      const [ours, bare] = [
        await createOrganisation(database, 'Ours', 1),
        await createOrganisation(database, 'Bare', 1),
      ]
      const devices = [...ours.devices, ...bare.devices]
      await storePoints(database, {devices, keys: KEYS, firstTs: Date.now() - POINTS * STEP, step: STEP, count: POINTS})
      return {ours, bare}
    },
    (server, world) =>
      withBrowser(async browser => {
        const [device, bareDevice] = [only(world.ours.devices), only(world.bare.devices)]
        const context = await signedInContext(browser, server, world.ours)
        const page = await context.newPage()
        const others = KEYS.slice(1).map(key => `&with=${device.id}~${key}`)
        await page.goto(`${server.origin}/dashboard?device=${device.id}&key=${KEYS[0]}${others.join('')}`)
        await page
          .getByText('1,000 points')
          .nth(KEYS.length - 1)
          .waitFor()
        const box = await page.locator('.highcharts-container').first().boundingBox()

        const bareContext = await signedInContext(browser, server, world.bare)
        const address = await serveBarePage(bareContext, server.origin, {
          source: join(import.meta.dirname, 'support', 'bareComparison.ts'),
          deviceId: bareDevice.id,
          keys: KEYS,
          startTs: Date.now() - 3 * DAY,
          endTs: Date.now() + DAY,
          width: Math.round(box?.width ?? 0),
          height: Math.round(box?.height ?? 0),
        })
        const barePage = await bareContext.newPage()
        await barePage.goto(address)
        await barePage.getByRole('button', {name: 'Load'}).click()
        await barePage.waitForFunction(count => window.probe.drawings.length >= count, KEYS.length)

        const ours = {context, page, token: device.token}
        const bare = {context: bareContext, page: barePage, token: bareDevice.token}
        const [watchOurs, watchBare] = [await watch(ours), await watch(bare)]
        await update(ours, server.port, KEYS)
        await update(bare, server.port, KEYS)
        for (const {page: each} of [ours, bare]) {
          await each.evaluate(() => {
            window.probe.longTasks.length = 0
          })
        }
        const cpu: {ours: number[]; bare: number[]} = {ours: [], bare: []}
        for (let slice = 0; slice < slices; slice++) {
          cpu.ours.push(await cpuPerUpdate(watchOurs, () => update(ours, server.port, KEYS)))
          cpu.bare.push(await cpuPerUpdate(watchBare, () => update(bare, server.port, KEYS)))
        }
        return lines(slices, cpu, await longTasksOf(ours), await longTasksOf(bare))
      }),
  )
}

function lines(
  slices: number,
  cpu: {ours: number[]; bare: number[]},
  longTasks: readonly number[],
  bareLongTasks: readonly number[],
): Line[] {
  return [
    timesOver(
      `comparison, six series, ${UPDATES_PER_SECOND} updates/s of each for ${slices * SLICE_SECONDS} s: main thread per update`,
      cpu.ours,
      bareHighcharts(cpu.bare),
      CPU_LIMIT,
    ),
    {
      what: '  tasks longer than 50 ms',
      measured: `${counted(longTasks)}; bare ${counted(bareLongTasks)}`,
      limit: 'none',
      verdict: verdict(longTasks.length === 0),
    },
  ]
}

function only([device]: readonly BenchDevice[]): BenchDevice {
  if (device === undefined) throw new Error('There is no device')
  return device
}
