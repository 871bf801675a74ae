import type {Page} from 'playwright-core'
import {describe, expect, it} from 'vitest'
import {raiseAlarm} from './support/alarms'
import {pagesOf} from './support/consolePages'
import {useJourney} from './support/journey'
import {storeRecords} from './support/records'
import type {Account} from './support/seed'

const SIZES = [
  {width: 1280, height: 800},
  {width: 360, height: 740},
]
const MOST = 0.02

declare global {
  interface Window {
    layoutShift: number
  }
}

describe('what is on screen stays where it is while a page loads', () => {
  const journey = useJourney({additions: true})

  it.each(SIZES)('for whoever is signed in, at $width pixels', async viewport => {
    const {plantAdmin, customerAdmin, customerUser, conveyor} = journey.world
    const alarm = await raiseAlarm(journey, conveyor)
    const visits: [Account | null, string][] = [
      ...['/login', '/register', '/passwordReset', '/newPassword', '/verification', '/firstAdmin', '/nowhere'].map(
        (path): [null, string] => [null, path],
      ),
      [plantAdmin, '/dashboard'],
      [customerAdmin, '/dashboard'],
      [customerAdmin, '/myhome'],
      [customerUser, '/myhome'],
      [plantAdmin, '/alarms'],
      [plantAdmin, '/alarms?standing=shelved'],
      [plantAdmin, `/alarms/${alarm}`],
      [plantAdmin, '/alarms/report'],
      [customerUser, '/alarms'],
      [plantAdmin, '/profile'],
      [plantAdmin, '/historical'],
      [plantAdmin, '/unauthorized'],
      [plantAdmin, '/nowhere'],
    ]
    expect(await shiftedAmong(visits, viewport)).toEqual([])
  })

  it.each(SIZES)('on every page of the console, at $width pixels', async viewport => {
    const {systemAdmin} = journey.world
    const context = await journey.newContext()
    await journey.signIn(context, systemAdmin)
    const pages = pagesOf(await storeRecords(context, `walk${viewport.width}`))
    const visits = [...pages.map(([path]) => path), '/sys_admin/nowhere'].map((path): [Account, string] => [
      systemAdmin,
      path,
    ])
    expect(await shiftedAmong(visits, viewport)).toEqual([])
  })

  async function shiftedAmong(visits: readonly [Account | null, string][], viewport: (typeof SIZES)[number]) {
    const shifted: string[] = []
    for (const [account, path] of visits) {
      const context = await journey.newContext({viewport})
      if (account !== null) await journey.signIn(context, account)
      const page = await context.newPage()
      await page.addInitScript(watchShifts)
      await page.goto(path)
      const shift = await settledShift(page)
      if (shift > MOST) shifted.push(`${account?.email ?? 'nobody'} ${path} ${shift.toFixed(3)}`)
      await context.close()
    }
    return shifted
  }
})

function watchShifts() {
  window.layoutShift = 0
  new PerformanceObserver(list => {
    for (const entry of list.getEntries())
      if ('value' in entry && typeof entry.value === 'number') window.layoutShift += entry.value
  }).observe({type: 'layout-shift', buffered: true})
}

/** The shift when the page has its heading, waits for nothing more, and has been drawn. */
async function settledShift(page: Page): Promise<number> {
  await page.getByRole('heading').or(page.getByRole('alert')).first().waitFor()
  await page.waitForLoadState('networkidle')
  return page.evaluate(async () => {
    for (let frame = 0; frame < 2; frame++) await new Promise(drawn => requestAnimationFrame(drawn))
    return window.layoutShift
  })
}
