import type {Page} from 'playwright-core'
import {describe, expect, it} from 'vitest'
import {dashboardOn} from './support/dashboard'
import {useJourney} from './support/journey'

describe('the styles of the page', () => {
  const journey = useJourney({additions: true})

  /** A selector such as `.screen:has(…)` has the browser style all of the screen for each text that is measured. */
  it('are found for what is drawn, and not for all that surrounds it', async () => {
    const page = await journey.open(`/dashboard?device=${journey.world.boiler.id}&key=temperature`)
    const dashboard = dashboardOn(page)
    await dashboard.line.waitFor({state: 'attached'})
    const restyled = await restyledElements(page, async () => {
      await dashboard.key('vibration', 'Boiler').click()
      await dashboard.title('Boiler', 'vibration').waitFor()
      await dashboard.line.waitFor({state: 'attached'})
    })
    expect(restyled).toBeGreaterThan(0)
    expect(restyled).toBeLessThan(1500)
  })
})

/** Returns how many elements the browser found the styles of, once for each time. */
async function restyledElements(page: Page, act: () => Promise<void>): Promise<number> {
  const session = await page.context().browser()?.newBrowserCDPSession()
  if (session === undefined) throw new Error('The page has no browser')
  let elements = 0
  session.on('Tracing.dataCollected', ({value}) => {
    for (const {args} of value) elements += Number((args as {elementCount?: number} | undefined)?.elementCount ?? 0)
  })
  await session.send('Tracing.start', {traceConfig: {includedCategories: ['blink', 'devtools.timeline']}})
  await act()
  const completed = new Promise(resolve => session.once('Tracing.tracingComplete', resolve))
  await session.send('Tracing.end')
  await completed
  await session.detach()
  return elements
}
