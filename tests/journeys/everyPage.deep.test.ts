import type {Page} from 'playwright-core'
import {describe, expect, it} from 'vitest'
import {TITLE} from '../../contract/limits'
import {raiseAlarm} from './support/alarms'
import {violations} from './support/axe'
import {pagesOf} from './support/consolePages'
import {useJourney} from './support/journey'
import {tabStops} from './support/keyboard'
import {storeRecords} from './support/records'
import type {Account} from './support/seed'

const REFUSED = /status of 40[0-9]/

describe('every page', () => {
  const journey = useJourney({additions: true})

  it.each(['light', 'dark'] as const)(
    'in German has one main part, one heading, a title of its own and no violation, %s',
    async colorScheme => {
      journey.expectComplaint(REFUSED)
      const wrong: string[] = []
      for (const {account, paths} of await visits(`in-${colorScheme}`)) {
        const page = await germanPage(account, colorScheme)
        for (const path of paths) {
          await page.goto(path)
          await settled(page)
          const found = [
            ...(await page.evaluate(frameProblems, TITLE)),
            ...(await violations(page, colorScheme === 'light' ? undefined : ['color-contrast'])),
          ]
          wrong.push(...found.map(complaint => `${path}: ${complaint}`))
        }
      }
      expect(wrong).toEqual([])
    },
  )

  it('lets Tab come round without a trap, and shows where the focus is', async () => {
    const {boiler, plantAdmin, customerUser, systemAdmin} = journey.world
    const wrong: string[] = []
    for (const [account, path] of [
      [null, '/login'],
      [plantAdmin, `/dashboard?device=${boiler.id}&key=temperature`],
      [plantAdmin, '/alarms'],
      [plantAdmin, '/profile'],
      [customerUser, '/myhome'],
      [systemAdmin, '/sys_admin'],
      [systemAdmin, `/sys_admin/device/${boiler.id}`],
    ] as const) {
      const page = await germanPage(account, 'light')
      await page.goto(path)
      await settled(page)
      const stops = await tabStops(page)
      if (stops.length < 5) wrong.push(`${path}: has ${stops.length} stops`)
      wrong.push(...stops.filter(({isShown}) => !isShown).map(({name}) => `${path}: ${name}`))
    }
    expect(wrong).toEqual([])
  })

  /** Who opens what. */
  async function visits(name: string): Promise<{account: Account | null; paths: readonly string[]}[]> {
    const {boiler, conveyor, dormant, plantAdmin, customerUser, systemAdmin} = journey.world
    const context = await journey.newContext()
    await journey.signIn(context, systemAdmin)
    const chart = `/dashboard?device=${boiler.id}&key=temperature`
    const alarm = await raiseAlarm(journey, conveyor)
    return [
      {
        account: null,
        paths: [
          ...['/login', '/register', '/passwordReset', '/newPassword', '/newPassword?token=token', '/verification'],
          ...['/verification?token=wrong', '/firstAdmin?token=token', '/unauthorized', '/no/such/page'],
        ],
      },
      {
        account: plantAdmin,
        paths: [
          ...['/dashboard', `/dashboard?device=${dormant.id}`, `/dashboard?device=${boiler.id}`, chart],
          ...[`${chart}&stats=all&agg=average`, `${chart}&with=${conveyor.id}~speed`],
          ...['/alarms', '/alarms?standing=shelved', `/alarms/${alarm}`, '/alarms/no-alarm', '/alarms/report'],
          ...['/profile', '/historical', '/unauthorized', '/no/such/page', '/sys_admin'],
        ],
      },
      {account: customerUser, paths: ['/myhome']},
      {account: systemAdmin, paths: pagesOf(await storeRecords(context, name)).map(([path]) => path)},
    ]
  }

  async function germanPage(account: Account | null, colorScheme: 'light' | 'dark'): Promise<Page> {
    const context = await journey.newContext({colorScheme})
    const preferences = {language: 'de'}
    if (account !== null) {
      await journey.signIn(context, account)
      await context.request.put('/api/v0/users/preferences', {data: preferences})
    }
    const page = await context.newPage()
    // Of the same origin, and without scripts of ours that would follow what is kept.
    await page.goto('/config.json')
    await page.evaluate(
      kept => localStorage.setItem('pulsewall.preferences', kept),
      JSON.stringify({preferences, unsaved: {}, userId: null}),
    )
    return page
  }
})

/** Until the page has its heading, and nothing says that it is being loaded. */
async function settled(page: Page) {
  await page.getByRole('heading', {level: 1}).waitFor()
  await page
    .getByText(/(geladen|gelesen|^Loading.*|^Reading.*) ?(…|\.\.\.)$/)
    .first()
    .waitFor({state: 'detached'})
}

function frameProblems(product: string): string[] {
  const count = (selector: string) => document.querySelectorAll(selector).length
  const problems: string[] = []
  for (const one of ['main', 'h1']) if (count(one) !== 1) problems.push(`has ${count(one)} ${one}`)
  if (document.documentElement.lang !== 'de') problems.push(`is in ${document.documentElement.lang}`)
  if (!document.title.endsWith(` – ${product}`)) problems.push(`is titled ${document.title}`)
  return problems
}
