import type {CDPSession} from 'playwright-core'
import {describe, expect, it} from 'vitest'
import {dashboardOn} from './support/dashboard'
import {useJourney} from './support/journey'

describe('the memory of the page', () => {
  const journey = useJourney({additions: true})

  it('holds nothing of 500 charts that were opened and closed', async () => {
    const page = await journey.open(`/dashboard?device=${journey.world.boiler.id}&key=temperature`)
    const dashboard = dashboardOn(page)
    await dashboard.line.waitFor({state: 'attached'})
    const keys = [dashboard.key('vibration', 'Boiler'), dashboard.key('temperature', 'Boiler')]
    const handles = await Promise.all(keys.map(key => key.elementHandle()))
    /** Each click closes the chart of one key and opens that of the other. */
    const switchKeys = (times: number) =>
      page.evaluate(
        async ([buttons, count]) => {
          for (let at = 0; at < count; at++) {
            const button = buttons[at % 2]
            if (button instanceof HTMLElement) button.click()
            await new Promise(resolve => setTimeout(resolve, 0))
          }
        },
        [handles, times] as const,
      )
    const session = await page.context().newCDPSession(page)
    await session.send('Performance.enable')
    await switchKeys(50)
    const before = await held(session)
    await switchKeys(500)
    const after = await held(session)
    expect(after.Nodes - before.Nodes).toBeLessThan(1000)
    expect(after.JSEventListeners - before.JSEventListeners).toBeLessThan(200)
    expect(after.JSHeapUsedSize - before.JSHeapUsedSize).toBeLessThan(10_000_000)
  })
})

async function held(session: CDPSession) {
  for (let time = 0; time < 3; time++) await session.send('HeapProfiler.collectGarbage')
  const {metrics} = await session.send('Performance.getMetrics')
  const measured = (name: string) => metrics.find(metric => metric.name === name)?.value ?? Number.NaN
  return {
    Nodes: measured('Nodes'),
    JSEventListeners: measured('JSEventListeners'),
    JSHeapUsedSize: measured('JSHeapUsedSize'),
  }
}
